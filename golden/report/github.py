"""Annotations for GitHub: workflow commands that mark lines of a pull request."""

from __future__ import annotations

from argparity.golden.gate.result import GateReport
from argparity.golden.report.locations import location_of
from argparity.golden.report.reproduce import compare_command, printable
from argparity.golden.report.wording import told
from argparity.golden.sides.target import Target

_LEVELS_OF_SEVERITY = {"error": "error", "warning": "warning", "note": "notice"}
_LEVELS = {"red": "error", "unjudged": "error", "note": "notice"}


def github_annotations(report: GateReport, target: Target) -> list[str]:
    """One line for each mismatch that is not accepted and for each problem."""
    lines = []
    for mismatch in report.mismatches:
        if mismatch.accepted is not None:
            continue
        location = location_of(target, mismatch)
        where = {} if location is None else {"file": location.file, "line": str(location.line)}
        text = f"{told(mismatch)}\nreproduce: {compare_command(target, mismatch)}"
        title = f"{report.target}: {mismatch.cls}"
        level = _LEVELS_OF_SEVERITY[mismatch.severity]
        lines.append(_command(level, {**where, "title": title}, text))
    for problem in report.problems:
        title = f"{report.target}: {problem.kind}"
        lines.append(_command(_LEVELS[problem.weight], {"title": title}, problem.message))
    return lines


def _command(name: str, properties: dict[str, str], text: str) -> str:
    shown = ",".join(f"{key}={_escape(value, ',:')}" for key, value in properties.items())
    return f"::{name} {shown}::{_escape(printable(text))}"


def _escape(text: str, more: str = "") -> str:
    for character in ("%", "\r", "\n", *more):
        text = text.replace(character, f"%{ord(character):02X}")
    return text
