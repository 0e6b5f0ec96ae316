"""Counts of how the cases ended, by section and by tier."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace

from argparity.golden.gate.result import CaseVerdict, GateReport, SectionResult
from argparity.golden.model.mismatch import MismatchKey


@dataclass(frozen=True)
class CountedCase:
    """One executed case. `keys`: its raw mismatches; `judged`: False if it was lost or unstable."""

    tier: str
    sections: frozenset[str]
    keys: tuple[MismatchKey, ...] = ()
    judged: bool = True


class CaseCounts:
    """Executed cases; totals are computed once acceptance is known."""

    def __init__(self, section: str | None) -> None:
        self._section = section
        self._cases: list[CountedCase] = []

    def add(self, counted: CountedCase) -> None:
        """Add an executed case."""
        self._cases.append(counted)

    def fill(self, report: GateReport, causes: Mapping[MismatchKey, Iterable[MismatchKey]]) -> None:
        """Write the counts into the report, whose mismatches are final.

        `causes`: for each raw mismatch, the mismatches that it was traced to. A case counts as
        mismatched in the sections of those, not where their consequences show.
        """
        shown: Counter[MismatchKey] = Counter()
        accepted = {mismatch.key: not mismatch.is_open for mismatch in report.mismatches}
        rows = {row.name: row for row in report.sections}
        known = frozenset(rows)
        for counted in self._cases:
            traced = dict.fromkeys(key for raw in counted.keys for key in causes.get(raw, [raw]))
            # Mismatches outside the report belong to a section that is not judged.
            keys = [key for key in traced if key in accepted]
            shown.update(keys)
            report.total.count(_outcome(counted.judged, keys, accepted))
            by_place = _by_place(counted.sections, keys, known)
            for name in sorted(by_place):
                if self._section not in (None, name) and name:
                    continue
                row = rows.get(name)
                if row is None:
                    row = rows[name] = SectionResult(name, "")
                    report.sections.append(row)
                row.tiers[counted.tier] = row.tiers.get(counted.tier, 0) + 1
                row.counts.count(_outcome(counted.judged, by_place[name], accepted))
        for mismatch in report.mismatches:
            if mismatch.because is not None and not mismatch.because[1]:  # summed up by that one
                shown[mismatch.because] += shown[mismatch.key]
        report.mismatches = [replace(m, cases=max(1, shown[m.key])) for m in report.mismatches]


def _by_place(
    touched: Iterable[str], keys: Iterable[MismatchKey], known: Container[str]
) -> dict[str, list[MismatchKey]]:
    """The mismatches of a case by section, with an empty list for touched sections that match.

    Those of no section that can be switched (help, unknown arguments) are the whole parser's.
    """
    found: dict[str, list[MismatchKey]] = {name if name in known else "": [] for name in touched}
    for key in keys:
        found.setdefault(key[0] if key[0] in known else "", []).append(key)
    return found


def _outcome(
    judged: bool, keys: Iterable[MismatchKey], accepted: Mapping[MismatchKey, bool]
) -> CaseVerdict:
    if not judged:
        return "unjudged"
    states = [accepted[key] for key in keys]
    if not states:
        return "matched"
    return "accepted" if all(states) else "mismatched"
