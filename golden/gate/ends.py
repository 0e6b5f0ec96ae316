"""How the inputs of a run ended: where none is accepted, nothing was compared."""

from __future__ import annotations

from collections import Counter

from argparity.golden.gate.result import Problem, Weight
from argparity.golden.model.case import Case
from argparity.golden.sides.schema import Schema
from argparity.golden.workers.jobs import End


class Ends:
    """Counts how the control, and either side, ended.

    Goldens alone may be of rejections; the battery has inputs that any parser should accept.
    """

    def __init__(self) -> None:
        self._total = self._accepted = self._accepted_by_any = 0
        self._enough = False
        self._pending: dict[str, str] = {}
        self._raised: Counter[str] = Counter()

    def expect(self, schema: Schema) -> None:
        """The flags of which some word should be accepted."""
        rows = (row for table in schema.tables for row in table.rows if row.converts)
        self._pending = {flag: row.name for row in rows for flag in row.flags}

    def add(self, tier: str, end: End, case: Case) -> None:
        """One more input of a tier."""
        self._enough |= tier == "battery"
        if end.control and self._pending:
            for word in case.argv:
                flag, _, value = word.partition("=")
                name = self._pending.get(flag)
                if name is not None and value != "--":  # which some releases take for no value
                    left = self._pending.items()
                    self._pending = {flag: other for flag, other in left if other != name}
        self._total += 1
        self._accepted += end.control
        self._accepted_by_any += end.control or end.candidate
        if end.raised:
            self._raised[end.raised] += 1

    def add_unread(self) -> None:
        """One more input that is accepted, with values that cannot be compared."""
        self._total += 1
        self._accepted += 1
        self._accepted_by_any += 1

    @property
    def failed(self) -> bool:
        """Whether the control accepted nothing, and not because it rejects it as a parser does."""
        return self._enough and not self._accepted and bool(self._raised)

    def unaccepted(self, weight: Weight) -> list[Problem]:
        """The flags of which no word was accepted, as a problem of that weight."""
        names = list(dict.fromkeys(self._pending.values()))
        if not self._enough or not self._accepted or not names:
            return []
        message = (
            f"no word that was tried for {', '.join(names)} is accepted, so that no value of "
            f'it was compared; give some: words = {{ "{names[0]}" = [...] }} in the target\'s entry'
        )
        return [Problem("words", message, weight)]

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
