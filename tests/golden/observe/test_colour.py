"""Colours of argparse, from Python 3.14 on: seen where a case asks for them, and nowhere else."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.observe.messages import flags_in_message, is_help, split_error
from argparity.golden.sides.target import Target

PARSER = """\
import argparse


def build():
    parser = argparse.ArgumentParser(prog="p"{keywords})
    parser.add_argument("--steps", type=int, default=5, help="how many")
    return parser
"""
HELP = Case.of(["--help"])
COLOURED = pytest.mark.skipif(
    sys.version_info < (3, 14), reason="argparse has colours from Python 3.14 on"
)


@pytest.fixture
def comparator(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Comparator]:
    """Two sides that differ in `color=`, run from a shell that wants colours everywhere."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("PYTHON_COLORS", "1")
    for name, keywords in (("control", ""), ("candidate", request.param)):
        (tmp_path / f"{name}.py").write_text(PARSER.replace("{keywords}", keywords))
    target = Target(
        name="p", control="control.py:build", candidate="candidate.py:build", base=tmp_path
    )
    with Comparator(target) as found:
        yield found


@pytest.mark.parametrize(
    "comparator", ["", pytest.param(", color=False", marks=COLOURED)], indirect=True
)
def test_a_verdict_does_not_depend_on_the_terminal(comparator: Comparator) -> None:
    comparison = comparator.compare(HELP)

    assert comparison.mismatches == ()
    assert "\x1b" not in comparison.control.last.stdout


@COLOURED
@pytest.mark.parametrize("comparator", [", color=False"], indirect=True)
def test_a_case_in_colour_shows_a_side_without(comparator: Comparator) -> None:
    comparison = comparator.compare(Case.of(["--help"], env={"PYTHON_COLORS": "1"}))

    assert "\x1b" in comparison.control.last.stdout
    assert [mismatch.cls for mismatch in comparison.mismatches] == ["help-changed"]


@COLOURED
@pytest.mark.parametrize("word", ["--bogus", "--steps=x"])
def test_coloured_texts_are_taken_apart_like_plain_ones(
    word: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    parser = argparse.ArgumentParser(prog="p")
    parser.add_argument("--steps", type=int)
    parts = []
    for colours in ("0", "1"):
        monkeypatch.setenv("PYTHON_COLORS", colours)
        with pytest.raises(SystemExit):
            parser.parse_args([word])
        stderr = capsys.readouterr().err
        parts.append((bool(split_error(stderr)[0]), flags_in_message(stderr)))
        assert is_help(parser.format_help())

    assert parts[0] == parts[1] == (True, [word.partition("=")[0]])
