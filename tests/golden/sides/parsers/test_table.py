"""The static table of a parser."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import pytest

from argparity.golden.sides.parsers.table import ActionRow, action_table


def size(text: str) -> int:
    return int(text)


class Marking(argparse.Action):
    def __call__(self, *args: object, **kwargs: object) -> None:
        """Do nothing."""


def row(*names: str, **keywords: Any) -> ActionRow:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument(*names, **keywords)
    (found,) = action_table(parser).rows
    return found


def test_a_row_holds_what_add_argument_was_told() -> None:
    found = row("-s", "--size", type=size, default=3, nargs=2, metavar=("A", "B"), help="Big.")

    assert (found.flags, found.dest, found.name) == (("-s", "--size"), "size", "-s")
    assert found.kind == "argparse._StoreAction"
    assert found.type == f"{__name__}.size"
    assert found.default == {"type": "int", "value": "3"}
    assert found.nargs == {"type": "int", "value": "2"}
    assert found.metavar is not None
    assert found.metavar["type"] == "tuple"
    assert (found.help, found.required, found.const, found.choices) == ("Big.", False, None, None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"default": 1}, {"default": True}),
        ({"default": 1}, {"default": 1.0}),
        ({"choices": ["a", "b"]}, {"choices": ("a", "b")}),
        ({"choices": ["a", "b"]}, {"choices": ["b", "a"]}),
        ({"type": int}, {"type": size}),
        ({"nargs": "*"}, {"nargs": "+"}),
        ({"action": "store_true"}, {"action": "store_const", "const": True, "default": False}),
        ({"action": "append"}, {"action": Marking}),
        ({"required": True}, {}),
    ],
)
def test_rows_of_different_arguments_differ(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert row("--x", **one) != row("--x", **other)


def test_choices_of_any_container_are_read() -> None:
    (live, plain) = ({"a": 1}.keys(), ["a"])

    assert row("--x", choices=live) == row("--x", choices=plain)


def test_a_positional_is_called_by_its_dest() -> None:
    found = row("source", nargs="?")

    assert (found.flags, found.name) == ((), "source")


def test_subcommands_follow_their_own_row_and_an_alias_is_no_second_parser() -> None:
    parser = argparse.ArgumentParser(add_help=False)
    commands = parser.add_subparsers(dest="command")
    run = commands.add_parser("run", aliases=["r"], add_help=False)
    run.add_argument("--jobs")
    now = run.add_subparsers(dest="when").add_parser("now", add_help=False)
    now.add_argument("--hard", action="store_true")

    rows = action_table(parser).rows

    assert [(row.command, row.dest) for row in rows] == [
        ((), "command"),
        (("run",), "jobs"),
        (("run",), "when"),
        (("run", "now"), "hard"),
    ]


def test_groups_and_what_excludes_what_are_told() -> None:
    parser = argparse.ArgumentParser(add_help=False)
    group = parser.add_argument_group("training")
    one_of = group.add_mutually_exclusive_group()
    one_of.add_argument("--a")
    one_of.add_argument("--b")
    parser.add_argument("--c")

    table = {row.dest: (row.group, row.exclusive) for row in action_table(parser).rows}

    assert table["a"] == table["b"] == ("training", 0)
    assert table["c"][1] is None


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="groups cannot be nested from 3.14 on")
@pytest.mark.filterwarnings("ignore:Nesting:DeprecationWarning")
def test_a_group_inside_an_exclusive_group_excludes_what_the_outer_one_does() -> None:
    parser = argparse.ArgumentParser(add_help=False)
    outer = parser.add_mutually_exclusive_group(required=True)
    outer.add_argument("--version", action="store_true")
    inner = outer.add_mutually_exclusive_group()
    inner.add_argument("--encrypt", action="store_true")
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--quiet", action="store_true")
    wanted = other.add_mutually_exclusive_group(required=True)
    wanted.add_argument("--loud", action="store_true")

    rows = action_table(parser).rows
    table = {row.dest: (row.exclusive, row.exclusive_required) for row in rows}

    assert table["version"] == table["encrypt"] == (0, True)
    assert table["quiet"] == (2, False)
    assert table["loud"] == (2, True)


def test_a_word_means_what_argparse_takes_it_for() -> None:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--train")
    parser.add_argument("--trace")
    strict = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    strict.add_argument("--train")

    table = action_table(parser)

    assert [row.dest for row in table.resolve("--train=1")] == ["train"]
    assert [row.dest for row in table.resolve("--tra")] == ["train", "trace"]
    assert action_table(strict).resolve("--tra") == ()
    assert table.resolve("word") == ()
