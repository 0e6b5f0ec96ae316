"""The kinds of cases: what each holds for a parser that uses the forms of argparse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from argparity.golden.inputs.battery.build import build_battery
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from tests.golden.small_targets import small

from .conftest import Cases


def tails(cases: list[Case], about: str, number: int = 2) -> set[tuple[str, ...]]:
    """The last words of the cases about one argument."""
    return {case.argv[-number:] for case in cases if case.id.split(":")[2] == about}


@pytest.mark.parametrize("name", ["flat", "commands"])
def test_an_argument_in_ordinary_use_gets_through(
    comparator_of: Callable[[str], tuple[Comparator, Cases]], name: str
) -> None:
    comparator, cases = comparator_of(name)
    helpful = ("-h", "train -h", "tools -h", "tools clean -h")

    for case in cases["given"]:
        outcome = comparator.run(comparator.control, case).last
        expected = "exit" if case.id.split(":")[2] in helpful else "ok"
        assert outcome.kind == expected, (case.argv, outcome.stderr)


def test_what_is_required_is_filled_in_around_each_argument(
    comparator_of: Callable[[str], tuple[Comparator, Cases]],
) -> None:
    _, cases = comparator_of("commands")
    argv = {case.argv for case in cases[""]}

    assert ("--root", "word", "train", "word", "--steps", "7") in argv
    assert ("--root", "word", "t", "word", "--steps", "7") in argv
    assert ("--root", "word", "tools", "clean", "--force") in argv
    assert ("--root", "word", "tools") in argv


def test_each_required_argument_is_left_out_once(
    comparator_of: Callable[[str], tuple[Comparator, Cases]],
) -> None:
    comparator, cases = comparator_of("flat")
    cases_without = cases["counts"] + cases["omitted"]
    messages = [comparator.run(comparator.control, case).last.stderr for case in cases_without]

    for words in ("required: source", "required: -n/--number", "--red --blue is required"):
        assert any(f" {words}" in message for message in messages)


def test_exclusive_arguments_are_given_together_in_both_orders(
    comparator_of: Callable[[str], tuple[Comparator, Cases]],
) -> None:
    comparator, cases = comparator_of("flat")
    argv = {case.argv[-3:]: case for case in (*cases["exclusive"], *cases.get("pairs", []))}

    for words in (("--red", "--blue", "word"), ("--blue", "word", "--red")):
        assert "not allowed with" in comparator.run(comparator.control, argv[words]).last.stderr


def test_values_are_of_every_class_of_the_type(
    comparator_of: Callable[[str], tuple[Comparator, Cases]],
) -> None:
    _, cases = comparator_of("flat")
    values = cases["values"] + cases["given"] + cases["counts"]

    numbers = {words[-1] for words in tails(values, "-n")}
    assert {"7", "0", "-3", "", "1_000", "+5", "1.5", "junk", "\uff11\uff12", "0x10"} <= numbers
    rates = {words[-1] for words in tails(values, "--rate")}
    assert {"0.25", "-0.0", "nan", "inf", "1e400", "5.", "-.5", "", "1,5"} <= rates
    modes = {words[-1] for words in tails(values, "--mode")}
    assert {"slow", "fast", "FAST", " fast", "fas", "fastx", ""} <= modes
    assert ("--rate=-1e5",) in tails(values, "--rate", 1)


@pytest.mark.parametrize("text", ["3.5", "nan", "-1.5", "", "junk", "1e400", "\uff11.\uff15"])
def test_each_class_of_values_comes_in_every_spelling(
    comparator_of: Callable[[str], tuple[Comparator, Cases]], text: str
) -> None:
    _, cases = comparator_of("flat")
    every = tails(cases[""], "--rate", 1) | tails(cases[""], "--rate", 4)
    twos, threes = tails(cases[""], "--rate", 2), tails(cases[""], "--rate", 3)

    assert (f"--rate={text}",) in every
    assert {("--rate", text), ("--ra", text)} <= twos
    assert ("--rate", text, "more") in threes
    assert {("--rate", "0.25", "--rate", text), ("--rate", text, "--rate", "0.25")} <= every


def test_each_class_of_values_meets_the_key_of_its_argument(
    comparator_of: Callable[[str], tuple[Comparator, Cases]],
) -> None:
    _, cases = comparator_of("toml")
    over = {case.argv[-1] for case in cases[""] if case.argv and case.config is not None}

    assert {"-3", "", "1_000", "junk", "True"} <= over


@pytest.mark.parametrize(
    ("name", "numbers"),
    [("--rate", (0, 1, 2)), ("--pair", (1, 2, 3)), ("--items", (0, 1, 3)), ("--quick", (0, 1))],
)
def test_numbers_of_words_are_around_what_an_argument_takes(
    comparator_of: Callable[[str], tuple[Comparator, Cases]], name: str, numbers: tuple[int, ...]
) -> None:
    _, cases = comparator_of("flat")
    found = {
        len(case.argv) - 1 - case.argv.index(name)
        for case in cases["counts"] + cases["given"]
        if case.id.split(":")[2] == name
    }

    assert set(numbers) <= found


def test_an_argument_is_repeated_joined_attached_and_misspelled(
    comparator_of: Callable[[str], tuple[Comparator, Cases]],
) -> None:
    _, cases = comparator_of("flat")

    assert ("--rate", "0.25", "--rate", "3.5") in tails(cases["repeated"], "--rate", 4)
    assert ("--rate", "junk", "--rate", "0.25") in tails(cases["repeated"], "--rate", 4)
    assert {("--rate=0.25",), ("--rate=",), ("--rate=--",)} <= tails(cases["joined"], "--rate", 1)
    assert {("-vv",), ("-vvv",), ("-vh",)} <= tails(cases["attached"], "-v", 1)
    assert ("-n7",) in tails(cases["attached"], "-n", 1)
    assert {("--no-quick",), ("--disable-quick",)} <= tails(cases["misspelled"], "--quick", 1)


def test_positionals_are_tried_around_two_dashes_and_flags(
    comparator_of: Callable[[str], tuple[Comparator, Cases]],
) -> None:
    _, cases = comparator_of("flat")
    placed = [case.argv for case in cases["placed"] if case.id.split(":")[2] == "source"]

    assert any(argv[-2:] == ("--", "word") for argv in placed)
    assert ("-n", "7", "--red", "word", "--") in {case.argv for case in cases[""]}
    assert any("-n" in argv and argv[-1] == "word" for argv in placed)


def test_a_positional_that_would_take_the_words_of_a_later_one_has_its_own(tmp_path: Path) -> None:
    source = """
import argparse

PARSER = argparse.ArgumentParser(prog="p")
PARSER.add_argument("first", nargs="?")
PARSER.add_argument("rest", nargs="*", type=int)
PARSER.add_argument("--flag")
"""
    with Comparator(small(tmp_path, source)) as comparator:
        battery = build_battery(comparator.target, comparator.schema)

    of_rest = {case.argv for case in battery if ":values:rest:" in case.id}
    assert {("word", "junk"), ("word", "")} <= of_rest
    assert {("--flag", "word")} <= {case.argv for case in battery if ":given:" in case.id}


def test_subcommands_are_missing_unknown_and_asked_for_help(
    comparator_of: Callable[[str], tuple[Comparator, Cases]],
) -> None:
    comparator, cases = comparator_of("commands")
    errors = [comparator.run(comparator.control, case).last.stderr for case in cases["counts"]]

    assert any("arguments are required: command" in error for error in errors)
    assert any("invalid choice: 'nosuch'" in error for error in errors)
    helped = {case.argv for case in cases[""]}
    assert ("--root", "word", "tools", "clean", "--help") in helped
    assert ("train", "-h") in helped


def test_abbreviations_are_sampled_where_no_side_takes_them(
    comparator_of: Callable[[str], tuple[Comparator, Cases]],
) -> None:
    _, cases = comparator_of("toml")

    words = {case.argv[0].split("=")[0] for case in cases["prefixes"]}
    assert words == {"--h", "--s", "--step", "--l", "--log-di", "--f", "--fas"}


def test_variables_hold_every_class_of_texts(
    comparator_of: Callable[[str], tuple[Comparator, Cases]],
) -> None:
    comparator, cases = comparator_of("toml")
    variables = {case.env: case for case in cases["environment"]}

    for text in ("3", "-1", "", "word", "1.5"):
        assert (("RANK", text),) in variables
    outcome = comparator.run(comparator.control, variables[(("RANK", ""),)]).last
    assert (outcome.kind, outcome.error) == ("raise", "ValueError")


def test_several_parses_follow_each_other(
    comparator_of: Callable[[str], tuple[Comparator, Cases]],
) -> None:
    _, cases = comparator_of("flat")

    assert all(len(case.steps) == 2 for case in cases["parses"])
    assert {case.id.split(":")[2] for case in cases["parses"]} >= {"-n", "--items", "--quick"}
