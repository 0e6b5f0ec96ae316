"""Places where differences are known before a case has run, and which cases could show them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol, TypeAlias

from argparity.golden.model.case import Case
from argparity.golden.sides.schema import Schema

Place: TypeAlias = "tuple[str, str]"
"""Section and flag of a difference, either "" where it has none."""


class Touching(Protocol):
    """A case, and the sections that it touches."""

    @property
    def case(self) -> Case:
        """The case."""

    @property
    def sections(self) -> frozenset[str]:
        """Their names."""


_WORD = re.compile(r"[\w-]+")


class Suspects:
    """The known places of a target.

    A case may be taken for one that could show a difference and never do so; the other way round
    it must not be, as far as files spell their keys plainly.
    """

    def __init__(self, schema: Schema, places: Iterable[Place]) -> None:
        self._every = frozenset(schema.section_names)
        self._by_section: dict[str, set[Place]] = {}
        self._by_flag: dict[str, set[Place]] = {}
        self._by_key: dict[str, set[Place]] = {}
        for place in places:
            self._add(schema, place)
        # Words and files recur in thousands of cases.
        self._named = lru_cache(maxsize=None)(self._find_named)
        self._configured = lru_cache(maxsize=None)(self._find_configured)

    def _add(self, schema: Schema, place: Place) -> None:
        section, flag = place
        rows = [
            row for table in schema.tables for row in table.rows if flag in (*row.flags, row.dest)
        ]
        if not flag or any(not row.flags for row in rows):
            self._by_section.setdefault(section, set()).add(place)
            return
        for name in {flag, *(name for row in rows for name in row.flags)}:
            self._by_flag.setdefault(name, set()).add(place)
        for row in rows:
            for word in _WORD.findall(" ".join(schema.keys_of(row))):
                self._by_key.setdefault(word, set()).add(place)

    def shown_by(self, one: Touching) -> set[Place]:
        """The places that a case is about: by a flag spelled out, abbreviated or among other short
        flags, by a key; without a flag, by the section.
        """
        found: set[Place] = set()
        if self._by_section:
            found.update(*(self._by_section.get(name, ()) for name in one.sections))
            found |= self._by_section.get("", set()) if self._every <= one.sections else set()
        for step in one.case.steps:
            for word in step.argv:
                found |= self._named(word.partition("=")[0])
            if step.config is not None:
                found |= self._configured(step.config)
        return found

    def _find_named(self, name: str) -> frozenset[Place]:
        meant = (places for flag, places in self._by_flag.items() if _may_mean(name, flag))
        return frozenset(place for places in meant for place in places)

    def _find_configured(self, config: bytes) -> frozenset[Place]:
        words = _WORD.findall(config.decode("utf-8", "replace"))
        return frozenset(place for word in words for place in self._by_key.get(word, ()))


def _may_mean(name: str, flag: str) -> bool:
    if len(flag) == 2 and len(name) > 1 and name[0] == flag[0] != name[1]:
        return flag[1] in name  # one of several short flags in one word
    return len(name) > 2 and flag.startswith(name)
