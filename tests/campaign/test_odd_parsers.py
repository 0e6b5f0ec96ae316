"""A file with an oddity, compared with a copy of itself, is matched; what cannot be is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign.odd_parsers import FROM_RUN_TO_RUN, MATCHED, gated, said

SOME = ("a sentinel as a default", "the path of its own file in texts")


def check(folder: Path, oddity: str) -> None:
    if "numpy" in oddity:
        pytest.importorskip("numpy")
    report = gated(folder, MATCHED[oddity])

    assert report.verdict == "matched", said(report)
    assert report.total.cases > 100
    assert {problem.kind for problem in report.problems} <= {"words"}, said(report)


@pytest.mark.parametrize("oddity", SOME)
def test_an_odd_parser_matches_its_copy(tmp_path: Path, oddity: str) -> None:
    check(tmp_path, oddity)


@pytest.mark.slow
@pytest.mark.parametrize("oddity", [name for name in MATCHED if name not in SOME])
def test_every_odd_parser_matches_its_copy(tmp_path: Path, oddity: str) -> None:
    check(tmp_path, oddity)


@pytest.mark.slow
@pytest.mark.parametrize("oddity", FROM_RUN_TO_RUN)
def test_a_value_of_the_run_is_named_once_and_can_be_left_out(tmp_path: Path, oddity: str) -> None:
    report = gated(tmp_path, FROM_RUN_TO_RUN[oddity])

    if report.verdict != "matched":  # the hash of a text is the same in all processes of a run
        (problem,) = report.problems
        assert report.exit_code == 3
        assert "differ in at (" in problem.message
    left_out = gated(tmp_path, FROM_RUN_TO_RUN[oddity], left_out=("at",), mutants="sample")
    assert left_out.verdict == "matched", said(left_out)
