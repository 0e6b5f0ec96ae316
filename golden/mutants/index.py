"""The cases that can show a mutant, which run first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from argparity.golden.model.case import Case
from argparity.golden.mutants.mutant import Mutant

_KEY = re.compile(r"[\w-]+")


def relevant(mutant: Mutant, case: Case) -> bool:
    """Whether the case touches what the mutant breaks. A case that does not may still show it."""
    return bool(CaseIndex([case]).touching(mutant))


def _size(case: Case) -> int:
    return sum(len(step.argv) + len(step.files) for step in case.steps)


class CaseIndex:
    """Finds the cases that touch a mutant without going through all of them."""

    def __init__(self, cases: Iterable[Case]) -> None:
        self.cases = tuple(cases)
        self._plain: list[int] = []
        self._positional: list[int] = []
        self._flags: dict[str, list[int]] = {}
        self._keys: dict[str, list[int]] = {}
        self._sizes = [_size(case) for case in self.cases]
        for number, case in enumerate(self.cases):
            self._add(number, case)

    def _add(self, number: int, case: Case) -> None:
        arguments = {argument for step in case.steps for argument in step.argv}
        configs = {file for step in case.steps for file in step.files}
        if not arguments and not configs and not case.env:
            self._plain.append(number)
        for flag in {a.partition("=")[0] for a in arguments if a.startswith("-")}:
            self._flags.setdefault(flag, []).append(number)
        if not all(argument.startswith("-") for argument in arguments):
            self._positional.append(number)
        keys = {key for config in configs for key in _KEY.findall(config.decode(errors="replace"))}
        for key in keys:
            self._keys.setdefault(key, []).append(number)

    def ordered(self, mutant: Mutant, others: int | None = None) -> Iterator[Case]:
        """The cases for a mutant: those that touch it, the smallest first, then the rest in order,
        at most `others` of them.
        """
        touching = self.touching(mutant)
        first = set(touching)
        rest = (number for number in range(len(self.cases)) if number not in first)
        left = len(self.cases) if others is None else others
        for number in touching:
            yield self.cases[number]
        for number in rest:
            if left <= 0:
                return
            left -= 1
            yield self.cases[number]

    def touching(self, mutant: Mutant) -> Sequence[int]:
        """The numbers of the cases that touch it; all where it is about the whole parser."""
        if not mutant.shows:
            return range(len(self.cases))
        named, configured = self._named(mutant), self._configured(mutant)
        found: set[int] = set()
        for kind in mutant.shows:
            found |= {
                "plain": set(self._plain),
                "named": named,
                "abbreviated": self._abbreviated(mutant),
                "configured": configured,
                "both": named & configured,
            }[kind]
        # A small case is about little else.
        return sorted(found, key=lambda number: (self._sizes[number], number))

    def _named(self, mutant: Mutant) -> set[int]:
        if not mutant.names:
            return set(self._positional)
        exact = {number for name in mutant.names for number in self._flags.get(name, ())}
        return exact | self._abbreviated(mutant)

    def _abbreviated(self, mutant: Mutant) -> set[int]:
        found: set[int] = set()
        for name in mutant.names:
            for end in range(2, len(name)):
                found.update(self._flags.get(name[:end], ()))
        return found

    def _configured(self, mutant: Mutant) -> set[int]:
        """The cases whose file has one of the keys as a whole word, whatever the format."""
        words = (word for key in mutant.keys for word in _KEY.findall(key))
        return {number for word in words for number in self._keys.get(word, ())}
