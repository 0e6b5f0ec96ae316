"""A run in which no input is accepted has compared nothing."""

from __future__ import annotations

from typing import Any

import pytest

from argparity.golden.gate.result import GateReport

from .conftest import Project

RAISING = """\
import argparse


def build():
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--steps", type=int, default=5)
    return parser


def parse(argv):
    values = vars(build().parse_args(argv))
    {fault}
    return values
"""


def run(project: Project, control: str, candidate: str = "pass", **settings: Any) -> GateReport:
    project.write("control.py", RAISING.format(fault=control))
    project.write("candidate.py", RAISING.format(fault=candidate))
    target = project.target(control="control.py:parse", candidate="candidate.py:parse")
    return project.gate(target, **settings)


@pytest.mark.parametrize("candidate", ["raise KeyError('RANK')", "pass", "values['steps'] = 6"])
def test_a_control_that_raises_on_every_input_leaves_no_verdict(
    project: Project, candidate: str
) -> None:
    report = run(project, "raise KeyError('RANK')", candidate, examples=8)

    assert report.exit_code == 3
    assert report.mismatches == report.elsewhere == []
    (problem,) = report.problems
    assert "the control accepts none of" in problem.message
    assert "KeyError: 'RANK'" in problem.message


def test_several_exceptions_are_counted_and_the_most_frequent_is_named(project: Project) -> None:
    fault = "raise ValueError(len(argv)) if len(argv) > 3 else KeyError('RANK')"

    (problem,) = run(project, fault, fault).problems

    assert "KeyError: 'RANK' and " in problem.message


def test_two_sides_that_reject_every_input_leave_no_verdict(project: Project) -> None:
    reject = "build().error('never')"

    report = run(project, reject, reject)

    assert report.exit_code == 3
    assert "both sides reject each of" in report.problems[0].message


def test_help_alone_is_not_an_accepted_input(project: Project) -> None:
    report = run(project, "1 / 0", "1 / 0", only="battery")

    assert report.exit_code == 3
    assert "ZeroDivisionError: division by zero" in report.problems[0].message


def test_a_candidate_that_rejects_what_the_control_accepts_is_a_mismatch(project: Project) -> None:
    report = run(project, "pass", "raise KeyError('RANK')")

    assert report.exit_code == 1
    assert report.problems == []


def test_a_program_that_ends_well_by_exiting_is_judged(project: Project) -> None:
    ending = "print(values); raise SystemExit(0)"

    report = run(project, ending, ending)

    assert (report.exit_code, report.problems) == (0, [])


def test_a_control_that_raises_on_some_inputs_is_judged(project: Project) -> None:
    fault = "{}[values['steps']] if values['steps'] == 7 else None"

    report = run(project, fault, fault)

    assert (report.exit_code, report.problems) == (0, [])


PICKY = """\
import argparse


def odd(word):
    if len(word) != 23:
        raise ValueError(word)
    return word


def build():
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--odd", type=odd)
    parser.add_argument("--steps", type=int, default=5)
    return parser
"""


@pytest.fixture
def picky(project: Project) -> Project:
    for name in ("control.py", "candidate.py"):
        project.write(name, PICKY)
    return project


@pytest.mark.parametrize(("strict", "code", "weight"), [(False, 0, "note"), (True, 3, "unjudged")])
def test_a_flag_of_which_no_word_was_accepted_is_named(
    picky: Project, strict: bool, code: int, weight: str
) -> None:
    report = picky.gate(strict=strict)

    assert report.exit_code == code
    (problem,) = report.problems
    assert problem.weight == weight
    assert "no word that was tried for --odd is accepted" in problem.message


def test_words_of_the_target_are_tried_and_accepted(picky: Project) -> None:
    report = picky.gate(picky.target(words={"--odd": ("x" * 23,)}), strict=True)

    assert (report.exit_code, report.problems) == (0, [])
