"""Where in the candidate's source a mismatch is shown."""

from __future__ import annotations

import dataclasses

import pytest

from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.report.locations import Location, location_of
from argparity.golden.sides.target import Target

from .conftest import mismatch


def about(section: str, flag: str) -> Mismatch:
    return dataclasses.replace(mismatch(Case.of()), section=section, flag=flag)


@pytest.mark.parametrize(
    ("section", "flag", "line"),
    [
        ("training", "--training.steps", 8),
        ("data", "--data.steps", 3),
        ("training", "--training.unknown", 6),
        ("elsewhere", "--elsewhere.lr", 7),
        ("", "", 1),
    ],
)
def test_the_field_of_its_own_section_comes_first(
    target: Target, section: str, flag: str, line: int
) -> None:
    assert location_of(target, about(section, flag)) == Location("candidate.py", line)


def test_a_target_without_sources_has_no_place(target: Target) -> None:
    assert (
        location_of(dataclasses.replace(target, sources=()), about("data", "--data.path")) is None
    )


def test_a_source_that_does_not_parse_gives_its_first_line(target: Target) -> None:
    target.path("candidate.py").write_text("class (", encoding="utf-8")

    assert location_of(target, about("data", "--data.path")) == Location("candidate.py", 1)
