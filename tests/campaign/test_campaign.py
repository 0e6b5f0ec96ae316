"""The campaign of source faults, on a sample."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign.campaign import ROOT, TARGETS, Campaign, sample


def test_every_file_of_the_campaign_is_there_and_has_faults() -> None:
    assert [file for file in TARGETS if not (ROOT / file).is_file()] == []
    assert {fault.file for fault in sample(list(TARGETS), len(TARGETS), 0)} == set(TARGETS)


def test_equal_seeds_plant_equal_faults_and_each_changes_the_source() -> None:
    first, again = (sample(["compat/layering.py"], 5, 3) for _ in range(2))

    assert first == again
    assert all(fault.diff for fault in first)


@pytest.mark.slow
def test_a_sample_of_source_faults_is_caught(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path, copies=1, budget=88.0)

    judged = [campaign.judge(fault) for fault in sample(["compat/layering.py"], 3, 0)]

    assert [one.fault.diff for one in judged if not one.by] == []
