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
from argparity.golden.model.observation import Observation, Outcome
from argparity.golden.sides.target import find_target
from tests.golden.small_targets import FLAT, layered, small


class Watched:
    """A comparator that notes the cases instead of running them."""

    def __init__(self, comparator: Comparator) -> None:
        self.target, self.schema = comparator.target, comparator.schema
        self.cases: list[Case] = []

    def compare(self, case: Case) -> Comparison:
        self.cases.append(case)
        observation = Observation((Outcome("ok"),))
        return Comparison(case=case, control=observation, candidate=observation, mismatches=())


def drawn(comparator: Comparator, seed: int, examples: int = 150) -> list[Case]:
    watched: Any = Watched(comparator)
    report = fuzz(watched, seed=seed, examples=examples)
    assert report.executed == len(watched.cases)
    return list(watched.cases)


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
        watched: Any = Watched(flame)
        report = fuzz(watched, seed=9, examples=30)
    finally:
        hypothesis.settings.load_profile(before)

    assert report.settings == {
        "seed": 9,
        "examples": 30,
        "derandomize": False,
        "database": None,
        "phases": ["generate"],
        "hypothesis": hypothesis.__version__,
    }
    assert 15 < report.executed <= 30


def test_other_settings_in_effect_are_an_error(
    flame: Comparator, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply = hypothesis.settings

    def tampered(**chosen: Any) -> Any:
        return apply(**{**chosen, "max_examples": 1})

    monkeypatch.setattr("argparity.golden.inputs.fuzz.hypothesis.settings", tampered)
    watched: Any = Watched(flame)
    with pytest.raises(CannotJudge, match="max_examples=1, not 30"):
        fuzz(watched, seed=9, examples=30)


def test_a_difference_is_found_and_the_campaign_goes_on(tmp_path: Path) -> None:
    target = layered(tmp_path)
    source = (tmp_path / "two.py").read_text()
    (tmp_path / "two.py").write_text(source.replace('"--steps", type=int', '"--steps", type=float'))
    with Comparator(target) as comparator:
        report = fuzz(comparator, seed=1, examples=60)

    assert 30 < report.executed <= 60
    assert report.failures
    flags = {m.flag for failure in report.failures for m in failure.mismatches}
    assert "--steps" in flags
    assert all(failure.mismatches and not failure.unstable for failure in report.failures)


def test_a_campaign_ends_when_its_time_is_over(flame: Comparator) -> None:
    started = time.monotonic()
    report = fuzz(flame, seed=1, examples=100_000, seconds=1.0)

    assert 0 < report.executed < 5_000
    assert time.monotonic() - started < 20


def test_an_error_of_the_harness_goes_up_as_it_is(flame: Comparator) -> None:
    error = UnknownTypeError("x.Y", "a")

    class Failing(Watched):
        def compare(self, case: Case) -> Comparison:
            super().compare(case)
            raise error

    failing: Any = Failing(flame)
    with pytest.raises(UnknownTypeError) as caught:
        fuzz(failing, seed=1, examples=50)

    assert caught.value is error
    assert len(failing.cases) == 1
