"""Cases that hang, exhaust memory or kill their worker: named, laid at a side's door, survived."""

from __future__ import annotations

import pytest

from argparity.golden.gate.result import GateReport

from .conftest import Project

pytestmark = pytest.mark.slow


def run_with(project: Project, act: str, side: str) -> GateReport:
    """A run in which the converter of `--path` does something terrible to one word."""
    for name in ("control", "candidate"):
        body = act if name == side else "pass"
        project.write(
            f"convert_{name}.py",
            "import os, time\n\n\ndef convert(text):\n"
            f"    if text == 'a:1':\n        {body}\n    return text\n",
        )
        project.change('default="x"', 'default="x", type=convert', f"{name}.py")
        imports = f"import argparse\n\nfrom convert_{name} import convert\n"
        project.change("import argparse\n", imports, f"{name}.py")
    return project.gate(battery=None, timeout=2.0, memory=300)


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        ("time.sleep(60)", "hang: no result within 2 s"),
        ("os.kill(os.getpid(), 9)", "killed by signal 9 (SIGKILL)"),
        ("os._exit(0)", "its process ended with status 0"),
        ("bytearray(10**9)", "out of memory"),
    ],
)
def test_a_candidate_that_loses_its_worker_is_a_mismatch_and_the_run_goes_on(
    project: Project, act: str, reason: str
) -> None:
    report = run_with(project, act, "candidate")

    (mismatch,) = report.mismatches
    assert mismatch.key == ("data", "--path", "error-kind-changed")
    assert mismatch.direction == "narrowed"
    assert "a:1" in mismatch.case.argv[-1]
    assert mismatch.candidate == {"kind": "lost", "message": reason}
    assert report.exit_code == 1
    assert report.tiers["battery"].executed == report.tiers["battery"].planned
    assert report.total.matched > 100


def test_a_control_that_hangs_leaves_nothing_to_judge(project: Project) -> None:
    report = run_with(project, "time.sleep(60)", "control")

    assert report.mismatches == []
    assert report.exit_code == 3
    assert report.total.unjudged > 0
    assert {problem.kind for problem in report.problems} == {"lost"}
    assert "control: hang" in report.problems[0].message


def test_a_worker_that_somebody_else_ended_costs_no_verdict(project: Project) -> None:
    # Only temporary files are there for the next process as well.
    mark = "__import__('tempfile').gettempdir() + '/once'"
    once = f"open({mark}, 'x').close() or os.kill(os.getpid(), 9)"
    guarded = f"os.path.exists({mark}) or ({once})"

    report = run_with(project, guarded, "candidate")

    (problem,) = report.problems
    assert report.verdict == "matched"
    assert report.total.cases == report.tiers["battery"].planned
    assert "SIGKILL" in problem.message
    assert "run again, it could be judged" in problem.message
