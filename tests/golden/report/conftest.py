"""A report with a bit of everything, made by hand: forms show, they do not judge."""

from __future__ import annotations

from pathlib import Path

import pytest

from argparity.golden.gate.result import (
    Counts,
    GateReport,
    Problem,
    SectionResult,
    SelfCheck,
    StaticFinding,
    TierCount,
)
from argparity.golden.judge.static import StaticDifference
from argparity.golden.model.case import Case, Step
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.sides.sections import SectionRule
from argparity.golden.sides.target import ConfigFile, Target

SOURCE = """\
class Data:
    path: str = "x"
    steps: int = 1


class Training:
    lr: float = 0.1
    steps: int = 6
"""


@pytest.fixture
def target(tmp_path: Path) -> Target:
    """A target of sections before a dot, with a configuration file and one source file."""
    (tmp_path / "candidate.py").write_text(SOURCE, encoding="utf-8")
    return Target(
        name="little",
        control="control.py:build",
        candidate="candidate.py:build",
        base=tmp_path,
        sections=SectionRule(prefix="."),
        config_file=ConfigFile("--config"),
        sources=("candidate.py",),
    )


def mismatch(case: Case, accepted: str | None = None) -> Mismatch:
    """The default of `--training.steps` is another one."""
    return Mismatch(
        target="little",
        section="training",
        flag="--training.steps",
        cls="default-changed",
        direction="altered",
        control={"type": "int", "value": "5"},
        candidate={"type": "int", "value": "6"},
        case=case,
        accepted=accepted,
        cases=2,
    )


@pytest.fixture
def report() -> GateReport:
    """Two sections, one of them mismatched and one with an accepted difference; three problems."""
    difference = StaticDifference(
        section="data",
        flag="--data.path",
        cls="help-changed",
        control="a path",
        candidate="the path",
        fact="help",
    )
    return GateReport(
        target="little",
        python="3.11.7",
        seed=7,
        sections=[
            SectionResult(
                "training",
                "generated",
                tiers={"battery": 5},
                counts=Counts(3, 0, 2),
                verdict="mismatched",
            ),
            SectionResult(
                "data", "legacy", tiers={"battery": 4}, counts=Counts(3, 1), verdict="accepted"
            ),
        ],
        tiers={"battery": TierCount(10, 9, 1)},
        total=Counts(6, 1, 2),
        mismatches=[
            mismatch(Case.of(["--data.path", "it's | here"], "[training]\nlr = 1\n")),
            mismatch(
                Case(id="twice", why="", steps=(Step(("--data.path", "y")), Step())),
                accepted="no-5",
            ),
        ],
        static=[StaticFinding(difference, witnessed=False)],
        selfcheck=SelfCheck(steady=9, planned=3, executed=3, killed=3, killed_by_values=2),
        problems=[
            Problem("seal", "legacy/control.py: was changed, 100% sure"),
            Problem("unstable", "two runs differ", "unjudged"),
            Problem("accepted", "did not fire", "note"),
        ],
        seconds=1.25,
    )
