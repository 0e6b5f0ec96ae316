"""Put a parser back as it was before something was planted in it.

A program may keep its parser between parses; what one run planted must not be there in the next.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["remembered"]


def remembered(parser: argparse.ArgumentParser) -> Callable[[], None]:
    """What puts `parser`, its groups, actions and subparsers back to their present classes and
    attributes.

    Lists, sets and mappings that these hold (a default, the actions of a group) get their present
    members back.
    """
    owners: dict[int, tuple[Any, type, dict[str, Any]]] = {}
    contents: dict[int, tuple[Any, Any]] = {}
    for owner in _parts(parser):
        owners[id(owner)] = owner, type(owner), dict(vars(owner))
        for value in vars(owner).values():
            if isinstance(value, (list, dict, set)):
                contents[id(value)] = value, value.copy()

    def restore() -> None:
        for owner, kind, attributes in owners.values():
            owner.__class__ = kind
            vars(owner).clear()
            vars(owner).update(attributes)
        for value, members in contents.values():
            value.clear()
            if isinstance(value, list):
                value.extend(members)
            else:
                value.update(members)

    return restore


def _parts(parser: argparse.ArgumentParser) -> Iterator[Any]:
    """The parser and everything of argparse that it is made of."""
    yield parser
    groups: list[Any] = [*parser._action_groups, *parser._mutually_exclusive_groups]
    while groups:
        group = groups.pop()
        yield group
        groups += group._action_groups
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for inner in {id(inner): inner for inner in action.choices.values()}.values():
                yield from _parts(inner)
