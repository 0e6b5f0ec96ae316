"""`argparity`: the one command whose subcommands are the tools."""

from __future__ import annotations

import errno
import importlib
import os
from collections.abc import Sequence

import pytest

from argparity.golden.cli import TOOLS, main
from argparity.golden.cli.common import run
from argparity.golden.errors import CannotJudge, ExitCode, UsageError


def test_help_lists_every_tool_with_what_it_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    for name, purpose in TOOLS.items():
        assert name in shown
        assert purpose in shown


@pytest.mark.parametrize("name", TOOLS)
def test_every_tool_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: argparity {name}")
    assert shown.endswith(
        "\nExit codes: 0 matched, 1 mismatched, 2 usage, 3 could not judge, "
        "5 nothing was judged, 130 interrupted.\n"
    )


def test_no_tool_is_a_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage: argparity TOOL" in capsys.readouterr().err


def test_an_unknown_tool_is_answered_with_the_known_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["comprae"]) == 2
    assert f"unknown tool 'comprae'; known: {', '.join(TOOLS)}" in capsys.readouterr().err


@pytest.mark.parametrize(("error", "code"), [(UsageError("a\nb"), 2), (CannotJudge("a\nb"), 3)])
def test_an_error_of_a_tool_is_one_line_and_its_exit_code(
    error: Exception, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def tool(_: Sequence[str]) -> ExitCode:
        raise error

    assert run("compare", tool, []) == code
    assert capsys.readouterr().err == "argparity compare: error: a b\n"


def test_an_interrupt_while_the_tool_is_loaded_is_one_line_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def load(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(importlib, "import_module", load)

    assert main(["gate", "tool"]) == 130
    assert capsys.readouterr().err == "argparity gate: interrupted; nothing was left half written\n"


def test_an_interrupted_tool_ends_with_130_and_without_a_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def tool(_: Sequence[str]) -> ExitCode:
        raise KeyboardInterrupt

    assert run("gate", tool, []) == 130
    assert capsys.readouterr().err == "argparity gate: interrupted; nothing was left half written\n"


def test_what_cannot_be_written_is_one_line_and_no_verdict(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def tool(_: Sequence[str]) -> ExitCode:
        raise OSError(errno.ENOSPC, "No space left on device")

    assert run("gate", tool, []) == 3
    assert capsys.readouterr().err == (
        f"argparity gate: error: [Errno {errno.ENOSPC}] No space left on device\n"
    )


def test_a_fault_of_a_tool_shows_where_it_is_and_is_no_verdict(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def tool(_: Sequence[str]) -> ExitCode:
        codes: dict[str, ExitCode] = {}
        return codes["verdict"]

    assert run("gate", tool, []) == 3
    assert "KeyError: 'verdict'" in capsys.readouterr().err


def test_a_reader_that_goes_away_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    os.close(reading)

    def tool(_: Sequence[str]) -> ExitCode:
        print("identical")
        return ExitCode.MATCHED

    with os.fdopen(writing, "w", buffering=1) as terminal:
        monkeypatch.setattr("sys.stdout", terminal)
        assert run("compare", tool, []) == 3


def test_a_missing_library_is_answered_with_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def importing(name: str) -> object:
        raise ModuleNotFoundError("No module named 'rich'", name="rich")

    monkeypatch.setattr("argparity.golden.cli.importlib.import_module", importing)
    assert main(["gate", "flame"]) == 3
    assert (
        'rich, which is not installed; install the harness with pip install "argparity[golden]"'
        in (capsys.readouterr().err)
    )


def test_on_a_newer_python_than_was_tried_one_line_says_so_and_the_tool_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("argparity.golden.cli._NEWEST_TRIED", (3, 9))

    code = main(["compare", "argv", "megatron", "--"])

    shown = capsys.readouterr()
    assert code == 0
    assert shown.out.startswith("identical: ")
    assert "is newer than 3.10 to 3.9, with which it was tried\n" in shown.err
