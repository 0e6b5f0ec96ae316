"""From thousands of raw mismatches to one entry for each section, flag and class, with its witness.

The judge names what differs in each case. A few of the smallest cases of each name are shrunk and
attributed in workers. Then every static difference that has no witness yet gets more cases that
touch its flag, because one name (say, a changed message) can have several causes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from argparity.golden.inputs.touched import names_flag
from argparity.golden.judge.static import StaticDifference
from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import DIRECTIONS, Mismatch, MismatchKey
from argparity.golden.sides.schema import Schema
from argparity.golden.workers.jobs import Explain, Explained, Verdict
from argparity.golden.workers.pool import Pool
from argparity.golden.workers.progress import ProgressListener

_TEXTS = ("help-changed", "message-changed")
_Rank = tuple[bool, bool, int, tuple[int, int], str]

_KEPT = 3
"""Number of the smallest cases that are kept for each raw mismatch."""

_SEARCHED = 12
"""Number of further cases that are attributed for a static difference without a witness."""


def size(case: Case) -> tuple[int, int]:
    """The length of a case for a reader: its tokens, then its characters."""
    tokens = characters = 0
    for step in case.steps:
        lines = [line for file in step.files for line in file.split(b"\n")]
        tokens += len(step.argv) + len(lines)
        characters += sum(map(len, step.argv)) + sum(map(len, lines))
    return tokens + 4 * (len(case.steps) - 1) + len(case.env), characters


@dataclass(frozen=True)
class _Shown:
    """A case that shows mismatches; the mismatches themselves are kept for the smallest alone."""

    number: int
    case: Case
    keys: tuple[MismatchKey, ...]

    @property
    def order(self) -> tuple[int, tuple[int, int], int, str]:
        """The clearest first: few mismatches, little to read."""
        return len(self.keys), size(self.case), self.number, self.case.digest


class Explanations:
    """The raw mismatches of a run and the entries that they were traced to.

    `entries`: what to report, by section, flag and class. `causes`: for each raw mismatch, the
    entries that it was traced to.
    """

    def __init__(self) -> None:
        self.entries: dict[MismatchKey, Mismatch] = {}
        self.causes: dict[MismatchKey, set[MismatchKey]] = {}
        self.unstable: list[Case] = []
        self._ranks: dict[MismatchKey, _Rank] = {}
        self._raw: dict[MismatchKey, list[tuple[_Shown, Mismatch]]] = {}
        self._shown: list[_Shown] = []

    @property
    def raw(self) -> list[MismatchKey]:
        """The raw mismatches, those of texts alone last: most are consequences of others."""
        return sorted(self._raw, key=lambda key: (key[2] in _TEXTS, key))

    def note(self, verdict: Verdict) -> None:
        """Keep a verdict that has mismatches."""
        shown = _Shown(verdict.number, verdict.case, verdict.keys)
        self._shown.append(shown)
        for mismatch in verdict.mismatches:
            kept = self._raw.setdefault(mismatch.key, [])
            kept.append((shown, mismatch))
            kept.sort(key=lambda pair: pair[0].order)
            del kept[_KEPT:]

    def add(self, key: MismatchKey, mismatches: Iterable[Mismatch]) -> None:
        """Note the entries that one raw mismatch was traced to."""
        for place, mismatch in enumerate(mismatches):
            self.causes.setdefault(key, set()).add(mismatch.key)
            rank = _rank(place, mismatch, key)
            if mismatch.key not in self.entries or rank < self._ranks[mismatch.key]:
                self.entries[mismatch.key] = replace(mismatch, beside=place > 0)
                self._ranks[mismatch.key] = rank

    def is_clear(self, key: MismatchKey) -> bool:
        """Whether there is a case that shows this entry first."""
        return key in self.entries and not self._ranks[key][0]

    def add_rest(self) -> int:
        """Keep untraced mismatches under the judge's name; returns their number."""
        rest = [key for key in self.raw if key not in self.causes]
        for key in rest:
            self.add(key, [self._raw[key][0][1]])
        return len(rest)

    def cases(self, start: int, end: int) -> list[Explain]:
        """Jobs for the smallest cases of each raw mismatch, from the `start`-th to before the
        `end`-th.
        """
        return [
            Explain(shown.case, key) for key in self.raw for shown, _ in self._raw[key][start:end]
        ]

    def touching(self, schema: Schema, difference: StaticDifference) -> list[Explain]:
        """Jobs for noted cases that name the flag of a static difference, smallest first."""
        found = [
            shown
            for shown in self._shown
            if names_flag(schema, shown.case.steps[-1], difference.flag)
        ]
        found.sort(key=lambda shown: shown.order)
        return [Explain(shown.case, shown.keys[0], difference.key) for shown in found[:_SEARCHED]]


def _rank(place: int, mismatch: Mismatch, raw: MismatchKey) -> _Rank:
    """The sort key of witnesses, best first: it shows this difference first, more than a text
    differs, then the harm to users (a rejection is worst), then the least to read.
    """
    texts_alone = raw[2] in _TEXTS
    harm = list(DIRECTIONS).index(mismatch.direction)
    return place > 0, texts_alone, harm, size(mismatch.case), mismatch.case.digest


def explain_all(
    pool: Pool,
    schema: Schema,
    differences: Sequence[StaticDifference],
    found: Explanations,
    deadline: float | None,
    progress: ProgressListener,
) -> None:
    """Trace the raw mismatches to their causes, as far as the time allows."""
    _explain(pool, found.cases(0, 1), found, deadline, progress)
    if all(found.is_clear(difference.key) for difference in differences):
        return
    _explain(pool, found.cases(1, _KEPT), found, deadline, progress)
    for difference in differences:
        if not found.is_clear(difference.key):
            _explain(pool, found.touching(schema, difference), found, deadline, progress)


def _explain(
    pool: Pool,
    jobs: Iterable[Explain],
    found: Explanations,
    deadline: float | None,
    progress: ProgressListener,
) -> None:
    results = []
    for job, message in pool.run(jobs, deadline, abandon=True):
        if isinstance(message, Explained):
            results.append((job.key, message))
            progress.advance()
    for key, explained in sorted(results, key=lambda pair: (pair[0], pair[1].case.digest)):
        if explained.unstable:
            found.unstable.append(explained.case)
        found.add(key, explained.mismatches)
