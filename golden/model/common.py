"""What every parse or every error of the candidate does otherwise, whatever the input.

It is one difference of the parser as a whole, and no difference of the flags that a case happens to
give.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from argparity.golden.model.observation import Outcome

Outcomes = tuple[Outcome, ...]
Pair = tuple[Outcome, Outcome]

Part = Literal["log", "warnings", "effects"]
PARTS: tuple[Part, ...] = ("log", "warnings", "effects")

_PROG = re.compile(r"^(?:usage: )?(\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Common:
    """The outcomes of both sides of the plainest parse, and of one with an unknown flag; None
    where they are not known, or of two kinds.
    """

    plain: Pair | None = None
    error: Pair | None = None

    @classmethod
    def of(cls, plain: Outcomes, error: Outcomes) -> Common:
        """That of both sides' outcomes, as far as they answer."""
        kinds = [[outcome.kind for outcome in outcomes] for outcomes in (plain, error)]
        return cls(
            (plain[0], plain[1]) if len(plain) == 2 and len(set(kinds[0])) == 1 else None,
            (error[0], error[1]) if kinds[1] == ["exit", "exit"] else None,
        )

    def entries(self, part: Part) -> tuple[Counter[str], Counter[str]]:
        """What only the control, and what only the candidate adds to a part of every outcome."""
        if self.plain is None:
            return Counter(), Counter()
        left, right = (Counter(getattr(outcome, part)) for outcome in self.plain)
        return left - right, right - left

    def subtracted(self, part: Part, pair: Pair) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """A part of two outcomes without what is common."""
        of_all = self.entries(part)
        left, right = (
            _without(getattr(outcome, part), gone)
            for outcome, gone in zip(pair, of_all, strict=True)
        )
        return left, right

    def written(self, pair: Pair) -> Pair:
        """Two outcomes without the lines that every parse of one side alone writes."""
        if self.plain is None:
            return pair
        out, err = (
            [Counter(text.splitlines(keepends=True)) for text in texts]
            for texts in (
                [outcome.stdout for outcome in self.plain],
                [outcome.stderr for outcome in self.plain],
            )
        )
        return (
            _without_lines(pair[0], out[0] - out[1], err[0] - err[1]),
            _without_lines(pair[1], out[1] - out[0], err[1] - err[0]),
        )

    def coded(self, pair: Pair) -> Pair:
        """Two outcomes of which the second has the first one's exit code, if their codes are those
        of every error.
        """
        if self.error is None or self.error[0].code == self.error[1].code:
            return pair
        codes = tuple(outcome.code for outcome in self.error)
        if (pair[0].code, pair[1].code) != codes:
            return pair
        return pair[0], replace(pair[1], code=pair[0].code)

    def called(self, pair: Pair) -> Pair:
        """Two outcomes whose texts call the program alike, if it has two names."""
        names = self.names
        if names is None:
            return pair
        left, right = pair
        return left, replace(
            right, stdout=_renamed(right.stdout, names), stderr=_renamed(right.stderr, names)
        )

    @property
    def names(self) -> tuple[str, str] | None:
        """The name of the program on each side, where the two differ."""
        if self.error is None:
            return None
        found = [_PROG.search(outcome.stderr) for outcome in self.error]
        if found[0] is None or found[1] is None or found[0][1] == found[1][1]:
            return None
        return found[0][1].rstrip(":"), found[1][1].rstrip(":")

    @property
    def containers(self) -> tuple[str, str] | None:
        """The type of the whole result on each side, where the two differ."""
        if self.plain is None or self.plain[0].values is None or self.plain[1].values is None:
            return None
        kinds = self.plain[0].values["type"], self.plain[1].values["type"]
        return None if kinds[0] == kinds[1] else kinds


def _without(entries: Iterable[str], gone: Counter[str]) -> tuple[str, ...]:
    left, kept = Counter(gone), []
    for entry in entries:
        if left[entry]:
            left[entry] -= 1
        else:
            kept.append(entry)
    return tuple(kept)


def _without_lines(outcome: Outcome, out: Counter[str], err: Counter[str]) -> Outcome:
    if not out and not err:
        return outcome
    stdout, stderr = (
        "".join(_without(text.splitlines(keepends=True), gone))
        for text, gone in ((outcome.stdout, out), (outcome.stderr, err))
    )
    return replace(outcome, stdout=stdout, stderr=stderr)


def _renamed(text: str, names: tuple[str, str]) -> str:
    control, candidate = names
    called = rf"^(usage: )?{re.escape(candidate)}(?=[\s:])"
    return re.sub(called, rf"\g<1>{control}", text, flags=re.MULTILINE)
