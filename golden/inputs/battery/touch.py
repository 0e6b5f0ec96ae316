"""The sections that a case is about."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from argparity.golden.model.case import Case, Step
from argparity.golden.sides.schema import Schema

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def sections_touched(schema: Schema, case: Case) -> frozenset[str]:
    """The known sections that the case's words and configuration files name.

    A case that names none (nothing given, help, an unknown word, an unreadable file) is about all
    of them.
    """
    known = frozenset(schema.section_names)
    named: set[str] = set()
    for step in case.steps:
        named |= {schema.sections.section_of(row.dest) for row in schema.given_rows(step)}
        named |= set(_configured(schema, step))
    return frozenset(named & known or known)


def _configured(schema: Schema, step: Step) -> set[str]:
    """The sections of the keys in a step's configuration file; none if it cannot be read."""
    if step.config is None:
        return set()
    found: set[str] = set()
    for key, value in _document(step.config).items():
        if schema.sections.prefix is None:
            found |= set(_sections_along(schema, (str(key),), value))
        else:
            found.add(schema.sections.place_of(str(key))[0])
    return found


def _sections_along(schema: Schema, path: tuple[str, ...], value: Any) -> Iterator[str]:
    row = schema.key_paths.get(path)
    yield schema.sections.section_of(path[-1] if row is None else row.dest)
    for key, inner in value.items() if isinstance(value, dict) and len(path) < _DEEPEST else ():
        yield from _sections_along(schema, (*path, str(key)), inner)


_DEEPEST = 5
"""The depth to which the tables of a file are searched."""


# A key of a YAML file whose tables are indented lines, plain or in double quotes.
_YAML_KEY = re.compile(r'^( *)(?:"([^"\n]+)"|([^\s"#:\[{-][^":\n]*)):(?: |$)', re.MULTILINE)


@lru_cache(maxsize=8192)  # many cases share a file
def _document(raw: bytes) -> Mapping[Any, Any]:
    for read in (tomllib.loads, json.loads):
        try:
            document = read(raw.decode("utf-8"))
        except (ValueError, RecursionError):
            continue
        if isinstance(document, dict):
            return document
    return _lines_of_yaml(raw.decode("utf-8", "replace"))


def _lines_of_yaml(text: str) -> dict[str, dict[str, None]]:
    """The keys of two levels, without their values; a reader of YAML may not be there."""
    found: dict[str, dict[str, None]] = {}
    table: dict[str, None] = {}
    for indent, quoted, plain in _YAML_KEY.findall(text):
        if indent:
            table[quoted or plain] = None
        else:
            table = found.setdefault(quoted or plain, {})
    return found
