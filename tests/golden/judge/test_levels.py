"""Levels: how much of a run is compared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from argparity.golden.judge.comparator import Comparator
from argparity.golden.judge.naming import alike
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


def seen_at(
    folder: Path, words: tuple[str, ...], before: str = "pass", after: str = "pass"
) -> dict[str, bool]:
    """Whether two sides differ on an input, by level."""
    (folder / "control.py").write_text(PARSE.format(before="pass", after="pass"))
    (folder / "candidate.py").write_text(PARSE.format(before=before, after=after))
    with Comparator(target_in(folder)) as comparator:
        sides = comparator.both(Case.of(words))
        schemas = {level: replace(comparator.schema, level=level) for level in LEVELS}
    return {level: not alike(schema, *sides) for level, schema in schemas.items()}


def target_in(folder: Path, level: Level = "text") -> Target:
    return Target(
        name="t",
        control="control.py:parse",
        candidate="candidate.py:parse",
        base=folder,
        level=level,
    )


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
    counting = LEVELS[LEVELS.index(first) :]
    assert seen_at(tmp_path, words, **change) == {level: level in counting for level in LEVELS}


@pytest.mark.parametrize(("level", "code"), [("contract", 0), ("text", 1)])
def test_the_level_of_a_target_decides_what_its_comparator_finds(
    tmp_path: Path, level: Level, code: int
) -> None:
    for name, word in (("control.py", "parsed"), ("candidate.py", "done")):
        (tmp_path / name).write_text(
            PARSE.format(before="pass", after=f"logging.warning('{word}')")
        )

    with Comparator(target_in(tmp_path, level)) as comparator:
        assert len(comparator.compare(Case.of([])).mismatches) == code
