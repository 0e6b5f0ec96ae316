"""TOML files, read with checks: every error names the file and the line of the key."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from argparity.compat._toml import TOMLDecodeError, parse_toml
from argparity.golden.errors import ConfigError

FORMAT = 1
"""The format of files of entries that this version reads."""


@dataclass(frozen=True)
class Document:
    """A TOML file: its text and its values."""

    file: Path
    text: str
    values: dict[str, Any]

    @classmethod
    def read(cls, file: Path) -> Document:
        """The document in `file`. Raises ConfigError unless it is TOML in UTF-8."""
        try:
            text = file.read_bytes().decode("utf-8")
            return cls(file, text, parse_toml(text))
        except UnicodeDecodeError as error:
            raise ConfigError(f"is not UTF-8: {error.reason}", file=file) from error
        except TOMLDecodeError as error:
            found = re.search(r"at line (\d+)", str(error))
            line = int(found[1]) if found else None
            raise ConfigError(f"not valid TOML: {error}", file=file, line=line) from error

    def error(self, message: str, path: Sequence[str] = ()) -> ConfigError:
        """An error at the line of the key that `path` leads to."""
        return ConfigError(message, file=self.file, line=line_of(self.text, path))


@dataclass(frozen=True)
class Fields:
    """The keys of an entry, each with its type or types."""

    required: Mapping[str, type | tuple[type, ...]]
    optional: Mapping[str, type | tuple[type, ...]]

    @property
    def names(self) -> tuple[str, ...]:
        """All keys."""
        return (*self.required, *self.optional)


@dataclass(frozen=True)
class Entry:
    """One `[[name]]` of a file, the `number`th from 0."""

    values: Mapping[str, Any]
    document: Document
    name: str
    number: int

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key, or `default`."""
        return self.values.get(key, default)

    def error(self, message: str, key: str | None = None) -> ConfigError:
        """An error at the line of `key`, or of the entry."""
        path = (self.name, str(self.number), *([] if key is None else [key]))
        return self.document.error(f"{self.name}: {message}", path)


def read_entries(file: Path, name: str, fields: Fields) -> list[Entry]:
    """The entries `[[name]]` of a file in order; none if there is no file.

    Raises ConfigError for a file that is not TOML of this format, an unknown or missing key, or a
    value of the wrong type.
    """
    if not file.exists():
        return []
    document = Document.read(file)
    data = dict(document.values)
    if data.pop("format", None) != FORMAT:
        raise ConfigError(f"needs `format = {FORMAT}` at its top", file=file, line=1)
    found = data.pop(name, [])
    if data or not isinstance(found, list):
        extra = ", ".join(data) or name
        raise ConfigError(
            f"{extra}: this file holds [[{name}]] entries and nothing else", file=file
        )
    entries = [Entry(values, document, name, number) for number, values in enumerate(found)]
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
    # Exact types: a bool would pass as an int, a datetime as a date.
    return type(value) in (kinds if isinstance(kinds, tuple) else (kinds,))


def _name(kinds: type | tuple[type, ...]) -> str:
    names = {"str": "a string", "int": "an integer", "list": "a list", "dict": "a table"}
    each = kinds if isinstance(kinds, tuple) else (kinds,)
    return " or ".join(names.get(kind.__name__, f"a {kind.__name__}") for kind in each)


_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_PATH = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_HEADER = re.compile(rf"[ \t]*(\[\[?)[ \t]*({_PATH})[ \t]*\]")
_KEY = re.compile(rf"[ \t]*({_PATH})[ \t]*=")


def line_of(text: str, path: Sequence[str]) -> int | None:
    """The line (from 1) of the header or key that `path` leads to, in any spelling of TOML.

    That is the first line inside it, or the line of the inline table that holds it; None if there
    is none. The number of a table in an array is part of the path, from "0". A line inside a
    multi-line string may be mistaken for a key.
    """
    wanted = tuple(path)
    around: int | None = None
    for number, found in _places(text):
        if found[: len(wanted)] == wanted:
            return number
        if found == wanted[: len(found)]:
            around = number
    return around


def _places(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    table: tuple[str, ...] = ()
    arrays: Counter[tuple[str, ...]] = Counter()
    for number, line in enumerate(text.splitlines(), 1):
        header, key = _HEADER.match(line), _KEY.match(line)
        if header is not None:
            *outer, last = _parts(header[2])
            table = ()
            for part in outer:
                table = _inside(arrays, (*table, part))
            table = (*table, last)
            arrays[table] += header[1] == "[["
            table = _inside(arrays, table)
            yield number, table
        elif key is not None:
            yield number, (*table, *_parts(key[1]))


def _inside(arrays: Mapping[tuple[str, ...], int], path: tuple[str, ...]) -> tuple[str, ...]:
    """The path of the keys that follow: in an array of tables, its last table so far."""
    return (*path, str(arrays[path] - 1)) if arrays.get(path) else path


def _parts(path: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_PART, path))


def toml_key(name: str) -> str:
    """`name` as a key of TOML, quoted if need be."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name)
