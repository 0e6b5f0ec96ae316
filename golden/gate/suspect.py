"""A place where a difference is known before a case has run, and which cases could show it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from golden.case import Case, Step
from golden.lens import Lens

__all__ = ["Place", "Suspect"]

Place: TypeAlias = "tuple[str, str]"
"""Section and flag of a difference, either "" where it has none."""


class Suspect:
    """One place. A case may be taken for one that could show the difference and never do so; the
    other way round it must not be.
    """

    def __init__(self, lens: Lens, place: Place) -> None:
        self._section, self._flag = place
        rows = [r for t in lens.tables for r in t.rows if self._flag in (*r.flags, r.dest)]
        self._flags = {self._flag, *(flag for row in rows for flag in row.flags)}
        self._by_place = not self._flag or any(not row.flags for row in rows)
        self._every = frozenset(lens.section_names)
        prefix = lens.sections.prefix
        keys = {row.dest.rsplit(prefix, 1)[-1] if prefix else row.dest for row in rows}
        self._keys = {k.encode() for key in keys for k in (key, key.replace("_", "-"))}

    def could_show(self, case: Case, sections: Collection[str]) -> bool:
        """Whether a case that touches these sections is about the flag: spelled out, abbreviated,
        among other short flags, or by its key. Without a flag, whether it is about the section.
        """
        if self._by_place:
            return self._every <= {*sections} if not self._section else self._section in sections
        return any(self._names(step) or self._configures(step) for step in case.steps)

    def _names(self, step: Step) -> bool:
        for word in step.argv:
            name = word.partition("=")[0]
            if len(name) > 1 and any(_may_mean(name, flag) for flag in self._flags):
                return True
        return False

    def _configures(self, step: Step) -> bool:
        return step.config is not None and any(key in step.config for key in self._keys)


def _may_mean(name: str, flag: str) -> bool:
    if len(flag) == 2 and name[0] == flag[0] != name[1]:
        return flag[1] in name  # one of several short flags in one word
    return len(name) > 2 and flag.startswith(name)
