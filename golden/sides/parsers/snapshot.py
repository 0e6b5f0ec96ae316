"""Put a parser back as it was before it was edited, or before it parsed.

A program may keep its parser between parses; what one run changed in it must not be there in the
next.
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Callable, Iterator
from typing import Any

from argparity.compat.argparse_internals import actions_of, all_groups
from argparity.golden.sides.parsers.walk import parsers


def restore_point(parser: argparse.ArgumentParser) -> Callable[[], None]:
    """Returns a function that restores the present classes and attributes of `parser`, its groups,
    actions and subparsers.

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


def _parts(root: argparse.ArgumentParser) -> Iterator[Any]:
    """The parser and everything of argparse that it is made of."""
    for parser in parsers(root):
        yield parser
        yield from all_groups(parser)
        yield from actions_of(parser)


def default_restore_point(parser: argparse.ArgumentParser) -> Callable[[], None]:
    """Returns a function that restores the present defaults, nested values too: a parse may append
    to a default that the parser holds.
    """
    kept: list[tuple[Any, str, Any]] = [(parser, "_defaults", copy.deepcopy(parser._defaults))]
    for action in actions_of(parser):
        if isinstance(action.default, (list, dict, set)):
            kept.append((action, "default", copy.deepcopy(action.default)))

    def restore() -> None:
        for owner, name, value in kept:
            setattr(owner, name, copy.deepcopy(value))

    return restore
