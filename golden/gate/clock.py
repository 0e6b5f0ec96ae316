"""The time of a run, divided among its phases."""

from __future__ import annotations

import time

__all__ = ["Clock"]

# By when each phase has to be through, as a share of the time; what it leaves is the next one's.
_SHARES = {
    "mutants": 0.25,
    "goldens": 0.45,
    "battery": 0.86,
    "fuzz": 0.96,
    "fuzz beside mismatches": 0.9,
    "explain": 1.0,
}


class Clock:
    """Starts when it is made. `budget` in seconds, None for no limit."""

    def __init__(self, budget: float | None) -> None:
        self._budget = budget
        self._start = self._divided = time.monotonic()

    @property
    def seconds(self) -> float:
        """Since the start."""
        return time.monotonic() - self._start

    def divide(self) -> None:
        """Divide what is left among the phases; loading the sides may have taken much of it."""
        self._divided = time.monotonic()

    def deadline(self, phase: str) -> float | None:
        """When `phase` has to be through, as `time.monotonic` counts; None for no limit."""
        if self._budget is None:
            return None
        left = self._budget - (self._divided - self._start)
        return self._divided + max(0.0, left) * _SHARES[phase]

    def left(self, phase: str) -> float:
        """Seconds that `phase` still has; an hour where there is no limit."""
        deadline = self.deadline(phase)
        return 3600.0 if deadline is None else max(0.0, deadline - time.monotonic())

    def late(self, phase: str) -> bool:
        """Whether the time of `phase` is over."""
        return self.left(phase) <= 0
