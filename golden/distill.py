"""The distilled set: the fewest cases found that still catch every planted fault.

Each mutant meets some of the cases that touch it, the broad ones (many words, long files) first, as
one of those catches many mutants. From who catches what, cases are taken greedily, and those that
others made superfluous are given back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from golden.case import Case
from golden.jobs import Opening, Workshop
from golden.mutants import CaseIndex, InvalidMutant, Mutant
from golden.pool import Lost, Pool, Report
from golden.target import Target

__all__ = ["Distilled", "cover", "distill"]

_BROAD = 12
_NEAR = 12
"""How many of the broadest cases, and of the first ones, a mutant meets before all others."""


@dataclass(frozen=True)
class Distilled:
    """The cases, in the order in which they were taken, and the ids of mutants that none of all the
    cases catches.
    """

    cases: list[Case]
    mutants: int
    survivors: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Caught:
    mutant: str
    cases: tuple[int, ...]
    valid: bool = True


@dataclass(frozen=True)
class _Meet:
    """One mutant meets the cases of these numbers; after `enough` of them one catch suffices."""

    mutant: Mutant
    cases: tuple[tuple[int, Case], ...]
    enough: int

    def run(self, workshop: Workshop, report: Report) -> None:
        """See golden.pool.Job. Each case is reported as None, the mutant in the end as _Caught."""
        caught = []
        for tried, (number, case) in enumerate(self.cases, start=1):
            try:
                if workshop.catches(self.mutant, case) is not None:
                    caught.append(number)
            except InvalidMutant:
                report(_Caught(self.mutant.id, (), valid=False))
                return
            if caught and tried >= self.enough:
                break
            report(None)
        report(_Caught(self.mutant.id, tuple(caught)))

    def rest(self, done: int) -> None:
        """See golden.pool.Job."""


def distill(
    target: Target,
    mutants: Sequence[Mutant],
    cases: Sequence[Case],
    *,
    workers: int,
    timeout: float = 30.0,
) -> Distilled:
    """Distill `cases`, which are in the order of their value. Invalid mutants do not count."""
    index = CaseIndex(cases)
    numbers = {id(case): number for number, case in enumerate(index.cases)}
    jobs = (_meeting(mutant, index, numbers) for mutant in mutants)
    caught: dict[str, tuple[int, ...]] = {}
    with Pool(Opening(target, {}), workers, timeout) as pool:
        for job, message in pool.run(jobs):
            if isinstance(message, Lost):
                caught[job.mutant.id] = ()
            elif isinstance(message, _Caught) and message.valid:
                caught[message.mutant] = message.cases
    catchable = {mutant: found for mutant, found in caught.items() if found}
    taken = cover({mutant: catchable[mutant] for mutant in sorted(catchable)})
    return Distilled(
        [index.cases[number] for number in taken], len(caught), sorted(caught.keys() - catchable)
    )


def _meeting(mutant: Mutant, index: CaseIndex, numbers: Mapping[int, int]) -> _Meet:
    touching = list(index.touching(mutant))
    broad = sorted(touching, key=lambda number: (-_breadth(index.cases[number]), number))[:_BROAD]
    first = list(dict.fromkeys((*touching[:_NEAR], *broad)))
    rest = (numbers[id(case)] for case in index.ordered(mutant))
    order = dict.fromkeys((*first, *rest))
    return _Meet(mutant, tuple((number, index.cases[number]) for number in order), len(first))


def _breadth(case: Case) -> int:
    """About how many arguments a case speaks of."""
    words = sum(word.startswith("-") for step in case.steps for word in step.argv)
    return words + sum(step.config.count(b"=") for step in case.steps if step.config is not None)


def cover(caught: Mapping[str, Iterable[int]]) -> list[int]:
    """Few numbers that meet every set: greedily the one that meets most, the lowest of several."""
    by_number: dict[int, set[str]] = {}
    for name, numbers in caught.items():
        for number in numbers:
            by_number.setdefault(number, set()).add(name)
    open_names, taken = set(caught), []
    while open_names:
        best = max(by_number, key=lambda number: (len(by_number[number] & open_names), -number))
        taken.append(best)
        open_names -= by_number[best]
    for number in list(reversed(taken)):
        others = set().union(*(by_number[other] for other in taken if other != number))
        if by_number[number] <= others:
            taken.remove(number)
    return taken
