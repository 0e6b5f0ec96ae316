"""What is planted in a parser that lives on is gone in the next run."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from argparity.golden.model.case import Case, Step
from argparity.golden.observe.run import observe
from argparity.golden.observe.temp_files import TempFiles
from argparity.golden.sides.loading import load_side
from argparity.golden.sides.parsers.snapshot import restore_point
from argparity.golden.sides.target import Settings

LIVES_ON = """\
import argparse

parser = argparse.ArgumentParser(prog="tool")
parser.add_argument("--steps", type=int, default=5)


def parse(argv):
    return parser.parse_args(argv)
"""


def plant(parser: argparse.ArgumentParser) -> None:
    parser._option_string_actions["--steps"].default = 99
    parser.add_argument("--planted", default="here")


def keys_of(outcome: object) -> list[str]:
    return [key["value"] for key, _ in outcome.values["value"]]  # type: ignore[attr-defined]


def test_a_parser_that_lives_on_is_planted_anew_in_each_run(tmp_path: Path) -> None:
    (tmp_path / "tool.py").write_text(LIVES_ON)
    side = load_side("tool.py:parse", base=tmp_path)

    with TempFiles() as files:
        runs = [
            observe(side, Case.of(), Settings(), files, hook) for hook in (plant, None, plant, None)
        ]

    assert [keys_of(run.last) for run in runs] == [["steps", "planted"], ["steps"]] * 2


def test_what_is_planted_stays_for_all_steps_of_a_case(tmp_path: Path) -> None:
    (tmp_path / "tool.py").write_text(LIVES_ON)
    side = load_side("tool.py:parse", base=tmp_path)
    case = Case(id="two", why="two parses", steps=(Step(), Step()))

    with TempFiles() as files:
        outcomes = observe(side, case, Settings(), files, plant).outcomes

    assert [keys_of(outcome) for outcome in outcomes] == [["steps", "planted"]] * 2


def test_a_default_that_was_changed_in_place_comes_back() -> None:
    parser = argparse.ArgumentParser()
    words: list[str] = []
    parser.add_argument("--words", default=words)
    restore = restore_point(parser)

    words.append("planted")
    restore()

    assert words == []
    assert parser.parse_args([]).words is words


def test_an_action_that_became_another_kind_comes_back() -> None:
    parser = argparse.ArgumentParser()
    action = parser.add_argument("--words", action="append")
    restore = restore_point(parser)

    action.__class__ = argparse._StoreAction
    restore()

    assert parser.parse_args(["--words", "a", "--words", "b"]).words == ["a", "b"]


def test_groups_subcommands_and_what_excludes_what_come_back() -> None:
    parser = argparse.ArgumentParser()
    group = parser.add_argument_group("group")
    one_of = group.add_mutually_exclusive_group()
    one_of.add_argument("--a")
    run = parser.add_subparsers().add_parser("run")
    before = parser.format_help(), run.format_help()
    restore = restore_point(parser)

    one_of.add_argument("--b")
    one_of.required = True
    run.add_argument("--jobs", required=True)
    parser.prog = "other"
    assert (parser.format_help(), run.format_help()) != before
    restore()

    assert (parser.format_help(), run.format_help()) == before
    parser.parse_args(["run"])
    with pytest.raises(SystemExit):
        parser.parse_args(["--b", "1"])
