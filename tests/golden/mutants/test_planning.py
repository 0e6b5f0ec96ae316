"""Which mutants are planned, and that each of them really is a fault."""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from argparity.golden.judge.comparator import Comparator
from argparity.golden.mutants.mutant import Mutant
from argparity.golden.mutants.planning import plan
from argparity.golden.sides.parsers.table import ActionTable, action_table
from argparity.golden.sides.sections import SectionRule
from argparity.golden.sides.target import ConfigFile, Target, find_target
from tests.golden.operators import operators

Argument: TypeAlias = "tuple[str, dict[str, Any]]"
Flame: TypeAlias = "tuple[list[Mutant], ActionTable]"


def _target(**settings: Any) -> Target:
    return Target(name="t", control="none:a", candidate="none:b", base=Path.cwd(), **settings)


def _planned(*arguments: Argument, target: Target | None = None, **settings: Any) -> list[Mutant]:
    parser = argparse.ArgumentParser(prog="p", add_help=False, **settings)
    for names, keywords in arguments:
        parser.add_argument(*names.split(), **keywords)
    return plan(action_table(parser), target or _target())


def _ids(*arguments: Argument, operator: str, **settings: Any) -> list[str]:
    return [m.id for m in _planned(*arguments, **settings) if m.operator == operator]


@pytest.fixture(scope="module")
def flame() -> Iterator[Flame]:
    target = find_target("flame")
    with Comparator(target) as comparator:
        table = comparator.schema.candidate
        assert table is not None
        yield plan(table, target), table


def test_flame_has_mutants_in_every_section_and_of_every_operator_that_applies(
    flame: Flame,
) -> None:
    mutants, table = flame
    sections = {row.dest.partition(".")[0] for row in table.rows if "." in row.dest}
    assert {m.section for m in mutants} >= sections
    # Flame has no constants, no accumulating flags and no exclusive groups.
    assert operators() - {m.operator for m in mutants} == {
        "const",
        "accumulate",
        "exclusive-group",
    }


def test_every_flag_of_flame_has_mutants_of_its_own(flame: Flame) -> None:
    mutants, table = flame
    assert {m.flag for m in mutants} >= {row.name for row in table.rows}
    assert len(mutants) > 1500


def test_ids_are_unique_and_stable_and_mutants_can_be_sent_to_workers(flame: Flame) -> None:
    mutants, table = flame
    ids = [m.id for m in mutants]
    assert len(set(ids)) == len(ids)
    assert ids == [m.id for m in plan(table, find_target("flame"))]
    assert [m.id for m in pickle.loads(pickle.dumps(mutants))] == ids


def test_all_operators_apply_somewhere() -> None:
    parser = argparse.ArgumentParser(prog="p")
    parser.add_argument("--level", action="store_const", const=2, default=0)
    parser.add_argument("--note", action="append")
    pair = parser.add_mutually_exclusive_group()
    pair.add_argument("--fast", action="store_true")
    pair.add_argument("--kind", choices=["a", "b"])
    target = _target(config_file=ConfigFile("--file"))
    assert {m.operator for m in plan(action_table(parser), target)} == operators()


@pytest.mark.parametrize(
    ("names", "keywords", "planned"),
    [
        ("--n", {"default": 1}, True),
        ("--n", {"default": 1, "required": True}, False),
        ("--n", {"action": "append", "required": True}, True),
        ("n", {"default": 1}, False),
        ("n", {"default": 1, "nargs": "?"}, True),
        ("n", {"default": 1, "nargs": "..."}, False),
        ("--n", {"default": argparse.SUPPRESS}, False),
    ],
)
def test_a_default_that_can_never_be_the_value_is_not_mutated(
    names: str, keywords: dict[str, Any], planned: bool
) -> None:
    assert bool(_ids((names, keywords), operator="default-value")) is planned


def test_of_two_flags_with_one_dest_only_the_first_ones_default_counts() -> None:
    on = ("--on", {"dest": "x", "action": "store_true"})
    off = ("--off", {"dest": "x", "action": "store_false"})
    assert _ids(on, off, operator="default-value") == ["default-value:other:--on"]
    assert len(_ids(on, off, operator="switch")) == 2


@pytest.mark.parametrize("nargs", [0, -1])
def test_how_words_are_taken_is_no_fault_of_an_argument_that_takes_none(nargs: int) -> None:
    parser = argparse.ArgumentParser(prog="p", add_help=False)
    parser.add_argument("args", nargs=1, type=int).nargs = nargs
    found = {m.operator for m in plan(action_table(parser), _target())}
    assert not found & {"nargs", "type", "strictness", "choices"}


def test_a_spelling_that_lives_on_as_an_abbreviation_is_not_dropped() -> None:
    lives_on = _ids(("--foobar --foo", {}), operator="alias")
    assert [name.split(":")[1] for name in lives_on] == ["added"]
    dropped = _ids(("-f --foo", {}), operator="alias")
    assert [name.split(":")[1] for name in dropped] == ["dropped", "added"]


def test_no_ambiguous_neighbour_where_there_are_no_abbreviations() -> None:
    assert len(_ids(("--rate", {}), operator="abbreviation")) == 2
    turned = _ids(("--rate", {}), operator="abbreviation", allow_abbrev=False)
    assert turned == ["abbreviation:turned:parser"]
    assert _ids(("-r", {}), operator="abbreviation") == []


def test_layers_are_mutated_only_where_a_file_is_layered_in() -> None:
    layered = ("precedence", "config-key", "config-coercion")
    without = {m.operator for m in _planned(("--n", {}))}
    assert not without & set(layered)
    target = _target(config_file=ConfigFile("--file"), sections=SectionRule(prefix="."))
    found = _planned(("--file", {}), ("--a.n_x", {}), target=target)
    assert {m.operator for m in found} >= set(layered)
    assert not [m for m in found if m.flag == "--file" and m.operator in layered]
    assert {m.section for m in found if m.flag == "--a.n_x"} == {"a"}


def test_a_variable_that_the_target_declares_is_ignored_by_one_mutant() -> None:
    found = _planned(("--n", {}), target=_target(environment=("RANK",)))
    assert [m.id for m in found if m.flag == "RANK"] == ["precedence:no-RANK:RANK"]


def test_subcommands_are_mutated_inside() -> None:
    parser = argparse.ArgumentParser(prog="p")
    parser.add_subparsers(dest="command").add_parser("run").add_argument("--n", default=1)
    found = plan(action_table(parser), _target())
    assert "default-value:other:run --n" in [m.id for m in found]
    assert "required-order:required:command" in [m.id for m in found]
