"""What the operators share: drafts of mutants, and which facts of a row make a fault possible."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from argparity.golden.mutants.mutant import Change, Fault
from argparity.golden.sides.parsers.table import ActionRow

__all__ = [
    "ADDED",
    "SUPPRESSED",
    "Draft",
    "another_value",
    "default_shows",
    "is_list",
    "is_switch",
    "kind_of",
    "nargs_of",
    "sets_a_value",
    "takes_words",
]

ADDED = "argparity"
"""A word that no parser knows."""

_WITHOUT_VALUE = ("_HelpAction", "_VersionAction", "_SubParsersAction")
_WITHOUT_WORDS = (
    *_WITHOUT_VALUE,
    "_StoreConstAction",
    "_StoreTrueAction",
    "_StoreFalseAction",
    "_AppendConstAction",
    "_CountAction",
    "BooleanOptionalAction",
)
SUPPRESSED = {"type": "str", "value": "==SUPPRESS=="}
"""The tree of argparse.SUPPRESS, as a table holds it."""


@dataclass(frozen=True)
class Draft:
    """A mutant before it has an id: which operator, a word that tells it from others of the flag,
    what it does. `names`: the flags that show it, where they are not those of what it is about.
    """

    operator: str
    variant: str
    description: str
    fault: Change | Fault
    shows: tuple[str, ...]
    names: tuple[str, ...] = ()


def kind_of(row: ActionRow) -> str:
    """The class of the action without its module."""
    return row.kind.rpartition(".")[2]


def sets_a_value(row: ActionRow) -> bool:
    """Whether the action is there for a value of its own, unlike help, version and subcommands."""
    return kind_of(row) not in _WITHOUT_VALUE and row.dest != SUPPRESSED["value"]


def takes_words(row: ActionRow) -> bool:
    """Whether it converts words of the command line; a number of words below one takes none."""
    nargs = nargs_of(row)
    none = isinstance(nargs, int) and nargs < 1
    return kind_of(row) not in _WITHOUT_WORDS and not none


def is_switch(row: ActionRow) -> bool:
    """Whether its value is a bool by the kind of the action."""
    return kind_of(row) in ("_StoreTrueAction", "_StoreFalseAction", "BooleanOptionalAction")


def nargs_of(row: ActionRow) -> str | int | None:
    """The number of words as argparse holds it."""
    if row.nargs is None:
        return None
    value = str(row.nargs["value"])
    return int(value) if row.nargs["type"] == "int" else value


def is_list(row: ActionRow) -> bool:
    """Whether its value is a list, by default or by number of words."""
    return row.default["type"] in ("list", "tuple") or nargs_of(row) not in (None, "?")


def default_shows(row: ActionRow) -> bool:
    """Whether the default can ever be the value, or part of it.

    Of an argument that always has to be given it can not, unless occurrences add to it.
    """
    if not row.flags:
        return nargs_of(row) in ("?", "*")
    return not row.required or kind_of(row) in (
        "_AppendAction",
        "_AppendConstAction",
        "_ExtendAction",
        "_CountAction",
    )


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
