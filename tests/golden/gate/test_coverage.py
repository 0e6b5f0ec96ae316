"""What a run has to execute before its verdict counts, and what it does with its time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from argparity.golden.gate.budget import _BESIDE_MISMATCHES, _SHARES, Budget
from argparity.golden.gate.options import GateOptions
from argparity.golden.gate.planning.coverage import layers_of
from argparity.golden.gate.planning.plan import Plan, plan_run
from argparity.golden.gate.planning.planned import Planned
from argparity.golden.gate.result import GateReport
from argparity.golden.inputs.touched import DifferenceIndex
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.report.wording import headline
from argparity.golden.workers.jobs import Item
from tests.golden.small_targets import layered

from .conftest import Project


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    """The plan of a program with a configuration file."""
    target = layered(tmp_path_factory.mktemp("layered"))
    with Comparator(target) as comparator:
        return plan_run(target, comparator.schema, GateOptions())


def test_the_least_coverage_gives_each_flag_alone_in_each_layer(plan: Plan) -> None:
    least = [one.case for one in plan.of(plan.least)]

    words = [case.argv[0].partition("=")[0] for case in least if case.argv and case.config is None]
    files = [case.config.decode() for case in least if case.config is not None]
    assert {"--steps", "--log-dir"} <= set(words)
    assert len(words) == len(set(words))
    assert any("steps" in file for file in files)
    assert any("log" in file for file in files)


def test_the_least_coverage_comes_before_everything_else(plan: Plan) -> None:
    numbers = [one.item.number for one in plan.cases]

    assert set(numbers[: len(plan.least)]) == plan.least
    assert 0 < len(plan.least) < len(numbers) / 5


class Turns(Budget):
    """A budget of turns, one for each batch of cases, instead of seconds."""

    def __init__(self, turns: int) -> None:
        super().__init__(None)
        self._turns, self._taken = turns, 0

    def left(self, phase: str, *, mismatches: bool = False) -> float:
        shares = {**_SHARES, **(_BESIDE_MISMATCHES if mismatches else {})}
        self._taken += 1
        return self._turns * shares[phase] - self._taken + 1


Run = Callable[..., GateReport]


@pytest.fixture(scope="module")
def run(new_project: Callable[[], Project]) -> Run:
    """A run of so many turns, on sides that were changed like this."""

    def run(turns: int, *changes: tuple[str, str], battery: int = 160) -> GateReport:
        project = new_project()
        project.write("whole.py", "def whole(x):\n    return int(x)\n\nwhole.__name__ = 'int'\n")
        for before, after in changes:
            project.change(before, after)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("argparity.golden.gate.run.Budget", lambda _: Turns(turns))
            return project.gate(battery=battery)

    return run


@pytest.fixture(scope="module")
def cut(run: Run) -> GateReport:
    """A run that comes to its least coverage, and not to all planned cases."""
    return run(5)


def test_a_run_that_does_not_come_to_its_least_coverage_is_no_verdict(run: Run) -> None:
    report = run(0)

    assert report.exit_code == 3
    (problem,) = report.problems
    assert (problem.kind, problem.weight) == ("coverage", "unjudged")
    assert "cases that a verdict needs" in problem.message
    assert "--budget " in problem.message


def test_a_match_says_how_much_of_the_plan_was_run(cut: GateReport) -> None:
    share = 100 * cut.executed // cut.planned

    assert (cut.verdict, cut.problems) == ("matched", [])
    assert 0 < share < 100
    assert headline(cut) == f"matched ({share} % of the planned cases)"
    assert cut.to_json()["planned"] == cut.planned
    assert cut.to_json()["executed"] == cut.executed


def test_what_is_cut_is_counted(cut: GateReport) -> None:
    battery = cut.tiers["battery"]

    assert 0 < battery.executed < battery.planned == battery.executed + battery.cut


def test_time_that_other_phases_leave_is_for_the_cases_that_are_left(run: Run) -> None:
    assert _BESIDE_MISMATCHES["battery"] * 15 < 10 < _BESIDE_MISMATCHES["rest"] * 15

    report = run(15, ("default=5", "default=6"))

    battery = report.tiers["battery"]
    assert report.exit_code == 1
    assert battery.executed == battery.planned


OF_ANOTHER_TYPE = (
    ("import argparse\n", "import argparse\n\nfrom whole import whole\n"),
    ("type=int", "type=whole"),
)


def test_a_static_difference_that_not_all_cases_reached_has_not_been_shown(run: Run) -> None:
    (finding,) = run(4, *OF_ANOTHER_TYPE).static

    assert finding.cases > 1
    assert finding.effect == f"not shown by {finding.cases} cases that gave it"


def test_a_static_difference_that_all_planned_cases_reached_has_no_effect(run: Run) -> None:
    (finding,) = run(100, *OF_ANOTHER_TYPE).static

    assert finding.effect == "no effect on any parse"


def test_a_difference_of_a_file_is_not_settled_without_a_case_with_a_file(tmp_path: Path) -> None:
    with Comparator(layered(tmp_path)) as comparator:
        flag = comparator.schema.flag_of("steps")
        place = comparator.schema.sections.section_of("steps"), flag
        index = DifferenceIndex(comparator.schema, [place])

        def layers(case: Case) -> set[str]:
            return index.layers_touched(Planned("", Item(0, case), comparator.schema))[place]

        assert layers(Case.of([flag, "3"])) == {"command line"}
        assert layers(Case.of([], "steps = 3\n")) == {"file"}
        assert layers(Case.of([flag, "3"], "steps = 3\n")) == {"command line", "file"}
    assert layers_of(layered(tmp_path)) >= {"command line", "file"}
