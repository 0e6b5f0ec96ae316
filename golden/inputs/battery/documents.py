"""Configuration files: values of every class, and documents of the target's format with them."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from argparity.golden.inputs.battery.arguments import Argument
from argparity.golden.inputs.battery.syntax import SYNTAX, Raw
from argparity.golden.inputs.battery.values import texts_in
from argparity.golden.sides.target import Target


@dataclass(frozen=True, slots=True)
class Setting:
    """One value of a key; `label` names its class of values."""

    label: str
    value: Any


_ZONE = datetime.timezone(datetime.timedelta(hours=2))
_NOON = datetime.datetime(2024, 1, 2, 12, 0, 0)

_SETTINGS = tuple(
    Setting(label, value)
    for label, value in (
        ("an integer", 7),
        ("a string", "word"),
        ("true", True),
        ("false", False),
        ("a fraction", 0.25),
        ("a list of strings", ["a", "b"]),
        ("an empty string", ""),
        ("zero", 0),
        ("words between commas", "a, b,"),
        ("an empty list", []),
        ("a number as string", "7"),
        ("a truth value as string", "true"),
        ("a whole fraction", 1.0),
        ("a negative integer", -3),
        ("negative zero", -0.0),
        ("not a number", math.nan),
        ("infinity", math.inf),
        ("an integer beyond 64 bits", 2**70),
        ("a list of integers", [1, 2]),
        ("a list of words between commas", ["a,b", "c"]),
        ("a nested list", [["a"], []]),
        ("a table", {"a": 1, "b": {}}),
        ("an empty table", {}),
        ("non-ASCII letters", "\u00e9\u65e5\u672c"),
        ("a date", _NOON.date()),
        ("a time of day", _NOON.time()),
        ("a date and time without zone", _NOON),
        ("a date and time in UTC", _NOON.replace(tzinfo=datetime.timezone.utc)),
        ("a date and time with an offset", _NOON.replace(tzinfo=_ZONE)),
        ("a hexadecimal integer", Raw("0x10")),
        ("an integer with underscores", Raw("1_000")),
        ("a literal string of several lines", Raw("'''\na\\n\nb'''")),
        # What YAML alone reads like this, in its version 1.1 or always.
        ("nothing", Raw("", "yaml")),
        ("a tilde", Raw("~", "yaml")),
        ("a plain word", Raw("word", "yaml")),
        ("a plain yes", Raw("yes", "yaml")),
        ("a plain off", Raw("Off", "yaml")),
        ("a plain n", Raw("n", "yaml")),
        ("scientific notation without a point", Raw("1e3", "yaml")),
        ("scientific notation with point and sign", Raw("1.0e+3", "yaml")),
        ("an integer with a leading zero", Raw("017", "yaml")),
        ("an octal integer", Raw("0o17", "yaml")),
        ("a hexadecimal integer", Raw("0x10", "yaml")),
        ("an integer with underscores", Raw("1_000", "yaml")),
        ("a number of base 60", Raw("1:30", "yaml")),
        ("a quoted string", Raw("'it''s'", "yaml")),
        ("a number with the tag of a string", Raw("!!str 7", "yaml")),
        ("an unknown tag", Raw("!nosuch 7", "yaml")),
        ("a string of several lines", Raw("|\n    a\n    b\n", "yaml")),
        ("a folded string", Raw(">-\n    a\n    b", "yaml")),
        ("a list of lines with dashes", Raw("\n    - a\n    - 1\n    - ~", "yaml")),
        ("a table of lines", Raw("\n    a: 1\n    b: x", "yaml")),
        ("a comment", Raw("# 7", "yaml")),
    )
)


def settings_of(argument: Argument, kind: str) -> list[Setting]:
    """All value classes for the key of an argument that a file of this format can hold."""
    own: list[Setting] = []
    for row in argument.rows:
        own += [Setting("a choice", text) for text in texts_in(row.choices)]
        own += [Setting("the default's words", text) for text in texts_in(row.default)]
    found = {repr(setting.value): setting for setting in (*own, *_SETTINGS)}
    return [setting for setting in found.values() if fits(setting.value, kind)]


def usual_value(argument: Argument, other: bool = False) -> Any:
    """A value that the argument might well have in a file; `other`: a second one."""
    kind = argument.rows[0].default["type"]
    if argument.wordless:
        return (argument.rows[0].default.get("value") != "True") is not other
    return _USUAL.get(kind, ("filed", "refiled"))[other]


_USUAL: dict[str, tuple[Any, Any]] = {
    "int": (9, 8),
    "float": (0.75, 0.5),
    "bool": (True, False),
    "list": (["x", "y"], ["z"]),
}


def fits(value: Any, kind: str) -> bool:
    """Whether a file of that format can hold the value."""
    if isinstance(value, Raw):
        return value.kind == kind
    return kind != "json" or not isinstance(value, (datetime.date, datetime.time))


class DocumentWriter:
    """Writes documents of one format."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def settings(self, pairs: Iterable[tuple[tuple[str, ...], Any]]) -> bytes:
        """A document with these keys, each at its path of names; the last of equal paths stays."""
        document: dict[str, Any] = {}
        for (*outer, key), value in pairs:
            table = document
            for name in outer:
                if not isinstance(table.get(name), dict):
                    table[name] = {}
                table = table[name]
            table[key] = value
        return self.document(document)

    def document(self, document: Mapping[str, Any]) -> bytes:
        """A document of tables and top-level values."""
        return SYNTAX[self.kind](document).encode("utf-8", "surrogateescape")


def writer_of(target: Target) -> DocumentWriter | None:
    """The writer of the target's configuration file; None for a target without one."""
    if target.config_file is None:
        return None
    return DocumentWriter(target.config_file.format)
