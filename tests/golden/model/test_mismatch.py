"""A mismatch as one line for people."""

from __future__ import annotations

import pytest

from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import Mismatch


@pytest.mark.parametrize(
    ("section", "flag", "place"),
    [
        ("training", "--training.steps", "training.steps"),
        ("training", "--train-iters", "training: --train-iters"),
        ("training", "", "training"),
        ("", "--bogus", "bogus"),
        ("", "", "(whole parser)"),
    ],
)
def test_the_line_begins_with_the_place(section: str, flag: str, place: str) -> None:
    one, two = ({"type": "int", "value": text} for text in "12")
    mismatch = Mismatch(
        target="t",
        section=section,
        flag=flag,
        cls="default-changed",
        direction="altered",
        control=one,
        candidate=two,
        case=Case.of(),
    )

    assert mismatch.line() == f"{place}: default-changed: 1 -> 2"


def test_a_fact_that_is_true_or_false_is_shown() -> None:
    mismatch = Mismatch(
        target="t",
        section="",
        flag="cmd",
        cls="required-changed",
        direction="narrowed",
        control=False,
        candidate=True,
        case=Case.of(),
    )

    assert mismatch.line() == "cmd: required-changed: False -> True"
