"""One line in a project's own suite makes one test for each section."""

from __future__ import annotations

import pytest

import checkout

pytest_plugins = ["pytester"]

pytestmark = pytest.mark.slow

ROOT = checkout.ROOT
SIDE = """\
import argparse


def build():
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument_group("train").add_argument("--steps", type=int, default={default})
    parser.add_argument_group("data").add_argument("--path")
    return parser
"""
SUITE = """\
from argparity.golden.testing import parity_tests

test_little = parity_tests("little", workers=1, examples=0, mutants="none")
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A project with a target named little and a suite of one line."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    sides = 'control = "control.py:build"\ncandidate = "candidate.py:build"\n'
    pytester.makefile(".toml", argparity=f"[targets.little]\n{sides}")
    pytester.makepyfile(control=SIDE.format(default=5), candidate=SIDE.format(default=5))
    pytester.makepyfile(test_parity=SUITE)
    return pytester


def run(suite: pytest.Pytester, *words: str) -> pytest.RunResult:
    return suite.runpytest_subprocess("-p", "argparity.golden.testing", "-v", *words)


def test_equal_sides_pass_with_one_test_a_section(suite: pytest.Pytester) -> None:
    result = run(suite)

    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(
        [
            "*test_little[[]train[]] PASSED*",
            "*test_little[[]data[]] PASSED*",
            "*test_little[[]outside the sections[]] PASSED*",
            "*= parity =*",
            "little: * cases on Python *",
        ]
    )


def test_a_difference_fails_the_test_of_its_section_alone(suite: pytest.Pytester) -> None:
    suite.makepyfile(candidate=SIDE.format(default=6))

    result = run(suite)

    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            "train: --steps: default-changed: 5 -> 6",
            "reproduce: argparity compare argv little --",
        ]
    )


def test_options_of_pytest_go_before_the_settings_of_the_line(suite: pytest.Pytester) -> None:
    result = run(suite, "--parity-seed", "11", "--parity-workers", "2")

    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["little: * seed 11: *"])


def test_the_line_works_without_the_plugin(suite: pytest.Pytester) -> None:
    suite.runpytest_subprocess("-p", "no:argparity.golden.testing").assert_outcomes(passed=3)


def test_a_suite_can_name_the_plugin_after_it_has_made_the_tests(suite: pytest.Pytester) -> None:
    suite.makepyfile(conftest=SUITE + '\npytest_plugins = ["argparity.golden.testing"]\n')

    result = suite.runpytest_subprocess("-W", "error", "--parity-seed", "11")

    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["little: * seed 11: *"])


def test_the_plugin_loads_nothing_of_the_harness(suite: pytest.Pytester) -> None:
    suite.makepyfile(
        test_parity="import sys\n\n"
        "def test_it():\n    assert 'argparity.golden.gate' not in sys.modules"
    )

    run(suite).assert_outcomes(passed=1)


def test_an_unknown_target_stops_the_collection_with_one_line(suite: pytest.Pytester) -> None:
    suite.makepyfile(
        test_parity="from argparity.golden.testing import parity_tests\n\n"
        "test_it = parity_tests('litle')\n"
    )

    result = run(suite)

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*UsageError: unknown target 'litle'; known targets: *little*"])
