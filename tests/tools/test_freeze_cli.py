"""`freeze` from the command line: what it prints, and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from argparity.golden.cli import main

SOURCE = """\
import argparse


def build():
    parser = argparse.ArgumentParser(prog="tool")
    parser.add_argument("--steps", type=int, default=5)
    return parser
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "tool.py").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_says_what_was_copied_and_what_comes_next(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["freeze", "tool.py:build", "--target", "tool"]) == 0

    assert capsys.readouterr().out.splitlines() == [
        "frozen: tool.py -> legacy/tool/tool.py, sealed",
        "target tool: written to pyproject.toml",
        "keep ruff, black and mypy off the frozen files, in pyproject.toml:",
        "  [tool.ruff]",
        '  extend-exclude = ["legacy"]',
        "  [tool.black]",
        "  force-exclude = '^/legacy/'",
        "  [tool.mypy]",
        "  exclude = ['^legacy/']",
        "next: argparity scaffold tool",
    ]


def test_a_second_freeze_says_that_nothing_changed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["freeze", "tool.py:build", "--target", "tool"])
    capsys.readouterr()

    assert main(["freeze", "tool.py:build", "--target", "tool"]) == 0
    assert capsys.readouterr().out == "unchanged: legacy/tool/tool.py\n"


def test_a_change_without_a_reason_is_a_usage_error(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["freeze", "tool.py:build", "--target", "tool"])
    (folder / "tool.py").write_text(SOURCE.replace("=5", "=6"))

    assert main(["freeze", "tool.py:build", "--target", "tool"]) == 2

    shown = capsys.readouterr()
    assert shown.err.endswith("; pass --reason to freeze the new version\n")
    assert '-    parser.add_argument("--steps", type=int, default=5)' in shown.out.splitlines()
    assert '+    parser.add_argument("--steps", type=int, default=6)' in shown.out.splitlines()
    assert main(["freeze", "tool.py:build", "--target", "tool", "--reason", "six"]) == 0


def test_shims_and_the_folder_of_the_copies_are_options(folder: Path) -> None:
    (folder / "tool.py").write_text("import gpu_things\n" + SOURCE)
    words = ["--shim", "gpu_things", "--legacy", "tool_legacy/"]

    assert main(["freeze", "tool.py:build", "--target", "tool", *words]) == 0

    assert (folder / "tool_legacy" / "SEALS.toml").is_file()
    assert 'shims = ["gpu_things"]' in (folder / "pyproject.toml").read_text()


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("nowhere:build", "no module named 'nowhere'"),
        ("tool.py:bild", "has no attribute 'bild'"),
        ("tool.py:SOURCE_OF_ALL", "a parser that is built only under __main__ is reached with"),
    ],
)
def test_an_error_is_one_line_and_a_usage_error(
    spec: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["freeze", spec, "--target", "tool"]) == 2

    error = capsys.readouterr().err
    assert error.startswith(f"argparity freeze: error: {spec}: ")
    assert says in error
    assert error.count("\n") == 1
