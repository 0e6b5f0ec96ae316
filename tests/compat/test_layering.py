"""The second pass over the command line, and the laying of one layer over another."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from argparity.compat.layering import given_arguments, merge_tables, override, two_levels


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    parser.add_argument("--a.number", type=int, default=1, choices=[1, 2, 3])
    parser.add_argument("--a.words", nargs="*", default=[])
    parser.add_argument("--a.on", action="store_true")
    parser.add_argument("--a.off", dest="a.on", action="store_false")
    return parser


def given(
    words: Sequence[str], converters: Mapping[str, Callable[[str], object]] | None = None
) -> dict[str, Any]:
    return vars(given_arguments(parser().parse_args(words), words, converters or {}))


def test_only_what_was_given_comes_back() -> None:
    assert given([]) == {}
    assert given(["--a.number", "2"]) == {"a.number": 2}


def test_a_value_that_equals_the_default_is_given_all_the_same() -> None:
    assert given(["--a.number", "1"]) == {"a.number": 1}


def test_a_flag_is_known_by_its_dest_only() -> None:
    assert given(["--a.on"]) == {"a.on": True}
    assert given(["--a.off"]) == {}
    assert given(["--a.on", "--a.off"]) == {"a.on": False}


def test_an_abbreviation_is_given_like_the_whole_flag() -> None:
    assert given(["--a.n", "2"]) == {"a.number": 2}


def test_none_stands_for_the_present_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["program", "--a.number", "2"])

    parsed = parser().parse_args(None)

    assert vars(given_arguments(parsed, None, {})) == {"a.number": 2}


def test_the_first_word_of_the_last_occurrence_counts() -> None:
    converters = {"a.words": str.upper}

    assert given(["--a.words", "x", "y", "--a.words", "z", "w"], converters) == {"a.words": "Z"}


def test_a_value_is_converted_by_the_type_of_the_first_pass() -> None:
    assert given(["--a.words", "xy"]) == {"a.words": ["x", "y"]}


def test_a_flag_without_its_word_is_a_usage_error_of_the_second_pass(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as exit_info:
        given(["--a.words"])

    assert exit_info.value.code == 2
    assert "argument --a.words: expected one argument" in capsys.readouterr().err


def test_two_levels_split_at_the_first_dot() -> None:
    values = two_levels(argparse.Namespace(**{"a.b.c": 1, "a.d": 2, "e.f": 3}))

    assert values == {"a": {"b.c": 1, "d": 2}, "e": {"f": 3}}
    assert type(values) is type(values["a"]) is defaultdict


def test_two_levels_need_a_dot() -> None:
    with pytest.raises(ValueError, match="not enough values"):
        two_levels(argparse.Namespace(plain=1))


def test_a_file_is_merged_key_by_key_with_new_keys_last() -> None:
    values = two_levels(argparse.Namespace(**{"a.b": 1, "a.c": 2}))

    merge_tables(values, {"new": {"x": 1}, "a": {"z": 3, "b": "text"}})

    assert list(values["a"].items()) == [("b", "text"), ("c", 2), ("z", 3)]
    assert list(values) == ["a", "new"]


def test_an_array_of_pairs_is_merged_like_a_table() -> None:
    values = two_levels(argparse.Namespace(**{"a.b": 1}))

    merge_tables(values, {"a": [["b", 2], "cd"]})

    assert values["a"] == {"b": 2, "c": "d"}


@pytest.mark.parametrize("table", [1, True, 1.5])
def test_a_number_cannot_be_merged(table: object) -> None:
    with pytest.raises(TypeError, match="not iterable"):
        merge_tables(two_levels(argparse.Namespace()), {"a": table})


def test_what_was_given_replaces_what_is_there() -> None:
    values = two_levels(argparse.Namespace(**{"a.b": 1, "a.c": 2}))

    override(values, two_levels(argparse.Namespace(**{"a.b": {"nested": 1}})))

    assert values == {"a": {"b": {"nested": 1}, "c": 2}}
