"""Find out which side gave no result."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from argparity.golden.gate.planning.planned import Planned
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
    pool: Pool,
    schema: Schema,
    lost: Sequence[tuple[Planned, str]],
    deadline: float | None = None,
) -> Iterator[Diagnosis]:
    """A diagnosis for each lost case, which is run again on one side at a time.

    If only the candidate gives no result, that is a mismatch. If the control does, nothing is known
    about the candidate. If neither does, something else ended the run, and the case is judged
    again. None is run again after `deadline`, and after the first one that shows a mismatch, none
    that hangs: each costs the time that a case may take.
    """
    shown = False
    for place, (planned, reason) in enumerate(lost):
        late = deadline is not None and time.monotonic() >= deadline
        if late or place >= _DIAGNOSED or (shown and reason.startswith("hang")):
            message = f"{_name(planned.case)}: {reason}; not run again"
            yield Diagnosis(planned, Problem("lost", message, "unjudged"))
            continue
        diagnosis = _diagnose(pool, schema, planned, reason)
        shown |= diagnosis.mismatch is not None
        yield diagnosis


def _name(case: Case) -> str:
    return f"case {case.id} ({' '.join(case.argv) or 'no arguments'})"


def _diagnose(pool: Pool, schema: Schema, planned: Planned, reason: str) -> Diagnosis:
    case = planned.case
    control, candidate = _probe(pool, case, "control"), _probe(pool, case, "candidate")
    if control["kind"] == "lost":
        message = f"{_name(case)}: control: {control['message']}"
        return Diagnosis(planned, Problem("lost", message, "unjudged"))
    if candidate["kind"] == "lost":
        message = f"{_name(case)}: candidate: {candidate['message']}"
        mismatch = _mismatch(schema, case, control, candidate)
        return Diagnosis(planned, Problem("lost", message, "note"), mismatch)
    for found in pool.reports(Judge((planned.item,))):
        if isinstance(found, Verdict) and found.gap is None:
            message = f"{_name(case)}: {reason}; run again, it could be judged"
            return Diagnosis(planned, Problem("lost", message, "note"), verdict=found)
    message = f"{_name(case)}: {reason}, but neither side alone"
    return Diagnosis(planned, Problem("lost", message, "unjudged"))


def _probe(pool: Pool, case: Case, side: str) -> Mapping[str, Any]:
    for message in pool.reports(Probe(case, side)):
        if isinstance(message, ProbeResult):
            return message.shown
        if isinstance(message, WorkerLost):  # it, and not its side, ran out of memory
            return {"kind": "lost", "message": message.reason}
    raise AssertionError("a probe ends with its result, or with the loss of its worker")


def _mismatch(
    schema: Schema, case: Case, control: Mapping[str, Any], candidate: Mapping[str, Any]
) -> Mismatch:
    rows = schema.given_rows(case.steps[-1])
    accepts = control["kind"] == "ok" or control.get("code") == "0"
    return Mismatch(
        target=schema.target,
        section=schema.sections.section_of(rows[0].dest) if rows else "",
        flag=rows[0].name if rows else "",
        cls="error-kind-changed",
        direction="narrowed" if accepts else "altered",
        control=dict(control),
        candidate=dict(candidate),
        case=case,
    )
