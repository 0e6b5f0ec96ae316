"""Words and combinations that show what a converter or a layer does to them."""

from __future__ import annotations

from argparity.golden.gate.result import GateReport
from argparity.golden.inputs.battery.build import build_battery
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.records.recorder import Recorder
from argparity.golden.sides.target import ConfigFile

from .conftest import Project

PAIR = """\
import argparse
import os


def build():
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--path", type=convert)
    parser.add_argument("--steps", type=int, default=5)
    return parser


def convert(text):
    {body}
    return text
"""


def gate(project: Project, control: str, candidate: str) -> GateReport:
    project.write("control.py", PAIR.format(body=control))
    project.write("candidate.py", PAIR.format(body=candidate))
    return project.gate(battery=None, only="battery", fail_fast=True)


def test_texts_that_converters_treat_otherwise_are_tried(project: Project) -> None:
    project.write("control.py", PAIR.format(body="pass"))
    with Comparator(project.target(candidate="control.py:build")) as comparator:
        cases = build_battery(comparator.target, comparator.schema)

    words = {case.argv[1] for case in cases if case.argv[:1] == ("--path",) and case.argv[1:]}
    assert words >= {"a,,b,", "\ta\t,\xa0b\xa0", "b,a,b", "a\n", "$COLUMNS", "~", "100%s", "1__0"}


def test_a_converter_that_takes_existing_files_alone_gets_one(project: Project) -> None:
    check = "if not os.path.isfile(text): raise ValueError(text)"
    report = gate(project, check, f"{check}\n    text += '!'")

    assert {mismatch.flag for mismatch in report.mismatches} == {"--path"}


def test_a_word_that_only_a_golden_gives_is_tried_in_other_cases(project: Project) -> None:
    check = "if text != chr(113) * 3: raise ValueError(text)"
    for name in ("control.py", "candidate.py"):
        project.write(name, PAIR.format(body=check))
    target = project.target(goldens="goldens")
    with Recorder(target) as recorder:
        recorder.add("words", [Case.of(["--path", "qqq", "--steps", "1"], id="w", why="A word.")])
    project.change("return text", "return text + '!'", "candidate.py")

    report = project.gate(target, battery=None, only="battery")

    assert any("qqq" in mismatch.case.argv for mismatch in report.mismatches)


LATE = """\
import argparse
import json


def parse(argv, config=None):
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--size")
    given = parser.parse_args(argv)
    filed = json.loads(config) if config else {{}}
    {layers}
    return given
"""


def test_the_value_of_the_empty_parse_is_a_word_over_a_file(project: Project) -> None:
    late = "given.size = given.size or filed.get('size') or 'late'"
    lost = (
        "given.size = given.size if given.size not in (None, 'late') else "
        "filed.get('size') or 'late'"
    )
    project.write("control.py", LATE.format(layers=late))
    project.write("candidate.py", LATE.format(layers=lost))
    target = project.target(
        control="control.py:parse",
        candidate="candidate.py:parse",
        config_file=ConfigFile(None, "json"),
    )

    report = project.gate(target, battery=None, only="battery", fail_fast=True)

    (mismatch,) = report.mismatches
    assert mismatch.case.argv == ("--size", "late")
    assert mismatch.case.config is not None


SURROUNDINGS = """\
import argparse
import os


def parse(argv, env=None):
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--size", type=int, default=1)
    parser.add_argument("--wide", action="store_true")
    given = parser.parse_args(argv)
    if env.get("LEVEL") and {condition}:
        given.size = 0
    return given
"""


def test_a_flag_and_a_variable_meet(project: Project) -> None:
    project.write("control.py", SURROUNDINGS.format(condition="True"))
    project.write("candidate.py", SURROUNDINGS.format(condition="not given.wide"))
    target = project.target(
        control="control.py:parse", candidate="candidate.py:parse", environment=("LEVEL",)
    )

    report = project.gate(target, battery=None, only="battery")

    assert report.exit_code == 1
    assert all("--wide" in m.case.argv and dict(m.case.env) for m in report.mismatches)
