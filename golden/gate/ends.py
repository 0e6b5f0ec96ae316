"""How the inputs of a run ended: where none is accepted, nothing was compared."""

from __future__ import annotations

from collections import Counter

from argparity.golden.gate.result import Problem
from argparity.golden.workers.jobs import End


class Ends:
    """Counts how the control, and either side, ended.

    Goldens alone may be of rejections; the battery has inputs that any parser should accept.
    """

    def __init__(self) -> None:
        self._total = self._accepted = self._accepted_by_any = 0
        self._enough = False
        self._raised: Counter[str] = Counter()

    def add(self, tier: str, end: End) -> None:
        """One more input of a tier."""
        self._enough |= tier == "battery"
        self._total += 1
        self._accepted += end.control
        self._accepted_by_any += end.control or end.candidate
        if end.raised:
            self._raised[end.raised] += 1

    @property
    def failed(self) -> bool:
        """Whether the control accepted nothing, and not because it rejects it as a parser does."""
        return self._enough and not self._accepted and bool(self._raised)

    def problems(self) -> list[Problem]:
        """What speaks against a verdict."""
        if not self._enough or (self._accepted_by_any and not self.failed):
            return []
        if not self._raised:
            message = (
                f"both sides reject each of {self._total} inputs, so that no value was compared; "
                "give arguments that they accept: words = { FLAG = [...] } in the target's entry"
            )
            return [Problem("ends", message, "unjudged")]
        (error, number), *others = self._raised.most_common()
        more = f" and {len(others)} other exceptions" if others else ""
        message = (
            f"the control accepts none of {self._total} inputs: {number} end in {error}{more}, so "
            "that nothing is known of the candidate; make the control run here first"
        )
        return [Problem("ends", message, "unjudged")]
