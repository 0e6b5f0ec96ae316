"""What the words of a step name, in parsers with subcommands."""

from __future__ import annotations

import argparse

import pytest

from argparity.golden.model.case import Step
from argparity.golden.sides.parsers.table import action_table
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.sections import SectionRule


@pytest.fixture
def schema() -> Schema:
    """A parser in which one flag is three arguments, each with a dest of its own."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("-n", dest="name")
    commands = parser.add_subparsers(dest="command")
    pull = commands.add_parser("pull", add_help=False)
    pull.add_argument("-n", "--no-change", dest="dry_run", action="store_true")
    log = commands.add_parser("log", aliases=["history"], add_help=False)
    log.add_argument("-n", "--number", dest="number", type=int)
    table = action_table(parser)
    return Schema("target", SectionRule().with_table(table), table, table)


@pytest.mark.parametrize(
    ("argv", "dests"),
    [
        (["-n", "x"], ["name"]),
        (["pull", "-n"], ["dry_run"]),
        (["log", "-n", "3"], ["number"]),
        (["history", "-n", "3"], ["number"]),
        (["-n", "x", "log", "-n", "3"], ["name", "number"]),
        (["log", "--n", "3"], ["number"]),
        (["pull", "--number", "3"], ["number"]),
        (["nosuch", "-n"], ["name"]),
    ],
)
def test_a_flag_is_the_one_of_the_parser_that_reads_it(
    argv: list[str], dests: list[str], schema: Schema
) -> None:
    step = Step(tuple(argv))

    assert [row.dest for row in schema.given_rows(step)] == dests
    assert [dest for dest in ("name", "dry_run", "number") if schema.gives(step, dest)] == dests


def test_a_message_is_about_the_flag_of_the_subcommand(schema: Schema) -> None:
    named = schema.rows_named(Step(("history", "-n", "x")), "-n")

    assert {row.dest for row in named} == {"number"}
