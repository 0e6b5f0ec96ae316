"""The time of a run, divided among its phases."""

from __future__ import annotations

import time

__all__ = ["Clock"]

# By when each phase has to be through, as a share of the budget; what is left is the next one's.
_SHARES = {
    "mutants": 0.3,
    "goldens": 0.5,
    "battery": 0.82,
    "fuzz": 0.92,
    "explain": 1.0,
}


class Clock:
    """Starts when it is made. `budget` in seconds, None for no limit."""

    def __init__(self, budget: float | None) -> None:
        self._start = time.monotonic()
        self._budget = budget

    @property
    def seconds(self) -> float:
        """Since the start."""
        return time.monotonic() - self._start

    def deadline(self, phase: str) -> float | None:
        """When `phase` has to be through, as `time.monotonic` counts; None for no limit."""
        return None if self._budget is None else self._start + self._budget * _SHARES[phase]

    def left(self, phase: str) -> float:
        """Seconds that `phase` still has; many where there is no limit."""
        deadline = self.deadline(phase)
        return 3600.0 if deadline is None else max(0.0, deadline - time.monotonic())

    def late(self, phase: str) -> bool:
        """Whether the time of `phase` is over."""
        return self.left(phase) <= 0
