"""The end of a run: what was found and counted becomes the verdict of each section."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from argparity.golden.gate.result import GateReport, Problem, StaticFinding
from argparity.golden.inputs.touched import SectionFlag
from argparity.golden.judge.static import StaticDifference
from argparity.golden.model.mismatch import MismatchKey


def conclude(
    report: GateReport,
    differences: Sequence[StaticDifference],
    witnessed: set[MismatchKey],
    shown_by: Callable[[SectionFlag], tuple[int, bool]],
) -> None:
    """Complete a report whose mismatches and counts are known.

    `witnessed`: the mismatches that cases showed, accepted or not. `shown_by`: how many
    cases could show a difference, and whether that settles it.
    """
    report.static = [
        StaticFinding(d, d.key in witnessed, *shown_by((d.section, d.flag))) for d in differences
    ]
    report.dynamic_only = sorted(witnessed - {difference.key for difference in differences})
    _check_counts(report)
    _set_verdicts(report)


def _check_counts(report: GateReport) -> None:
    check = report.selfcheck
    for name, planned, done in (
        *((n, t.planned, t.executed + t.cut) for n, t in report.tiers.items()),
        ("mutants", check.planned, check.executed + check.cut),
    ):
        if planned != done and not report.interrupted:
            message = f"{name}: {planned} were planned, {done} executed or cut"
            report.problems.append(Problem("count", message, "unjudged"))


def _set_verdicts(report: GateReport) -> None:
    open_sections = {mismatch.section for mismatch in report.open_mismatches}
    for row in report.sections:
        if row.name in open_sections or row.counts.mismatched:
            row.verdict = "mismatched"
        elif not row.counts.cases or row.counts.unjudged:
            row.verdict = "unjudged"
        elif row.counts.accepted:
            row.verdict = "accepted"
