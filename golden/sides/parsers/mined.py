"""Words that an argument's converter knows: in tables, enums and constants that its code refers to,
and in what its help puts in braces.
"""

from __future__ import annotations

import argparse
import contextlib
import enum
import functools
import inspect
import re
import types
from collections.abc import Iterator, Mapping
from typing import Any

_MOST = 40
_LONGEST = 40
_DEEPEST = 3

_BRACES = re.compile(r"\{([^{}\n]+)\}")
_NAME = re.compile(r"[\w.+-]{2,}")


def mined_words(action: argparse.Action) -> tuple[str, ...]:
    """The words, the most likely first; none for a converter of Python's own."""
    own = type(action).__module__ != "argparse"
    sources = [action.type, *([type(action).__call__] if own else [])]
    found: dict[str, None] = {}
    with contextlib.suppress(Exception):  # a program's own tables may do anything when looked at
        for source in sources:
            found.update(dict.fromkeys(_of_converter(source, _DEEPEST)))
    for text in (action.help, action.metavar):
        for group in _BRACES.findall(text) if isinstance(text, str) else ():
            found.update(dict.fromkeys(part.strip(" '\"") for part in re.split(r"[,|]", group)))
    return tuple(word for word in found if 0 < len(word) <= _LONGEST)[:_MOST]


def _of_converter(source: Any, depth: int) -> Iterator[str]:
    if isinstance(source, functools.partial):
        yield from _of_converter(source.func, depth)
        for value in (*source.args, *source.keywords.values()):
            yield from _of_value(value)
    elif isinstance(source, types.MethodType):
        yield from _of_converter(source.__func__, depth)
    elif isinstance(source, type):
        yield from _of_value(source)
    elif isinstance(source, types.FunctionType):
        yield from _of_function(source, depth)
    elif callable(source) and isinstance(call := type(source).__call__, types.FunctionType):
        for value in getattr(source, "__dict__", {}).values():
            yield from _of_value(value)
        yield from _of_function(call, depth)


def _of_function(function: types.FunctionType, depth: int) -> Iterator[str]:
    """Tables first: a constant may as well be a message."""
    near = inspect.getclosurevars(function)
    values = [*near.nonlocals.values(), *near.globals.values()]
    for value in (*values, *(function.__defaults__ or ()), *function.__code__.co_consts):
        yield from _of_value(value)
    for value in values if depth else ():
        if not isinstance(value, type):
            yield from _of_converter(value, depth - 1)
    for value in function.__code__.co_consts:
        if isinstance(value, str) and value != function.__doc__ and _NAME.fullmatch(value):
            yield value


def _of_value(value: Any) -> Iterator[str]:
    """The texts of a table or an enum; keys of a mapping, not its values."""
    if isinstance(value, type) and issubclass(value, enum.Enum):
        yield from value.__members__
        yield from (str(member.value) for member in value)
    elif isinstance(value, (Mapping, list, tuple, set, frozenset)):
        items = list(value)
        if isinstance(value, (set, frozenset)):
            items.sort(key=str)
        yield from (item for item in items[:_MOST] if isinstance(item, str))
