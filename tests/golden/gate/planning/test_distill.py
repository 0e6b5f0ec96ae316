"""The fewest cases that catch every planted fault."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from argparity.golden.gate.planning.distill import cover, distill
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.mutants.mutant import Mutant
from argparity.golden.mutants.planning import plan
from argparity.golden.sides.target import Target

CASES = [
    Case.of(["--limit", "7"], id="limit"),
    Case.of(["--depth", "5", "--wide", "--limit", "7"], id="all"),
    Case.of(["--wide"], id="wide"),
    Case.of([], id="nothing"),
]


@pytest.fixture
def mutants(small_target: Target) -> list[Mutant]:
    """Two faults of each of two arguments."""
    with Comparator(small_target) as comparator:
        assert comparator.schema.candidate is not None
        planned = plan(comparator.schema.candidate, small_target)
    wanted = ("dest", "default-value")
    return [m for m in planned if m.operator in wanted and m.flag in ("--depth", "--wide")]


def test_the_broad_case_takes_the_place_of_narrow_ones(
    small_target: Target, mutants: list[Mutant]
) -> None:
    found = distill(small_target, mutants, CASES, workers=1)

    assert len(mutants) >= 4
    assert found.mutants == len(mutants)
    assert found.survivors == []
    assert [case.id for case in found.cases] in (["nothing"], ["all", "nothing"], ["all"])


def test_a_mutant_that_no_case_catches_is_named(
    small_target: Target, mutants: list[Mutant]
) -> None:
    dests = [mutant for mutant in mutants if mutant.operator == "default-value"]

    found = distill(small_target, dests, CASES[1:2], workers=1)

    assert found.cases == []
    assert found.survivors == sorted(mutant.id for mutant in dests)


def test_the_cover_meets_every_set_with_few_numbers() -> None:
    caught = {"a": (1, 2), "b": (2, 3), "c": (3, 4), "d": (2,), "e": (9,)}

    assert sorted(cover(caught)) in ([2, 3, 9], [2, 4, 9])


def test_of_two_numbers_that_are_as_good_the_lower_is_taken() -> None:
    assert cover({"a": (4, 1), "b": (1, 4)}) == [1]


@given(st.dictionaries(st.integers(0, 30), st.sets(st.integers(0, 12), min_size=1), max_size=30))
@settings(max_examples=100, deadline=None)
def test_a_cover_is_complete_and_none_of_its_numbers_is_superfluous(
    sets: dict[int, set[int]],
) -> None:
    caught = {str(name): sorted(numbers) for name, numbers in sets.items()}

    taken = cover(caught)

    assert all(set(numbers) & set(taken) for numbers in caught.values())
    for number in taken:
        others = set(taken) - {number}
        assert any(not set(numbers) & others for numbers in caught.values())
