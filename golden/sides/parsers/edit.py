"""Change a built parser in place.

Attribution copies facts of the candidate into the control; the gate plants faults into the
candidate to see that they are caught. Both do it right before the parse, on a parser that one case
alone uses.
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from argparity.compat.argparse_internals import (
    actions_of,
    all_groups,
    argument_groups,
    flags_of,
    members_of,
    mutually_exclusive_groups,
)
from argparity.golden.sides.parsers.walk import Parser, off_switches


def _listings(parser: Parser) -> Iterator[list[argparse.Action]]:
    """Every list that holds actions of the parser: its own, and those of its groups."""
    yield actions_of(parser)
    for group in all_groups(parser):
        yield members_of(group)


def _index(parser: Parser) -> None:
    """Bring the map from flags to actions up to date; its order is that of registration, as
    messages show it.
    """
    flags = flags_of(parser)
    flags.clear()
    for action in actions_of(parser):
        flags.update(dict.fromkeys(action.option_strings, action))


def set_flags(parser: Parser, action: argparse.Action, flags: Sequence[str]) -> None:
    """Give an option other spellings."""
    action.option_strings = list(flags)
    _index(parser)


def set_default(parser: Parser, action: argparse.Action, default: Any) -> None:
    """Give an action a copy of a default, also where `set_defaults` has set one."""
    action.default = copy.deepcopy(default)
    if action.dest in parser._defaults:
        parser._defaults[action.dest] = action.default


def set_kind(action: argparse.Action, kind: type[argparse.Action]) -> None:
    """Give an action another class; what it holds stays as it is."""
    action.help = action.help  # its present class may compute it
    action.__class__ = kind


def become(parser: Parser, action: argparse.Action, model: argparse.Action) -> None:
    """Turn an action into the kind that `model` is: its class, with what the class brings along.

    Dest, default, type, choices and help stay; so do the flags, unless the class makes flags.
    """
    set_kind(action, type(model))
    action.const, action.nargs = model.const, model.nargs
    for name, value in vars(model).items():
        vars(action).setdefault(name, value)
    if isinstance(model, argparse.BooleanOptionalAction):
        _pair_flags(parser, action)


def _pair_flags(parser: Parser, action: argparse.Action) -> None:
    """Give an action the off switches that argparse makes, and what it holds about them."""
    off = off_switches(action.option_strings)
    own = [flag for flag in action.option_strings if flag not in off]
    set_flags(parser, action, [made for flag in own for made in (flag, *off_switches([flag]))])
    vars(action)["neg_option_strings"] = off_switches(own)  # read from Python 3.15 on


def remove_action(parser: Parser, action: argparse.Action) -> None:
    """Take an action out of the parser and its groups."""
    for listing in _listings(parser):
        listing[:] = [other for other in listing if other is not action]
    _index(parser)


def add_action(
    parser: Parser,
    action: argparse.Action,
    *,
    after: argparse.Action | None,
    title: str | None,
) -> argparse.Action:
    """Add a copy of `action` behind the action `after` (None: first), to the group `title`."""
    added = copy.copy(action)
    added.default = copy.deepcopy(action.default)
    place = 0 if after is None else actions_of(parser).index(after) + 1
    actions_of(parser).insert(place, added)
    group = _group(parser, title, bool(action.option_strings))
    vars(added)["container"] = group
    members_of(group).append(added)
    _sort(parser, members_of(group))
    _index(parser)
    return added


def _group(parser: Parser, title: str | None, optional: bool) -> Any:
    """The argument group of that title, made if there is none; without a title the parser's own."""
    for group in argument_groups(parser):
        if group.title == title:
            return group
    if title:
        return parser.add_argument_group(title)
    return parser._optionals if optional else parser._positionals


def _sort(parser: Parser, listing: list[argparse.Action]) -> None:
    order = {id(action): place for place, action in enumerate(actions_of(parser))}
    listing.sort(key=lambda action: order.get(id(action), len(order)))


def move_to_group(parser: Parser, action: argparse.Action, title: str | None) -> None:
    """Move an action to the argument group of that title; one that does not exist yet is made."""
    group = _group(parser, title, bool(action.option_strings))
    for other in argument_groups(parser):
        members_of(other)[:] = [a for a in members_of(other) if a is not action]
    members_of(group).append(action)
    _sort(parser, members_of(group))


def dissolve(parser: Parser, action: argparse.Action) -> None:
    """Dissolve the mutually exclusive group that the action belongs to."""
    for group in list(mutually_exclusive_groups(parser)):
        if any(member is action for member in members_of(group)):
            mutually_exclusive_groups(parser).remove(group)


def set_exclusive_groups(
    parser: Parser, wanted: Iterable[tuple[bool, Sequence[argparse.Action]]]
) -> None:
    """Give the parser these mutually exclusive groups instead of its own: for each whether one
    member is required, and the members.
    """
    mutually_exclusive_groups(parser).clear()
    for required, members in wanted:
        group = parser.add_mutually_exclusive_group(required=required)
        members_of(group).extend(members)


def reorder(parser: Parser, rank: Callable[[argparse.Action], Any]) -> None:
    """Sort the actions of the parser and of its groups by `rank`; equal ranks keep their order."""
    actions_of(parser).sort(key=rank)
    for listing in _listings(parser):
        _sort(parser, listing)
    _index(parser)
