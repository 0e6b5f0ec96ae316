"""The first goldens of a target: what its control does with each argument."""

from __future__ import annotations

import re
from dataclasses import replace

from argparity.golden.errors import CannotJudge
from argparity.golden.inputs.battery.build import build_battery
from argparity.golden.judge.comparator import Comparator
from argparity.golden.judge.survey import survey
from argparity.golden.model.case import Case
from argparity.golden.records.recorder import Recorder
from argparity.golden.records.store import load_goldens
from argparity.golden.sides.target import Target

TOPIC = "first"
MOST = 250
# Only the first spelling of each argument; the battery enumerates the others in every gate run.
_KIND = re.compile(r"battery:(defaults:|given:.*:0$)")


def record_first(target: Target, *, computes_defaults: bool = False) -> int:
    """Record a golden for the empty command line and for every argument, `MOST` at most, from the
    control, if the target has none; return their number.

    An input on which two runs of the control differ is left out: there is nothing to record. So is,
    where the control `computes_defaults`, every input that it accepts: the next run, or another
    machine, gives another value.
    """
    if load_goldens(target):
        return 0
    cases = _cases(target)
    with Recorder(target) as recorder:
        try:
            if not computes_defaults:
                return _record(recorder, cases)
        except CannotJudge:
            pass
        kept = [case for case in cases if _is_lasting(recorder, case, computes_defaults)]
        return _record(recorder, kept)


def _record(recorder: Recorder, cases: list[Case]) -> int:
    named = [replace(case, id=f"{TOPIC}:{place:03d}") for place, case in enumerate(cases, 1)]
    return len(recorder.add(TOPIC, named).added)


def _cases(target: Target) -> list[Case]:
    with Comparator(target) as comparator:
        cases = build_battery((seen := survey(comparator)).target, seen.schema)
    return [case for case in cases if _KIND.match(case.id)][:MOST]


def _is_lasting(recorder: Recorder, case: Case, computes_defaults: bool) -> bool:
    try:
        seen = recorder.observe(case)
    except CannotJudge:
        return False
    return not (computes_defaults and seen.last.kind == "ok")
