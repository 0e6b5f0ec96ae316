"""Commands that show a mismatch again, and cases as people read them."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from argparity.golden.cli import main
from argparity.golden.model.case import Case, Step
from argparity.golden.report.reproduce import compare_command, tool, witness_lines
from argparity.golden.sides.target import ConfigFile, Target, adhoc_target

from .conftest import mismatch


def command(target: Target, case: Case) -> str:
    return compare_command(target, mismatch(case))


def test_the_command_line_stands_after_two_dashes(target: Target) -> None:
    assert command(target, Case.of(["--lr", "3"])) == "argparity compare argv little -- --lr 3"


def test_words_are_quoted_for_the_shell(target: Target) -> None:
    shown = command(target, Case.of(["--path", "it's $HOME", ""]))

    assert shown.endswith("""-- --path 'it'"'"'s $HOME' ''""")


@pytest.mark.parametrize(
    "config",
    [b"", b"[training]\nsteps = 5\n", b'path = "100% \\n it\'s"\n\tx = 1', b"\xff\x00 \x1b", b"-n"],
)
def test_the_configuration_file_goes_through_the_shell_byte_by_byte(
    target: Target, config: bytes
) -> None:
    shown = command(target, Case.of([], config))

    piped, _, rest = shown.partition(" | argparity ")
    written = subprocess.run(["sh", "-c", piped], capture_output=True, check=True).stdout

    assert rest == "compare argv little --toml /dev/stdin --"
    assert written == config


@pytest.mark.parametrize("word", ["a\nb", "\udcff5", "\x1b[0m'\\", "é日本", "\t"])
def test_words_that_do_not_print_are_escaped_for_bash(target: Target, word: str) -> None:
    _, _, quoted = command(target, Case.of([word])).partition(" -- ")
    done = subprocess.run(["bash", "-c", f"printf %s {quoted}"], capture_output=True, check=True)

    assert quoted.isprintable()
    assert done.stdout == os.fsencode(word)


def test_the_environment_is_set_by_options(target: Target) -> None:
    shown = command(target, Case.of([], env={"RANK": "a b"}))

    assert shown == "argparity compare argv little --env 'RANK=a b' --"


def test_sides_without_a_target_are_named(target: Target) -> None:
    shown = command(adhoc_target("old.py:build", "new parser.py:build"), Case.of(["-h"]))

    assert shown == (
        "argparity compare argv --control old.py:build --candidate 'new parser.py:build' -- -h"
    )


@pytest.mark.parametrize("flag", ["--config", "-c"])
def test_the_flag_of_the_configuration_file_is_understood_by_the_tool(
    flag: str, tmp_path: Path
) -> None:
    (tmp_path / "side.py").write_text(
        "import argparse\n"
        "def build():\n"
        "    parser = argparse.ArgumentParser()\n"
        "    parser.add_argument('-c', '--config')\n"
        "    return parser\n"
    )
    side = f"{tmp_path / 'side.py'}:build"
    target = adhoc_target(side, side, config_file=ConfigFile(flag))
    shown = command(target, Case.of([])).partition("argparity ")[2]

    assert main([*shlex.split(shown)]) == 0


def test_several_parses_are_shown_by_a_script(target: Target) -> None:
    shown = command(target, Case(id="x", why="", steps=(Step(("a",)), Step(("b",)))))

    assert shown == "argparity gate little --section training --write-witness witnesses"


def test_in_a_checkout_the_tool_beside_the_running_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "compare").touch()
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "tools" / "gate"), "flame"])

    assert tool("compare") == str(tmp_path / "tools" / "compare")
    assert tool("record") == "argparity record"


def test_a_case_is_shown_parse_by_parse() -> None:
    case = Case(
        id="x", why="", steps=(Step(("a b",), b"x = 1\ny = 2\n"), Step()), env=(("RANK", "1"),)
    )

    assert witness_lines(case) == [
        "parse 1: argv: 'a b'",
        "parse 1: file: x = 1",
        "parse 1: file: y = 2",
        "parse 2: argv: (no arguments)",
        "env:  RANK=1",
    ]


def test_a_difference_that_others_come_before_is_asked_for(target: Target) -> None:
    beside = replace(mismatch(Case.of(["--data.path", "x"])), beside=True)

    assert "--about=--training.steps:default-changed" in compare_command(target, beside)
