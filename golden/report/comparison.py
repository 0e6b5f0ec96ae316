"""One input on both sides, as `compare` shows it: the differences, both values side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from argparity.golden.judge.comparator import Comparison
from argparity.golden.judge.effect import end
from argparity.golden.model.encode import Tree
from argparity.golden.model.mismatch import Mismatch, render, shortened
from argparity.golden.model.observation import Outcome
from argparity.golden.sides.schema import Schema

_MOST = 20
"""So many values are shown side by side at most."""


def comparison_lines(
    schema: Schema, comparison: Comparison, mismatches: Sequence[Mismatch]
) -> Iterator[str]:
    """What differs: a line for each difference, then both sides of it."""
    for mismatch in mismatches:
        accepted = "" if mismatch.accepted is None else f" (accepted as {mismatch.accepted})"
        yield f"{mismatch.line()}{accepted}"
    control, candidate = comparison.control.last, comparison.candidate.last
    if control.kind == candidate.kind == "ok":
        yield from _values(schema, control, candidate)
    else:
        yield ""
        for name, outcome in (("control", control), ("candidate", candidate)):
            yield f"  {name:<11}{' '.join(end(outcome).split())}"


def _values(schema: Schema, control: Outcome, candidate: Outcome) -> Iterator[str]:
    left, right = schema.leaves(control), schema.leaves(candidate)
    every = list(dict.fromkeys((*left, *right)))
    different = [leaf for leaf in every if left.get(leaf) != right.get(leaf)]
    if not different:
        return
    rows = [("", "control", "candidate")]
    for leaf in different[:_MOST]:
        rows.append((schema.flag_of(leaf.dest), *_pair(left.get(leaf), right.get(leaf))))
    widths = [max(len(row[at]) for row in rows) for at in (0, 1)]
    yield ""
    for name, one, other in rows:
        yield f"  {name:<{widths[0]}}  {one:<{widths[1]}}  {other}".rstrip()
    if len(different) > _MOST:
        yield f"  and {len(different) - _MOST} more"
    yield ""
    yield f"{len(different)} of {len(every)} values differ, {len(every) - len(different)} agree"


def _pair(control: Tree | None, candidate: Tree | None) -> tuple[str, str]:
    left, right = shortened(render(control), render(candidate))
    kinds = [None if tree is None else tree["type"] for tree in (control, candidate)]
    if kinds[0] != kinds[1] and None not in kinds:
        return f"{left} ({kinds[0]})", f"{right} ({kinds[1]})"
    return left, right
