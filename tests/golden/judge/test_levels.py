"""Levels: how much of a run is compared."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.sides.schema import LEVELS, Level
from argparity.golden.sides.target import Target

PARSE = """\
import argparse
import logging
import warnings


def parse(argv):
    parser = argparse.ArgumentParser(prog="p")
    parser.add_argument("--steps", type=int, default=1)
    parser.add_argument("--name", default="a")
    {before}
    values = parser.parse_args(argv)
    {after}
    return values
"""


def differs(
    folder: Path, level: Level, words: tuple[str, ...], before: str = "pass", after: str = "pass"
) -> bool:
    (folder / "control.py").write_text(PARSE.format(before="pass", after="pass"))
    (folder / "candidate.py").write_text(PARSE.format(before=before, after=after))
    target = Target(
        name="t",
        control="control.py:parse",
        candidate="candidate.py:parse",
        base=folder,
        level=level,
    )
    with Comparator(target) as comparator:
        return bool(comparator.compare(Case.of(words)).mismatches)


@pytest.mark.parametrize(
    ("first", "words", "change"),
    [
        ("values", (), {"after": "values.steps = 2"}),
        ("values", (), {"after": "values.steps = 1.0"}),
        ("values", ("--steps", "x"), {"before": "argv = argv[:0]"}),
        ("values", (), {"after": "raise ValueError"}),
        ("contract", ("--steps", "x"), {"before": "parser.error = lambda text: parser.exit(1)"}),
        ("contract", ("--steps", "x"), {"before": "parser.exit_on_error = False"}),
        ("contract", (), {"after": "print('parsed')"}),
        ("contract", (), {"after": "logging.warning('parsed')"}),
        ("contract", (), {"after": "warnings.warn('parsed')"}),
        ("text", ("--steps", "x"), {"before": "parser.prog = 'q'"}),
        ("text", ("--help",), {"before": "parser.description = 'of it'"}),
        ("text", (), {"after": "values = vars(values)"}),
        (
            "text",
            (),
            {"after": "values = argparse.Namespace(name=values.name, steps=values.steps)"},
        ),
    ],
)
def test_a_difference_counts_from_its_level_on(
    tmp_path: Path, first: Level, words: tuple[str, ...], change: dict[str, str]
) -> None:
    seen = {level: differs(tmp_path, level, words, **change) for level in LEVELS}

    counting = LEVELS[LEVELS.index(first) :]
    assert seen == {level: level in counting for level in LEVELS}


def test_each_level_has_its_classes_of_words(tmp_path: Path) -> None:
    loud, other = "logging.warning('parsed')", "logging.warning('done')"
    (tmp_path / "control.py").write_text(PARSE.format(before="pass", after=loud))
    (tmp_path / "candidate.py").write_text(PARSE.format(before="pass", after=other))
    target = Target(
        name="t", control="control.py:parse", candidate="candidate.py:parse", base=tmp_path
    )

    found = []
    for level in LEVELS:
        with Comparator(dataclasses.replace(target, level=level)) as comparator:
            found.append(bool(comparator.compare(Case.of([])).mismatches))

    assert found == [False, False, True]
