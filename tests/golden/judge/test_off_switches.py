"""The off switches that `BooleanOptionalAction` makes are part of the kind, and no added flags."""

from __future__ import annotations

import argparse

import pytest

from argparity.golden.judge.static import static_differences
from argparity.golden.sides.parsers.table import action_table
from argparity.golden.sides.parsers.walk import off_switches
from argparity.golden.sides.sections import SectionRule
from tests.releases import since

SINGLE = ["-nowide"] if since("3.15.0") else []


@pytest.mark.parametrize(
    ("flags", "made"),
    [
        (["--wide"], ["--no-wide"]),
        (["-w", "--wide"], ["--no-wide"]),
        (["-w"], []),
        (["-wide"], SINGLE),
        (["-wide", "--wide"], [*SINGLE, "--no-wide"]),
    ],
)
def test_they_are_what_the_running_argparse_makes(flags: list[str], made: list[str]) -> None:
    assert off_switches(flags) == made


@pytest.mark.parametrize("flag", ["--wide", "-wide"])
def test_another_kind_of_switch_is_one_difference(flag: str) -> None:
    control, candidate = argparse.ArgumentParser(), argparse.ArgumentParser()
    control.add_argument(flag, action="store_true")
    candidate.add_argument(flag, action=argparse.BooleanOptionalAction, default=False)
    found = static_differences(action_table(control), action_table(candidate), SectionRule())

    classes = [difference.cls for difference in found]
    assert "action-changed" in classes
    assert "alias-added" not in classes
