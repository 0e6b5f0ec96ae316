"""Everything that README says is observed: a candidate that alone does it differs."""

from __future__ import annotations

import pytest

from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case

from .conftest import Project

SIDE = """\
import argparse
import locale
import logging
import os
import random
import subprocess
import sys
import warnings


def parse(argv):
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--steps", type=int, default=5)
    values = parser.parse_args(list(argv))
    {act}
    return values
"""

OBSERVED = {
    "a record of level INFO": "logging.getLogger('shop').info('x')",
    "a record of level DEBUG": "logging.getLogger('shop').debug('x')",
    "a record of the root logger": "logging.debug('x')",
    "a text on standard output": "print('x')",
    "a text on standard error": "print('x', file=sys.stderr)",
    "a text to a descriptor": "os.write(1, b'x')",
    "a text to the other descriptor": "os.write(2, b'x')",
    "a text of a child": "subprocess.run(['echo', 'x'])",
    "a text of a shell": "os.system('echo x >&2')",
    "a warning": "warnings.warn('x')",
    "the caller's own list": "argv.append('x')",
    "sys.argv": "sys.argv.append('x')",
    "a variable": "os.environ['SHOP'] = 'x'",
    "the folder": "os.chdir('/')",
    "the umask": "os.umask(0o027)",
    "the locale": "locale.setlocale(locale.LC_NUMERIC, 'C.UTF-8')",
    "the random state": "random.seed(3)",
    "the warnings filters": "warnings.simplefilter('ignore', BytesWarning)",
    "sys.path": "sys.path.insert(0, '/nowhere')",
    "a level": "logging.getLogger('shop').setLevel(10)",
    "a patch": "argparse.HelpFormatter = object",
}


@pytest.fixture(autouse=True)
def in_the_project(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project.folder)  # where little is to be copied for child processes


def differs(project: Project, act: str, otherwise: str = "pass") -> bool:
    project.write("control.py", SIDE.format(act=otherwise))
    project.write("candidate.py", SIDE.format(act=act))
    target = project.target(control="control.py:parse", candidate="candidate.py:parse")
    with Comparator(target) as comparator:
        compared = comparator.compare(Case.of(["--steps", "7"]))
        assert not compared.unstable
        return bool(compared.mismatches or comparator.outside_of_cases())


@pytest.mark.parametrize("what", OBSERVED)
def test_what_the_candidate_alone_does_is_a_mismatch(project: Project, what: str) -> None:
    assert differs(project, OBSERVED[what])


@pytest.mark.parametrize("what", OBSERVED)
def test_what_both_sides_do_is_none(project: Project, what: str) -> None:
    assert not differs(project, OBSERVED[what], OBSERVED[what])


@pytest.mark.parametrize(
    "said",
    ["print('x')", "import logging; logging.info('x')", "import warnings; warnings.warn('x')"],
)
def test_what_the_first_lazy_import_says_is_a_mismatch(project: Project, said: str) -> None:
    project.write("says_something.py", said)
    project.write("says_nothing.py", "")

    assert differs(project, "import says_something", "import says_nothing")


def test_a_resource_that_is_collected_is_no_difference(project: Project) -> None:
    assert not differs(project, "open(__file__)")
