"""Replace arguments of a finished parser with generated ones, each in its place."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from .argument_group import ArgumentGroupFactory

__all__ = ["generated_actions", "registered", "swap_actions"]


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
            container._add_action(action)
        else:
            container = _group_of(parser, described)
            _replace(parser, described, action)


def generated_actions(
    parser: argparse.ArgumentParser, factory: ArgumentGroupFactory
) -> list[argparse.Action]:
    """The actions of ``factory`` as ``parser`` would make them, without adding them to it."""
    return factory.add_arguments(_scratch(parser))


def registered(
    parser: argparse.ArgumentParser, names: Iterable[str], keywords: Mapping[str, Any]
) -> argparse.Action:
    """The action that ``parser`` would make for this ``add_argument`` call, without adding it."""
    flags = [name for name in names if name[0] in parser.prefix_chars]
    return _scratch(parser).add_argument(*flags, **keywords)


def _scratch(parser: argparse.ArgumentParser) -> argparse._ActionsContainer:
    # A tenth of the cost of a parser, and all that is needed.
    scratch = argparse._ActionsContainer(None, parser.prefix_chars, None, "error")
    scratch._registries = parser._registries  # the types and actions registered by name
    return scratch


def _pairs(
    parser: argparse.ArgumentParser, generated: list[argparse.Action]
) -> Iterator[tuple[argparse.Action, argparse.Action | None]]:
    known = parser._option_string_actions
    described: dict[int, argparse.Action] = {}
    taken: set[int] = set()
    for place, action in enumerate(generated):
        for flag in action.option_strings:
            if flag in known and id(known[flag]) not in taken:
                described[place] = known[flag]
                taken.add(id(known[flag]))
                break
    free: dict[tuple[str, bool], list[argparse.Action]] = {}
    for action in parser._actions:
        if id(action) not in taken:
            free.setdefault(_kind(action), []).append(action)
    for place, action in enumerate(generated):
        rest = free.get(_kind(action), [])
        yield action, described[place] if place in described else rest.pop(0) if rest else None


def _kind(action: argparse.Action) -> tuple[str, bool]:
    return action.dest, bool(action.option_strings)


def _group_of(parser: argparse.ArgumentParser, action: argparse.Action) -> Any:
    # Not action.container: a parent parser shares its actions, but not its groups.
    titled = [group for group in parser._action_groups if action in group._group_actions]
    return titled[-1] if titled else parser


def _replace(parser: argparse.ArgumentParser, old: argparse.Action, new: argparse.Action) -> None:
    # Attributes that other code has attached (a completer) are carried over. The help is not: the
    # new action's own may be deferred, and is then not yet among its attributes.
    for name, value in vars(old).items():
        if name != "help":
            vars(new).setdefault(name, value)
    # Resolving a conflict, the container removes an argument whose last flag is taken.
    new.container = old.container  # type: ignore[attr-defined]
    for actions in (parser._actions, *(group._group_actions for group in _groups(parser))):
        for place, action in enumerate(actions):
            if action is old:
                actions[place] = new
    flags = parser._option_string_actions
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


def _groups(container: Any) -> Iterator[Any]:
    """Every group of a parser, nested and mutually exclusive ones included."""
    yield from getattr(container, "_mutually_exclusive_groups", ())
    stack = list(container._action_groups)
    while stack:
        group = stack.pop(0)
        yield group
        stack += group._action_groups
