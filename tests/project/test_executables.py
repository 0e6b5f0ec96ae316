"""The executables in `tools/`: each one starts the command of its name, installed or not."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

import argparity.golden.cli
import bootstrapping
import checkout
from argparity.golden.errors import ExitCode

TOOLS = [name for name in bootstrapping.commands() if name != "test"]


@pytest.mark.parametrize("name", TOOLS)
def test_an_executable_starts_the_command_of_its_own_name(name: str) -> None:
    path = checkout.ROOT / "tools" / name

    assert os.access(path, os.X_OK)
    assert f'checkout.run("{name}")' in path.read_text()
    assert find_spec(f"argparity.golden.cli.{name}") is not None


def test_there_is_one_executable_for_each_subcommand() -> None:
    assert sorted(TOOLS) == sorted(argparity.golden.cli.TOOLS)


@pytest.mark.parametrize("module", [checkout, bootstrapping])
def test_without_the_harness_the_exit_codes_are_the_same(module: ModuleType) -> None:
    prefix = "EXIT_"
    codes = {name: code for name, code in vars(module).items() if name.startswith(prefix)}

    assert codes
    assert codes == {name: ExitCode[name.removeprefix(prefix)] for name in codes}


@pytest.fixture
def without_packages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A Python that has none of the packages, and the folder of its environment."""
    monkeypatch.setattr(checkout, "find_spec", lambda _: None)
    monkeypatch.setattr(checkout, "environment", lambda: tmp_path)
    return tmp_path


def test_without_packages_a_tool_says_how_to_get_them(
    without_packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_:
        checkout.run("compare")

    shown = capsys.readouterr().err
    assert exit_.value.code == 3
    assert "lacks deepdiff, hypothesis" in shown
    assert shown.endswith("tools/bootstrap compare ...\n")
    assert len(shown.splitlines()) == 1


def test_without_packages_a_tool_goes_on_in_the_prepared_environment(
    without_packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = without_packages / "bin" / "python"
    python.parent.mkdir()
    python.touch()
    executed: list[list[str]] = []

    def execv(_: str, words: list[str]) -> None:
        executed.append(words)
        raise SystemExit

    monkeypatch.setattr(os, "execv", execv)
    monkeypatch.setattr(sys, "argv", ["tools/compare", "argv", "name"])

    with pytest.raises(SystemExit):
        checkout.run("compare")

    assert executed == [[str(python), "tools/compare", "argv", "name"]]


def test_a_prepared_environment_that_lost_its_packages_does_not_start_itself_again(
    without_packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (without_packages / "bin").mkdir()
    (without_packages / "bin" / "python").touch()
    monkeypatch.setattr(sys, "prefix", str(without_packages))
    monkeypatch.setattr(os, "execv", lambda *_: pytest.fail("started itself again"))

    with pytest.raises(SystemExit) as exit_:
        checkout.run("compare")

    assert exit_.value.code == 3


RUNNING = "{}.{}.{}".format(*sys.version_info)
MINOR = "{}.{}".format(*sys.version_info)


def made_with(environment: Path, release: str, python: Path) -> None:
    """An environment as `venv` leaves it: a link to its Python, and the release of that."""
    (environment / "bin").mkdir(parents=True)
    (environment / "bin" / "python").symlink_to(python)
    (environment / "pyvenv.cfg").write_text(f"version = {release}\n")


@pytest.fixture
def root(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A checkout without environments."""
    monkeypatch.setattr(checkout, "ROOT", tmp_path)
    return tmp_path


def test_an_environment_is_named_after_the_minor_version(root: Path) -> None:
    assert checkout.environment() == root / ".venv" / MINOR

    made_with(root / ".venv" / MINOR, RUNNING, root / "python")
    (root / "python").touch()

    assert checkout.environment() == root / ".venv" / MINOR


def test_two_releases_of_one_minor_version_have_an_environment_each(root: Path) -> None:
    made_with(root / ".venv" / MINOR, f"{MINOR}.99", root / "python")
    (root / "python").touch()

    assert checkout.environment() == root / ".venv" / RUNNING


@pytest.mark.parametrize("python", [sys.executable, "/removed/python"])
def test_an_environment_whose_python_was_updated_or_removed_is_used_on(
    root: Path, python: str
) -> None:
    made_with(root / ".venv" / MINOR, f"{MINOR}.99", Path(python))

    assert checkout.environment() == root / ".venv" / MINOR
