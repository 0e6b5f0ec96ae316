"""What recent releases of argparse brought, frozen and scaffolded: kept, and judged in colour too.

Where argparse does not know a keyword yet, the parser is built without it and stays equal as well.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from argparity.compat.switchboard import ENVIRONMENT_VARIABLE
from argparity.golden.judge.comparator import Comparator
from argparity.golden.migrate.write import Scaffolded
from argparity.golden.model.case import Case
from argparity.golden.sides.target import Target
from tests.golden.migrate.projects import scaffolded
from tests.releases import since

PARSER = """\
import argparse
import sys

WHOLE = {"color": True, "suggest_on_error": True} if sys.version_info >= (3, 14) else {}
OLD = {"deprecated": True} if sys.version_info >= (3, 13) else {}


def build():
    p = argparse.ArgumentParser(**WHOLE)
    p.add_argument("--mode", choices=["fused", "foreach"], default="fused", help="Runs `fused`.")
    p.add_argument("-wide", action=argparse.BooleanOptionalAction, default=True)
    p.add_argument("-l", "-long", type=int, default=3, help="is %(default)s")
    p.add_argument("--out", type=argparse.FileType("w"), default="-")
    p.add_argument("--old", **OLD)
    commands = p.add_subparsers(dest="command")
    run = commands.add_parser("run", **OLD)
    run.add_argument("--need", required=True)
    run.add_argument("--rest", nargs=argparse.REMAINDER)
    run.add_subparsers().add_parser("deep")
    return p
"""
COLOURS = {"PYTHON_COLORS": "1"}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> tuple[Target, Scaffolded]:
    """The parser above, frozen and scaffolded."""
    return scaffolded(tmp_path_factory.mktemp("newer"), PARSER)


@pytest.fixture(scope="module")
def comparator(project: tuple[Target, Scaffolded]) -> Iterator[Comparator]:
    """Both sides, every section generated."""
    with Comparator(project[0], {ENVIRONMENT_VARIABLE: "tool=generated"}) as comparator:
        yield comparator


@pytest.mark.parametrize("env", [{}, COLOURS], ids=["plain", "in colour"])
@pytest.mark.parametrize(
    "words",
    [
        "",
        "--help",
        "--mode fusedx",
        "-nowide",
        "-wide -l 2",
        "-long 2",
        "--out <DIR>",
        "--old x --old y",
        "run --need 1 --rest a -- b",
        "run --help",
        "run deep --help",
        "run --need 1 deep --nosuch",
        "rum",
    ],
)
def test_the_candidate_does_what_the_control_does(
    comparator: Comparator, words: str, env: dict[str, str]
) -> None:
    assert comparator.compare(Case.of(words.split(), env=env)).mismatches == ()


def test_only_the_subcommands_stay_with_the_frozen_code(
    project: tuple[Target, Scaffolded],
) -> None:
    assert {kept.flags for kept in project[1].kept} == {"command", "==SUPPRESS=="}


def test_the_fields_say_what_a_person_would(project: tuple[Target, Scaffolded]) -> None:
    text = (project[1].folder / "sections.py").read_text(encoding="utf-8")

    assert 'arg_names=["-wide"]' in text
    assert 'type=argparse.FileType("w")' in text
    assert ("deprecated=True" in text) == since("3.13.0")


def test_what_is_new_there_is_seen_by_the_cases(comparator: Comparator) -> None:
    def printed(*words: str, env: dict[str, str] | None = None) -> str:
        last = comparator.compare(Case.of(words, env=env)).control.last
        return last.stdout + last.stderr

    assert ("maybe you meant" in printed("--mode", "fusedx")) == since("3.14.0")
    assert ("\x1b" in printed("--help", env=COLOURS)) == since("3.14.0")
    assert ("deprecated" in printed("--old", "x")) == since("3.13.0")
    assert ("deprecated" in printed("run", "--need", "1")) == since("3.13.0")
    assert ("unrecognized" in printed("-nowide")) == (not since("3.15.0"))
