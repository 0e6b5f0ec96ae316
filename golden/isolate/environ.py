"""The environment variables of this process: set for a while, and compared with before."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping
from types import FrameType
from typing import Any

# A fixed terminal without colours, and texts in English without a search for translations at each
# message. From Python 3.14 on PYTHON_COLORS goes before NO_COLOR: a case that sets it to 1 is
# observed in colour.
FIXED_VARIABLES: Mapping[str, str | None] = {
    "COLUMNS": "80",
    "LINES": "24",
    "NO_COLOR": "1",
    "FORCE_COLOR": None,
    "PYTHON_COLORS": None,
    "LANGUAGE": "C",
}


@contextlib.contextmanager
def variables_set(wanted: Mapping[str, str | None]) -> Iterator[None]:
    """Context manager: these variables have these values, None for unset; afterwards all variables
    are as before.
    """
    before = variables()
    set_variables(wanted)
    try:
        yield
    finally:
        restore_variables(before)


def set_variables(wanted: Mapping[str, str | None]) -> None:
    """Give these variables these values, None for unset."""
    for name, value in wanted.items():
        if value is None:
            os.environ.pop(name, None)
        elif os.environ.get(name) != value:
            os.environ[name] = value


def variables() -> dict[Any, Any]:
    """All variables as `os.environ` holds them: reading it entry by entry decodes each."""
    return dict(getattr(os.environ, "_data", os.environ))


@contextlib.contextmanager
def variables_read() -> Iterator[dict[str, str]]:
    """Context manager: collects, in order, the names that are looked up in `os.environ`, each with
    the module that asks first.
    """
    kind = type(os.environ)
    original = kind.__getitem__
    found: dict[str, str] = {}

    def read(environ: os._Environ[str], name: str) -> str:
        found.setdefault(str(name), _asking(sys._getframe(1)))
        return original(environ, name)

    setattr(kind, "__getitem__", read)  # noqa: B010  # a type checker forbids to assign a method
    try:
        yield found
    finally:
        setattr(kind, "__getitem__", original)  # noqa: B010


# Modules through which others read variables: `os.getenv`, `environ.get`, `expandvars`.
_BETWEEN = ("os", "_collections_abc", "collections.abc", "posixpath", "ntpath", "genericpath")


def _asking(frame: FrameType | None) -> str:
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if module not in _BETWEEN:
            return module
        frame = frame.f_back
    return ""


def changed_variables(
    before: Mapping[Any, Any], after: Mapping[Any, Any]
) -> list[tuple[str, str | None, str | None]]:
    """The variables that differ: name, value then and value now, None for unset."""
    if after == before:
        return []
    names = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    return [
        (_decoded(name), _decoded(before.get(name)), _decoded(after.get(name)))
        for name in sorted(names)
    ]


def restore_variables(before: Mapping[Any, Any]) -> None:
    """Set all variables as they were."""
    for name, then, _ in changed_variables(before, variables()):
        if then is None:
            del os.environ[name]
        else:
            os.environ[name] = then


def _decoded(raw: Any) -> Any:
    return os.fsdecode(raw) if isinstance(raw, bytes) else raw
