"""The cases that are likely to show a fault come first."""

from __future__ import annotations

import pytest

from argparity.golden.model.case import Case
from argparity.golden.mutants.index import CaseIndex, relevant
from argparity.golden.mutants.mutant import Mutant

CASES = [
    Case.of(["--bogus"], id="unknown"),
    Case.of([], id="plain"),
    Case.of(["--steps", "1"], id="named"),
    Case.of(["--ste=1"], id="abbreviated"),
    Case.of([], "steps = 2", id="configured"),
    Case.of(["--steps=1"], "steps = 2", id="both"),
    Case.of(["word"], id="positional"),
]


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("default-value:other:--steps", ["plain"]),
        ("strictness:lax:--steps", ["abbreviated", "named", "both"]),
        ("abbreviation:neighbour:--steps", ["abbreviated"]),
        ("config-key:dropped:--steps", ["configured", "both"]),
        ("precedence:file-wins:--steps", ["both"]),
        ("nargs:None:first", ["positional", "named"]),
        ("outcome:known-args:parser", [case.id for case in CASES]),
    ],
)
def test_cases_that_touch_a_mutant_come_first_and_all_come_once(
    mutants: dict[str, Mutant], name: str, first: list[str]
) -> None:
    ordered = [case.id for case in CaseIndex(CASES).ordered(mutants[name])]
    assert ordered[: len(first)] == first
    assert sorted(ordered) == sorted(case.id for case in CASES)
    touched = [case.id for case in CASES if relevant(mutants[name], case)]
    assert sorted(touched) == sorted(first)


def test_the_other_cases_can_be_limited(mutants: dict[str, Mutant]) -> None:
    index = CaseIndex(CASES)
    ordered = list(index.ordered(mutants["abbreviation:neighbour:--steps"], others=2))
    assert [case.id for case in ordered] == ["abbreviated", "unknown", "plain"]
