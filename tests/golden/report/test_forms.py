"""Each form of a report says the same: what differs, how to see it, and what else is wrong."""

from __future__ import annotations

import io
import json
from xml.etree import ElementTree

import pytest

from argparity.golden.gate.result import Counts, GateReport
from argparity.golden.report.github import github_annotations
from argparity.golden.report.junit import junit
from argparity.golden.report.markdown import markdown
from argparity.golden.report.sarif import sarif
from argparity.golden.report.terminal import print_report, progress_on
from argparity.golden.sides.target import Target
from argparity.golden.workers.progress import QUIET


def printed(report: GateReport, target: Target) -> str:
    file = io.StringIO()
    print_report(report, target, file)
    return file.getvalue()


def test_the_table_has_a_row_for_each_section_and_one_for_all(
    report: GateReport, target: Target
) -> None:
    rows = {
        cells[0]: cells[1:]
        for line in printed(report, target).splitlines()
        if line.startswith("│") and (cells := [cell.strip() for cell in line.strip("│").split("│")])
    }

    assert rows["training"] == ["generated", "5", "3", "0", "2", "mismatched"]
    assert rows["data"] == ["legacy", "4", "3", "1", "0", "accepted"]
    assert rows["cases"] == ["", "9", "6", "1", "2", ""]
    assert rows["cut"][:2] == ["", "1"]


def test_each_mismatch_has_its_witness_and_one_command(report: GateReport, target: Target) -> None:
    text = printed(report, target)

    assert "1. training.steps: default-changed: 5 -> 6 (altered)" in text
    assert """     argv: --data.path 'it'"'"'s | here'""" in text
    assert "     file: [training]" in text
    assert "     reproduce: printf '[training]\\nlr = 1\\n' | argparity compare argv little" in text
    assert "2. training.steps: default-changed: 5 -> 6 (altered, accepted as no-5)" in text


def test_what_is_not_about_cases_is_said(report: GateReport, target: Target) -> None:
    lines = printed(report, target).splitlines()

    assert "seal: legacy/control.py: was changed, 100% sure" in lines
    assert "static: --data.path: help-changed: no effect on any parse" in lines
    assert (
        "Control against control: 9 cases. Planted faults (sample): 3 of 3 caught, 2 of them "
        "by values alone."
    ) in lines
    assert lines[-1] == "little: MISMATCHED"
    assert lines[-2] == (
        "9 cases on Python 3.11.7 in 1.2 s, seed 7: 6 matched, 1 accepted, 2 mismatched; 1 planned "
        "cases were cut."
    )


def test_a_pipe_gets_neither_colours_nor_progress(report: GateReport, target: Target) -> None:
    assert "\x1b" not in printed(report, target)
    with progress_on(io.StringIO()) as progress:
        assert progress is QUIET


def test_a_terminal_gets_progress_with_the_time_left() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    file = Terminal()
    with progress_on(file) as progress:
        progress.phase("battery", 4)
        progress.advance()
        progress.phase("fuzz", 2)
        progress.advance(2)

    assert "battery" in file.getvalue()
    assert "-:--:--" in file.getvalue() or "0:00:00" in file.getvalue()


def test_markdown_has_table_witness_and_problems(report: GateReport, target: Target) -> None:
    page = markdown(report, target)

    assert page.startswith("## argparity: little MISMATCHED\n")
    assert "| training | generated | 5 | 3 | 0 | 2 | 0 |\n" in page
    assert "| **cases** | | 9 | 6 | 1 | 2 | 0 |\n" in page
    assert "1. `training.steps: default-changed: 5 -> 6` (altered)\n" in page
    assert "### Accepted differences\n" in page
    assert "   file: lr = 1\n" in page
    assert "- **seal**: legacy/control.py: was changed, 100% sure\n" in page
    assert "- **accepted** (note): did not fire\n" in page


def test_markdown_of_a_match_is_short(report: GateReport, target: Target) -> None:
    report.mismatches, report.problems, report.static = [], [], []

    page = markdown(report, target)

    assert page.startswith("## argparity: little matched\n")
    assert "###" not in page


def test_junit_has_one_case_for_each_section_and_each_thing_beside(
    report: GateReport, target: Target
) -> None:
    suite = ElementTree.fromstring(junit(report, target))[0]
    outcomes = {
        case.get("name"): [child.tag for child in case] for case in suite.findall("testcase")
    }

    assert outcomes == {
        "training": ["failure"],
        "data": ["system-out"],
        "seals and ledger": ["failure"],
        "goldens and coverage": [],
        "accepted differences": ["system-out"],
        "self-check": ["error"],
    }
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("6", "2", "1")


def test_junit_survives_what_xml_cannot_hold(report: GateReport, target: Target) -> None:
    report.problems[0] = type(report.problems[0])("seal", "a \x00 and \ud800")

    assert "a \\x00 and \\ud800" in junit(report, target)
    ElementTree.fromstring(junit(report, target))


def test_sarif_points_at_the_field_and_suppresses_what_is_accepted(
    report: GateReport, target: Target
) -> None:
    document = json.loads(json.dumps(sarif(report, target)))
    (run,) = document["runs"]
    first, second, seal, unstable, note = run["results"]

    assert document["version"] == "2.1.0"
    assert first["ruleId"] == "default-changed"
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "candidate.py"},
        "region": {"startLine": 8},
    }
    assert "suppressions" not in first
    assert second["suppressions"][0]["justification"] == "accepted difference no-5"
    assert [r["level"] for r in (seal, unstable, note)] == ["error", "error", "note"]
    known = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in run["results"]} == known


def test_annotations_mark_the_line_and_escape_their_text(
    report: GateReport, target: Target
) -> None:
    lines = github_annotations(report, target)

    assert len(lines) == 4
    assert lines[0].startswith(
        "::error file=candidate.py,line=8,title=little%3A default-changed::training.steps: "
    )
    assert "%0Areproduce: printf" in lines[0]
    assert lines[1] == "::error title=little%3A seal::legacy/control.py: was changed, 100%25 sure"
    assert lines[3].startswith("::notice title=little%3A accepted::")


@pytest.mark.parametrize(
    ("change", "verdict", "code"),
    [
        ({}, "mismatched", 1),
        ({"mismatches": []}, "mismatched", 1),
        ({"mismatches": [], "problems": []}, "matched", 0),
        ({"mismatches": [], "problems": [], "total": Counts()}, "unjudged", 5),
        ({"mismatches": [], "problems": [], "interrupted": True}, "unjudged", 130),
    ],
)
def test_the_exit_code_follows_from_mismatches_problems_and_counts(
    report: GateReport, change: dict[str, object], verdict: str, code: int
) -> None:
    for name, value in change.items():
        setattr(report, name, value)

    assert (report.verdict, report.exit_code) == (verdict, code)


def test_what_could_not_be_judged_is_no_match(report: GateReport) -> None:
    report.mismatches, report.problems = [], report.problems[1:]

    assert (report.verdict, report.exit_code) == ("unjudged", 3)


def test_the_json_document_holds_everything(report: GateReport) -> None:
    document = json.loads(json.dumps(report.to_json()))

    assert document["verdict"] == "mismatched"
    assert document["sections"][0]["section"] == "training"
    assert document["mismatches"][1]["accepted"] == "no-5"
    assert document["self_check"]["killed"] == 3
    assert document["static"][0]["effect"] == "no effect on any parse"
    assert document["tiers"]["battery"] == {
        "planned": 10,
        "executed": 9,
        "cut": 1,
        "seconds": 0.0,
    }
