"""What every test can rely on: no setting of the developer's shell reaches a parser."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from argparity.golden.records.seals import write_seal
from argparity.golden.sides.target import Target, find_target


@pytest.fixture(autouse=True)
def plain_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Help and usage are wrapped at 80 columns, without colours; the switches come from the file
    alone; nothing is kept in the user's cache folder.
    """
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))
    for name in ("FORCE_COLOR", "PYTHON_COLORS"):
        monkeypatch.delenv(name, raising=False)
    for name in list(os.environ):
        if name.startswith("ARGPARITY_"):
            monkeypatch.delenv(name)


_PARSER = """\
import argparse

parser = argparse.ArgumentParser(prog="small")
data = parser.add_argument_group("data")
data.add_argument("--path", default="in.txt")
data.add_argument("--limit", type=int, default=10)
model = parser.add_argument_group("model")
model.add_argument("--depth", type=int, default=3)
model.add_argument("--wide", action="store_true")
"""

_TARGET = """\
[tool.argparity.targets.small]
control = "legacy/old.py:parser"
candidate = "new.py:parser"
prog = "small"
sections = { group = true }
frozen = ["legacy/old.py"]
sources = ["new.py"]
goldens = "goldens"
ledger = "ledger.toml"
accepted = "accepted.toml"
switches = "switches.toml"
"""

_SWITCHES = """\
# Kept by hand.
format = 1

[small]
data = "legacy"
model = "legacy"  # the second one
"""


@pytest.fixture
def small_project(tmp_path: Path) -> Path:
    """A project with a target `small` of two sections, both on legacy, and a sealed control."""
    folder = tmp_path / "project"
    (folder / "legacy").mkdir(parents=True)
    (folder / "legacy" / "old.py").write_text(_PARSER)
    (folder / "new.py").write_text(_PARSER)
    (folder / "pyproject.toml").write_text(_TARGET)
    (folder / "switches.toml").write_text(_SWITCHES)
    write_seal(folder, "legacy/old.py", origin="old.py", reason="the control of small")
    return folder


@pytest.fixture
def change_control(small_project: Path) -> Callable[[str, str], None]:
    """Changes the control of the small project, as a fix of the original would, and seals it."""

    def change(before: str, after: str) -> None:
        file = small_project / "legacy" / "old.py"
        file.write_text(file.read_text().replace(before, after))
        write_seal(small_project, "legacy/old.py", origin="old.py", reason="a fix of the original")

    return change


@pytest.fixture
def small_target(small_project: Path) -> Target:
    """The target of the small project."""
    return find_target("small", small_project)
