"""Switch sections to another backend: to `generated` on the gate's evidence, to `legacy` at once.

The gate is handed in, so a rollback works even when the harness does not.
"""

from __future__ import annotations

import contextlib
import datetime
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from argparity.compat.switchboard import ENVIRONMENT_VARIABLE
from argparity.golden.errors import ExitCode, GoldenError, UsageError
from argparity.golden.records.atomic import locked
from argparity.golden.records.evidence import Digests, Evidence
from argparity.golden.records.ledger import Switch, append, latest, read_ledger
from argparity.golden.records.store import Touched, all_sections, version_order
from argparity.golden.records.switches import known_sections, write_switches
from argparity.golden.sides.target import Target

if TYPE_CHECKING:
    from argparity.golden.gate.result import GateReport

    Gate = Callable[..., GateReport]

ALL = "all"
"""Instead of a section: all of them, with one run of the gate."""


class NotAllowed(GoldenError):
    """A gate that did not match; `report` says why. Nothing was written."""

    def __init__(self, report: GateReport, message: str) -> None:
        self.report = report
        self.exit_code = report.exit_code or ExitCode.COULD_NOT_JUDGE
        super().__init__(message)


def chosen_sections(target: Target, name: str) -> list[str]:
    """The sections that a user's argument means. Raises UsageError, which lists the known ones."""
    known = known_sections(target)
    if name == ALL:
        return known
    if name not in known:
        raise UsageError(
            f"unknown section {name!r} of {target.name}; known: {', '.join(known)}, or {ALL}"
        )
    return [name]


def switch_over(target: Target, sections: Sequence[str], reason: str, gate: Gate) -> GateReport:
    """Switch sections to `generated` and return the report of the gate that allows it.

    `gate(target, section=..., environ=...)` runs with these sections forced over. Only if it
    matches, the ledger gets the evidence and then the switches change. An interruption in between
    leaves the ledger alone written; the gate reports the disagreement, and the same command
    completes it.

    Raises UsageError for an empty reason, NotAllowed where the gate does not match.
    """
    _check_reason(reason)
    before = _evidence(target, sections, all_sections)
    report = _judged(target, sections, gate)
    today = datetime.date.today()
    found = _evidence(target, sections, report.touched)
    entries = [
        _entry(target, name, reason.strip(), today, report, found[name]) for name in sections
    ]
    with _both_locked(target):
        if _evidence(target, sections, all_sections) != before:
            raise NotAllowed(report, "code or goldens changed while the gate ran; run it again")
        append(target.path(target.ledger), _with_pythons(entries, target))
        write_switches(target, sections, "generated")
    return report


def switch_back(target: Target, sections: Sequence[str], reason: str) -> None:
    """Switch sections to `legacy` at once, and give the ledger the reason.

    An interruption in between leaves the switches alone written; the same command completes it.
    Raises UsageError for an empty reason.
    """
    _check_reason(reason)
    today = datetime.date.today()
    entries = [
        Switch(
            target=target.name, section=name, backend="legacy", reason=reason.strip(), date=today
        )
        for name in sections
    ]
    with _both_locked(target):
        write_switches(target, sections, "legacy")
        append(target.path(target.ledger), entries)


def _with_pythons(entries: Sequence[Switch], target: Target) -> list[Switch]:
    """The entries, with the Python versions on which the same code was judged before."""
    last = latest(read_ledger(target.path(target.ledger)), target)
    found = []
    for entry in entries:
        before = last.get(entry.section)
        if before is not None and before.digests == entry.digests:
            versions = {*before.python, *entry.python}
            entry = replace(entry, python=tuple(sorted(versions, key=version_order)))
        found.append(entry)
    return found


@contextlib.contextmanager
def _both_locked(target: Target) -> Iterator[None]:
    """Context manager: no other switch of this target happens in between."""
    folders = sorted({target.path(path).parent for path in (target.ledger, target.switches)})
    with contextlib.ExitStack() as stack:
        for folder in folders:
            folder.mkdir(parents=True, exist_ok=True)
            stack.enter_context(locked(folder))
        yield


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise UsageError("a switch needs a reason: --reason TEXT")


def _evidence(target: Target, sections: Sequence[str], touched: Touched) -> dict[str, Digests]:
    evidence = Evidence(target, known_sections(target), touched)
    return {name: evidence.of(name) for name in sections}


def _judged(target: Target, sections: Sequence[str], gate: Gate) -> GateReport:
    forced = ",".join(f"{target.name}.{name}=generated" for name in sections)
    one = sections[0] if len(sections) == 1 else None
    environ = {ENVIRONMENT_VARIABLE: forced}
    report = gate(target, section=one, environ=environ, confirm="all")
    if report.verdict != "matched":
        report.mismatches = [mismatch.under(environ) for mismatch in report.mismatches]
        raise NotAllowed(
            report,
            f"the gate ended {report.verdict}; nothing was switched. See all of it with "
            f"{ENVIRONMENT_VARIABLE}={shlex.quote(forced)} argparity gate {target.name}",
        )
    return report


def _entry(
    target: Target,
    section: str,
    reason: str,
    today: datetime.date,
    report: GateReport,
    evidence: Digests,
) -> Switch:
    tiers = next((row.tiers for row in report.sections if row.name == section), report.counts())
    check = report.selfcheck
    return Switch(
        target=target.name,
        section=section,
        backend="generated",
        reason=reason,
        date=today,
        python=(report.python,),
        digests=evidence,
        cases=dict(tiers),
        mutants={"planted": check.executed - len(check.invalid), "killed": check.killed},
    )
