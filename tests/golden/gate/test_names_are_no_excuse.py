"""A word is not taken for a name of its side because the file happens to be called like that."""

from __future__ import annotations

import pytest

from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.sides.target import Target

from .conftest import Project


def flags(target: Target, *argv: str) -> list[str] | None:
    """The flags of the mismatches of one case, None if it matched."""
    with Comparator(target) as comparator:
        mismatches = comparator.compare(Case.of(argv)).mismatches
    return [mismatch.flag for mismatch in mismatches] or None


ASKING = """\
import argparse
import json
from pathlib import Path

from {helper} import WORD

THIS = Path(__file__).stem


def build():
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--mode", default=WORD)
    return parser


def parse(argv):
    {act}
    return build().parse_args(argv)
"""


@pytest.mark.parametrize(
    ("files", "old", "new"),
    [
        # What a module beside it writes out, in small or in capitals.
        (("old.py", "new.py"), "WORD = 'old'", "WORD = 'new'"),
        (("old.py", "new.py"), "WORD = 'OLD'.lower()", "WORD = 'NEW'.lower()"),
        (("old_cli.py", "new_cli.py"), "WORD = 'in old_cli'", "WORD = 'in new_cli'"),
        (("old_cli.py", "new_cli.py"), "WORD = '/x/old_cli.py'", "WORD = '/x/new_cli.py'"),
    ],
)
def test_words_of_a_module_beside_the_file_are_compared(
    project: Project, files: tuple[str, str], old: str, new: str
) -> None:
    project.write("one.py", f"{old}\n")
    project.write("two.py", f"{new}\n")
    project.write(files[0], ASKING.format(helper="one", act="pass"))
    project.write(files[1], ASKING.format(helper="two", act="pass"))
    target = project.target(control=f"{files[0]}:parse", candidate=f"{files[1]}:parse")

    assert flags(target) == ["--mode"]


PLAIN = """\
import argparse


def build():
    parser = argparse.ArgumentParser(prog="prog", epilog={epilog!r})
    parser.add_argument("--steps", type=int, default=5)
    return parser


def parse(argv):
    {act}
    return build().parse_args(argv)
"""


@pytest.mark.parametrize(
    ("epilog", "act"),
    [
        ("WORD", "pass"),
        ("the WORD way", "pass"),
        ("x", "print('WORD')"),
        ("x", "print('WORD: 3')"),
        ("x", "__import__('logging').getLogger('WORD').warning('x')"),
        ("x", "if '--steps' in argv: raise ValueError('WORD')"),
        ("see WORD.py", "pass"),
    ],
)
def test_a_word_that_is_a_file_name_by_chance_is_compared(
    project: Project, epilog: str, act: str
) -> None:
    for word in ("old", "new"):
        text = PLAIN.format(epilog=epilog, act=act).replace("WORD", word)
        project.write(f"{word}.py", text)
    target = project.target(control="old.py:parse", candidate="new.py:parse")

    assert flags(target, "--steps", "3", "-h")


def test_a_word_from_a_file_beside_it_is_compared(project: Project) -> None:
    text = """\
import argparse
import pathlib

WORDS = pathlib.Path(__file__).with_suffix(".txt").read_text()


def build():
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--mode", default=WORDS)
    return parser
"""
    for word in ("old", "new"):
        project.write(f"{word}.py", text)
        project.write(f"{word}.txt", word)
    target = project.target(control="old.py:build", candidate="new.py:build")

    assert flags(target) == ["--mode"]


@pytest.mark.parametrize("act", ["print(build, type(HELD))", "LOG.info('x')", "pass"])
def test_modules_that_are_called_differently_are_equal(
    project: Project, act: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(project.folder)
    text = PLAIN.format(epilog="x", act=act).replace(
        "import argparse\n",
        "import argparse\nimport logging\nLOG = logging.getLogger(__name__)\n"
        "class Held: pass\nHELD = Held()\n",
    )
    for name in ("argparity_odd_one", "argparityoddtwo"):
        project.write(f"{name}.py", text)
    target = project.target(control="argparity_odd_one:parse", candidate="argparityoddtwo:parse")

    assert flags(target) is None
