"""Shared by the operators: drafts of mutants, and values unlike a given one."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any

from argparity.golden.mutants.mutant import Change, Fault, Shows

ADDED = "argparity"
"""An argument that no parser knows."""


@dataclass(frozen=True)
class MutantDraft:
    """A mutant before it has an id. `variant`: its name among those of the operator and the flag.
    `names` and `keys`: the flags, or keys of a file, that show it, where they are not those of
    what it is about.
    """

    operator: str
    variant: str
    description: str
    fault: Change | Fault
    _: KW_ONLY
    shows: tuple[Shows, ...]
    names: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


def another_value(value: Any, type_name: str | None = None) -> Any:
    """A value near `value` and of its type; for None one that fits the converter called
    `type_name`.
    """
    if isinstance(value, enum.Enum):
        return next((member for member in type(value) if member is not value), None)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, float):
        return 2 * value + 1 if value - value == 0 else 0.0
    if isinstance(value, str):
        return f"{value}-x" if value else "x"
    if isinstance(value, (list, tuple)):
        return type(value)((*value, ADDED))
    if isinstance(value, (set, frozenset)):
        return value | {ADDED}
    if isinstance(value, Mapping):
        return {**value, ADDED: ADDED}
    if value is None:
        # No number that could be taken for a file descriptor.
        return {"int": 1001, None: ADDED, "str": ADDED}.get(type_name, 0.5)
    return None
