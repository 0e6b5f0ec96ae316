"""Files of `[[name]]` entries in TOML: read with checks, and errors that name file and line."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from argparity.golden.errors import ConfigError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = ["FORMAT", "Entry", "Fields", "read_entries"]

FORMAT = 1
"""The form of these files that this version reads."""


@dataclass(frozen=True)
class Fields:
    """The keys of an entry: name -> type (or several), those that must be there and the others."""

    required: Mapping[str, type | tuple[type, ...]]
    optional: Mapping[str, type | tuple[type, ...]]

    @property
    def names(self) -> tuple[str, ...]:
        """All keys."""
        return (*self.required, *self.optional)


@dataclass(frozen=True)
class Entry:
    """One entry: its values, and where it stands (`line` is 1-based)."""

    values: Mapping[str, Any]
    file: Path
    name: str
    line: int
    text: str

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key, or `default`."""
        return self.values.get(key, default)

    def error(self, message: str, key: str | None = None) -> ConfigError:
        """An error at the line of `key`, or of the entry."""
        return ConfigError(f"{self.name}: {message}", file=self.file, line=self._line_of(key))

    def _line_of(self, key: str | None) -> int:
        lines = self.text.splitlines()
        for number in range(self.line, len(lines)):
            if lines[number].lstrip().startswith("[["):
                break
            if key is not None and re.match(rf"\s*{re.escape(key)}\s*[.=]", lines[number]):
                return number + 1
        return self.line


def read_entries(file: Path, name: str, fields: Fields) -> list[Entry]:
    """The entries `[[name]]` of a file in order; none where there is no file.

    Raises ConfigError for a file that is no TOML of this format, an unknown or missing key, a value
    of another type, an empty text.
    """
    if not file.exists():
        return []
    text = file.read_text(encoding="utf-8")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        number = int(line[1]) if line else None
        raise ConfigError(f"not valid TOML: {error}", file=file, line=number) from error
    if data.pop("format", None) != FORMAT:
        raise ConfigError(f"needs `format = {FORMAT}` at its top", file=file, line=1)
    found = data.pop(name, [])
    if data or not isinstance(found, list):
        extra = ", ".join(data) or name
        raise ConfigError(
            f"{extra}: this file holds [[{name}]] entries and nothing else", file=file
        )
    headers = [
        number + 1
        for number, line in enumerate(text.splitlines())
        if re.match(rf"\s*\[\[\s*{name}\s*\]\]", line)
    ]
    lines = headers if len(headers) == len(found) else [1] * len(found)
    entries = [
        Entry(values, file, name, line, text) for values, line in zip(found, lines, strict=True)
    ]
    for entry in entries:
        _check(entry, fields)
    return entries


def _check(entry: Entry, fields: Fields) -> None:
    for key in entry.values:
        if key not in fields.names:
            raise entry.error(f"unknown key {key!r}; keys: {', '.join(fields.names)}", key)
    kinds = {**fields.required, **fields.optional}
    for key, value in entry.values.items():
        if not _is_a(value, kinds[key]):
            raise entry.error(f"{key} is {value!r}; must be {_name(kinds[key])}", key)
    for key in fields.required:
        if key not in entry.values:
            raise entry.error(f"{key!r} is missing; keys: {', '.join(fields.required)}")


def _is_a(value: Any, kinds: type | tuple[type, ...]) -> bool:
    # A bool is an int, and a datetime is a date: neither is meant.
    return type(value) in (kinds if isinstance(kinds, tuple) else (kinds,))


def _name(kinds: type | tuple[type, ...]) -> str:
    names = {"str": "a text", "int": "a whole number", "list": "a list", "dict": "a table"}
    each = kinds if isinstance(kinds, tuple) else (kinds,)
    return " or ".join(names.get(kind.__name__, f"a {kind.__name__}") for kind in each)
