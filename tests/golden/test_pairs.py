"""Faults that real migrations shipped, as small pairs: judge and attribution give the right verdict
on each input.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from argparity.golden.judge.attribute import attribute
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.sides.target import Target
from tests.golden.pairs.pair import Input

FOLDER = Path(__file__).with_name("pairs")
FILES = sorted(path for path in FOLDER.glob("*.py") if path.name != "pair.py")


def _pairs() -> Iterator[Any]:
    for path in FILES:
        module = importlib.import_module(f"tests.golden.pairs.{path.stem}")
        for name, thing in vars(module).items():
            if hasattr(thing, "inputs"):
                yield pytest.param(path, name, thing, id=f"{path.stem}-{name}")


PAIRS = list(_pairs())


def _seen(comparator: Comparator, each: Input) -> tuple[str, frozenset[tuple[str, str]]]:
    case = Case.of(each.argv, each.toml, env=each.env, id="pair", why="an input of the pair")
    comparison = comparator.compare(case, steady=True)
    assert not comparison.unstable
    found = attribute(comparator, comparison)
    named: set[tuple[str, str]] = {(m.flag, m.cls) for m in found if m.because is None}
    judged = comparison.mismatches
    return (judged[0].direction if judged else ""), frozenset(named)


@pytest.mark.parametrize(("path", "name", "pair"), PAIRS)
def test_each_input_gets_the_right_verdict(path: Path, name: str, pair: Any) -> None:
    target = Target(
        name="pair",
        control=f"{path.name}:{name}.control",
        candidate=f"{path.name}:{name}.candidate",
        base=FOLDER,
        prog="p",
        help="ignored",
    )
    with Comparator(target) as comparator:
        for each in pair.inputs:
            expected = each.verdict.direction, each.verdict.mismatches
            assert _seen(comparator, each) == expected, (each.argv, each.toml)


def test_all_fifty_one_pairs_are_there_and_say_what_went_wrong() -> None:
    assert len(PAIRS) == 51
    assert all(param.values[2].__doc__.strip().endswith(".") for param in PAIRS)


def test_matching_inputs_are_among_the_pairs_so_that_red_is_no_habit() -> None:
    verdicts = [each.verdict for param in PAIRS for each in param.values[2].inputs]
    equal = [verdict for verdict in verdicts if verdict.direction == ""]
    assert len(verdicts) >= 85
    assert len(equal) >= 25
