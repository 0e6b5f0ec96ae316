"""Faults of converters and choices."""

from __future__ import annotations

import argparse
import pathlib
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from argparity.golden.mutants.drafts import ADDED, MutantDraft, another_value
from argparity.golden.sides.parsers.table import ActionRow

_REPLACEMENTS: dict[str | None, Callable[[str], object] | None] = {
    "int": float,
    "float": None,
}
_PLAIN_INT = re.compile(r"[+-]?[0-9]+", re.ASCII)
_PLAIN_FLOAT = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)", re.ASCII)


def converter(row: ActionRow, first: bool) -> Iterator[MutantDraft]:
    """Another converter, or none."""
    if row.converts:
        # No converter is likely to give just such an object by itself.
        other = _REPLACEMENTS.get(row.type, pathlib.PurePath)
        name = "no converter" if other is None else f"the converter {other.__name__}"
        change = partial(_set_type, other=other)
        yield MutantDraft(
            "type", "other", f"has {name} instead of {row.type}", change, shows=("named",)
        )


def _set_type(parser: argparse.ArgumentParser, action: argparse.Action, *, other: Any) -> None:
    action.type = other


def strictness(row: ActionRow, first: bool) -> Iterator[MutantDraft]:
    """The same converter, but it accepts more or fewer spellings."""
    if not row.converts:
        return
    for variant, wrap, description in _WRAPPERS.get(row.type, _OTHER_WRAPPERS):
        change = partial(_wrap_type, wrap=wrap)
        yield MutantDraft("strictness", variant, description, change, shows=("named",))


def _wrap_type(
    parser: argparse.ArgumentParser, action: argparse.Action, *, wrap: Callable[[Any, str], object]
) -> None:
    original: Any = action.type or str

    def convert(string: str) -> object:
        return wrap(original, string)

    # Messages name the converter: keep them the same, so that only its strictness differs.
    convert.__name__ = getattr(original, "__name__", repr(original))
    action.type = convert


def _int_or_rounded(original: Any, string: str) -> object:
    try:
        return original(string)
    except ValueError:
        return int(float(string))


def _plain_int(original: Any, string: str) -> object:
    if not _PLAIN_INT.fullmatch(string):
        raise ValueError(string)
    return original(string)


def _float_or_comma(original: Any, string: str) -> object:
    return original(string.replace(",", "."))


def _plain_float(original: Any, string: str) -> object:
    if not _PLAIN_FLOAT.fullmatch(string):
        raise ValueError(string)
    return original(string)


def _not_empty(original: Any, string: str) -> object:
    if not string:
        raise ValueError(string)
    return original(string)


def _inverted(original: Any, string: str) -> object:
    try:
        original(string)
    except (ValueError, TypeError, argparse.ArgumentTypeError):
        return string
    raise ValueError(string)


_STRING_WRAPPERS = (("not-empty", _not_empty, "refuses an empty string"),)
# In an unknown converter any single fault may change nothing: it may refuse an empty string
# already. Inverted, no string keeps its outcome.
_OTHER_WRAPPERS = (("inverted", _inverted, "refuses what it took and takes what it refused"),)
_WRAPPERS: dict[str | None, tuple[tuple[str, Callable[[Any, str], object], str], ...]] = {
    "int": (
        ("lax", _int_or_rounded, "takes 5.0 for an int"),
        ("strict", _plain_int, "refuses 1_000, spaces and digits of other scripts"),
    ),
    "float": (
        ("lax", _float_or_comma, "takes a comma for the decimal point"),
        ("strict", _plain_float, "refuses exponents, nan, inf, 1_000 and spaces"),
    ),
    None: _STRING_WRAPPERS,
    "str": _STRING_WRAPPERS,
}


def choices(row: ActionRow, first: bool) -> Iterator[MutantDraft]:
    """A choice dropped, added, or all in another order."""
    if row.choices is None or not row.converts:
        return
    count = len(row.choices["value"])
    if row.choices["type"] == "range" or count > 0:
        yield MutantDraft(
            "choices", "dropped", "lacks its last choice", _drop_choice, shows=("named",)
        )
        yield MutantDraft("choices", "added", "has one choice more", _add_choice, shows=("named",))
    ordered = row.choices["type"] not in ("set", "frozenset", "range")
    if ordered and count > 1:
        yield MutantDraft(
            "choices",
            "reordered",
            "has its choices in another order",
            _reverse_choices,
            shows=("named",),
        )


def _drop_choice(parser: argparse.ArgumentParser, action: argparse.Action) -> None:
    action.choices = list(action.choices or ())[:-1]


def _add_choice(parser: argparse.ArgumentParser, action: argparse.Action) -> None:
    known = list(action.choices or ())
    added = ADDED if isinstance(known[-1], str) else another_value(known[-1])
    action.choices = [*known, added]


def _reverse_choices(parser: argparse.ArgumentParser, action: argparse.Action) -> None:
    action.choices = list(action.choices or ())[::-1]
