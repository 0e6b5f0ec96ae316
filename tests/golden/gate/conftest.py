"""A small project with two sides, on which a run of the gate takes a second or two."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from argparity.golden.gate.planning import plan
from argparity.golden.gate.result import GateReport
from argparity.golden.gate.run import run_gate
from argparity.golden.inputs.battery.build import build_battery
from argparity.golden.sides.sections import SectionRule
from argparity.golden.sides.target import Target

CONTROL = """\
import argparse


def build():
    parser = argparse.ArgumentParser(prog="prog")
    train = parser.add_argument_group("train")
    train.add_argument("--steps", type=int, default=5)
    data = parser.add_argument_group("data")
    data.add_argument("--path", default="x")
    return parser
"""


@dataclasses.dataclass
class Project:
    """A folder with `control.py` and `candidate.py`, equal to begin with."""

    folder: Path

    def __post_init__(self) -> None:
        self.write("control.py", CONTROL)
        self.write("candidate.py", CONTROL)

    def write(self, name: str, text: str) -> Path:
        """Write one file of the project."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def change(self, before: str, after: str, name: str = "candidate.py") -> None:
        """Replace a text that stands in a file exactly once."""
        text = (self.folder / name).read_text(encoding="utf-8")
        assert text.count(before) == 1, before
        self.write(name, text.replace(before, after))

    def target(self, **settings: Any) -> Target:
        """The project as a target."""
        target = Target(
            name="little",
            control="control.py:build",
            candidate="candidate.py:build",
            base=self.folder,
            sections=SectionRule(),
        )
        return dataclasses.replace(target, **settings)

    def gate(
        self, target: Target | None = None, *, battery: int | None = 80, **settings: Any
    ) -> GateReport:
        """One run of the gate, small unless `settings` say otherwise.

        `battery`: the number of cases of the battery, the most telling ones; None: all of them.
        """
        small: dict[str, Any] = {"workers": 1, "examples": 0, "mutants": "none", "budget": 60.0}
        with pytest.MonkeyPatch.context() as patch:
            if battery is not None:
                patch.setattr(plan, "build_battery", lambda *of: build_battery(*of)[:battery])
            return run_gate(target or self.target(), **{**small, **settings})


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A fresh project with equal sides."""
    return Project(tmp_path)


@pytest.fixture(scope="session")
def new_project(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Project]:
    """Makes projects for runs that several tests look at."""
    return lambda: Project(tmp_path_factory.mktemp("project"))
