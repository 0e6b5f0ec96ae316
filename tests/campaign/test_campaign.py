"""The campaign of source faults, on a few of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign.campaign import FILES, ROOT, Campaign, SourceFault, faults


def of(file: str, seed: int) -> Iterator[SourceFault]:
    return faults(file, (ROOT / file).read_text("utf-8"), random.Random(seed))


def test_equal_seeds_plant_equal_faults_and_each_changes_the_source() -> None:
    first, again, other = (list(of("compat/layering.py", seed)) for seed in (3, 3, 4))

    assert first == again
    assert all(fault.diff for fault in first)
    assert other != first


def test_every_file_with_code_has_faults() -> None:
    assert [file for file in FILES if next(of(file, 0), None) is None] == [
        "compat/flame/__init__.py",
        "compat/megatron/__init__.py",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "what", ["the argument type left out", "a condition turned", "None returned"]
)
def test_a_source_fault_is_caught(tmp_path: Path, what: str) -> None:
    campaign = Campaign(tmp_path, copies=1, budget=88.0)
    planted = next(f for f in of("compat/layering.py", 0) if f.what == what)

    assert campaign.judge(planted, ["flame"]).by == "flame"


@pytest.mark.slow
def test_the_lines_that_a_target_runs_are_known(tmp_path: Path) -> None:
    reach = Campaign(tmp_path, copies=1, budget=88.0).reach(["overlay"])

    source = (ROOT / "compat/overlaying.py").read_text("utf-8").splitlines()
    run = [source[line - 1].strip() for line in reach["compat/overlaying.py"]]
    assert any(line.startswith("return") for line in run)
    assert reach["compat/layering.py"] == {}
