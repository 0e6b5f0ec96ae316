"""Functions of a process that give other values: pinned ones, and a clock that is ahead."""

from __future__ import annotations

import datetime
import importlib
import time
from collections.abc import Callable, Mapping
from typing import Any

from argparity.golden.errors import ConfigError

_NEEDED = ("builtins", "os", "signal", "sys", "threading")
"""Modules that the harness itself works with in the process of a side."""


def pin(calls: Mapping[str, object]) -> None:
    """Have each function, named `module.function`, return a value from now on.

    Raises ConfigError for one that cannot be replaced.
    """
    for name, value in calls.items():
        module, _, attribute = name.rpartition(".")
        if module.partition(".")[0] in _NEEDED:
            raise ConfigError(f"pinned: {name} cannot be: leave the value out with left_out")
        try:
            owner = importlib.import_module(module)
            getattr(owner, attribute)
            setattr(owner, attribute, _constant(value))
        except (ImportError, AttributeError, TypeError, ValueError) as error:
            raise ConfigError(
                f"pinned: {name} is no function of a module that can be replaced ({error}); leave "
                "the value out with left_out"
            ) from error


def _constant(value: object) -> Callable[..., object]:
    return lambda *arguments, **named: value


def advance(seconds: float) -> None:
    """Have the clocks of this process be ahead: those of the modules `time` and `datetime`."""
    now, now_ns, formatted = time.time, time.time_ns, time.strftime
    changed = {
        "time": lambda: now() + seconds,
        "time_ns": lambda: now_ns() + int(seconds * 1e9),
        "strftime": lambda form, *at: formatted(form, *(at or (time.localtime(),))),
        "localtime": _of_now(time.localtime),
        "gmtime": _of_now(time.gmtime),
    }
    for name, function in changed.items():
        setattr(time, name, function)
    ahead = _ahead(datetime.datetime, datetime.timedelta(seconds=seconds))
    setattr(datetime, "datetime", ahead)  # noqa: B010 - a type checker takes it for a type


def _of_now(function: Callable[[float], object]) -> Callable[..., object]:
    return lambda at=None: function(time.time() if at is None else at)


def _ahead(real: Any, shift: datetime.timedelta) -> Any:
    """A class that stands for `datetime.datetime`; what it makes are objects of the real one."""

    class Meta(type):
        def __instancecheck__(cls, thing: object) -> bool:
            return isinstance(thing, real)

        def __subclasscheck__(cls, kind: type) -> bool:
            return issubclass(kind, real)

    class Ahead(real, metaclass=Meta):  # type: ignore[misc]
        def __new__(cls, *parts: Any, **named: Any) -> Any:
            return real(*parts, **named)

        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return real.now(tz) + shift

        @classmethod
        def utcnow(cls) -> Any:
            return real.now(datetime.timezone.utc).replace(tzinfo=None) + shift

        @classmethod
        def today(cls) -> Any:
            return real.today() + shift

    Meta.__name__ = "type"
    Ahead.__module__, Ahead.__qualname__, Ahead.__name__ = "datetime", "datetime", "datetime"
    return Ahead
