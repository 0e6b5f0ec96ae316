"""Which cases a run has, and in which order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from argparity.golden.gate.options import GateOptions
from argparity.golden.gate.planning.plan import plan_run
from argparity.golden.gate.planning.planned import Planned
from argparity.golden.inputs.touched import DifferenceIndex
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.workers.jobs import Item
from tests.golden.gate.conftest import Project
from tests.golden.small_targets import FLAT, layered, small


@pytest.fixture
def comparator(project: Project) -> Iterator[Comparator]:
    with Comparator(project.target()) as comparator:
        yield comparator


@pytest.mark.parametrize(
    ("section", "flag"), [("train", "--steps"), ("train", ""), ("", ""), ("train", "--gone")]
)
def test_what_could_show_a_known_difference_takes_turns_with_the_rest(
    comparator: Comparator, section: str, flag: str
) -> None:
    place = section, flag
    plain = plan_run(comparator.target, comparator.schema, GateOptions())

    plan = plan_run(comparator.target, comparator.schema, GateOptions(), {place})

    index = DifferenceIndex(comparator.schema, [place, ("data", "--other")])
    shows = [place in index.touched_by(planned) for planned in plan.cases]
    after = [
        shown
        for one, shown in zip(plan.cases, shows, strict=True)
        if one.item.number not in plan.least
    ]
    turns = 2 * min(after.count(True), after.count(False))
    assert after[:turns] == [True, False] * (turns // 2)
    assert set(plan.cases) == set(plain.cases)
    assert any(shows) == (flag != "--gone")


def test_the_flag_may_be_named_abbreviated_joined_or_left_to_its_section(
    comparator: Comparator,
) -> None:
    plan = plan_run(comparator.target, comparator.schema, GateOptions())

    def shown(section: str, flag: str) -> set[tuple[str, ...]]:
        index = DifferenceIndex(comparator.schema, [(section, flag)])
        return {one.case.argv for one in plan.cases if index.touched_by(one)}

    steps = shown("train", "--steps")
    assert {("--steps", "7"), ("--st", "7"), ("--steps=7",)} <= steps
    assert ("--path", "word") not in steps
    assert ("--help",) in shown("", "") <= shown("train", "")


def test_the_control_runs_twice_on_all_of_few_cases_and_on_a_sample_of_many(
    comparator: Comparator, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = plan_run(comparator.target, comparator.schema, GateOptions())
    monkeypatch.setattr("argparity.golden.gate.planning.plan._FEW", 10)
    samples = [
        plan_run(comparator.target, comparator.schema, GateOptions(seed=seed)) for seed in (0, 1)
    ]
    everything = plan_run(comparator.target, comparator.schema, GateOptions(mutants="all"))
    tier = plan_run(comparator.target, comparator.schema, GateOptions(only="battery"))

    for plan in (few, everything):
        assert plan.twice
        assert all(planned.item.steady for planned in plan.cases)
    zero, one = ({p.case for p in plan.cases if p.item.steady} for plan in samples)
    assert not tier.twice
    assert 0 < len(zero) < len(samples[0].cases) / 10
    assert not zero & one


def test_short_flags_share_a_word(tmp_path: Path) -> None:
    with Comparator(small(tmp_path, FLAT)) as comparator:
        index = DifferenceIndex(comparator.schema, [("options", "-v")])

        shown = [
            bool(index.touched_by(Planned("", Item(0, Case.of([word])), comparator.schema)))
            for word in ("-v", "-vn7", "-qv", "--verb", "-n7", "-", "--")
        ]

    assert shown == [True, True, True, True, False, False, False]


def test_a_key_of_the_file_shows_the_place_of_its_flag(tmp_path: Path) -> None:
    with Comparator(layered(tmp_path)) as comparator:
        section = comparator.schema.section_names[0]
        index = DifferenceIndex(comparator.schema, [(section, "--steps"), (section, "--log-dir")])

        def shown(config: str) -> set[str]:
            planned = Planned("", Item(0, Case.of([], config)), comparator.schema)
            return {flag for _, flag in index.touched_by(planned)}

        assert shown("steps = 1\n") == {"--steps"}
        assert shown("log-dir = 'x'\nother = 1\n") == shown("log_dir = 'x'") == {"--log-dir"}
        assert shown("stepsize = 1\n") == set()
