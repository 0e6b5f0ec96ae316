"""Every golden holds: on the control, on the candidate, and with every second section switched."""

from __future__ import annotations

import platform
from collections.abc import Iterator

import pytest

from argparity.golden.judge.comparator import Comparator
from argparity.golden.observe.folding import folded
from argparity.golden.records.recorder import DISTILLED
from argparity.golden.records.store import Golden, Store, load_goldens
from argparity.golden.records.switches import known_sections
from argparity.golden.sides.target import Target, find_target, known_targets

PYTHON = platform.python_version()
TARGETS = [target for target in known_targets().values() if target.goldens_path.is_dir()]


def mixture(target: Target, legacy_first: bool) -> dict[str, str]:
    """The environment in which every second section is on its legacy backend."""
    sections = known_sections(target)[0 if legacy_first else 1 :: 2]
    return {"ARGPARITY_BACKENDS": ",".join(f"{target.name}.{name}=legacy" for name in sections)}


@pytest.fixture(scope="module", params=TARGETS, ids=lambda target: target.name)
def target(request: pytest.FixtureRequest) -> Target:
    target: Target = request.param
    return target


def goldens_of(target: Target, *, distilled_topic: bool) -> list[Golden]:
    """Those of the topic that distilling fills, or those of all others."""
    found = [
        golden
        for topic in Store(target).topics()
        if (topic.name == DISTILLED) == distilled_topic
        for golden in topic.goldens
    ]
    assert found, "no goldens to replay"
    return found


@pytest.fixture(scope="module")
def goldens(target: Target) -> list[Golden]:
    return goldens_of(target, distilled_topic=False)


@pytest.fixture(scope="module")
def comparator(target: Target) -> Iterator[Comparator]:
    with Comparator(target) as comparator:
        yield comparator


def broken(comparator: Comparator, side: str, goldens: list[Golden]) -> list[str]:
    """The ids of the goldens that a side does not reproduce."""
    subject = getattr(comparator, side)
    return [
        golden.case.id
        for golden in goldens
        if not golden.agrees(folded(comparator.run(subject, golden.case)), PYTHON)
    ]


@pytest.mark.parametrize("side", ["control", "candidate"])
def test_every_golden_is_reproduced(
    comparator: Comparator, side: str, goldens: list[Golden]
) -> None:
    assert broken(comparator, side, goldens) == []


@pytest.mark.slow
@pytest.mark.parametrize("side", ["control", "candidate"])
def test_every_distilled_case_is_reproduced(
    target: Target, comparator: Comparator, side: str
) -> None:
    assert broken(comparator, side, goldens_of(target, distilled_topic=True)) == []


@pytest.mark.parametrize(
    "legacy_first", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["even", "odd"]
)
def test_every_golden_is_reproduced_by_a_mixture_of_backends(
    target: Target, goldens: list[Golden], legacy_first: bool
) -> None:
    with Comparator(target, mixture(target, legacy_first)) as comparator:
        assert broken(comparator, "candidate", goldens) == []


def test_every_golden_says_why_it_exists(goldens: list[Golden]) -> None:
    assert [golden.case.id for golden in goldens if len(golden.case.why.split()) < 3] == []


def test_flame_has_a_golden_for_every_flag_of_every_section() -> None:
    target = find_target("flame")
    words = {
        word.split("=")[0]
        for golden in load_goldens(target)
        for step in golden.case.steps
        for word in step.argv
    }
    with Comparator(target) as comparator:
        rows = comparator.schema.tables[0].rows
    missing = [row.name for row in rows if not words & set(row.flags)]

    assert missing == []
