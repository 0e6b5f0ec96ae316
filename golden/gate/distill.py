"""The distilled set: the fewest cases found that still catch every planted fault.

Each mutant meets some of the cases that touch it, the broad ones (many words, long files) first, as
one of those catches many mutants. From who catches what, cases are taken greedily, and those that
others made superfluous are given back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from argparity.golden.model.case import Case
from argparity.golden.mutants.index import CaseIndex
from argparity.golden.mutants.mutant import InvalidMutant, Mutant
from argparity.golden.sides.target import Target
from argparity.golden.workers.jobs import Opening, WorkerContext
from argparity.golden.workers.pool import Pool, Reporter, WorkerLost
from argparity.golden.workers.progress import QUIET, ProgressListener

_BROAD = 8
_NEAR = 6
"""How many of the broadest and of the smallest cases that touch it a mutant meets in any event."""

_LIKELY = 200
"""How many of the cases that touch a mutant it meets before all of those and some others."""

_OTHERS = 400
"""How many cases that do not touch a mutant it meets before it counts as not caught."""


@dataclass(frozen=True)
class Distilled:
    """The cases, in the order in which they were taken; how many mutants there are, and the ids of
    those that were not caught.
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

    def run(self, context: WorkerContext, report: Reporter) -> None:
        """See Job. Each case is reported as None, the mutant in the end as _Caught."""
        caught = []
        for tried, (number, case) in enumerate(self.cases, start=1):
            try:
                if context.catches(self.mutant, case) is not None:
                    caught.append(number)
            except InvalidMutant:
                report(_Caught(self.mutant.id, (), valid=False))
                return
            if caught and tried >= self.enough:
                break
            report(None)
        report(_Caught(self.mutant.id, tuple(caught)))

    def rest(self, done: int) -> None:
        """See Job."""


def distill(
    target: Target,
    mutants: Sequence[Mutant],
    cases: Sequence[Case],
    *,
    workers: int,
    timeout: float = 30.0,
    progress: ProgressListener = QUIET,
) -> Distilled:
    """Distill `cases`, which are in the order of their value. Invalid mutants do not count."""
    field = _Field(cases)
    with Pool(Opening(target, {}), workers, timeout) as pool:
        progress.phase("likely cases", len(mutants))
        caught = _meet(pool, (field.meeting(mutant) for mutant in mutants), progress)
        # What the likely cases do not catch meets more of them.
        left = [mutant for mutant in mutants if caught.get(mutant.id) == ()]
        progress.phase("further cases", len(left))
        caught.update(_meet(pool, (field.further_meeting(mutant) for mutant in left), progress))
        # Who else catches what the chosen few were chosen for is known when they have met everyone.
        few = _Field([field.cases[number] for number in _covering(caught)])
        again = [mutant for mutant in mutants if caught.get(mutant.id)]
        progress.phase("chosen cases", len(again))
        caught.update(_meet(pool, (few.whole_meeting(mutant) for mutant in again), progress))
    return Distilled(
        [few.cases[number] for number in _covering(caught)],
        len(caught),
        sorted(name for name, cases in caught.items() if not cases),
    )


def _covering(caught: Mapping[str, tuple[int, ...]]) -> list[int]:
    """A cover for what is caught at all, the same for the same catches."""
    return cover({name: caught[name] for name in sorted(caught) if caught[name]})


def _meet(
    pool: Pool, jobs: Iterable[_Meet], progress: ProgressListener
) -> dict[str, tuple[int, ...]]:
    """Which cases caught each mutant; invalid mutants are left out."""
    caught: dict[str, tuple[int, ...]] = {}
    for job, message in pool.run(jobs):
        if message is None:
            continue
        progress.advance()
        if isinstance(message, WorkerLost):
            caught[job.mutant.id] = ()
        elif isinstance(message, _Caught) and message.valid:
            caught[message.mutant] = message.cases
    return caught


class _Field:
    """The cases, and which of them a mutant had best meet."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self.cases = tuple(cases)
        self._index = CaseIndex(self.cases)
        self._broadest = sorted(range(len(self.cases)), key=lambda n: (-_breadth(cases[n]), n))

    def meeting(self, mutant: Mutant) -> _Meet:
        """The likely cases: the smallest and the broadest that touch it, then some more."""
        touching = self._index.touching(mutant)
        near = set(touching)
        broad = [number for number in self._broadest if number in near][:_BROAD]
        first = dict.fromkeys((*touching[:_NEAR], *broad))
        return self._of(mutant, (*first, *touching[:_LIKELY]), len(first))

    def further_meeting(self, mutant: Mutant) -> _Meet:
        """All cases that touch it and some that do not, until one catches it."""
        touching = self._index.touching(mutant)[_LIKELY:]
        near = set(touching)
        others = [number for number in range(len(self.cases)) if number not in near][:_OTHERS]
        return self._of(mutant, (*others, *touching), 1)

    def whole_meeting(self, mutant: Mutant) -> _Meet:
        """All cases that touch it, then the others until one catches it."""
        touching = self._index.touching(mutant)
        return self._of(mutant, (*touching, *range(len(self.cases))), len(touching))

    def _of(self, mutant: Mutant, numbers: Iterable[int], enough: int) -> _Meet:
        order = dict.fromkeys(numbers)
        return _Meet(mutant, tuple((number, self.cases[number]) for number in order), enough)


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
