"""What is read from the result of a parse."""

from __future__ import annotations

import argparse
from typing import Any

import pytest

from argparity.golden.model.case import Case
from argparity.golden.model.encode import encode
from argparity.golden.model.observation import Outcome

from .conftest import Run


def test_unrecognized_words_of_parse_known_args_are_part_of_the_values(run: Run) -> None:
    outcome = run(lambda argv: argparse.ArgumentParser().parse_known_args(argv), Case.of(["x"]))

    assert outcome.values is not None
    assert outcome.values["value"] == [[encode("(unrecognized)"), encode(["x"])]]


class TwoWays:
    """A result whose values and attributes may disagree."""

    def __init__(self, values: Any, **attributes: Any) -> None:
        self._values = values
        vars(self).update(attributes)

    def to_dict(self) -> Any:
        return self._values


def surfaces(one: TwoWays, other: TwoWays, run: Run) -> tuple[Outcome, Outcome]:
    return (
        run(lambda argv: one, values="to_dict"),
        run(lambda argv: other, values="to_dict"),
    )


@pytest.mark.parametrize(
    "other",
    [
        TwoWays({"a": {"x": 1}}, a=argparse.Namespace(x=True)),
        TwoWays({"a": {"x": 1}}, a=argparse.Namespace()),
        TwoWays({"a": {"x": 1}}),
        TwoWays({"a": {"x": 1}}, a=argparse.Namespace(x=1), stale=1),
        TwoWays({"a": {"x": 1}}, a=type("A", (), {"x": 1})()),
    ],
    ids=["other type", "missing key", "missing section", "stale section", "other class"],
)
def test_attributes_that_disagree_with_the_values_show_on_the_surface(
    run: Run, other: TwoWays
) -> None:
    usual = TwoWays({"a": {"x": 1}}, a=argparse.Namespace(x=1))
    control, candidate = surfaces(usual, other, run)

    assert control.values == candidate.values
    assert control.surface != candidate.surface


def test_equal_results_have_equal_surfaces(run: Run) -> None:
    control, candidate = surfaces(
        TwoWays({"a": {"x": float("nan")}}, a=argparse.Namespace(x=float("nan"))),
        TwoWays({"a": {"x": float("nan")}}, a=argparse.Namespace(x=float("nan"))),
        run,
    )

    assert control == candidate


def test_a_section_may_hide_its_own_state(run: Run) -> None:
    section = type("Job", (), {"__dict__": 1, "steps": 2})()
    outcome = run(
        lambda argv: TwoWays({"job": {"__dict__": 1, "steps": 2}}, job=section), values="to_dict"
    )

    assert outcome.kind == "ok"
    assert "hidden by int" in repr(outcome.surface)
