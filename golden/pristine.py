"""Put a parser back as it was before something was planted in it.

A program may keep its parser between parses; what one run planted must not be there in the next.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["remembered"]


def remembered(parser: argparse.ArgumentParser) -> Callable[[], None]:
    """What puts `parser`, its groups, actions and subparsers back to their present attributes.

    Lists and mappings that these hold get their present members back; what the members hold, such
    as the words in a default list, is left as it is.
    """
    owners: dict[int, tuple[Any, dict[str, Any]]] = {}
    contents: dict[int, tuple[Any, Any]] = {}
    for owner in _parts(parser):
        owners[id(owner)] = owner, dict(vars(owner))
        for name, value in vars(owner).items():
            if isinstance(value, (list, dict)) and name.startswith("_"):
                contents[id(value)] = value, value.copy()

    def restore() -> None:
        for owner, attributes in owners.values():
            vars(owner).clear()
            vars(owner).update(attributes)
        for value, members in contents.values():
            value.clear()
            if isinstance(value, dict):
                value.update(members)
            else:
                value.extend(members)

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
