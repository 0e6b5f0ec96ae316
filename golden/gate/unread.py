"""Cases that are not judged, as a value in them cannot be compared."""

from __future__ import annotations

import json
from collections import Counter

from argparity.golden.errors import missing_encoders
from argparity.golden.gate.result import Problem
from argparity.golden.model.observation import Outcome


class Unread:
    """Collects the outcomes of such cases."""

    def __init__(self) -> None:
        self._places: dict[str, str] = {}
        self._reasons: Counter[str] = Counter()

    def add(self, outcome: Outcome) -> None:
        """One more case; an error of the outcome is a JSON document of the types without encoder
        and their places.
        """
        if outcome.error:
            for name, place in json.loads(outcome.error).items():
                self._places.setdefault(name, place)
        self._reasons["" if outcome.error else outcome.message] += 1

    def problems(self) -> list[Problem]:
        """One problem for all types without encoder, and one for each other reason."""
        return [
            Problem(
                "values",
                f"{number} cases are not judged: {reason or missing_encoders(self._places)}",
                "unjudged",
            )
            for reason, number in self._reasons.items()
        ]
