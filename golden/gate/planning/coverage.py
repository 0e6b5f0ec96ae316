"""The least that a run has to execute: without it there is no verdict, however little differs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from argparity.golden.gate.planning.planned import Planned
from argparity.golden.gate.result import Problem
from argparity.golden.inputs.touched import rows_configured
from argparity.golden.model.case import Case
from argparity.golden.sides.parsers.table import ActionRow
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.target import Target

Layer = Literal["command line", "file", "variables"]

Reach: TypeAlias = tuple[Layer, str]
"""An argument, or a variable, and the layer in which a case gives it."""


def layers_of(target: Target) -> frozenset[Layer]:
    """The layers from which the values of a target come."""
    found: set[Layer] = {"command line"}
    if target.config_file is not None:
        found.add("file")
    if target.environment:
        found.add("variables")
    return frozenset(found)


def least_coverage(planned: Sequence[Planned], schema: Schema, target: Target) -> frozenset[int]:
    """The numbers of the cases that no verdict can do without: all distilled goldens, and for each
    argument and layer the first case that gives it alone, or, where there is none, at all.

    What no planned case reaches is not asked for: the plan says so itself.
    """
    alone: dict[Reach, int] = {}
    at_all: dict[Reach, int] = {}
    missing = set(_wanted(schema, target))
    found = {one.item.number for one in planned if one.tier == "distilled"}
    for one in planned:
        if not missing:
            break
        reached = list(_reached(schema, one.case))
        for reach in missing.intersection(reached):
            at_all.setdefault(reach, one.item.number)
            if len(reached) == 1:
                alone[reach] = one.item.number
                missing.discard(reach)
    return frozenset(found.union((at_all | alone).values()))


def _wanted(schema: Schema, target: Target) -> Iterator[Reach]:
    layers = layers_of(target)
    for table in schema.tables:
        for row in table.rows:
            if row.flags and not row.required:
                yield "command line", _name(row)
            if "file" in layers:
                yield "file", _name(row)
    for name in target.environment:
        yield "variables", name


def _reached(schema: Schema, case: Case) -> Iterator[Reach]:
    """What a case gives, apart from what every case has to give."""
    step = case.steps[-1]
    for row in schema.given_rows(step):
        if row.flags and not row.required:
            yield "command line", _name(row)
    for row in rows_configured(schema, step):
        yield "file", _name(row)
    for name, _ in case.env:
        yield "variables", name


def _name(row: ActionRow) -> str:
    return " ".join((*row.command, row.name))


def coverage_problems(
    least: Iterable[int], executed: set[int], *, loading: float, each: float, budget: float | None
) -> list[Problem]:
    """The problem with a run that did not come to its least coverage, with the time that it needs.

    `loading`: seconds until the first case; `each`: seconds for a case; `budget`: that of the run.
    """
    needed = set(least)
    missing = needed - executed
    if not missing or budget is None:
        return []
    seconds = max(budget + 5.0, loading + 2.0 * each * len(needed))
    message = (
        f"the time did not suffice for {len(missing)} of the {len(needed)} cases that a verdict "
        "needs (the distilled goldens, and each argument alone in each layer): "
        f"--budget {5 * math.ceil(seconds / 5)}"
    )
    return [Problem("coverage", message, "unjudged")]
