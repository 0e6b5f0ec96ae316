"""The inputs of a run: its cases by tier, their order, and the sections they touch."""

from __future__ import annotations

import platform
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from argparity.golden.gate.options import GateOptions
from argparity.golden.gate.planning.coverage import least_coverage
from argparity.golden.gate.planning.planned import Planned
from argparity.golden.inputs.battery.build import build_battery
from argparity.golden.inputs.recorded import recorded_words
from argparity.golden.inputs.touched import DifferenceIndex, SectionFlag
from argparity.golden.model.case import Case
from argparity.golden.records.store import Golden, load_goldens
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.target import Target
from argparity.golden.workers.jobs import Item

_FEW = 5_000
"""Up to this number of cases, the control runs twice on each."""

_SAMPLE = 20
"""Beyond that, it runs twice on every 20th, a different one for each seed; if all mutants are
planted, on every case.
"""


@dataclass(frozen=True)
class Plan:
    """All planned cases in the order in which they run, each with its number.

    `goldens`: their number. `uncovered`: names of arguments that no planned case touches, in a run
    of the whole target. `twice`: whether the control runs twice on every case. `least`: the numbers
    of the cases that no verdict can do without.
    """

    cases: tuple[Planned, ...]
    goldens: int
    uncovered: tuple[str, ...]
    twice: bool
    least: frozenset[int] = frozenset()

    def of(self, numbers: Container[int]) -> list[Planned]:
        """The cases with these numbers, in order."""
        return [planned for planned in self.cases if planned.item.number in numbers]


def plan_run(
    target: Target, schema: Schema, options: GateOptions, known: Collection[SectionFlag] = ()
) -> Plan:
    """The plan.

    In each tier, the least coverage comes first; then what could show a known difference (of the
    action tables, or an accepted one) takes turns with everything else, so that neither depends on
    the time alone.
    """
    goldens = load_goldens(target) if target.goldens_path.is_dir() else []
    given = recorded_words(schema.tables, (golden.case for golden in goldens))
    schema = replace(schema, recorded=given)
    cases = list(_all(target, schema, goldens, options.only))
    # A single tier is a quick run.
    few = len(cases) <= _FEW and options.only is None
    twice = options.mutants == "all" or few
    found = list(_numbered(cases, schema, options, 1 if twice else _SAMPLE))
    least = least_coverage(found, schema, target)
    uncovered = _uncovered(schema, found) if options.whole else ()
    ordered = tuple(_ordered(found, least, DifferenceIndex(schema, known) if known else None))
    return Plan(ordered, len(goldens), uncovered, twice, least)


def _ordered(
    found: Sequence[Planned], least: Container[int], index: DifferenceIndex | None
) -> Iterator[Planned]:
    yield from (one for one in found if one.item.number in least)
    rest = [one for one in found if one.item.number not in least]
    telling = [one for one in rest if index is not None and index.touched_by(one)]
    known = {one.item.number for one in telling}
    plain = [one for one in rest if one.item.number not in known]
    for pair in zip_longest(telling, plain):
        yield from filter(None, pair)


def _all(
    target: Target, schema: Schema, goldens: Sequence[Golden], only: str | None
) -> Iterator[tuple[str, Case, Golden | None]]:
    """All cases with their tiers, or those of one tier, none twice."""
    seen = set()
    for tier in ("distilled", "goldens"):
        for golden in goldens:
            if golden.distilled == (tier == "distilled"):
                seen.add((golden.case.steps, golden.case.env))
                if only in (None, tier):
                    yield tier, golden.case, golden
    for case in build_battery(target, schema) if only in (None, "battery") else ():
        if (case.steps, case.env) not in seen:
            yield "battery", case, None


def _numbered(
    cases: Iterable[tuple[str, Case, Golden | None]],
    schema: Schema,
    options: GateOptions,
    each: int,
) -> Iterator[Planned]:
    python = platform.python_version()
    number = 0
    for tier, case, golden in cases:
        steady = (number + options.seed) % each == 0
        confirmed = golden is not None or options.confirm == "all"
        item = Item(number, case, steady=steady, confirmed=confirmed)
        if golden is not None:
            expected, elsewhere = golden.expected(python), golden.elsewhere(python)
            item = replace(item, golden=expected, elsewhere=elsewhere)
        planned = Planned(tier, item, schema)
        # A case that touches no section (nothing given, an unknown flag, help) concerns all.
        if options.section is None or planned.sections & {options.section, ""}:
            yield planned
            number += 1


def _uncovered(schema: Schema, found: Sequence[Planned]) -> tuple[str, ...]:
    """The arguments with a flag that no case names or configures; a positional is in every case."""
    missing = {row.dest: row.name for table in schema.tables for row in table.rows if row.flags}
    for planned in found:
        if not missing:
            break
        step = planned.case.steps[-1]
        for row in schema.given_rows(step):
            missing.pop(row.dest, None)
        for dest in [dest for dest in missing if schema.configures(step, dest)]:
            del missing[dest]
    return tuple(missing.values())
