"""Record goldens, from the control alone; each verb does one thing.

`add` records new cases, or known ones on another Python version; it never changes an existing
outcome. `change` records again, with a written reason that stays in the file. `reformat` writes the
files in canonical form. `prune` drops redundant goldens and variants. Every file is written in one
step under a lock, and every verb can be rerun after an interruption.
"""

from __future__ import annotations

import datetime
import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType

from argparity.golden.errors import CannotJudge, UsageError
from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import render, summary
from argparity.golden.model.observation import Observation
from argparity.golden.observe.folding import folded
from argparity.golden.observe.side_server import ApartSide
from argparity.golden.records.atomic import clear_unfinished, locked
from argparity.golden.records.seals import check_seals
from argparity.golden.records.store import BASELINE, Golden, Store, Topic, version_order
from argparity.golden.sides.target import Target

DISTILLED = "distilled"
"""The topic of cases that are kept only for the mutants they catch."""


@dataclass
class Changes:
    """The result of a verb: ids of goldens, by what happened to them, and reformatted topics.

    `confirmed`: recorded with the same outcome on a new Python version. `variants`: got or lost a
    variant. `marked`: now marked as distilled. `differences`: a line for each outcome
    that the Python before this one did not have.
    """

    added: list[str] = field(default_factory=list)
    confirmed: list[str] = field(default_factory=list)
    variants: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    marked: list[str] = field(default_factory=list)
    reformatted: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)


def recording_on(release: str, golden: Golden, found: Observation) -> Golden:
    """The golden with what the control did on that release of Python, which was not recorded yet.

    What differs from the expectation becomes a variant from this release on; where later releases
    are known to do otherwise, another one ends it.
    """
    known = {name: golden.expected(name) for name in golden.recorded} | {release: found}
    recorded = tuple(sorted(known, key=version_order))
    variants = dict(golden.variants)
    for name in recorded:
        if replace(golden, variants=variants).expected(name) != known[name]:
            variants[f"{name}+"] = known[name]
    return replace(golden, recorded=recorded, variants=variants)


class Recorder:
    """The goldens of a target and its control; a context manager that owns a process.

    `python`: the version that outcomes are recorded for. Only tests give one that is not running.
    """

    def __init__(self, target: Target, *, python: str | None = None) -> None:
        self.store = Store(target)
        self._broken = list(check_seals(target.base, target.seals))
        self.python = python or platform.python_version()
        self._control = ApartSide(target, "control", {}, None)
        self._control.facts  # noqa: B018 - a side that cannot be loaded says so here
        self.cleared: list[Path] = []
        """Unfinished files of killed runs, which a verb of this run has removed."""

    def __enter__(self) -> Recorder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self._control.close()

    def observe(self, case: Case) -> Observation:
        """The control's observation, folded. Raises CannotJudge if a second run differs, or if the
        control is not what was sealed.
        """
        if self._broken:
            raise CannotJudge(
                f"{self._broken[0]}. Nothing is recorded of a control that is not what was sealed"
            )
        found = folded(self._control.observe(case))
        if folded(self._control.observe(case)) != found:
            raise CannotJudge(
                f"case {case.id}: two runs of the control differ, so there is nothing to record; "
                "remove the part of the input that changes from run to run"
            )
        return found

    def add(self, name: str, cases: Iterable[Case]) -> Changes:
        """Record new cases in the topic `name`; a case whose input it already has is left out.

        Raises UsageError for an id that another case has.
        """
        _check_topic_name(name)
        changes = Changes()
        with self._writing():
            self._set_baseline()
            topics = self.store.topics()
            ids = {golden.case.id for topic in topics for golden in topic.goldens}
            topic = next((topic for topic in topics if topic.name == name), Topic(name))
            inputs = {golden.case.digest for golden in topic.goldens}
            new = []
            for case in cases:
                if case.digest not in inputs:
                    if case.id in ids:
                        raise UsageError(f"the id {case.id!r} is taken by another case")
                    new.append(self._recorded(case))
                    inputs.add(case.digest)
                    ids.add(case.id)
            changes.added = [golden.case.id for golden in new]
            if new:
                self.store.write(replace(topic, goldens=(*topic.goldens, *new)))
        return changes

    def set_distilled(self, cases: Sequence[Case]) -> Changes:
        """Make these cases the distilled set.

        Existing goldens get or lose the mark; the other cases are recorded in the topic
        `distilled`, which keeps nothing else.
        """
        changes = Changes()
        wanted = {case.digest: case for case in cases}
        with self._writing():
            self._set_baseline()
            kept: tuple[Golden, ...] = ()
            # Goldens of other topics come first: somebody wrote down why they exist.
            for topic in sorted(self.store.topics(), key=lambda topic: topic.name == DISTILLED):
                marked = tuple(
                    replace(golden, distilled=wanted.pop(golden.case.digest, None) is not None)
                    for golden in topic.goldens
                )
                changes.marked += [golden.case.id for golden in marked if golden.distilled]
                if topic.name == DISTILLED:
                    kept = tuple(golden for golden in marked if golden.distilled)
                    changes.removed += [g.case.id for g in marked if not g.distilled]
                elif marked != topic.goldens:
                    self.store.write(replace(topic, goldens=marked))
            new = [replace(self._recorded(case), distilled=True) for case in wanted.values()]
            changes.added = [golden.case.id for golden in new]
            self.store.write(Topic(DISTILLED, (*kept, *new)))
        return changes

    def _recorded(self, case: Case) -> Golden:
        return Golden(case, self.observe(case), (self.python,))

    def add_python(self) -> Changes:
        """Record every golden on the running Python version as well.

        Raises UsageError, and writes nothing of that topic, if the control does not do what was
        recorded on this very version.
        """
        changes = Changes()

        def confirm(topic: Topic, golden: Golden) -> Golden:
            found = self.observe(golden.case)
            if golden.recorded_on(self.python):
                self._check_unchanged(golden, found)
                return golden
            confirmed = recording_on(self.python, golden, found)
            if confirmed.variants == golden.variants:
                changes.confirmed.append(golden.case.id)
            else:
                changes.variants.append(golden.case.id)
                difference = _difference(golden, self.python, found)
                changes.differences += [difference] if difference else []
            return confirmed

        self._rewrite(confirm)
        return changes

    def change(self, ids: Sequence[str], reason: str, *, remove: bool = False) -> Changes:
        """Record these goldens again on the running Python alone, or remove them.

        Raises UsageError for an id that does not exist, and for an empty reason. Other Python
        versions have to be added again: their present outcome is unknown.
        """
        if not reason.strip():
            raise UsageError("a change of a recorded outcome needs a reason: --reason TEXT")
        changes = Changes()
        with self._writing():
            topics = self.store.topics()
            known = {golden.case.id for topic in topics for golden in topic.goldens}
            unknown = [name for name in ids if name not in known]
            if unknown:
                raise UsageError(
                    f"no golden has the id {unknown[0]!r}; `record list` shows the ids that exist"
                )
            for topic in topics:
                self._change_topic(topic, set(ids), reason.strip(), remove, changes)
        return changes

    def reformat(self) -> Changes:
        """Write every file in its canonical form; outcomes stay as they are."""
        return Changes(reformatted=self._rewrite(lambda topic, golden: golden))

    def prune(self) -> Changes:
        """Drop goldens whose input their topic has twice, and redundant variants.

        Nothing that is known about the control is lost.
        """
        changes = Changes()
        seen: set[tuple[str, str]] = set()

        def prune(topic: Topic, golden: Golden) -> Golden | None:
            key = topic.name, golden.case.digest
            if key in seen:
                changes.removed.append(golden.case.id)
                return None
            seen.add(key)
            needed = _without_idle_variants(golden)
            if needed != golden:
                changes.variants.append(golden.case.id)
            return needed

        self._rewrite(prune)
        return changes

    def _change_topic(
        self, topic: Topic, ids: set[str], reason: str, remove: bool, changes: Changes
    ) -> None:
        goldens: list[Golden] = []
        history = list(topic.history)
        for golden in topic.goldens:
            if golden.case.id not in ids:
                goldens.append(golden)
                continue
            if not remove:
                outcome = self.observe(golden.case)
                goldens.append(
                    replace(golden, outcome=outcome, recorded=(self.python,), variants={})
                )
            (changes.removed if remove else changes.changed).append(golden.case.id)
            history.append(
                {
                    "date": datetime.date.today().isoformat(),
                    "case": golden.case.id,
                    "change": "removed" if remove else "recorded anew",
                    "reason": reason,
                }
            )
        if len(history) > len(topic.history):
            self.store.write(Topic(topic.name, tuple(goldens), tuple(history)))

    def _check_unchanged(self, golden: Golden, found: Observation) -> None:
        if golden.expected(self.python) != found:
            raise UsageError(
                f"{golden.case.id}: on Python {self.python} the control no longer does what was "
                "recorded; look at it with `record show`, and if the control is now right, "
                "`record change` it with a reason"
            )

    def _rewrite(self, edit: Callable[[Topic, Golden], Golden | None]) -> list[str]:
        """The names of the topics that changed when `edit` was applied to their goldens.

        A golden for which `edit` returns None is removed.
        """
        changed = []
        with self._writing():
            for topic in self.store.topics():
                edited = (edit(topic, golden) for golden in topic.goldens)
                goldens = tuple(golden for golden in edited if golden is not None)
                if self.store.write(replace(topic, goldens=goldens)):
                    changed.append(topic.name)
        return changed

    def _set_baseline(self) -> None:
        outcome = self.observe(Case.of()).last
        if outcome.kind == "ok":
            self.store.set_baseline(outcome)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Context manager: the folder is locked, and cleared of the files of killed runs."""
        self.store.folder.mkdir(parents=True, exist_ok=True)
        with locked(self.store.folder):
            self.cleared += clear_unfinished(self.store.folder)
            yield


def _check_topic_name(name: str) -> None:
    plain = name.replace("-", "").replace("_", "")
    if not plain.isalnum() or not plain.isascii() or name == BASELINE:
        raise UsageError(
            f"{name!r} cannot name a topic; use letters, digits, - and _ (and not {BASELINE!r})"
        )


def _difference(golden: Golden, release: str, found: Observation) -> str:
    """What the control does on that release and not on the last recorded one before it; "" for
    nothing.
    """
    order = version_order(release)
    earlier = [known for known in golden.recorded if version_order(known) < order]
    expected = golden.expected(max(earlier, key=version_order)) if earlier else golden.outcome
    if found == expected:
        return ""
    before, after = (render(summary(one.last)) for one in (expected, found))
    return f"{golden.case.id}: {before} -> {after if after != before else 'other values'}"


def _without_idle_variants(golden: Golden) -> Golden:
    """The golden without variants that say what holds without them, where they begin and on every
    release that was recorded.
    """
    for name in golden.variants:
        others = {other: found for other, found in golden.variants.items() if other != name}
        without = replace(golden, variants=others)
        releases = {name.removesuffix("+"), *golden.recorded}
        if all(without.expected(each) == golden.expected(each) for each in releases):
            golden = without
    return golden
