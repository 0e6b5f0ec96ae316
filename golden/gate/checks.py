"""Checks besides the cases: seals, ledger, switches, goldens, accepted differences."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence

from argparity.compat.errors import CompatError
from argparity.compat.switchboard import Backend, Switchboard
from argparity.golden.errors import CannotJudge
from argparity.golden.gate.options import GateOptions
from argparity.golden.gate.planning.plan import Plan
from argparity.golden.gate.result import Problem
from argparity.golden.inputs.touched import SectionFlag
from argparity.golden.isolate.environ import variables_set
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.records.accepted import Accepted, apply_accepted, load_accepted
from argparity.golden.records.ledger import check_ledger
from argparity.golden.records.seals import check_seals
from argparity.golden.records.shipping import check_shipping
from argparity.golden.records.store import Touched
from argparity.golden.records.switches import read_switches
from argparity.golden.sides.target import Target


def backends(
    target: Target, sections: Sequence[str], environ: Mapping[str, str]
) -> dict[str, Backend]:
    """The backend of each section by the switches, `generated` for a target without switches.

    Raises CannotJudge for switches that cannot be read.
    """
    try:
        if not read_switches(target):
            return dict.fromkeys(sections, "generated")
        with variables_set(environ):
            file = target.path(target.switches)
            return dict(Switchboard(target.name, sections, file).backends())
    except CompatError as error:
        raise CannotJudge(str(error)) from error


def check_records(target: Target) -> Iterator[Problem]:
    """The problems with seals, and what a wheel would lack."""
    if target.name == "adhoc":
        return
    for message in check_seals(target.base, target.seals):
        yield Problem("seal", message)
    for message in check_shipping(target):
        yield Problem("shipping", message, "note")


def check_evidence(target: Target, options: GateOptions, touched: Touched) -> Iterator[Problem]:
    """The problems with the ledger.

    A run with forced backends gathers the ledger's evidence, so it does not check the ledger.
    """
    if target.name == "adhoc" or options.environ:
        return
    for message in check_ledger(target, datetime.date.today(), touched):
        yield Problem("ledger", message)


def check_plan(target: Target, plan: Plan, backend: Mapping[str, str]) -> Iterator[Problem]:
    """The problems of the plan: no goldens though a section is switched over, an argument without a
    case.
    """
    switched = [name for name, chosen in backend.items() if chosen == "generated"]
    if switched and read_switches(target) and not plan.goldens:
        yield Problem(
            "goldens",
            f"{target.goldens_path} holds no golden, and {len(switched)} sections are switched "
            "over: restore the folder, or record with `record add`",
        )
    for name in plan.uncovered:
        yield Problem("coverage", f"no case touches {name}")


def known_accepted(target: Target, options: GateOptions) -> list[Accepted]:
    """The accepted differences that concern this run. Raises ConfigError."""
    if target.name == "adhoc" or not target.path(target.accepted).is_file():
        return []
    known = load_accepted(target.path(target.accepted), target)
    if options.section is not None:
        known = [entry for entry in known if entry.section in (options.section, "")]
    return known


def accept(
    mismatches: list[Mismatch], known: Sequence[Accepted], tried: Callable[[SectionFlag], bool]
) -> tuple[list[Mismatch], list[Problem]]:
    """The mismatches, marked if an accepted difference covers them, and the problems with those.

    One that did not fire is only a note unless all cases that could show it were `tried`.
    """
    covered, unused, expired = apply_accepted(mismatches, known)
    problems = [
        Problem("accepted", f"accepted difference {entry.id!r} expired on {entry.expiry}")
        for entry in expired
    ]
    for entry in unused:
        message = f"accepted difference {entry.id!r} did not fire; remove it"
        problems.append(
            Problem("accepted", message, "red" if tried((entry.section, entry.flag)) else "note")
        )
    return covered, problems
