"""Both sides in one process: under the variables that are set for every case."""

from __future__ import annotations

from pathlib import Path

from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.sides.target import Target

SOURCE = """\
import argparse
import os


def build():
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--steps", default=os.environ.get("TOOL_STEPS", "5"))
    return parser
"""


def test_the_tables_are_of_the_parsers_that_the_cases_meet(tmp_path: Path) -> None:
    (tmp_path / "tool.py").write_text(SOURCE)
    target = Target(name="tool", control="tool.py:build", candidate="tool.py:build", base=tmp_path)

    with Comparator(target, {"TOOL_STEPS": "6"}) as comparator:
        row = comparator.schema.tables[1].by_dest("steps")
        seen = comparator.run(comparator.candidate, Case.of()).last.values

    assert row is not None
    assert row.default == {"type": "str", "value": "6"}
    assert seen is not None
    assert row.default in [tree for _, tree in comparator.schema.sections.leaves(seen)]
