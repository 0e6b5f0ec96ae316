"""Seals, ledger, switches, goldens and accepted differences decide together with the cases."""

from __future__ import annotations

import datetime
import platform
from collections.abc import Callable

import pytest

from argparity.golden.errors import CannotJudge
from argparity.golden.gate.result import GateReport, Problem
from argparity.golden.model.case import Case
from argparity.golden.records.recorder import Recorder
from argparity.golden.records.seals import write_seal
from argparity.golden.records.switching import switch_over
from argparity.golden.sides.target import Target

from .conftest import CONTROL, Project

TODAY = datetime.date.today()
PYTHON = platform.python_version()


def matched(*args: object, **settings: object) -> GateReport:
    """A gate that has matched, for the evidence of a switch."""
    report = GateReport(target="little", python="3.11.7", seed=0)
    report.tiers = {}
    report.total.matched = report.selfcheck.executed = report.selfcheck.killed = 1
    report.sections = []
    report.counts = lambda: {"battery": 1}  # type: ignore[method-assign]
    report.touched = lambda case: ["train" if "--steps" in case.argv else "data"]
    return report


@pytest.fixture
def kept(project: Project) -> Target:
    """The project with switches, a seal, two goldens and a ledger, all in order."""
    target = project.target(
        switches="switches.toml", ledger="ledger.toml", seals="SEALS.toml", goldens="cases"
    )
    project.write("switches.toml", 'format = 1\n\n[little]\ntrain = "legacy"\ndata = "legacy"\n')
    write_seal(
        project.folder, "control.py", origin="by hand", reason="to begin with", seals="SEALS.toml"
    )
    with Recorder(target) as recorder:
        recorder.add("some", [Case.of(["--steps", "3"]), Case.of(["--path", "y"])])
    switch_over(target, ["train"], "for the test", matched)
    return target


def red(report: GateReport) -> list[tuple[str, str]]:
    """The problems that make a run mismatched."""
    return [(problem.kind, problem.message) for problem in report.of_weight("red")]


def test_records_in_order_change_nothing(project: Project, kept: Target) -> None:
    report = project.gate(kept, only="goldens")

    assert report.problems == []
    assert report.exit_code == 0
    assert {row.name: row.backend for row in report.sections if row.name} == {
        "train": "generated",
        "data": "legacy",
    }


@pytest.mark.parametrize(("words", "stale"), [(["--path", "z"], 0), (["--steps", "4"], 1)])
def test_a_new_golden_makes_the_evidence_of_its_own_sections_stale(
    project: Project, kept: Target, words: list[str], stale: int
) -> None:
    with Recorder(kept) as recorder:
        recorder.add("more", [Case.of(words)])

    assert len(red(project.gate(kept, only="goldens"))) == stale


@pytest.mark.parametrize(
    ("damage", "kind", "words"),
    [
        (lambda p: p.change('prog="prog"', 'prog="other"', "control.py"), "seal", "control.py"),
        (lambda p: p.change('data = "legacy"', 'data = "generated"', "switches.toml"), "ledger",
         "little.data: switches.toml says generated, the ledger legacy"),
        (lambda p: p.change("import argparse\n", "import argparse, sys\n"), "ledger",
         "little.train: stale evidence"),
        (lambda p: [file.unlink() for file in (p.folder / "cases").iterdir()], "goldens",
         "holds no golden, and 1 sections are switched over"),
    ],
    ids=["broken seal", "switch without ledger", "stale evidence", "emptied goldens"],
)  # fmt: skip
def test_records_out_of_order_are_red(
    project: Project, kept: Target, damage: Callable[[Project], object], kind: str, words: str
) -> None:
    damage(project)

    report = project.gate(kept, only="goldens")

    found = [message for found_kind, message in red(report) if found_kind == kind]
    assert report.exit_code == 1
    assert any(words in message for message in found), red(report)


def test_what_a_wheel_would_lack_is_noted(project: Project) -> None:
    project.write("little/args/__init__.py", CONTROL)
    project.write("little/_legacy/control.py", CONTROL)
    project.write(
        "pyproject.toml",
        '[project]\nname = "little"\n[tool.setuptools]\npackages = ["little", "little.args"]\n',
    )
    target = project.target(
        candidate="little/args/__init__.py:build", frozen=("little/_legacy/control.py",)
    )

    report = project.gate(target, only="goldens")

    message = (
        "a wheel would lack little/_legacy/control.py, which production needs: packages of "
        "[tool.setuptools] lacks little._legacy"
    )
    assert report.problems == [Problem("shipping", message, "note")]
    assert report.exit_code == 5  # no golden was run, which is all that is wrong


def test_a_control_that_departs_from_its_golden_is_red(project: Project, kept: Target) -> None:
    for name in ("control.py", "candidate.py"):
        project.change("type=int", "type=float", name)

    report = project.gate(kept, only="goldens")

    assert report.mismatches == []
    (message,) = [m for kind, m in red(report) if kind == "goldens"]
    assert ": steps: recorded 3 (int), now 3.0 (float). Either the control changed" in message


def test_what_several_goldens_depart_in_is_one_line(project: Project) -> None:
    target = project.target(goldens="cases")
    with Recorder(target) as recorder:
        recorder.add("some", [Case.of(["--path", name]) for name in ("a", "b", "c")])
    for name in ("control.py", "candidate.py"):
        project.change("default=5", "default=6", name)

    report = project.gate(target, only="goldens")

    (message,) = [m for kind, m in red(report) if kind == "goldens"]
    assert " and 2 more: steps: recorded 5 (int), now 6 (int). Either" in message


def test_another_outcome_than_recorded_is_named_as_a_whole(project: Project) -> None:
    target = project.target(goldens="cases")
    with Recorder(target) as recorder:
        recorder.add("some", [Case.of(["--steps", "3"])])
    for name in ("control.py", "candidate.py"):
        project.change("type=int", "type=int, choices=[5]", name)

    report = project.gate(target, only="goldens")

    (message,) = [m for kind, m in red(report) if kind == "goldens"]
    assert "the control now does" in message


@pytest.mark.parametrize(("version", "weight"), [("3.9.0", "note"), (PYTHON, "red")])
def test_another_text_than_recorded_is_red_on_a_recorded_release_and_noted_on_another(
    project: Project, version: str, weight: str
) -> None:
    target = project.target(goldens="cases")
    with Recorder(target) as recorder:
        recorder.add("some", [Case.of(["--steps", "x"])])
    project.change("invalid int value", "no whole number", "cases/some.json")
    project.change(f'"{PYTHON}"', f'"{version}"', "cases/some.json")

    report = project.gate(target, only="goldens")

    assert [(p.kind, p.weight) for p in report.problems] == [("goldens", weight)]
    assert report.verdict == ("matched" if weight == "note" else "unsound")


def test_switches_that_cannot_be_read_leave_nothing_to_judge(
    project: Project, kept: Target
) -> None:
    project.change('data = "legacy"', 'data = "new"', "switches.toml")

    with pytest.raises(CannotJudge, match="'new'"):
        project.gate(kept, only="goldens")


def accept(project: Project, *, candidate: str = "6", expiry: datetime.date = TODAY) -> Target:
    """Accept that the default of `--steps` is another one."""
    project.write(
        "accepted.toml",
        "format = 1\n\n[[accepted]]\n"
        f'id = "steps"\ntarget = "little"\nsection = "train"\nflag = "--steps"\n'
        f'class = "default-changed"\ncontrol = "5"\ncandidate = "{candidate}"\n'
        f'reason = "longer by default"\nowner = "somebody"\nexpiry = {expiry}\n',
    )
    return project.target(accepted="accepted.toml")


def test_an_accepted_difference_allows_the_verdict_and_is_no_match(project: Project) -> None:
    project.change("default=5", "default=6")

    report = project.gate(accept(project))

    (mismatch,) = report.mismatches
    (train, data) = (row for row in report.sections if row.name)
    assert report.exit_code == 0
    assert mismatch.accepted == "steps"
    assert (train.verdict, data.verdict) == ("accepted", "matched")
    assert report.total.accepted > 0
    assert report.total.matched + report.total.accepted == report.total.cases


def test_an_accepted_difference_covers_no_other_value(project: Project) -> None:
    project.change("default=5", "default=7")

    report = project.gate(accept(project))

    assert [mismatch.accepted for mismatch in report.mismatches] == [None]
    assert ("accepted", "accepted difference 'steps' did not fire; remove it") in red(report)


def test_an_accepted_difference_that_does_not_fire_is_red(project: Project) -> None:
    report = project.gate(accept(project))

    assert report.exit_code == 1
    assert red(report) == [("accepted", "accepted difference 'steps' did not fire; remove it")]


def test_in_a_shortened_run_it_is_a_note_that_it_did_not_fire(project: Project) -> None:
    report = project.gate(accept(project), section="train")

    assert report.exit_code == 0
    assert report.problems == [
        Problem("accepted", "accepted difference 'steps' did not fire; remove it", "note")
    ]


def test_an_expired_accepted_difference_is_red(project: Project) -> None:
    project.change("default=5", "default=6")
    yesterday = TODAY - datetime.timedelta(days=1)

    report = project.gate(accept(project, expiry=yesterday))

    assert ("accepted", f"accepted difference 'steps' expired on {yesterday}") in red(report)
    assert [mismatch.accepted for mismatch in report.mismatches] == [None]
