"""The time of a run, divided among its phases."""

from __future__ import annotations

import time

# When each phase has to end, as a share of the time; the next phase gets what it leaves.
_SHARES = {
    "least": 0.7,
    "mutants": 0.8,
    "goldens": 0.8,
    "battery": 0.88,
    "fuzz": 0.97,
    "explain": 1.0,
    "rest": 0.97,
}

# The same if mismatches were found: explaining them is worth more than finding them again. What
# that leaves is for the rest of the cases.
_BESIDE_MISMATCHES = {"goldens": 0.45, "battery": 0.55, "fuzz": 0.6, "rest": 0.93}

# The share that a phase may take from its own beginning on.
_OWN_SHARES = {"mutants": 0.22, "goldens": 0.3}


class Budget:
    """The time of a run, from its creation on. `budget` in seconds, None for no limit."""

    def __init__(self, budget: float | None) -> None:
        self._budget = budget
        self._start = self._divided = self._begun = time.monotonic()

    @property
    def seconds(self) -> float:
        """Since the start."""
        return time.monotonic() - self._start

    @property
    def loading(self) -> float:
        """Seconds until the time was divided."""
        return self._divided - self._start

    def divide(self) -> None:
        """Divide the time that is left among the phases; loading the sides may have taken much."""
        self._divided = time.monotonic()

    def deadline(self, phase: str, *, mismatches: bool = False) -> float | None:
        """When `phase` has to end, on the clock of `time.monotonic`; None for no limit.

        `mismatches`: whether there are some to explain.
        """
        if self._budget is None:
            return None
        share = _SHARES[phase]
        if mismatches:
            share = _BESIDE_MISMATCHES.get(phase, share)
        left = max(0.0, self._budget - self.loading)
        end = self._divided + left * share
        own = _OWN_SHARES.get(phase)
        return end if own is None else min(end, self._begun + left * own)

    def begin(self) -> None:
        """A phase begins."""
        self._begun = time.monotonic()

    def left(self, phase: str, *, mismatches: bool = False) -> float:
        """Seconds that `phase` still has; an hour if there is no limit."""
        deadline = self.deadline(phase, mismatches=mismatches)
        return 3600.0 if deadline is None else max(0.0, deadline - time.monotonic())
