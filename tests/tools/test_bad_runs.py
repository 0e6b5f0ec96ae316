"""A side that hangs, and a report that cannot be written, do not cost what else is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from argparity.golden.cli.compare import main as compare
from argparity.golden.cli.gate import main as gate

SIDE = """\
import argparse
import time


def parse(argv):
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--steps", type=int, default=5)
    values = parser.parse_args(argv)
    {act}
    return values
"""

HANGS = "values.steps == 7 and time.sleep(600)"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sides(control: str, candidate: str) -> list[str]:
    Path("old.py").write_text(SIDE.format(act=control))
    Path("new.py").write_text(SIDE.format(act=candidate))
    return ["--control", "old.py:parse", "--candidate", "new.py:parse"]


def test_a_candidate_that_hangs_is_a_mismatch_of_compare_after_the_time_that_was_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    known = sides("pass", HANGS)

    assert compare(["argv", *known, "--timeout", "0.6", "--", "--steps", "7"]) == 1
    assert "hang: no result within 0.6 s" in capsys.readouterr().out


def test_a_control_that_hangs_leaves_no_verdict_of_compare() -> None:
    known = sides(HANGS, "pass")

    with pytest.raises(Exception, match=r"control gave no result .* within 0.6 s"):
        compare(["argv", *known, "--timeout", "0.6", "--", "--steps", "7"])


@pytest.mark.parametrize("option", ["--junit", "--markdown", "--sarif"])
def test_a_report_that_cannot_be_written_is_told_and_the_rest_is_printed(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a_file").write_text("")
    known = sides("pass", "values.steps += 1")

    code = gate(
        [*known, "--mutants", "none", "--only", "fuzz", "--examples", "4", option, "a_file/report"]
    )

    told = capsys.readouterr()
    assert code == 1
    assert "default-changed" in told.out or "value-changed" in told.out
    assert "a_file/report" in told.err
