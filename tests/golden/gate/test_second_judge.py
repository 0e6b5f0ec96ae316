"""DeepDiff is the second judge: a verdict on which the two do not agree is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from argparity.golden.judge import comparator as comparing
from argparity.golden.judge import deepdiff_view
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.records.recorder import Recorder
from argparity.golden.report.wording import self_check
from argparity.golden.workers.context import WorkerContext
from argparity.golden.workers.jobs import Item, Judge, Verdict
from argparity.golden.workers.pool import WorkerError

from .conftest import Project

STEPS = Case.of([])
PATH = Case.of(["--steps", "3"])


@pytest.fixture
def comparator(project: Project) -> Iterator[Comparator]:
    """Two sides that differ in a default."""
    project.change("default=5", "default=6")
    with Comparator(project.target()) as comparator:
        yield comparator


def verdicts(comparator: Comparator, **settings: Any) -> list[Verdict]:
    """Those on a case that differs and on one that does not."""
    items = tuple(Item(n, case, **settings) for n, case in enumerate((STEPS, PATH)))
    found: list[Any] = []
    Judge(items).run(WorkerContext(comparator), found.append)
    return found


def test_it_confirms_differences_and_matches(comparator: Comparator) -> None:
    different, equal = verdicts(comparator, confirmed=True)

    assert (bool(different.mismatches), different.confirmed) == (True, True)
    assert (bool(equal.mismatches), equal.confirmed) == (False, True)


def test_it_is_not_asked_where_nobody_wants_to_know(comparator: Comparator) -> None:
    assert [verdict.confirmed for verdict in verdicts(comparator)] == [None, None]


def test_it_contradicts_a_judge_that_is_blind(
    comparator: Comparator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparing, "alike", lambda *_: True)
    monkeypatch.setattr(comparing, "judge", lambda *_: [])

    different, equal = verdicts(comparator, confirmed=True)

    assert (different.confirmed, equal.confirmed) == (False, True)


@pytest.mark.parametrize(("sees", "confirmed"), [({}, [False, True]), ({"x": 1}, [True, False])])
def test_a_second_judge_that_is_blind_or_sees_too_much_is_contradicted(
    comparator: Comparator,
    monkeypatch: pytest.MonkeyPatch,
    sees: dict[str, int],
    confirmed: list[bool],
) -> None:
    monkeypatch.setattr(deepdiff_view, "deep_difference", lambda *_: sees)

    assert [verdict.confirmed for verdict in verdicts(comparator, confirmed=True)] == confirmed


def test_it_compares_the_control_with_its_golden_as_well(
    comparator: Comparator, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = comparator.run(comparator.control, STEPS)
    monkeypatch.setattr("argparity.golden.workers.jobs._departure", lambda *_: None)

    (same,) = verdicts_on(comparator, Item(0, PATH, golden=recorded, confirmed=True))

    assert same.confirmed is False


def verdicts_on(comparator: Comparator, item: Item) -> list[Verdict]:
    found: list[Any] = []
    Judge((item,)).run(WorkerContext(comparator), found.append)
    return found


def test_all_goldens_of_a_run_are_confirmed_and_counted(project: Project) -> None:
    target = project.target(goldens="cases")
    with Recorder(target) as recorder:
        recorder.add("some", [STEPS, PATH])

    report = project.gate(target, battery=20)

    assert report.confirmed == 2
    assert report.to_json()["confirmed_by_deepdiff"] == 2
    assert "DeepDiff confirmed 2 cases." in self_check(report)


def test_on_request_every_case_is_confirmed(project: Project) -> None:
    report = project.gate(battery=20, examples=8, confirm="all")

    assert report.confirmed == report.total.cases > 20


def test_a_verdict_on_which_the_judges_do_not_agree_is_none(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = "class DeepDiff(dict):\n    def __init__(self, *_, **__):\n        self['x'] = 1\n"
    project.write("packages/deepdiff/__init__.py", broken)
    monkeypatch.syspath_prepend(project.folder / "packages")

    report = project.gate(battery=20, confirm="all")

    assert report.exit_code == 3
    assert {problem.kind for problem in report.problems} == {"judges"}
    assert "do not agree" in report.problems[0].message


def test_a_second_judge_that_cannot_be_asked_leaves_no_verdict(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("packages/deepdiff/__init__.py", "raise ImportError('not built')\n")
    monkeypatch.syspath_prepend(project.folder / "packages")

    with pytest.raises(WorkerError, match="not built"):
        project.gate(battery=3, confirm="all")
