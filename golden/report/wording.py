"""The sentences shared by the forms that people read."""

from __future__ import annotations

from collections.abc import Iterable

from argparity.golden.errors import ExitCode
from argparity.golden.gate.result import GateReport
from argparity.golden.model.mismatch import SEVERITIES, Direction, Mismatch


def headline(report: GateReport) -> str:
    """The verdict in a few words; a match with its share of the planned cases."""
    if report.interrupted:
        return "interrupted"
    if report.exit_code == ExitCode.NOTHING_WAS_JUDGED:
        return "nothing was judged"
    if report.verdict == "matched":
        share = 100 * report.executed // max(1, report.planned)
        return f"matched ({share} % of the planned cases)"
    return _HEADLINES[report.verdict]


_HEADLINES = {
    "mismatched": "MISMATCHED",
    "unsound": "UNSOUND",
    "unjudged": "COULD NOT JUDGE",
}


_WORST: tuple[Direction, ...] = ("narrowed", "altered", "widened")


def in_order(mismatches: Iterable[Mismatch]) -> list[Mismatch]:
    """What stands for itself, worst first: what is not accepted before what is, what breaks launch
    scripts before what changes their results.
    """
    return sorted(
        (mismatch for mismatch in mismatches if mismatch.because is None),
        key=lambda m: (
            m.accepted is not None,
            SEVERITIES.index(m.severity),
            _WORST.index(m.direction),
        ),
    )


def without_difference(report: GateReport) -> list[str]:
    """The sections in which nothing differs."""
    return [row.name for row in report.sections if row.verdict == "matched" and row.name]


def summary(report: GateReport) -> str:
    """The number of cases, and how they ended, as one sentence."""
    total = report.total
    parts = [f"{total.matched} matched"]
    for name in ("accepted", "mismatched", "unjudged"):
        if getattr(total, name):
            parts.append(f"{getattr(total, name)} {name}")
    cut = sum(tier.cut for tier in report.tiers.values())
    left_out = f"; {cut} planned cases were cut" if cut else ""
    return (
        f"{total.cases} cases on Python {report.python} in {report.seconds:.1f} s, seed "
        f"{report.seed}: {', '.join(parts)}{left_out}."
    )


def self_check(report: GateReport) -> str:
    """The result of the gate's self-check, as sentences."""
    check = report.selfcheck
    steady = f"Control against control: {check.steady} cases."
    if report.confirmed:
        steady += f" DeepDiff confirmed {report.confirmed} cases."
    if not check.planned:
        return f"{steady} No faults were planted."
    valid = check.executed - len(check.invalid)
    more = f", {check.cut} cut" if check.cut else ""
    more += f", {len(check.invalid)} void" if check.invalid else ""
    return (
        f"{steady} Planted faults ({check.asked}): {check.killed} of {valid} caught, "
        f"{check.killed_by_values} of them by values alone{more}."
    )


def told(mismatch: Mismatch) -> str:
    """A difference in one line: where, what changed, what a user gets, and why."""
    place = mismatch.line().partition(": ")[0]
    cause = f" ({mismatch.cause})" if mismatch.cause else ""
    return f"{place}: {mismatch.cls}: {mismatch.told_effect}{cause}"
