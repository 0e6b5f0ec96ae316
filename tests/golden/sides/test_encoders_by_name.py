"""Encoders that are given on the command line or in the entry, for a class by its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from argparity.golden.cli.compare import main as compare
from argparity.golden.errors import ConfigError
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model import encode as encoding
from argparity.golden.model.case import Case
from argparity.golden.sides.target import adhoc_target

SIDE = """\
import argparse


class Weight:
    def __init__(self, grams):
        self.grams = grams

    def __str__(self):
        return f"{{self.grams}} g"


class Size:
    __slots__ = ("wide",)

    def __init__(self, wide):
        self.wide = wide


def parse(argv):
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--weight", default=Weight({grams}))
    parser.add_argument("--size", default=Size({wide}))
    return parser.parse_args(argv)
"""


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(encoding, "_BY_NAME", {})


def flags(*encoders: str, grams: int = 3, wide: int = 5) -> list[str]:
    Path("old.py").write_text(SIDE.format(grams=3, wide=5))
    Path("new.py").write_text(SIDE.format(grams=grams, wide=wide))
    target = adhoc_target("old.py:parse", "new.py:parse", encoders=encoders)
    with Comparator(target) as comparator:
        comparison = comparator.compare(Case.of())
    assert comparison.gap is None, comparison.gap.message
    return [mismatch.flag for mismatch in comparison.mismatches]


def test_values_are_compared_by_what_their_encoders_make_of_them() -> None:
    both = ("<own>.Weight=vars", "<own>.Size=vars")

    assert flags(*both) == []
    assert flags(*both, grams=4) == ["--weight"]
    assert flags(*both, wide=6) == ["--size"]


def test_a_function_may_be_one_of_python_or_of_the_project() -> None:
    Path("of_weights.py").write_text("def coarse(weight):\n    return weight.grams // 10\n")

    assert flags("<own>.Weight=str", "<own>.Size=vars", grams=4) == ["--weight"]
    assert flags("<own>.Weight=of_weights:coarse", "<own>.Size=vars", grams=4) == []


def test_all_that_are_missing_are_listed_at_once_with_lines_to_copy(
    capsys: pytest.CaptureFixture[str],
) -> None:
    flags("<own>.Weight=vars", "<own>.Size=vars")
    sides = ["--control", "old.py:parse", "--candidate", "new.py:parse"]

    with pytest.raises(Exception, match="no encoder for type") as caught:
        compare(["argv", *sides, "--"])

    message = str(caught.value)
    assert "--encoder '<own>.Weight=vars' --encoder '<own>.Size=vars'" in message
    assert 'encoders = ["<own>.Weight=vars", "<own>.Size=vars"]' in message
    copied = ["--encoder", "<own>.Weight=vars", "--encoder", "<own>.Size=vars"]
    assert compare(["argv", *sides, *copied, "--"]) == 0


@pytest.mark.parametrize("entry", ["<own>.Weight=no_such", "<own>.Weight=json:no_such"])
def test_a_function_that_is_not_there_is_named(entry: str) -> None:
    with pytest.raises(ConfigError, match="an encoder is a module, or CLASS=FUNCTION"):
        flags(entry)
