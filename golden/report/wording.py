"""The sentences shared by the forms that people read."""

from __future__ import annotations

from argparity.golden.errors import ExitCode
from argparity.golden.gate.result import GateReport


def headline(report: GateReport) -> str:
    """The verdict in a few words; a match with its share of the planned cases."""
    if report.interrupted:
        return "interrupted"
    if report.exit_code == ExitCode.NOTHING_WAS_JUDGED:
        return "nothing was judged"
    if report.verdict == "matched":
        share = 100 * report.executed // max(1, report.planned)
        return f"matched ({share} % of the planned cases)"
    return {"mismatched": "MISMATCHED", "unjudged": "COULD NOT JUDGE"}[report.verdict]


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
