"""The report as JUnit XML."""

from __future__ import annotations

from xml.etree import ElementTree

from argparity.golden.gate.result import GateReport
from argparity.golden.report.junit import junit
from argparity.golden.sides.target import Target


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
