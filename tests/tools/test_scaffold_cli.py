"""`scaffold` from the command line: what it prints, and how it ends."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from argparity.golden.cli import main

SOURCE = """\
import argparse


def build():
    parser = argparse.ArgumentParser(prog="tool")
    parser.add_argument("--version", action="version", version="1")
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--size", type=lambda text: len(text))
    return parser
"""

STAY = "1 argument and 1 single fact"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "tool.py").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    assert main(["freeze", "tool.py:build", "--target", "tool"]) == 0
    return tmp_path


def test_it_says_what_is_generated_what_stays_and_what_comes_next(
    capsys: pytest.CaptureFixture[str],
) -> None:
    capsys.readouterr()

    assert main(["scaffold", "tool", "--no-probe"]) == 0

    assert capsys.readouterr().out.splitlines() == [
        "written: tool_args/sections.py",
        "written: tool_args/__init__.py",
        "written: tool_args/switches.py",
        "written: tool_args/frozen.py",
        f"2 arguments in 1 section are generated; {STAY} stay with the frozen code",
        "  --version: prints and exits; it holds no value",
        "  --size, type: is a lambda",
        "recorded: 5 goldens of the control in golden/cases/tool",
        "a wheel must hold: tool_args/*.py, legacy/tool/tool.py; it depends on argparity",
        "next: argparity gate tool --backend generated",
    ]


def test_an_edited_file_stays_and_the_difference_is_printed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["scaffold", "tool", "--no-probe"])
    sections = folder / "tool_args" / "sections.py"
    sections.write_text(sections.read_text().replace("steps: int = 5", "steps: int = 7"))
    capsys.readouterr()

    assert main(["scaffold", "tool", "--no-probe"]) == 0

    out = capsys.readouterr().out
    assert "written next to it: tool_args/sections.scaffolded.py" in out
    assert "-    steps: int = 7\n+    steps: int = 5\n" in out
    assert "steps: int = 7" in sections.read_text()


def test_an_unknown_target_is_a_usage_error_with_the_known_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["scaffold", "toll"]) == 2

    assert "unknown target 'toll'; known targets: " in capsys.readouterr().err


def test_the_gate_before_a_switch_over_shows_commands_that_show_it_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["scaffold", "tool", "--no-probe"])
    sections = folder / "tool_args" / "sections.py"
    sections.write_text(sections.read_text().replace("steps: int = 5", "steps: int = 7"))
    small = ["--mutants", "none", "--examples", "0", "--workers", "1"]
    assert main(["gate", "tool", "--backend", "generated", *small]) == 1
    found = re.search(r"again +(argparity compare .*)", capsys.readouterr().out)
    assert found is not None

    assert main(shlex.split(found[1])[1:]) == 1

    first = capsys.readouterr().out.splitlines()[0]
    assert first == "arguments: --steps: default-changed: 5 -> 7"
