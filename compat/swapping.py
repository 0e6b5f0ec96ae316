"""Replace arguments of a finished parser with generated ones, each in its place."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from .argparse_internals import (
    actions_of,
    add_action,
    all_groups,
    argument_groups,
    flags_of,
    members_of,
    scratch_container,
)
from .argument_group import ArgumentGroupFactory


def swap_actions(
    parser: argparse.ArgumentParser,
    factory: ArgumentGroupFactory,
    kept: Sequence[frozenset[str]] = (),
) -> None:
    """Put the arguments of ``factory`` in the place of those that they describe.

    An argument describes the one that shares a flag with it or, failing that, one of the same dest.
    It takes over the place of that one in the order, in its group and among mutually exclusive
    arguments. An argument that describes none is new and comes last in the group of the argument
    before it. Arguments that none describes stay as they are. ``kept``: for each argument, the
    attributes that it takes over as well. Raises ValueError, before anything is changed, if a new
    argument should take over some.
    """
    pairs = list(_pairs(parser, generated_actions(parser, factory)))
    for (action, described), attributes in zip(pairs, kept, strict=bool(kept)):
        for name in attributes:
            if described is None:
                raise ValueError(
                    f"{action.option_strings or action.dest} is new: no argument is there whose "
                    f"{name} it could keep"
                )
            setattr(action, name, getattr(described, name))
    container: Any = parser
    for action, described in pairs:
        if described is None:
            add_action(container, action)
        else:
            container = _group_of(parser, described)
            _replace(parser, described, action)


def generated_actions(
    parser: argparse.ArgumentParser, factory: ArgumentGroupFactory
) -> list[argparse.Action]:
    """The actions of ``factory`` as ``parser`` would make them, without adding them to it."""
    return factory.add_arguments(scratch_container(parser))


def action_for(
    parser: argparse.ArgumentParser, names: Iterable[str], keywords: Mapping[str, Any]
) -> argparse.Action:
    """The action that ``parser`` would make for this ``add_argument`` call, without adding it."""
    flags = [name for name in names if name[0] in parser.prefix_chars]
    return scratch_container(parser).add_argument(*flags, **keywords)


def _pairs(
    parser: argparse.ArgumentParser, generated: list[argparse.Action]
) -> Iterator[tuple[argparse.Action, argparse.Action | None]]:
    known = flags_of(parser)
    described: dict[int, argparse.Action] = {}
    taken: set[int] = set()
    for place, action in enumerate(generated):
        for flag in action.option_strings:
            if flag in known and id(known[flag]) not in taken:
                described[place] = known[flag]
                taken.add(id(known[flag]))
                break
    free: dict[tuple[str, bool], list[argparse.Action]] = {}
    for action in actions_of(parser):
        if id(action) not in taken:
            free.setdefault(_kind(action), []).append(action)
    for place, action in enumerate(generated):
        rest = free.get(_kind(action), [])
        yield action, described[place] if place in described else rest.pop(0) if rest else None


def _kind(action: argparse.Action) -> tuple[str, bool]:
    return action.dest, bool(action.option_strings)


def _group_of(parser: argparse.ArgumentParser, action: argparse.Action) -> Any:
    # Not action.container: a parent parser shares its actions, but not its groups.
    titled = [group for group in argument_groups(parser) if action in members_of(group)]
    return titled[-1] if titled else parser


def _replace(parser: argparse.ArgumentParser, old: argparse.Action, new: argparse.Action) -> None:
    # Attributes that other code has attached (a completer) are carried over. The help is not: the
    # new action's own may be deferred, and is then not yet among its attributes.
    for name, value in vars(old).items():
        if name != "help":
            vars(new).setdefault(name, value)
    # Resolving a conflict, the container removes an argument whose last flag is taken.
    new.container = old.container  # type: ignore[attr-defined]
    for actions in (actions_of(parser), *map(members_of, all_groups(parser))):
        for place, action in enumerate(actions):
            if action is old:
                actions[place] = new
    flags = flags_of(parser)
    if old.option_strings == new.option_strings:
        flags.update(dict.fromkeys(new.option_strings, new))
        return
    # An ambiguous prefix lists the flags in this order.
    before = dict(flags)
    flags.clear()
    for flag, action in before.items():
        if action is not old:
            flags.setdefault(flag, action)
        else:
            flags.update(dict.fromkeys(new.option_strings, new))
