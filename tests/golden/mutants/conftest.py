"""A program with a file, and the faults that are planted in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from argparity.golden.judge.comparator import Comparator
from argparity.golden.mutants.mutant import Mutant
from argparity.golden.mutants.planning import plan
from argparity.golden.sides.sections import SectionRule
from argparity.golden.sides.target import ConfigFile, Target

SIDES = """\
import argparse
import tomllib_or_tomli as tomllib


def parse(argv, toml, env):
    parser = argparse.ArgumentParser(prog="p")
    run = parser.add_argument_group("run")
    run.add_argument("--steps", type=int, default=5)
    run.add_argument("--rate", type=float, default=0.5)
    run.add_argument("--mode", choices=["a", "b"], default="a")
    run.add_argument("--note", action="append")
    run.add_argument("--level", action="store_const", const=2, default=0)
    run.add_argument("--on", action="store_true")
    run.add_argument("--max_len", "-m", default="")
    run.add_argument("--words", nargs="*", default=[])
    pair = parser.add_mutually_exclusive_group()
    pair.add_argument("--fast", action="store_true")
    pair.add_argument("--safe", action="store_true")
    parser.add_argument("first", nargs="?")
    parser.add_argument("second", nargs="?")
    values = vars(parser.parse_args(argv))
    for key, value in tomllib.loads(toml or "").items():
        if key not in values or not any(word.startswith("--" + key) for word in argv):
            values[key] = value
    values["home"] = env.get("P_HOME")
    return values
"""


@pytest.fixture(scope="module")
def comparator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Comparator]:
    folder = tmp_path_factory.mktemp("mutants")
    code = SIDES.replace(
        "import tomllib_or_tomli as tomllib",
        "try:\n    import tomllib\nexcept ModuleNotFoundError:\n    import tomli as tomllib",
    )
    (folder / "sides.py").write_text(code, encoding="utf-8")
    target = Target(
        name="t",
        control="sides.py:parse",
        candidate="sides.py:parse",
        base=folder,
        prog="p",
        sections=SectionRule(),
        config_file=ConfigFile(None),
        environment=("P_HOME", "P_UNUSED"),
    )
    with Comparator(target) as opened:
        yield opened


@pytest.fixture(scope="module")
def mutants(comparator: Comparator) -> dict[str, Mutant]:
    return planned_by(comparator)


def planned_by(comparator: Comparator) -> dict[str, Mutant]:
    """All mutants of a candidate by their ids."""
    table = comparator.schema.candidate
    assert table is not None
    return {mutant.id: mutant for mutant in plan(table, comparator.target)}
