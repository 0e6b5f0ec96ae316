"""One bad thing costs its own case; the rest of the run is judged and reported."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from argparity.golden.gate.result import GateReport
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case

from .conftest import Project

PARSING = """\
import argparse
import os
import sys
import time


class Weight:
    def __init__(self, grams):
        self.grams = grams


class Size:
    pass


def deep():
    nested = []
    for _ in range(sys.getrecursionlimit() * 2):
        nested = [nested]
    return nested


def build():
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--path", default="x")
    return parser


def parse(argv):
    values = build().parse_args(argv)
    bad = values.path == "word"
    {act}
    return values
"""

Run = Callable[..., GateReport]


@pytest.fixture
def run(project: Project, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(project.folder)  # where little is to be copied for child processes

    def run(control: str, candidate: str, **settings: object) -> GateReport:
        project.write("control.py", PARSING.replace("{act}", control))
        project.write("candidate.py", PARSING.replace("{act}", candidate))
        target = project.target(control="control.py:parse", candidate="candidate.py:parse")
        settings = {"only": "battery", **settings}
        return project.gate(target, battery=None, **settings)

    return run


ALIKE = [
    "os.close(1); os.close(2)",
    "sys.stdout.close(); sys.stderr = None",
    "os.rmdir(os.mkdir('d') or os.chdir('d') or os.getcwd())",
    "__import__('shutil').rmtree(os.getcwd())",
    "os.fork() or os._exit(0)",
    "os.fork()",
    "os.fork() and os.kill(os.getppid(), 0)",
    "values.me = [values]; values.me.append(values.me)",
    "__import__('signal').alarm(600)",
]


def test_what_both_sides_do_alike_is_matched_and_so_are_the_cases_around_it(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project.folder)
    acts = "\n    ".join(f"if values.path == 'bad{n}': {act}" for n, act in enumerate(ALIKE))
    for side in ("control.py", "candidate.py"):
        project.write(side, PARSING.replace("{act}", acts))
    target = project.target(control="control.py:parse", candidate="candidate.py:parse")

    with Comparator(target) as comparator:
        found = {
            words: comparator.compare(Case.of(["--path", words]), steady=True)
            for n in range(len(ALIKE))
            for words in (f"bad{n}", f"good{n}")
        }

    judged = {words: (one.gap, one.unstable, one.mismatches) for words, one in found.items()}
    assert judged == dict.fromkeys(found, (None, False, ()))


def test_values_without_encoder_are_named_together_and_the_rest_is_judged(run: Run) -> None:
    act = "if bad: values.a, values.b = Weight(3), Size()"

    report = run(act, act)

    (problem,) = report.problems
    assert (problem.kind, report.exit_code) == ("values", 3)
    assert "--encoder '<own>.Weight=vars' --encoder '<own>.Size=vars'" in problem.message
    assert 0 < report.total.unjudged < report.total.matched


def test_a_difference_elsewhere_outweighs_a_value_without_encoder(run: Run) -> None:
    report = run("if bad: values.a = Size()", "if bad: values.a = Size()\n    values.steps += 1")

    assert report.exit_code == 1
    assert "--steps" in {mismatch.flag for mismatch in report.mismatches}


def test_a_value_without_encoder_in_every_case_leaves_no_verdict(run: Run) -> None:
    report = run("values.a = Size()", "values.a = Size()")

    assert report.exit_code == 3
    assert "no encoder for type <own>.Size (at a)" in report.problems[0].message


def test_values_that_are_nested_without_end_cost_their_cases(run: Run) -> None:
    report = run("if bad: values.a = deep()", "if bad: values.a = deep()")

    assert report.exit_code == 3
    assert "nested too deeply" in report.problems[0].message
    assert report.total.matched > 100


@pytest.mark.slow
@pytest.mark.parametrize(
    "act", ["time.sleep(600)", "os.system('sleep 600')", "os.kill(os.getpid(), 19)"]
)
def test_a_candidate_that_always_hangs_is_a_mismatch_in_about_the_time_of_the_run(
    run: Run, act: str
) -> None:
    started = time.monotonic()

    report = run("pass", act, timeout=0.6, budget=1.5)

    assert report.exit_code == 1
    assert {m.cls for m in report.mismatches} == {"error-kind-changed"}
    assert "hang: no result within 0.6 s" in str(report.mismatches[0].candidate)
    assert time.monotonic() - started < 15


@pytest.mark.slow
def test_a_candidate_that_hangs_while_it_builds_its_parser_is_a_mismatch(project: Project) -> None:
    project.change("import argparse\n", "import argparse, time\n")
    project.change("    return parser\n", "    time.sleep(600)\n    return parser\n")

    report = project.gate(timeout=0.6, budget=1.5, mutants="none")

    assert report.exit_code == 1
    assert "hang" in str(report.mismatches[0].candidate)


@pytest.mark.slow
def test_a_control_that_always_hangs_leaves_no_verdict(run: Run) -> None:
    report = run("time.sleep(600)", "pass", timeout=0.6, budget=1.5)

    assert report.exit_code == 3
    assert "control: hang: no result within 0.6 s" in report.problems[0].message
