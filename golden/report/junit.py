"""JUnit XML: a test case for each section, and one for each check that belongs to no section."""

from __future__ import annotations

from xml.etree import ElementTree

from argparity.golden.gate.result import GateReport, Problem
from argparity.golden.report.reproduce import compare_command, printable, witness_lines
from argparity.golden.report.wording import told
from argparity.golden.sides.target import Target

_OTHER_CHECKS = {
    "seals and ledger": ("seal", "ledger"),
    "goldens and coverage": ("goldens", "coverage"),
    "accepted differences": ("accepted",),
    "self-check": ("mutant", "unstable", "lost", "count"),
}


def junit(report: GateReport, target: Target) -> str:
    """The document as a string."""
    suite = ElementTree.Element("testsuite", name=f"argparity {report.target}")
    for section in report.sections:
        case = _case(suite, report, section.name or "whole parser")
        own = [m for m in report.open_mismatches if m.section == section.name]
        for mismatch in own:
            lines = [told(mismatch), *witness_lines(mismatch.case)]
            lines.append(f"reproduce: {compare_command(target, mismatch)}")
            _child(case, "failure", mismatch.cls, "\n".join(lines))
        if section.verdict == "unjudged" and not own:
            _child(case, "error", "unjudged", "no verdict on this section")
        elif section.counts.accepted:
            ElementTree.SubElement(
                case, "system-out"
            ).text = f"{section.counts.accepted} cases differ as an accepted difference allows"
    rows = {section.name for section in report.sections}
    for mismatch in report.open_mismatches:
        if mismatch.section not in rows:
            name = mismatch.section or "whole parser"
            _child(_case(suite, report, name), "failure", mismatch.cls, told(mismatch))
    for name, kinds in _OTHER_CHECKS.items():
        case = _case(suite, report, name)
        for problem in report.problems:
            if problem.kind in kinds:
                _problem(case, problem)
    _totals(suite, report)
    suites = ElementTree.Element("testsuites")
    suites.append(suite)
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: ElementTree.Element, report: GateReport, name: str) -> ElementTree.Element:
    return ElementTree.SubElement(
        suite, "testcase", classname=f"argparity.{report.target}", name=name
    )


def _child(case: ElementTree.Element, kind: str, message: str, text: str) -> None:
    child = ElementTree.SubElement(case, kind, message=_xml(message))
    child.text = _xml(text)


def _problem(case: ElementTree.Element, problem: Problem) -> None:
    kind = {"red": "failure", "unjudged": "error", "note": "system-out"}[problem.weight]
    if kind == "system-out":
        ElementTree.SubElement(case, kind).text = _xml(problem.message)
    else:
        _child(case, kind, problem.kind, problem.message)


def _totals(suite: ElementTree.Element, report: GateReport) -> None:
    cases = suite.findall("testcase")
    failures = sum(case.find("failure") is not None for case in cases)
    errors = sum(c.find("error") is not None and c.find("failure") is None for c in cases)
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(failures))
    suite.set("errors", str(errors))
    suite.set("time", f"{report.seconds:.2f}")


def _xml(text: str) -> str:
    """The text, with escapes for characters that XML cannot hold."""
    return printable(text)
