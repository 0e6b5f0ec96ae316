"""Planted faults of what recent releases of Python brought: each is planned where its fault shows,
and the battery has a case that shows it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest

from argparity.golden.inputs.battery.build import build_battery
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.mutants.index import CaseIndex
from argparity.golden.mutants.mutant import Mutant, run_mutant
from argparity.golden.mutants.planning import plan
from argparity.golden.sides.parsers.table import action_table
from argparity.golden.sides.target import ConfigFile, Target
from tests.golden.operators import reads_toml_1_1
from tests.releases import since

SIDES = """\
import argparse
import sys
if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def parse(argv, toml, env):
    parser = argparse.ArgumentParser(prog="p")
    parser.add_argument("--mode", choices=["fused", "foreach"], default="fused")
    parser.add_argument("--level", type=int, choices=[1, 2], default=1)
    parser.add_argument("-wide", action="store_true")
    parser.add_argument("-o", action="store_true")
    parser.add_argument("--old", deprecated=True) if sys.version_info >= (3, 13) else None
    values = vars(parser.parse_args(argv))
    return values | tomllib.loads(toml or "")
"""

SHOWN = [
    pytest.param("texts:deprecated:--mode", Case.of(["--mode", "fused"]), "3.13.0"),
    pytest.param("texts:deprecated:--old", Case.of(["--old", "x"]), "3.13.0"),
    pytest.param("texts:suggestions:parser", Case.of(["--mode", "fusedx"]), "3.14.0"),
    pytest.param("texts:colours:parser", Case.of(["-h"], env={"PYTHON_COLORS": "1"}), "3.14.0"),
    pytest.param("boolean-optional:pair:-wide", Case.of(["-nowide"]), "3.15.0"),
    pytest.param("config-syntax:toml-1.0:parser", Case.of([], 'a = "\\e"'), None),
]


@pytest.fixture(scope="module")
def comparator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Comparator]:
    folder = tmp_path_factory.mktemp("texts")
    (folder / "sides.py").write_text(SIDES, encoding="utf-8")
    target = Target(
        name="t",
        control="sides.py:parse",
        candidate="sides.py:parse",
        base=folder,
        prog="p",
        config_file=ConfigFile(None),
    )
    with Comparator(target) as opened:
        yield opened


@pytest.fixture(scope="module")
def mutants(comparator: Comparator) -> dict[str, Mutant]:
    table = comparator.schema.candidate
    assert table is not None
    return {mutant.id: mutant for mutant in plan(table, comparator.target)}


def _known(release: str | None) -> bool:
    return reads_toml_1_1() if release is None else since(release)


@pytest.mark.parametrize(("name", "case", "release"), SHOWN)
def test_a_fault_is_planned_where_python_knows_what_it_breaks(
    mutants: dict[str, Mutant], name: str, case: Case, release: str | None
) -> None:
    assert (name in mutants) == _known(release)


@pytest.mark.parametrize(("name", "case", "release"), SHOWN)
def test_it_shows_in_a_case_of_its_own_and_not_in_a_plain_parse(
    comparator: Comparator,
    mutants: dict[str, Mutant],
    name: str,
    case: Case,
    release: str | None,
) -> None:
    if not _known(release):
        pytest.skip("Python does not know it yet")
    for given, shows in ((case, True), (Case.of(), False)):
        broken = run_mutant(comparator, mutants[name], given)
        assert (broken != comparator.run(comparator.candidate, given)) is shows


@pytest.mark.parametrize(("name", "case", "release"), SHOWN)
def test_the_battery_has_a_case_that_shows_it_among_the_nearest(
    comparator: Comparator,
    mutants: dict[str, Mutant],
    name: str,
    case: Case,
    release: str | None,
) -> None:
    if not _known(release):
        pytest.skip("Python does not know it yet")
    index = CaseIndex(build_battery(comparator.target, comparator.schema))
    assert any(
        run_mutant(comparator, mutants[name], near) != comparator.run(comparator.candidate, near)
        for near in index.ordered(mutants[name], others=400)
    )


def test_no_suggestion_where_the_choices_are_no_strings() -> None:
    parser = argparse.ArgumentParser(prog="p")
    parser.add_argument("--level", type=int, choices=[1, 2])
    target = Target(name="t", control="none:a", candidate="none:b", base=Path.cwd())
    assert "suggestions" not in {m.id.split(":")[1] for m in plan(action_table(parser), target)}
