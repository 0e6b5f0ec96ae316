"""Values that depend on time, process or chance are found before the run, and can be left out."""

from __future__ import annotations

import os
import time

import pytest

from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.observe.left_out import without

from .conftest import Project

FICKLE = """\
import argparse, datetime, itertools, os, random, time, uuid
{head}
COUNT = itertools.count()


def build():
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--at", default={value})
    return parser


def parse(argv):
    values = build().parse_args(argv)
    {act}
    return values
"""

PARSE = {"control": "control.py:parse", "candidate": "candidate.py:parse"}


def write(project: Project, value: str, head: str = "", act: str = "pass") -> None:
    for name in ("control.py", "candidate.py"):
        project.write(name, FICKLE.format(value=value, head=head, act=act))


@pytest.mark.parametrize(
    ("value", "head"),
    [
        ("NOW", "NOW = time.time()"),
        ("time.time_ns()", ""),
        ("f'run-{datetime.datetime.now():%H%M%S}'", ""),
        ("NOW", "from datetime import datetime; NOW = datetime.utcnow().isoformat()"),
        ("time.strftime('%H:%M:%S')", ""),
        ("time.localtime()[:6]", ""),
        ("os.getpid()", ""),
        ("uuid.uuid4().hex", ""),
        ("random.random()", ""),
    ],
)
def test_the_control_loaded_twice_shows_what_depends_on_the_run(
    project: Project, value: str, head: str
) -> None:
    write(project, value, head)

    with Comparator(project.target()) as comparator:
        found = comparator.from_run_to_run(Case.of())

    assert list(found) == ["at"]


@pytest.mark.parametrize(
    "value",
    [
        "datetime.datetime(2020, 1, 2)",
        "datetime.datetime",
        "datetime.datetime.fromisoformat('2020-01-02')",
        "isinstance(datetime.datetime.now(), datetime.datetime)",
        "datetime.datetime.fromtimestamp(0).year",
        "time.strftime('%Y', time.gmtime(0))",
    ],
)
def test_what_has_to_do_with_time_and_stays_is_not_found(project: Project, value: str) -> None:
    write(project, value)

    with Comparator(project.target()) as comparator:
        assert comparator.from_run_to_run(Case.of()) == {}


def test_what_differs_besides_a_value_of_the_run_is_a_mismatch(project: Project) -> None:
    write(project, "NOW", "NOW = time.time()")
    project.change("default=5", "default=6")

    report = project.gate()

    assert {mismatch.flag for mismatch in report.mismatches} == {"--steps"}
    assert report.exit_code == 1
    assert "two runs of the control differ in at (" in report.of_weight("unjudged")[0].message


def test_a_value_that_depends_on_the_run_is_named_once_and_leaves_no_verdict(
    project: Project,
) -> None:
    write(project, "NOW", "NOW = time.time()")

    report = project.gate()

    (problem,) = report.problems
    assert (report.exit_code, report.total.cases) == (3, 0)
    assert "two runs of the control differ in at (" in problem.message
    assert 'left_out = ["at"]' in problem.message


def test_what_is_left_out_is_not_compared_and_said_in_the_report(project: Project) -> None:
    write(project, "NOW", "NOW = time.time()")

    report = project.gate(project.target(left_out=("at",)), only="battery")

    assert (report.verdict, report.static) == ("matched", [])
    assert [problem.message for problem in report.of_weight("note")] == [
        "not compared, as the entry leaves it out: at"
    ]


def test_other_values_are_compared_beside_what_is_left_out(project: Project) -> None:
    write(project, "NOW", "NOW = time.time()")
    project.change("default=5", "default=6")

    report = project.gate(project.target(left_out=("at",)), only="battery")

    assert {mismatch.flag for mismatch in report.mismatches} == {"--steps"}


def test_a_pinned_function_gives_its_value_on_both_sides(project: Project) -> None:
    write(project, "NOW", "from time import time as now; NOW = now()")
    target = project.target(pinned={"time.time": 7})

    with Comparator(target) as comparator:
        assert comparator.from_run_to_run(Case.of()) == {}
        values = str(comparator.compare(Case.of()).control.last.values)

    assert "'7'" in values
    assert time.time() > 7


def test_a_function_that_cannot_be_pinned_is_named(project: Project) -> None:
    for name in ("os.getpid", "os.path.exists", "datetime.datetime.now", "time.no_such"):
        with pytest.raises(Exception, match=f"pinned: {name}"):
            Comparator(project.target(pinned={name: 1}))
    assert os.getpid() != 1


def test_a_program_that_counts_its_parses_is_judged_as_it_is_after_the_first(
    project: Project,
) -> None:
    write(project, "1", act="values.number = next(COUNT)")

    report = project.gate(project.target(**PARSE), only="battery")

    assert (report.verdict, report.total.unjudged) == ("matched", 0)


def test_a_program_that_counts_otherwise_is_a_mismatch(project: Project) -> None:
    write(project, "1", act="values.number = next(COUNT)")
    project.change("next(COUNT)", "next(COUNT) * 2")

    report = project.gate(project.target(**PARSE), only="battery", fail_fast=True)

    assert report.verdict == "mismatched"


def test_names_are_those_of_keys_or_the_ends_of_paths() -> None:
    def tree(kind: str, value: object) -> dict[str, object]:
        return {"type": kind, "value": value}

    def key(name: str) -> dict[str, object]:
        return tree("str", name)

    inner = tree("dict", [[key("at"), tree("int", "1")], [key("to"), tree("int", "2")]])
    whole = tree("dict", [[key("run"), inner], [key("all"), tree("list", [inner])]])

    assert str(without(whole, ["at"])).count("left out") == 2
    assert str(without(whole, ["run.at"])).count("left out") == 1
    assert str(without(whole, ["run"])).count("left out") == 1
    assert without(whole, ["n.at"]) == whole
