"""Find out which side killed the worker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from argparity.golden.gate.plan import Planned
from argparity.golden.gate.result import Problem
from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.sides.schema import Schema
from argparity.golden.workers.jobs import Judge, Probe, ProbeResult, Verdict
from argparity.golden.workers.pool import Pool, WorkerLost

_DIAGNOSED = 8
"""How many lost cases are run again; each may take as long as a case is allowed to."""


@dataclass(frozen=True)
class Diagnosis:
    """The result for a lost case: a mismatch, a verdict after all, or neither, with a problem."""

    planned: Planned
    problem: Problem
    mismatch: Mismatch | None = None
    verdict: Verdict | None = None


def diagnose(
    pool: Pool, schema: Schema, lost: Sequence[tuple[Planned, str]]
) -> Iterator[Diagnosis]:
    """A diagnosis for each lost case, which is run again on one side at a time.

    If only the candidate loses the worker, that is a mismatch. If the control does, nothing is
    known about the candidate. If neither does, something else ended the worker, and the case is
    judged again.
    """
    for planned, reason in lost[:_DIAGNOSED]:
        yield _diagnose(pool, schema, planned, reason)
    for planned, reason in lost[_DIAGNOSED:]:
        message = f"{_name(planned.case)}: {reason}; not run again"
        yield Diagnosis(planned, Problem("lost", message, "unjudged"))


def _name(case: Case) -> str:
    return f"case {case.id} ({' '.join(case.argv) or 'no arguments'})"


def _diagnose(pool: Pool, schema: Schema, planned: Planned, reason: str) -> Diagnosis:
    case = planned.case
    control, candidate = _probe(pool, case, "control"), _probe(pool, case, "candidate")
    if isinstance(control, WorkerLost):
        message = f"{_name(case)}: control: {control.reason}"
        return Diagnosis(planned, Problem("lost", message, "unjudged"))
    if isinstance(candidate, WorkerLost):
        shown = {"kind": "lost", "message": candidate.reason}
        message = f"{_name(case)}: candidate: {candidate.reason}"
        mismatch = _mismatch(schema, case, control, shown)
        return Diagnosis(planned, Problem("lost", message, "note"), mismatch)
    for _, found in pool.run([Judge((planned.item,))]):
        if isinstance(found, Verdict):
            message = f"{_name(case)}: {reason}; run again, it could be judged"
            return Diagnosis(planned, Problem("lost", message, "note"), verdict=found)
    message = f"{_name(case)}: {reason}, but neither side alone"
    return Diagnosis(planned, Problem("lost", message, "unjudged"))


def _probe(pool: Pool, case: Case, side: str) -> ProbeResult | WorkerLost:
    for _, message in pool.run([Probe(case, side)]):
        if isinstance(message, (ProbeResult, WorkerLost)):
            return message
    raise AssertionError("a probe ends with its result, or with the loss of its worker")


def _mismatch(schema: Schema, case: Case, control: ProbeResult, shown: dict[str, str]) -> Mismatch:
    rows = schema.given_rows(case.steps[-1])
    accepts = control.shown["kind"] == "ok" or control.shown.get("code") == "0"
    return Mismatch(
        target=schema.target,
        section=schema.sections.section_of(rows[0].dest) if rows else "",
        flag=rows[0].name if rows else "",
        cls="error-kind-changed",
        direction="narrowed" if accepts else "altered",
        control=dict(control.shown),
        candidate=shown,
        case=case,
    )
