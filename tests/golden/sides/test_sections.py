"""How values are divided into sections."""

from __future__ import annotations

import argparse

import pytest

from argparity.golden.model.encode import encode
from argparity.golden.sides.parsers.table import action_table
from argparity.golden.sides.sections import SectionRule


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    parser.add_argument("--alone")
    parser.add_argument_group("training").add_argument("--steps")
    run = parser.add_subparsers(dest="command").add_parser("run")
    run.add_argument("--jobs")
    run.add_argument_group("training").add_argument("--rate")
    return parser


def test_groups_are_sections_under_their_subcommands() -> None:
    rule = SectionRule().with_table(action_table(parser()))

    assert {dest: rule.section_of(dest) for dest in ("alone", "steps", "jobs", "rate")} == {
        "alone": "arguments",
        "steps": "training",
        "jobs": "run arguments",
        "rate": "run training",
    }


def test_a_dest_that_no_parser_has_belongs_to_the_rest() -> None:
    assert SectionRule().with_table(action_table(parser())).section_of("unknown") == "arguments"


def test_the_part_before_the_separator_is_the_section() -> None:
    rule = SectionRule(prefix=".")

    assert rule.section_of("training.steps") == "training"
    assert rule.section_of("a.b.c") == "a"
    assert rule.section_of("plain") == "arguments"


def test_lists_say_what_belongs_where() -> None:
    rule = SectionRule(lists={"one": ("a", "b"), "two": ("c",)})

    assert [rule.section_of(dest) for dest in "abcd"] == ["one", "one", "two", "arguments"]


def test_values_of_two_levels_and_flat_ones_have_the_same_leaves() -> None:
    rule = SectionRule(prefix=".")
    nested = rule.leaves(encode({"training": {"steps": 1}, "alone": 2}))
    flat = rule.leaves(encode({"training.steps": 1, "alone": 2}))

    assert list(nested) == list(flat)


def test_a_key_that_is_no_text_is_told_with_its_type() -> None:
    (leaf, _), *_ = SectionRule().leaves(encode({1: "x"}))

    assert leaf.key == "int:1"


def test_containers_tell_type_and_order_of_each_level() -> None:
    rule = SectionRule(prefix=".")
    one = dict(rule.containers(encode({"a": {"x": 1, "y": 2}})))
    other = dict(rule.containers(encode({"a": {"y": 2, "x": 1}})))

    assert one[""] == other[""]
    assert one["a"] != other["a"]
    assert one["a"][0] == other["a"][0] == "dict"


def nested(values: dict[str, object]) -> dict[str, tuple[str, ...]]:
    rule = SectionRule().with_results([encode(values)], ["lr", "thing.foo", "log_dir", "n"])
    return dict(rule.paths)


@pytest.mark.parametrize(
    ("values", "paths"),
    [
        ({"lr": 1, "thing.foo": 2, "log_dir": "x"}, {}),
        ({"thing": {"foo": 1, "bar": 2}}, {"thing.foo": ("thing", "foo")}),
        ({"a": {"b": {"lr": 1}}}, {"lr": ("a", "b", "lr")}),
        ({"log": {"dir": "x"}}, {"log_dir": ("log", "dir")}),
        ({"a": {"lr": 1}, "b": {"lr": 1}}, {}),
        ({"lr": 1, "b": {"lr": 1}}, {}),
        ({"thing": {"bar": 2}}, {"thing.foo": ("thing", "foo")}),
        ({"n": {"lr": [1, {"log_dir": 1}]}}, {"lr": ("n", "lr")}),
    ],
)
def test_paths_are_read_off_a_nested_result(
    values: dict[str, object], paths: dict[str, tuple[str, ...]]
) -> None:
    assert nested(values) == paths


def test_the_first_result_that_shows_a_dest_decides() -> None:
    results = [encode({"lr": 1}), encode({"optim": {"lr": 1}, "log": {"dir": 1}})]

    rule = SectionRule().with_results(results, ["lr", "log_dir"])

    assert rule.paths == {"log_dir": ("log", "dir")}


def test_values_of_a_nested_result_have_their_dests() -> None:
    values = encode({"a": {"b": {"lr": 1, "more": 2}, "c": 3}, "n": 4})
    rule = SectionRule(paths={"lr": ("a", "b", "lr")})

    leaves = [(leaf.key, leaf.dest) for leaf, _ in rule.leaves(values)]

    assert leaves == [("lr", "lr"), ("more", "a.b.more"), ("c", "a.c"), ("n", "n")]
    assert [name for name, _ in rule.containers(values)] == ["", "a", "a.b"]
