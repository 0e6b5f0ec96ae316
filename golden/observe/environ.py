"""The environment of this process: set for a while, and what changed in it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["FIXED_VARIABLES", "changes", "variables", "variables_set"]

FIXED_VARIABLES = {"COLUMNS": "80", "LINES": "24", "NO_COLOR": "1", "LANGUAGE": "C"}
"""A fixed terminal, and texts in English without a search for translations at each message."""


@contextlib.contextmanager
def variables_set(wanted: Mapping[str, str | None]) -> Iterator[None]:
    """Context manager: these variables have these values (None: unset). In the end the whole
    environment is as before, whoever changed it.
    """
    before = variables()
    for name, value in wanted.items():
        if value is None:
            os.environ.pop(name, None)
        elif os.environ.get(name) != value:
            os.environ[name] = value
    try:
        yield
    finally:
        for name, _, then in changes(before):
            if then is None:
                del os.environ[name]
            else:
                os.environ[name] = then


def variables() -> dict[Any, Any]:
    """What `os.environ` holds, as it holds it: reading it entry by entry decodes each."""
    return dict(getattr(os.environ, "_data", os.environ))


def changes(before: dict[Any, Any]) -> list[tuple[str, str | None, str | None]]:
    """The variables that are not as before: name, value now and value then, None for unset."""
    after = variables()
    if after == before:
        return []
    names = sorted(
        name for name in before.keys() | after.keys() if before.get(name) != after.get(name)
    )
    return [
        (_decoded(name), _decoded(after.get(name)), _decoded(before.get(name))) for name in names
    ]


def _decoded(raw: Any) -> Any:
    return os.fsdecode(raw) if isinstance(raw, bytes) else raw
