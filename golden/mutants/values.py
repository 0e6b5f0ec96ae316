"""Faults of defaults: another value, another type of the same value, no value instead of None."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from typing import Any

from argparity.golden.mutants.drafts import (
    MutantDraft,
    another_value,
)
from argparity.golden.sides.parsers.edit import set_default
from argparity.golden.sides.parsers.table import SUPPRESSED, ActionRow

_NONE = {"type": "NoneType", "value": "None"}


def _has_default(row: ActionRow, first: bool) -> bool:
    """Whether its default counts: of several actions with one dest only the first one's does."""
    return first and row.sets_value and row.default_shows


def default_value(row: ActionRow, first: bool) -> Iterator[MutantDraft]:
    """The default is another value."""
    if _has_default(row, first) and row.default != SUPPRESSED:
        change = partial(_change_value, type_name=row.type)
        yield MutantDraft("default-value", "other", "has another default", change, shows=("plain",))


def _change_value(
    parser: argparse.ArgumentParser, action: argparse.Action, *, type_name: str | None
) -> None:
    set_default(parser, action, another_value(action.default, type_name))


def default_type(row: ActionRow, first: bool) -> Iterator[MutantDraft]:
    """The default is equal, or empty in another way, but of another type."""
    kind, value = row.default["type"], row.default["value"]
    changes = kind in ("int", "bool", "list", "tuple") or (kind == "float" and _integral(value))
    # A string default goes through the converter, so that only the empty one stays what it becomes.
    if _has_default(row, first) and (changes or (kind == "str" and value == "")):
        yield MutantDraft(
            "default-type",
            "other",
            f"has a default of another type than {kind}",
            _change_type,
            shows=("plain",),
        )


def _integral(value: Any) -> bool:
    try:
        return float(value).is_integer()
    except ValueError:
        return False


def _change_type(parser: argparse.ArgumentParser, action: argparse.Action) -> None:
    default = action.default
    if isinstance(default, bool):
        changed: Any = int(default)
    elif isinstance(default, int):
        changed = float(default)
    elif isinstance(default, float):
        changed = int(default)
    elif isinstance(default, list):
        changed = tuple(default)
    elif isinstance(default, tuple):
        changed = list(default)
    else:
        changed = None
    set_default(parser, action, changed)


def suppressed_or_none(row: ActionRow, first: bool) -> Iterator[MutantDraft]:
    """No default at all instead of None, or the other way round."""
    if _has_default(row, first) and row.default in (_NONE, SUPPRESSED):
        what = "leaves its attribute out" if row.default == _NONE else "is None"
        yield MutantDraft(
            "suppress-none", "swapped", f"{what} when it is not given", _swap_none, shows=("plain",)
        )


def _swap_none(parser: argparse.ArgumentParser, action: argparse.Action) -> None:
    set_default(parser, action, argparse.SUPPRESS if action.default is None else None)
