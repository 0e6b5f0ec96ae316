"""The campaign of source faults, on a sample."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.campaign.campaign import ROOT, TARGETS, Campaign, faults, sample


def test_every_file_of_the_campaign_is_there_and_has_faults() -> None:
    assert [file for file in TARGETS if not (ROOT / file).is_file()] == []
    assert {fault.file for fault in sample(list(TARGETS), len(TARGETS), 0)} == set(TARGETS)


def test_equal_seeds_plant_equal_faults_and_each_changes_the_source() -> None:
    first, again = (sample(["compat/layering.py"], 5, 3) for _ in range(2))

    assert first == again
    assert all(fault.diff for fault in first)


@pytest.mark.slow
@pytest.mark.parametrize(
    "what", ["the argument type left out", "a condition turned", "None returned"]
)
def test_a_source_fault_is_caught(tmp_path: Path, what: str) -> None:
    file = "compat/layering.py"
    planted = faults(file, (ROOT / file).read_text("utf-8"), random.Random(0))
    campaign = Campaign(tmp_path, copies=1, budget=88.0)

    assert campaign.judge(next(fault for fault in planted if fault.what.startswith(what))).by
