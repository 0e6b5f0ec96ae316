"""The context of a worker: both sides, loaded once, for all jobs that it does."""

from __future__ import annotations

import contextlib
import functools
import gc
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from argparity.golden.judge.comparator import Comparator
from argparity.golden.judge.naming import judge
from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.model.observation import Observation
from argparity.golden.mutants.mutant import InvalidMutant, Mutant, run_mutant
from argparity.golden.observe.folding import without_texts
from argparity.golden.sides.target import Target

_REMEMBERED = 3000
"""How many observations of each side a worker keeps for the next mutants."""


@dataclass(frozen=True)
class Opening:
    """How a worker opens its context. `memory` and `timeout`: see Comparator."""

    target: Target
    environ: Mapping[str, str]
    memory: int | None = None
    timeout: float | None = None

    @contextlib.contextmanager
    def __call__(self) -> Iterator[WorkerContext]:
        """The context, in a process that is prepared for thousands of parses."""
        with Comparator(self.target, self.environ, self.memory, self.timeout) as comparator:
            gc.freeze()
            yield WorkerContext(comparator)


class WorkerContext:
    """A comparator, and what it found for cases that many mutants meet."""

    def __init__(self, comparator: Comparator) -> None:
        self.comparator = comparator
        self.control = functools.lru_cache(maxsize=_REMEMBERED)(self._control)
        self.judged = functools.lru_cache(maxsize=_REMEMBERED)(self._judged)

    def _control(self, case: Case) -> Observation:
        return self.comparator.run(self.comparator.control, case)

    def _judged(self, case: Case) -> list[Mismatch]:
        """The mismatches of the candidate as it is, without any mutant."""
        candidate = self.comparator.run(self.comparator.candidate, case)
        return judge(self.comparator.schema, case, self.control(case), candidate)

    def catches(self, mutant: Mutant, case: Case) -> bool | None:
        """None if the judge sees no difference, else whether values alone show one.

        Where the candidate differs even without the mutant, only another difference counts. Raises
        InvalidMutant, also where the fault makes up for such a difference.
        """
        control, mutated = self.control(case), run_mutant(self.comparator, mutant, case)
        found = judge(self.comparator.schema, case, control, mutated)
        if not found and self.judged(case):
            raise InvalidMutant(mutant.id, "gives back what the control does")
        if not found or found == self.judged(case):
            return None
        return without_texts(control) != without_texts(mutated)
