"""Help text that is computed when it is first read.

Only help and usage need it, and reading docstrings means reading source: a parser that only parses
should not pay for that.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import cache
from typing import Any

_SOURCE = "_help_source"


def defer_help(action: argparse.Action, source: Callable[[], str | None]) -> None:
    """Compute the help of ``action`` by ``source()`` when ``action.help`` is first read.

    Until then the class of the action is a subclass of the same name; afterwards the action is an
    ordinary one of its own class again. If ``action.help`` is set first, ``source`` is dropped.
    """
    vars(action).pop("help", None)
    vars(action)[_SOURCE] = source
    action.__class__ = _awaiting_help(type(action))  # type: ignore[arg-type]  # it is hashable


class _HelpOnFirstRead:
    """Attribute ``help``, computed lazily; reading or setting it makes the action plain again."""

    def __get__(self, action: argparse.Action | None, owner: type) -> str | None:
        if action is None:
            raise AttributeError(f"type object {owner.__name__!r} has no attribute 'help'")
        source: Callable[[], str | None] = vars(action)[_SOURCE]
        action.help = source()
        return action.help

    def __set__(self, action: argparse.Action, text: str | None) -> None:
        vars(action).pop(_SOURCE, None)
        action.__class__ = type(action).__mro__[1]  # the plain class
        action.help = text


@cache
def _awaiting_help(base: type[argparse.Action]) -> type[argparse.Action]:
    def reduce(action: argparse.Action, protocol: Any) -> Any:
        # Copies and pickles are of the plain class, which can be found by its name.
        action.help  # noqa: B018  # reading it makes the action plain
        return base.__reduce_ex__(action, protocol)

    attributes = {
        "__module__": base.__module__,
        "__qualname__": base.__qualname__,
        "__doc__": base.__doc__,
        "__reduce_ex__": reduce,
        "help": _HelpOnFirstRead(),
    }
    return type(base.__name__, (base,), attributes)
