"""The distilled set: the fewest cases found that still catch every planted fault.

Each mutant runs some of the cases that touch it, the broad ones (many arguments, long files) first,
as one of those catches many mutants. Then cases are chosen greedily by the mutants they catch, and
cases that later ones made superfluous are dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from argparity.golden.model.case import Case
from argparity.golden.mutants.index import CaseIndex
from argparity.golden.mutants.mutant import InvalidMutant, Mutant
from argparity.golden.sides.target import Target
from argparity.golden.workers.context import Opening, WorkerContext
from argparity.golden.workers.pool import Job, Pool, Reporter, WorkerLost
from argparity.golden.workers.progress import QUIET, ProgressListener

_BROAD = 8
_NEAR = 6
"""Number of the broadest and of the smallest cases touching a mutant that it always runs."""

_LIKELY = 200
"""Number of the cases touching a mutant that it runs in the first round."""

_OTHERS = 400
"""Number of cases not touching a mutant that it runs before it counts as not caught."""


@dataclass(frozen=True)
class Distilled:
    """The chosen cases in order, the number of mutants, and the ids of those that survived."""

    cases: list[Case]
    mutants: int
    survivors: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Caught:
    mutant: str
    cases: tuple[int, ...]
    valid: bool = True


@dataclass(frozen=True)
class _Meet(Job):
    """One mutant meets the cases of these numbers; after `enough` of them one catch suffices."""

    mutant: Mutant
    cases: tuple[tuple[int, Case], ...]
    enough: int

    def run(self, context: WorkerContext, report: Reporter) -> None:
        """See Job. Each case is reported as None, the mutant at the end as _Caught."""
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


def distill(
    target: Target,
    mutants: Sequence[Mutant],
    cases: Sequence[Case],
    *,
    workers: int,
    timeout: float = 30.0,
    progress: ProgressListener = QUIET,
) -> Distilled:
    """The distilled set of `cases`, which are in order of value. Invalid mutants do not count."""
    field = _Field(cases)
    with Pool(Opening(target, {}), workers, timeout) as pool:
        progress.phase("likely cases", len(mutants))
        caught = _meet(pool, (field.meeting(mutant) for mutant in mutants), progress)
        # What the likely cases do not catch meets more of them.
        left = [mutant for mutant in mutants if caught.get(mutant.id) == ()]
        progress.phase("further cases", len(left))
        caught.update(_meet(pool, (field.further_meeting(mutant) for mutant in left), progress))
        # Run the chosen cases against all mutants to see what else they catch.
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
    """A cover of all mutants that are caught; the same for the same catches."""
    return cover({name: caught[name] for name in sorted(caught) if caught[name]})


def _meet(
    pool: Pool, jobs: Iterable[_Meet], progress: ProgressListener
) -> dict[str, tuple[int, ...]]:
    """The cases that caught each mutant; invalid mutants are left out."""
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
    """The cases, and the order in which a mutant should run them."""

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
    """Roughly the number of arguments that a case gives."""
    words = sum(word.startswith("-") for step in case.steps for word in step.argv)
    return words + sum(step.config.count(b"=") for step in case.steps if step.config is not None)


def cover(caught: Mapping[str, Iterable[int]]) -> list[int]:
    """A few numbers that meet every set, chosen greedily: the one that meets most, the lowest."""
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
