"""Measuring: what is measured, not how fast it is."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from argparity.golden.cli.benchmark import costs, end_to_end, synthetic_source
from argparity.golden.sides.loading import load_side
from argparity.golden.sides.target import Target


def test_a_synthetic_parser_has_as_many_flags_as_asked_for(tmp_path: Path) -> None:
    (tmp_path / "made.py").write_text(synthetic_source(120))

    parser = load_side("made.py:build", base=tmp_path).thing()

    assert isinstance(parser, argparse.ArgumentParser)
    assert len(parser._actions) == 120 + 1
    assert [group.title for group in parser._action_groups[2:]] == ["part 0", "part 1", "part 2"]


def test_every_way_to_build_and_to_load_is_measured(small_target: Target) -> None:
    found = costs(small_target, rounds=2)

    assert set(found.parse) == {"frozen", "legacy", "generated"}
    assert set(found.load) == {"control", "candidate"}
    assert min(*found.parse.values(), *found.load.values(), found.compare) > 0


@pytest.mark.slow
def test_a_parser_of_any_size_goes_the_end_to_end() -> None:
    stages = list(end_to_end(24, budget=40))

    assert [stage.name for stage in stages] == ["freeze", "scaffold", "gate"]
    assert stages[1].result.startswith("24 generated, 0 stay")
    assert stages[2].result.startswith("exit 0")
