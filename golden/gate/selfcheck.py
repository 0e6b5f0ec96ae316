"""The self-check: a gate that misses planted faults cannot be trusted with a real one."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from argparity.golden.gate.options import MutantChoice
from argparity.golden.gate.result import Problem, ProblemKind, SelfCheck
from argparity.golden.model.case import Case
from argparity.golden.mutants.index import CaseIndex
from argparity.golden.mutants.mutant import Mutant
from argparity.golden.workers.jobs import MutantResult, Plant
from argparity.golden.workers.pool import Pool, WorkerLost
from argparity.golden.workers.progress import ProgressListener

SURVIVED: ProblemKind = "mutant"
"""The kind of problem for a surviving mutant."""

_NEAREST = 30
"""Number of cases that a mutant runs in the first round, those that touch it first."""

_MANY = 5
"""Number of survivors, with no mutant caught, from which the gate counts as blind."""

_PORTION = 200
"""Number of the other cases that it runs at a time."""

_FURTHER = 40
"""Number of further cases that a killed mutant runs for a kill by values alone (all mutants)."""


def chosen(
    mutants: Sequence[Mutant], asked: MutantChoice, section: str | None, seed: int
) -> list[Mutant]:
    """The mutants of this run.

    A sample has at least one of each operator and one of each flag that has any; the seed decides
    which ones.
    """
    own = [m for m in mutants if section is None or m.section in (section, "")]
    if asked == "none":
        return []
    if asked == "all":
        return own
    places = list(range(len(own)))
    random.Random(seed).shuffle(places)
    operators: set[str] = set()
    flags: set[tuple[str, str]] = set()
    taken = []
    for place in places:
        mutant = own[place]
        flag = (mutant.section, mutant.flag)
        if mutant.operator not in operators or flag not in flags:
            operators.add(mutant.operator)
            flags.add(flag)
            taken.append(place)
    return [own[place] for place in sorted(taken)]


def check_gate(
    pool: Pool,
    mutants: Sequence[Mutant],
    cases: Iterable[Case],
    check: SelfCheck,
    deadline: float | None,
    progress: ProgressListener,
    budget: float | None = None,
) -> list[Problem]:
    """Plant each mutant and write the results into `check`; return the problems with the gate.

    `budget`: the seconds of the whole run, to say how many would suffice.
    """
    check.planned = len(mutants)
    hunt = _Hunt(CaseIndex(cases), _FURTHER if check.asked == "all" else 0)
    progress.phase("mutants", len(mutants))
    for job, message in pool.run(hunt.first_round(mutants), deadline):
        if isinstance(message, MutantResult):
            progress.advance()
        hunt.note(job, message)
    # If none of many was caught, searching on would not help: the gate is blind.
    if not hunt.blind:
        for job, message in pool.run(hunt.second_round(), deadline):
            hunt.note(job, message)
    results = sorted(hunt.results(), key=lambda result: result.mutant.id)
    _count(check, results)
    check.cut = check.planned - check.executed if hunt.lost or _over(deadline) else 0
    return [*_problems(check, budget), *hunt.lost]


def _over(deadline: float | None) -> bool:
    return deadline is not None and time.monotonic() >= deadline


class _Hunt:
    """Which mutant meets which cases: first the nearest, then, if it is still alive, all others."""

    def __init__(self, index: CaseIndex, further: int) -> None:
        self._index, self._further = index, further
        self._found: dict[str, MutantResult] = {}
        self._met: dict[str, int] = {}
        self.lost: list[Problem] = []

    def first_round(self, mutants: Iterable[Mutant]) -> Iterator[Plant]:
        """One job for each mutant."""
        for mutant in mutants:
            nearest = tuple(islice(self._index.ordered(mutant), _NEAREST))
            yield Plant(mutant, nearest, self._further)

    def second_round(self) -> Iterator[Plant]:
        """All other cases in small portions, for each mutant until it is caught."""
        alive = [result.mutant for result in self._found.values() if _lives(result)]
        queues = {m.id: islice(self._index.ordered(m), _NEAREST, None) for m in alive}
        while alive:
            for mutant in list(alive):
                cases = tuple(islice(queues[mutant.id], _PORTION))
                if cases and _lives(self._found[mutant.id]):
                    yield Plant(mutant, cases)
                else:
                    alive.remove(mutant)

    def note(self, job: Plant, message: object) -> None:
        """Take in what a worker reported."""
        if isinstance(message, WorkerLost):
            why = f"mutant {job.mutant.id} lost its worker: {message.reason}"
            self.lost.append(Problem(SURVIVED, why, "note"))
        elif isinstance(message, MutantResult):
            name = job.mutant.id
            self._met[name] = self._met.get(name, 0) + message.cases
            known = self._found.get(name)
            if known is None or _lives(known):
                self._found[name] = replace(message, cases=self._met[name])

    @property
    def blind(self) -> bool:
        """Whether many mutants met cases, and not one was caught."""
        found = [result for result in self._found.values() if not result.invalid]
        return len(found) >= _MANY and all(map(_lives, found))

    def results(self) -> list[MutantResult]:
        """The mutants that were caught or void, and the survivors that met every case, or none."""
        total = 0 if self.blind else len(self._index.cases)
        return [r for r in self._found.values() if not _lives(r) or r.cases >= total]


def _lives(result: MutantResult) -> bool:
    return result.killed_by is None and not result.invalid


def _count(check: SelfCheck, results: Sequence[MutantResult]) -> None:
    check.executed = len(results)
    check.invalid = [result for result in results if result.invalid]
    check.survivors = [result for result in results if _lives(result)]
    killed = [result for result in results if result.killed_by is not None]
    check.killed = len(killed)
    check.killed_by_values = sum(result.killed_by_values for result in killed)


def _problems(check: SelfCheck, budget: float | None) -> list[Problem]:
    found = [
        Problem(
            SURVIVED,
            f"the gate does not notice a planted fault: {result.mutant.description} "
            f"({result.mutant.id}; {result.cases} cases)",
            "unjudged",
        )
        for result in check.survivors
    ]
    if check.planned and not check.killed and not found:
        why = _why_none(check, budget)
        message = f"none of {check.planned} planted faults could be caught: {why}"
        found.append(Problem(SURVIVED, message, "unjudged"))
    return found


def _why_none(check: SelfCheck, budget: float | None) -> str:
    if check.invalid:
        return f"{len(check.invalid)} were void (the first: {check.invalid[0].invalid})"
    if budget is None:
        return "each lost its worker"
    return f"none got its turn, as the time did not suffice: --budget {max(60, round(2 * budget))}"
