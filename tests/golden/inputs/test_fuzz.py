"""Fuzzing: the settings that were asked for, joint inputs, equal seeds, and what goes wrong."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from argparity.golden.errors import CannotJudge, UnknownTypeError
from argparity.golden.inputs.fuzz import fuzz
from argparity.golden.judge.comparator import Comparator, Comparison
from argparity.golden.model.case import Case
from argparity.golden.sides.target import find_target
from tests.golden.small_targets import FLAT, layered, small


def drawn(comparator: Comparator, seed: int, examples: int = 150) -> list[Case]:
    cases: list[Case] = []
    fuzz(comparator.target, comparator.schema, cases.append, seed=seed, examples=examples)
    return cases


@pytest.fixture(scope="module")
def flame() -> Iterator[Comparator]:
    with Comparator(find_target("flame")) as comparator:
        yield comparator


@pytest.fixture(scope="module")
def flame_cases(flame: Comparator) -> list[Case]:
    return [*drawn(flame, 1, 200), *drawn(flame, 2, 200)]


def test_equal_seeds_give_equal_cases_and_others_do_not(tmp_path: Path) -> None:
    with Comparator(layered(tmp_path)) as comparator:
        first = drawn(comparator, 5, 40)
        assert drawn(comparator, 5, 40) == first
        assert drawn(comparator, 6, 40) != first


def test_words_file_and_repeated_parses_come_together(flame_cases: list[Case]) -> None:
    joint = [case for case in flame_cases if case.argv and case.config]

    assert len(joint) > len(flame_cases) / 8
    assert any(len(case.steps) == 2 for case in flame_cases)
    assert any(sum(word.startswith("--") for word in case.argv) >= 3 for case in joint)
    assert len(flame_cases) > 200


def test_no_case_is_judged_twice(flame: Comparator) -> None:
    cases = drawn(flame, 3, 200)

    assert len({case.digest for case in cases}) == len(cases) > 100


def test_a_good_part_of_the_cases_is_accepted(flame: Comparator, flame_cases: list[Case]) -> None:
    kinds = [flame.run(flame.control, case).last.kind for case in flame_cases[:40]]

    assert kinds.count("ok") > 6
    assert kinds.count("exit") > 3


def test_the_variables_of_the_target_are_part_of_the_cases(tmp_path: Path) -> None:
    with Comparator(layered(tmp_path)) as comparator:
        cases = drawn(comparator, 2, 60)

    assert {name for case in cases for name, _ in case.env} == {"RANK"}
    assert any(case.env and case.argv and case.config for case in cases)


def test_cases_fill_in_what_is_required(tmp_path: Path) -> None:
    with Comparator(small(tmp_path, FLAT)) as comparator:
        cases = drawn(comparator, 3, 240)
        kinds = [comparator.run(comparator.control, case).last.kind for case in cases]

    assert kinds.count("ok") > 3


@pytest.mark.parametrize("profile", ["default", "ci"])
def test_no_profile_changes_the_settings(flame: Comparator, profile: str) -> None:
    before = hypothesis.settings.get_current_profile_name()
    hypothesis.settings.load_profile(profile)
    try:
        cases: list[Case] = []
        settings = fuzz(flame.target, flame.schema, cases.append, seed=9, examples=30)
    finally:
        hypothesis.settings.load_profile(before)

    assert settings == {
        "seed": 9,
        "examples": 30,
        "derandomize": False,
        "database": None,
        "phases": ["generate"],
        "hypothesis": hypothesis.__version__,
    }
    assert 15 < len(cases) <= 30


def test_other_settings_in_effect_are_an_error(
    flame: Comparator, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply = hypothesis.settings

    def tampered(**chosen: Any) -> Any:
        return apply(**{**chosen, "max_examples": 1})

    monkeypatch.setattr("argparity.golden.inputs.fuzz.hypothesis.settings", tampered)
    with pytest.raises(CannotJudge, match="max_examples=1, not 30"):
        fuzz(flame.target, flame.schema, lambda case: None, seed=9, examples=30)


def test_a_difference_is_found_and_the_campaign_goes_on(tmp_path: Path) -> None:
    target = layered(tmp_path)
    source = (tmp_path / "two.py").read_text()
    (tmp_path / "two.py").write_text(source.replace('"--steps", type=int', '"--steps", type=float'))
    found: list[Comparison] = []
    with Comparator(target) as comparator:
        fuzz(
            comparator.target,
            comparator.schema,
            lambda case: found.append(comparator.compare(case)),
            seed=1,
            examples=60,
        )

    failures = [comparison for comparison in found if comparison.mismatches]
    assert 30 < len(found) <= 60
    assert "--steps" in {m.flag for failure in failures for m in failure.mismatches}
    assert not any(comparison.unstable for comparison in found)


def test_a_campaign_ends_when_its_time_is_over(flame: Comparator) -> None:
    started = time.monotonic()
    cases: list[Case] = []

    def compare(case: Case) -> None:
        cases.append(case)
        flame.compare(case)

    fuzz(flame.target, flame.schema, compare, seed=1, examples=100_000, seconds=1.0)

    assert 0 < len(cases) < 5_000
    assert time.monotonic() - started < 20


def test_an_error_of_the_harness_goes_up_as_it_is(flame: Comparator) -> None:
    error = UnknownTypeError("x.Y", "a")
    cases: list[Case] = []

    def fail(case: Case) -> None:
        cases.append(case)
        raise error

    with pytest.raises(UnknownTypeError) as caught:
        fuzz(flame.target, flame.schema, fail, seed=1, examples=50)

    assert caught.value is error
    assert len(cases) == 1
