"""The effect of a difference: what a user gets on each side."""

from __future__ import annotations

import pytest

from argparity.golden.judge.attribute import attribute
from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import shortened

from .conftest import Sides


@pytest.mark.parametrize(
    ("control", "candidate", "words", "effect"),
    [
        ("'--n', default=1", "'--n', default=2", (), "1 -> 2"),
        ("'--n'", "'--n', type=int", ("--n", "7"), "'7' -> 7"),
        (
            "'--n'",
            "'--n', type=int",
            ("--n", "x"),
            "accepted -> refused: argument --n: invalid int value: 'x'",
        ),
        (
            "'--n', choices=['a']",
            "'--n', choices=['a', 'b']",
            ("--n", "b"),
            "refused: argument --n: invalid choice: 'b' (choose from ",
        ),
        ("'--n', dest='n'", "'--n', dest='m'", (), "None -> (absent)"),
    ],
)
def test_both_values_or_both_ends(
    sides: Sides, control: str, candidate: str, words: tuple[str, ...], effect: str
) -> None:
    comparator = sides(f"parser.add_argument({control})", f"parser.add_argument({candidate})")

    first = attribute(comparator, comparator.compare(Case.of(words)))[0]

    assert first.effect.startswith(effect)
    assert first.cause


def test_a_value_of_another_argument_has_its_name(sides: Sides) -> None:
    on = "parser.add_argument('--on', dest='x', action='store_true')"
    off = "parser.add_argument('--off', dest='x', action='store_false')"
    comparator = sides(f"{on}; {off}", f"{off}; {on}")

    first = attribute(comparator, comparator.compare(Case.of([])))[0]

    assert (first.cls, first.effect) == ("order-changed", "False -> True")


def test_a_difference_that_no_fact_brings_about_says_how_it_was_found(sides: Sides) -> None:
    comparator = sides("pass", "parser.set_defaults(extra=1)")

    (found,) = attribute(comparator, comparator.compare(Case.of([])))

    assert (found.told_effect, found.told_cause) == ("(absent) -> 1", "found by cases")


def test_long_texts_begin_shortly_before_they_depart() -> None:
    left, right = shortened("x" * 200 + " is one", "x" * 200 + " is other" + "y" * 200)

    assert left == "..." + "x" * 7 + " is one"
    assert right.startswith("..." + "x" * 7 + " is other")
    assert len(right) <= 90
