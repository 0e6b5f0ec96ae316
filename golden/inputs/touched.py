"""What a case is about: the sections and the flags that its arguments and files name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Protocol, TypeAlias

from argparity.compat._toml import parse_toml
from argparity.golden.model.case import Case, Step
from argparity.golden.sides.parsers.table import ActionRow
from argparity.golden.sides.schema import Schema

SectionFlag: TypeAlias = tuple[str, str]
"""Section and flag of a difference, either "" where it has none."""


def sections_touched(schema: Schema, case: Case) -> frozenset[str]:
    """The known sections that the case's arguments and configuration files name.

    A case that names none (nothing given, help, an unknown argument, an unreadable file) is about
    all of them.
    """
    known = frozenset(schema.section_names)
    named: set[str] = set()
    for step in case.steps:
        named |= {schema.sections.section_of(row.dest) for row in schema.given_rows(step)}
        named |= set(_configured(schema, step))
    return frozenset(named & known or known)


def _configured(schema: Schema, step: Step) -> set[str]:
    """The sections of the keys in a step's configuration files; none if it cannot be read."""
    found: set[str] = set()
    for key, value in (pair for file in step.files for pair in _document(file).items()):
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


def rows_configured(schema: Schema, step: Step) -> list[ActionRow]:
    """The arguments whose keys stand in a step's configuration files; none if unreadable."""
    paths = (path for file in step.files for path in _paths(_document(file)))
    return [schema.key_paths[path] for path in paths if path in schema.key_paths]


def _paths(table: Mapping[Any, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in table.items():
        path = (*above, str(key).replace("-", "_"))
        yield path
        if isinstance(value, dict) and len(path) < _DEEPEST:
            yield from _paths(value, path)


_DEEPEST = 5
"""How many tables of a file are looked into, one inside the other."""


# A key of a YAML file whose tables are indented lines, plain or in double quotes.
_YAML_KEY = re.compile(r'^( *)(?:"([^"\n]+)"|([^\s"#:\[{-][^":\n]*)):(?: |$)', re.MULTILINE)


@lru_cache(maxsize=8192)  # many cases share a file
def _document(raw: bytes) -> Mapping[Any, Any]:
    for read in (parse_toml, json.loads):
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


def names_flag(schema: Schema, step: Step, flag: str) -> bool:
    """Whether the arguments of a step name a flag, or a positional by its dest."""
    rows = schema.given_rows(step)
    named = any(flag in row.flags or row.dest == flag for row in rows)
    return named or any(argument.partition("=")[0] == flag for argument in step.argv)


class Touching(Protocol):
    """A case, and the sections that it touches."""

    @property
    def case(self) -> Case:
        """The case."""

    @property
    def sections(self) -> frozenset[str]:
        """Their names."""


_NAME = re.compile(r"[\w-]+")


class DifferenceIndex:
    """Finds, of some known differences, those that a case could show.

    May over-approximate; must never miss a case, as long as files spell their keys plainly.
    """

    def __init__(self, schema: Schema, differences: Iterable[SectionFlag]) -> None:
        self._every = frozenset(schema.section_names)
        self._by_section: dict[str, set[SectionFlag]] = {}
        self._by_flag: dict[str, set[SectionFlag]] = {}
        self._by_key: dict[str, set[SectionFlag]] = {}
        for difference in differences:
            self._add(schema, difference)
        # Arguments and files recur in thousands of cases.
        self._named = lru_cache(maxsize=None)(self._find_named)
        self._configured = lru_cache(maxsize=None)(self._find_configured)

    def _add(self, schema: Schema, difference: SectionFlag) -> None:
        section, flag = difference
        rows = [
            row for table in schema.tables for row in table.rows if flag in (*row.flags, row.dest)
        ]
        if not flag or any(not row.flags for row in rows):
            self._by_section.setdefault(section, set()).add(difference)
            return
        for name in {flag, *(name for row in rows for name in row.flags)}:
            self._by_flag.setdefault(name, set()).add(difference)
        for row in rows:
            for name in _NAME.findall(" ".join(schema.keys_of(row))):
                self._by_key.setdefault(name, set()).add(difference)

    def touched_by(self, one: Touching) -> set[SectionFlag]:
        """The differences that a case is about: by a flag spelled out, abbreviated or among short
        flags, by a key; without a flag, by the section.
        """
        found: set[SectionFlag] = set()
        if self._by_section:
            found.update(*(self._by_section.get(name, ()) for name in one.sections))
            found |= self._by_section.get("", set()) if self._every <= one.sections else set()
        for step in one.case.steps:
            for argument in step.argv:
                found |= self._named(argument.partition("=")[0])
            for file in step.files:
                found |= self._configured(file)
        return found

    def layers_touched(self, one: Touching) -> dict[SectionFlag, set[str]]:
        """The differences that a case is about, each with the layers that could show it."""
        files = [file for step in one.case.steps for file in step.files]
        configured = {difference for file in files for difference in self._configured(file)}
        words = [word.partition("=")[0] for step in one.case.steps for word in step.argv]
        named = {difference for word in words for difference in self._named(word)}
        also = {"variables"} if one.case.env else set()
        return {
            difference: also
            | ({"file"} if difference in configured else set())
            | ({"command line"} if difference in named or difference not in configured else set())
            for difference in self.touched_by(one)
        }

    def _find_named(self, name: str) -> frozenset[SectionFlag]:
        meant = (found for flag, found in self._by_flag.items() if _may_mean(name, flag))
        return frozenset(difference for found in meant for difference in found)

    def _find_configured(self, config: bytes) -> frozenset[SectionFlag]:
        names = _NAME.findall(config.decode("utf-8", "replace"))
        return frozenset(difference for name in names for difference in self._by_key.get(name, ()))


def _may_mean(name: str, flag: str) -> bool:
    if len(flag) == 2 and len(name) > 1 and name[0] == flag[0] != name[1]:
        return flag[1] in name  # one of several short flags in one argument
    return len(name) > 2 and flag.startswith(name)
