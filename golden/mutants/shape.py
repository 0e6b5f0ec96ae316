"""Faults of an argument's shape: nargs, constants, kind of action, required, order,
exclusive groups.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from argparity.compat.argparse_internals import actions_of
from argparity.golden.mutants.drafts import (
    MutantDraft,
    another_value,
)
from argparity.golden.mutants.mutant import ActionFault
from argparity.golden.sides.parsers.edit import become, dissolve, reorder, set_kind
from argparity.golden.sides.parsers.table import ActionRow
from argparity.golden.sides.parsers.walk import ACTIONS, off_switches

_OTHER_NARGS: dict[str | int | None, tuple[str | int | None, ...]] = {
    None: ("?", 1),
    "?": (None,),
    "*": ("+",),
    "+": ("*",),
    "...": ("*",),
}
_OTHER_POSITIONAL_NARGS = {**_OTHER_NARGS, None: ("?",)}


def nargs(row: ActionRow, first: bool) -> Iterator[MutantDraft]:
    """Another `nargs`."""
    now = row.plain_nargs
    if not row.converts or now == "A...":
        return
    known = _OTHER_NARGS if row.flags else _OTHER_POSITIONAL_NARGS
    for other in (now + 1,) if isinstance(now, int) else known[now]:
        change = partial(_set_nargs, nargs=other)
        what = f"has nargs {other} instead of {now}"
        yield MutantDraft("nargs", str(other), what, change, shows=("named",))


def _set_nargs(parser: argparse.ArgumentParser, action: argparse.Action, *, nargs: Any) -> None:
    action.nargs = nargs
    if not action.option_strings:
        action.required = nargs not in ("?", "*")
    if isinstance(action.metavar, tuple):  # it has one name for each value
        action.metavar = None


def constant(row: ActionRow, first: bool) -> Iterator[MutantDraft]:
    """Another constant of `store_const`, `append_const`, or of an option whose value may be left
    out.
    """
    has_one = row.action in ("store_const", "append_const")
    if has_one or (row.flags and row.plain_nargs == "?" and row.converts):
        change = partial(_change_const, type_name=row.type)
        yield MutantDraft("const", "other", "has another constant", change, shows=("named",))


def _change_const(
    parser: argparse.ArgumentParser, action: argparse.Action, *, type_name: str | None
) -> None:
    action.const = another_value(action.const, type_name)


_SWITCHES = {
    "store_true": ACTIONS["store_false"],
    "store_false": ACTIONS["store_true"],
}


def switch(row: ActionRow, first: bool) -> Iterator[MutantDraft]:
    """A switch on that switches off, or the other way round."""
    other = _SWITCHES.get(row.action)
    if other is not None:
        yield MutantDraft(
            "switch",
            "turned",
            "switches the other way",
            partial(_become, kind=other),
            shows=("named",),
        )


def boolean_optional(row: ActionRow, first: bool) -> Iterator[MutantDraft]:
    """A switch that gets an off switch as well; a short flag gets none, and nothing changes."""
    if row.action == "store_true" and off_switches(row.flags):
        change = partial(_become, kind=argparse.BooleanOptionalAction)
        yield MutantDraft(
            "boolean-optional", "pair", "has an off switch --no-...", change, shows=("named",)
        )


def _become(parser: argparse.ArgumentParser, action: argparse.Action, *, kind: Any) -> None:
    become(parser, action, kind(option_strings=action.option_strings, dest=action.dest))


def accumulation(row: ActionRow, first: bool) -> Iterator[MutantDraft]:
    """`append`, `extend` and their like keep only the last occurrence, `count` gives 1."""
    simple = {
        "append": ACTIONS["store"],
        "extend": ACTIONS["store"],
        "append_const": ACTIONS["store_const"],
        "count": ACTIONS["store_const"],
    }.get(row.action)
    if simple is not None:
        change = partial(_keep_last, kind=simple)
        yield MutantDraft(
            "accumulate", "last", "keeps only its last occurrence", change, shows=("named",)
        )


def _keep_last(parser: argparse.ArgumentParser, action: argparse.Action, *, kind: Any) -> None:
    if isinstance(action, ACTIONS["count"]):
        action.const = 1
    set_kind(action, kind)


def required(row: ActionRow, first: bool) -> Iterator[MutantDraft]:
    """An option that has to be given, or one that no longer has to; likewise a subcommand."""
    option = bool(row.flags) and row.sets_value and row.exclusive is None
    if option or row.action == "parsers":
        what = "may be left out" if row.required else "has to be given"
        yield MutantDraft("required-order", "required", what, _turn_required, shows=("plain",))


def _turn_required(parser: argparse.ArgumentParser, action: argparse.Action) -> None:
    action.required = not action.required


def order(rows: Sequence[ActionRow]) -> Iterator[tuple[ActionRow, MutantDraft]]:
    """Two neighbouring positionals have changed places."""
    positionals = [row for row in rows if not row.flags and row.sets_value]
    for row, following in pairwise(positionals):
        if row.command == following.command:
            change = partial(_swap, other=following.dest)
            description = f"comes behind {following.dest}"
            fault = ActionFault(row.ref, change)
            yield row, MutantDraft("required-order", "order", description, fault, shows=())


def _swap(parser: argparse.ArgumentParser, action: argparse.Action, *, other: str) -> None:
    places = {id(known): place for place, known in enumerate(actions_of(parser))}
    behind = next(a for a in actions_of(parser) if a.dest == other and not a.option_strings)
    places[id(action)], places[id(behind)] = places[id(behind)], places[id(action)]
    reorder(parser, lambda known: places[id(known)])


def exclusive_groups(rows: Sequence[ActionRow]) -> Iterator[tuple[ActionRow, MutantDraft]]:
    """A mutually exclusive group whose members may come together; a group of one does not exclude
    anything.
    """
    groups: dict[tuple[tuple[str, ...], int], list[ActionRow]] = {}
    for row in rows:
        if row.exclusive is not None:
            groups.setdefault((row.command, row.exclusive), []).append(row)
    for members in groups.values():
        if len(members) > 1 or members[0].exclusive_required:
            first = members[0]
            names = ", ".join(row.name for row in members)
            fault = ActionFault(first.ref, dissolve)
            description = f"excludes nothing any more ({names})"
            yield first, MutantDraft("exclusive-group", "dissolved", description, fault, shows=())
