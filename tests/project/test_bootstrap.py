"""`tools/bootstrap`: the one command of a fresh machine.

The environments here are folders with a stand-in for Python that writes down how it was called; a
real one is prepared by every run of continuous integration.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bootstrapping
import checkout

STAND_IN = """#!/bin/sh
echo "$@" >> "{calls}"
case "$*" in
  *"install"*) {on_install} ;;
esac
"""


class Environment:
    """A folder that looks like an environment; `calls()` are the words its Python got so far."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._calls = folder.parent / "calls"
        self.python = folder / "bin" / "python"

    def make(self, on_install: str = "exit 0") -> None:
        self.python.parent.mkdir(parents=True, exist_ok=True)
        self.python.write_text(STAND_IN.format(calls=self._calls, on_install=on_install))
        self.python.chmod(0o755)

    def calls(self) -> list[str]:
        return self._calls.read_text().splitlines() if self._calls.exists() else []


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    return Environment(tmp_path / "venv")


@pytest.fixture
def created(environment: Environment, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Creates stand-ins in place of environments, and lists the folders asked for."""
    folders: list[Path] = []

    def create(folder: Path) -> None:
        folders.append(folder)
        environment.make()

    monkeypatch.setattr(bootstrapping, "_create", create)
    return folders


def test_a_fresh_checkout_gets_an_environment_with_the_project_in_it(
    environment: Environment, created: list[Path]
) -> None:
    python = bootstrapping.prepare(environment.folder)

    assert python == environment.python
    assert created == [environment.folder]
    assert environment.calls()[-1].endswith(f"--editable {checkout.ROOT}[golden,test]")


def test_a_prepared_environment_is_used_without_starting_anything(
    environment: Environment, created: list[Path]
) -> None:
    bootstrapping.prepare(environment.folder)
    before = environment.calls()

    bootstrapping.prepare(environment.folder)

    assert created == [environment.folder]
    assert environment.calls() == before


def test_changed_dependencies_are_installed_into_the_same_environment(
    environment: Environment, created: list[Path]
) -> None:
    environment.make()
    (environment.folder / "prepared-for").write_text("another pyproject.toml")

    bootstrapping.prepare(environment.folder)

    assert created == []
    assert "install" in environment.calls()[-1]


def test_an_environment_whose_python_is_gone_is_made_again(
    environment: Environment, created: list[Path]
) -> None:
    bootstrapping.prepare(environment.folder)
    environment.python.unlink()

    bootstrapping.prepare(environment.folder)

    assert created == [environment.folder, environment.folder]


def test_a_failed_installation_shows_pips_words_and_the_next_run_tries_again(
    environment: Environment, created: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    environment.make(on_install="echo 'ERROR: no route to the index'; exit 1")

    with pytest.raises(SystemExit) as exit_:
        bootstrapping.prepare(environment.folder)

    shown = capsys.readouterr()
    assert exit_.value.code == 3
    assert "ERROR: no route to the index" in shown.err
    assert "check the network" in shown.err
    assert shown.out == ""

    environment.make()
    assert bootstrapping.prepare(environment.folder) == environment.python
    assert created == []


def test_progress_names_the_packages_as_they_come(
    environment: Environment, created: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    environment.make(on_install="echo 'Collecting rich'; echo 'noise'; exit 0")

    bootstrapping.prepare(environment.folder)

    assert "argparity: Collecting rich\n" in capsys.readouterr().err


def test_an_interruption_ends_with_130_and_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(bootstrapping, "prepare", interrupted)

    with pytest.raises(SystemExit) as exit_:
        bootstrapping.main(["test"])

    assert exit_.value.code == 130
    assert "rerun the same command" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [([], "no command given"), (["comapre"], "unknown command 'comapre'")],
)
def test_wrong_use_exits_2_and_lists_the_commands(words: list[str], said: str) -> None:
    script = checkout.ROOT / "tools" / "bootstrap"
    done = subprocess.run(
        [sys.executable, script, *words], capture_output=True, text=True, check=False
    )

    assert done.returncode == 2
    assert done.stderr.startswith(f"argparity: {said}; known commands: test, ")
    assert "compare" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_command_takes_the_place_of_the_process_and_gets_its_words(
    monkeypatch: pytest.MonkeyPatch, environment: Environment
) -> None:
    executed: list[list[str]] = []

    def execv(_: str, words: list[str]) -> None:
        executed.append(words)
        raise SystemExit

    monkeypatch.setattr(bootstrapping, "prepare", lambda _: environment.python)
    monkeypatch.setattr(os, "execv", execv)

    with pytest.raises(SystemExit):
        bootstrapping.main(["compare", "argv", "name", "--", "-x"])

    compare = str(checkout.ROOT / "tools" / "compare")
    assert executed == [[str(environment.python), compare, "argv", "name", "--", "-x"]]


def test_a_python_without_ensurepip_lends_the_environment_its_pip(
    environment: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[str] = []

    def must(command: list[object]) -> str:
        commands.append(" ".join(map(str, command)))
        return "/env/site-packages\n"

    monkeypatch.setattr(bootstrapping, "_must", must)
    monkeypatch.setattr(
        bootstrapping, "find_spec", lambda name: None if name == "ensurepip" else name
    )

    bootstrapping._create(environment.folder)

    assert commands[-1] == f"{sys.executable} -m pip install --target /env/site-packages pip"


def test_a_python_without_pip_and_ensurepip_is_told_so(
    environment: Environment, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrapping, "_must", lambda _: "")
    monkeypatch.setattr(bootstrapping, "find_spec", lambda _: None)

    with pytest.raises(SystemExit) as exit_:
        bootstrapping._create(environment.folder)

    assert exit_.value.code == 3
    assert "has neither pip nor ensurepip" in capsys.readouterr().err


def test_a_step_that_fails_is_shown_with_its_last_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as exit_:
        bootstrapping._must([sys.executable, "-c", "raise OSError('disk is full')"])

    assert exit_.value.code == 3
    assert "failed: OSError: disk is full" in capsys.readouterr().err


def test_a_python_that_is_too_old_can_read_the_sentence_that_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tools = checkout.ROOT / "tools"
    for path in [tools / "checkout.py", tools / "bootstrap", tools / "compare"]:
        ast.parse(path.read_text(), feature_version=(3, 7))
    monkeypatch.setattr(checkout, "OLDEST_PYTHON", (9, 9))

    with pytest.raises(SystemExit) as exit_:
        checkout.require_python()

    assert exit_.value.code == 3
    assert "needs Python 9.9 or newer" in capsys.readouterr().err
