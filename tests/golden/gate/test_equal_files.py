"""Two equal files are matched, whatever they are called and whatever they say of themselves."""

from __future__ import annotations

import pytest

from .conftest import Project

TELLING = """\
import argparse
import logging
import os
import warnings

LOG = logging.getLogger(__name__)
LOG.setLevel(logging.DEBUG)
UNSET = object()


class Strict(argparse.ArgumentParser):
    def error(self, message):
        raise RuntimeError(f"{type(self)} {object()}: {message}")


def build():
    parser = Strict(prog=os.path.basename(__file__), epilog=f"{__name__}: {build} {'x ' * 40}")
    parser.add_argument("--steps", type=int, default=UNSET)
    parser.add_argument("--own", default=os.path.abspath(__file__))
    return parser


def parse(argv):
    LOG.debug("%s of %s", __name__, build)
    warnings.warn(f"{__file__} is old")
    open(__file__)
    print(__name__, build)
    return build().parse_args(argv)
"""


@pytest.mark.parametrize("other", ["new.py", "longer_cli_2.py"])
def test_what_a_file_says_of_itself_is_no_difference(project: Project, other: str) -> None:
    project.write("old.py", TELLING)
    project.write(other, TELLING)
    target = project.target(control="old.py:parse", candidate=f"{other}:parse")

    report = project.gate(target, examples=8, mutants="none")

    assert (report.verdict, report.mismatches) == ("matched", [])


def test_other_names_are_still_differences(project: Project) -> None:
    project.write("old.py", TELLING)
    project.write("new.py", TELLING.replace("getLogger(__name__)", "getLogger('shop')"))
    target = project.target(control="old.py:parse", candidate="new.py:parse")

    report = project.gate(target, examples=8, mutants="none")

    assert report.verdict == "mismatched"
    assert any("DEBUG shop" in str(mismatch.candidate) for mismatch in report.mismatches)


def test_a_program_that_is_called_like_the_file_of_one_side_is_none_of_its_names(
    project: Project,
) -> None:
    plain = (
        TELLING.split("class Strict")[0]
        + "\n\ndef build():\n    return argparse.ArgumentParser()\n"
    )
    project.write("old.py", plain)
    project.write("new.py", plain)
    target = project.target(control="old.py:build", candidate="new.py:build", prog="old.py")

    report = project.gate(target, examples=8, mutants="none")

    assert (report.verdict, report.mismatches) == ("matched", [])
