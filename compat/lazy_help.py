"""Help text that is worked out when it is first read.

Help is needed by ``--help`` alone, and reading docstrings means reading source, so a parser that
only parses should not pay for it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import cache
from typing import Any

__all__ = ["defer_help"]

_SOURCE = "_help_source"


def defer_help(action: argparse.Action, source: Callable[[], str | None]) -> None:
    """Let ``source`` give the help of ``action`` when ``action.help`` is first read.

    From that moment on the action is an ordinary one of its own class again; until then its class
    is a subclass of the same name. Setting ``action.help`` goes before ``source``.
    """
    vars(action).pop("help", None)
    vars(action)[_SOURCE] = source
    action.__class__ = _awaiting_help(type(action))  # type: ignore[arg-type]  # it is hashable


class _HelpOnFirstRead:
    """Non-data descriptor: an ``action.help`` that is set on the instance hides it."""

    def __get__(self, action: argparse.Action | None, owner: type) -> str | None:
        if action is None:
            raise AttributeError(f"type object {owner.__name__!r} has no attribute 'help'")
        action.__class__ = owner.__mro__[1]  # back to the plain class
        source: Callable[[], str | None] = vars(action).pop(_SOURCE)
        action.help = source()
        return action.help


@cache
def _awaiting_help(base: type[argparse.Action]) -> type[argparse.Action]:
    def reduce(action: argparse.Action, protocol: Any) -> Any:
        # Copies and pickles are of the plain class, which can be found by its name.
        vars(action)["help"] = action.help
        action.__class__ = base
        return base.__reduce_ex__(action, protocol)

    attributes = {
        "__module__": base.__module__,
        "__qualname__": base.__qualname__,
        "__doc__": base.__doc__,
        "__reduce_ex__": reduce,
        "help": _HelpOnFirstRead(),
    }
    return type(base.__name__, (base,), attributes)
