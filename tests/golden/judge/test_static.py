"""The static comparison: one difference for each flag and fact, nothing for what argparse does not
tell apart.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any, TypeAlias

import pytest

from argparity.golden.judge.static import StaticDifference, static_differences
from argparity.golden.sides.parsers.table import action_table
from argparity.golden.sides.sections import SectionRule

Keywords: TypeAlias = "dict[str, Any]"


def _differences(
    control: argparse.ArgumentParser, candidate: argparse.ArgumentParser, prefix: str | None = None
) -> list[StaticDifference]:
    tables = action_table(control), action_table(candidate)
    rule = SectionRule(prefix=prefix).with_table(*tables)
    return static_differences(*tables, rule)


def _parser(*arguments: tuple[str, Keywords], **settings: Any) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="p", **settings)
    for names, keywords in arguments:
        parser.add_argument(*names.split(), **keywords)
    return parser


def _keys(control: Keywords, candidate: Keywords) -> list[tuple[str, str]]:
    """Flag and class of each difference between two parsers of one argument each."""
    found = _differences(_parser(("--x", control)), _parser(("--x", candidate)))
    return [(difference.flag, difference.cls) for difference in found]


@pytest.mark.parametrize(
    ("control", "candidate", "cls"),
    [
        ({"default": 1}, {"default": 2}, "default-changed"),
        ({"default": 1}, {"default": 1.0}, "default-changed"),
        ({"default": 1}, {"default": True}, "default-changed"),
        ({"default": 0.0}, {"default": -0.0}, "default-changed"),
        ({"default": None}, {"default": argparse.SUPPRESS}, "default-changed"),
        ({"type": int}, {"type": float}, "type-changed"),
        ({"type": str}, {}, "type-changed"),
        ({"choices": ["a", "b"]}, {"choices": ["b", "a"]}, "choices-changed"),
        ({"choices": ["a", "b"]}, {"choices": ["a"]}, "choices-changed"),
        ({"choices": ["a", "b"]}, {}, "choices-changed"),
        ({"nargs": "*"}, {"nargs": "+"}, "nargs-changed"),
        ({"nargs": 1}, {}, "nargs-changed"),
        ({"nargs": "?", "const": 1}, {"nargs": "?", "const": 2}, "const-changed"),
        ({"dest": "a"}, {"dest": "b"}, "dest-changed"),
        ({"required": True}, {}, "required-changed"),
        ({"help": "one"}, {"help": "other"}, "help-changed"),
        ({"metavar": "N"}, {}, "help-changed"),
    ],
)
def test_a_single_fact_is_a_single_difference(
    control: Keywords, candidate: Keywords, cls: str
) -> None:
    assert _keys(control, candidate) == [("--x", cls)]


@pytest.mark.parametrize(
    ("control", "candidate"),
    [
        ({"default": float("nan")}, {"default": float("nan")}),
        ({"choices": ["a", "b"]}, {"choices": ("a", "b")}),
        ({"type": int, "nargs": "*"}, {"type": int, "nargs": "*"}),
    ],
)
def test_what_argparse_does_not_tell_apart_is_no_difference(
    control: Keywords, candidate: Keywords
) -> None:
    assert _keys(control, candidate) == []


def test_another_kind_of_action_is_one_difference_with_all_that_it_brings_along() -> None:
    assert _keys({"action": "store_true"}, {"action": "store_false", "default": False}) == [
        ("--x", "action-changed")
    ]
    optional = {"action": argparse.BooleanOptionalAction, "default": False, "help": "h"}
    found = _keys({"action": "store_true", "help": "h"}, optional)
    assert ("--x", "action-changed") in found
    assert ("--x", "alias-added") not in found


def test_spellings_are_compared_as_sets_and_named_by_the_first() -> None:
    control = _parser(("-x --long", {"dest": "x"}), ("--other", {}))
    candidate = _parser(("--long --longer", {"dest": "x"}), ("--other", {}))
    found = {difference.cls: difference for difference in _differences(control, candidate)}
    assert found["alias-removed"].flag == "-x"
    assert found["alias-removed"].candidate == ["--long"]
    assert found["alias-added"].candidate == ["-x", "--long", "--longer"]


def test_flags_of_one_side_alone_are_added_or_removed() -> None:
    found = _differences(_parser(("--a", {})), _parser(("--b", {"default": 1})))
    assert [(f.flag, f.cls) for f in found] == [("--a", "flag-removed"), ("--b", "flag-added")]


def test_a_flag_that_is_gone_and_a_new_one_with_its_facts_are_one_that_was_renamed() -> None:
    control = _parser(("--a", {"type": int, "default": 3}), ("--b", {}))
    candidate = _parser(("--alpha", {"type": int, "default": 3}), ("--b", {}))

    (found,) = _differences(control, candidate)

    assert (found.flag, found.cls) == ("--a", "renamed")
    assert (found.control, found.candidate) == ("--a", "--alpha")


def test_of_two_new_flags_with_equal_facts_neither_is_a_renamed_one() -> None:
    found = _differences(_parser(("--a", {})), _parser(("--b", {}), ("--c", {})))

    assert [f.cls for f in found] == ["flag-removed", "flag-added", "flag-added"]


def test_a_new_flag_shows_where_it_makes_an_abbreviation_ambiguous() -> None:
    control = _parser(("--rate_kind", {}))
    candidate = _parser(("--rate_kind", {}), ("--rate_extra", {}))
    found = {difference.cls: difference for difference in _differences(control, candidate)}
    assert found["abbreviation-changed"].flag == "--rate_kind"
    assert (found["abbreviation-changed"].control, found["abbreviation-changed"].candidate) == (
        "--r",
        "--rate_k",
    )


def test_abbreviations_as_a_whole_are_one_difference_of_the_parser() -> None:
    found = _differences(_parser(("--abc", {})), _parser(("--abc", {}), allow_abbrev=False))
    assert [difference.key for difference in found] == [("", "", "abbreviation-changed")]


@pytest.mark.skipif(sys.version_info < (3, 14), reason="argparse knows both from Python 3.14 on")
@pytest.mark.parametrize(
    ("fact", "cls"), [("suggest_on_error", "message-changed"), ("color", "help-changed")]
)
def test_suggestions_and_colours_are_differences_of_the_parser(fact: str, cls: str) -> None:
    on, off = ({fact: value} for value in (True, False))
    found = _differences(_parser(("--abc", {}), **on), _parser(("--abc", {}), **off))
    assert [(f.key, f.control, f.candidate) for f in found] == [
        (("", "", cls), f"{fact}=True", f"{fact}=False")
    ]


@pytest.mark.skipif(sys.version_info < (3, 13), reason="argparse knows it from Python 3.13 on")
def test_a_deprecated_argument_is_another_one() -> None:
    assert _keys({}, {"deprecated": True}) == [("--x", "message-changed")]


def test_positionals_are_matched_by_dest_and_their_order_counts() -> None:
    found = _differences(_parser(("a", {}), ("b", {})), _parser(("b", {}), ("a", {})))
    assert [(f.flag, f.cls, f.control, f.candidate) for f in found] == [
        ("a", "order-changed", "a, b", "b, a")
    ]


def test_a_positional_of_another_name_is_the_one_in_its_place() -> None:
    found = _differences(_parser(("model", {})), _parser(("tag", {})))
    assert [(f.flag, f.cls) for f in found] == [("model", "dest-changed")]


def test_options_in_another_order_are_one_difference() -> None:
    found = _differences(_parser(("--a", {}), ("--b", {})), _parser(("--b", {}), ("--a", {})))
    assert [(f.flag, f.cls) for f in found] == [("--a", "order-changed")]


def test_groups_are_compared_by_title_and_by_what_excludes_what() -> None:
    control, candidate = _parser(), _parser()
    control.add_argument_group("one").add_argument("--x")
    candidate.add_argument_group("other").add_argument("--x")
    assert [f.key for f in _differences(control, candidate)] == [("one", "--x", "group-changed")]

    control, candidate = _parser(), _parser()
    for container in (control.add_mutually_exclusive_group(), candidate):
        container.add_argument("--a", action="store_true")
        container.add_argument("--b", action="store_true")
    found = _differences(control, candidate)
    assert [(f.flag, f.cls) for f in found] == [("--a", "group-changed"), ("--b", "group-changed")]
    assert found[0].control == "exclusive with --b"


def test_subcommands_are_compared_one_by_one() -> None:
    def build(default: dict[str, int]) -> argparse.ArgumentParser:
        parser = argparse.ArgumentParser(prog="p")
        commands = parser.add_subparsers()
        for name, value in default.items():
            commands.add_parser(name).add_argument("--x", default=value)
        return parser

    found = _differences(build({"run": 1, "stop": 1}), build({"run": 1, "stop": 2}))
    assert [(f.flag, f.cls) for f in found] == [("--x", "default-changed")]
    assert found[0].control_place is not None
    assert found[0].control_place.command == ("stop",)


def test_sections_follow_the_rule_of_the_target() -> None:
    control, candidate = (_parser(("--a.x", {"default": n})) for n in (1, 2))
    assert [f.key for f in _differences(control, candidate, prefix=".")] == [
        ("a", "--a.x", "default-changed")
    ]
