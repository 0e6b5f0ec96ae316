"""The cause of a mismatch, found by experiments with single facts of the parser.

The judge sees that two runs differ. Here facts of the candidate's parser are transplanted into the
control's, and the case runs again: the fewest facts that make the control behave as the candidate
does are the causes. Nothing is guessed from names, and a difference that no fact of the parser
brings about keeps the name that the judge gave it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from argparity.golden.inputs.shrink import ddmin
from argparity.golden.judge.comparator import Comparator, Comparison
from argparity.golden.judge.effect import effect
from argparity.golden.judge.layers import WinningLayer
from argparity.golden.judge.naming import EVERY_PARSE, judge
from argparity.golden.judge.static import PARSER_FACTS, StaticDifference
from argparity.golden.judge.transplant import Transplant, transplanted, transplants
from argparity.golden.model.common import Common
from argparity.golden.model.mismatch import Direction, Mismatch, render, shortened
from argparity.golden.model.observation import Observation
from argparity.golden.sides.parsers.table import ActionRow

Keys: TypeAlias = "frozenset[tuple[str, str, str, str]]"

_OF_SPELLINGS = ("row", "flags")


def attribute(comparator: Comparator, comparison: Comparison) -> list[Mismatch]:
    """The mismatches of a comparison by their causes, with its case as the witness.

    A change of the way a parse ends stays a separate entry next to its causes where the control
    accepted the case, or where both reject it in different ways; messages and usage that only
    follow from a cause do not.
    """
    return _Attribution(comparator, comparison).mismatches()


class _Attribution:
    """One comparison under experiment."""

    def __init__(self, comparator: Comparator, comparison: Comparison) -> None:
        self.comparator, self.comparison = comparator, comparison
        self.judged = comparison.mismatches
        # What follows the first step that differs may be its consequence; the judge's case ends
        # there.
        self.case = self.judged[0].case if self.judged else comparison.case

    def mismatches(self) -> list[Mismatch]:
        of_every = [m for m in self.judged if m.cause == EVERY_PARSE]
        self.judged = tuple(m for m in self.judged if m not in of_every)
        if not self.judged:
            return of_every
        chosen, left = self._experiment(_keys(self.judged))
        if not chosen:
            return [*self._named(self.judged), *of_every]
        causes = [self._entry(transplant) for transplant in self._fewest(chosen, left)]
        unexplained = [m for m in self.judged if _key(m) in left]
        ends = [
            _beside(m, causes) for m in self.judged if m not in unexplained and _is_another_end(m)
        ]
        return _distinct([*causes, *ends, *self._named(unexplained), *of_every])

    def _experiment(self, before: Keys) -> tuple[Sequence[Transplant], Keys]:
        """Facts that explain at least something, and what they leave unexplained; no facts if none
        does.
        """
        every = transplants(self.comparator)
        near = [transplant for transplant in every if self._is_near(transplant.difference)]
        best: tuple[Sequence[Transplant], Keys] = ((), before)
        for chosen in (near, every):
            if not best[1]:
                break
            if not chosen:
                continue
            left = self._left(chosen)
            # Facts that lead to other differences do not lead to this candidate.
            if left < best[1]:
                best = chosen, left
        return best

    def _more_than_help(self) -> bool:
        return any(m.cls != "help-changed" for m in self.judged)

    def _left(self, chosen: Sequence[Transplant]) -> Keys:
        """The differences that remain when the control has the chosen facts."""
        comparator = self.comparator
        sides = comparator.together
        control = sides.run(sides.control, self.case, transplanted(chosen))
        candidate = replace(
            self.comparison.candidate,
            outcomes=self.comparison.candidate.outcomes[: len(self.case.steps)],
        )
        accept = control.last.kind == candidate.last.kind == "ok"
        if accept and self.judged[0].direction == "widened":
            return frozenset()  # values are compared by cases that both sides accept
        found = judge(comparator.schema, self.case, control, candidate)
        # The usage in an error shows the facts of all flags, which have witnesses of their own.
        beside = "help-changed" if self._more_than_help() else ""
        return _keys([m for m in found if m.cause != EVERY_PARSE and m.cls != beside])

    def _fewest(self, chosen: Sequence[Transplant], left: Keys) -> list[Transplant]:
        """The fewest of the chosen facts that explain as much; of equal ones the first."""

        def explains(kept: Sequence[Transplant]) -> bool:
            return bool(kept) and self._left(kept) == left

        return [*reversed(ddmin([*reversed(chosen)], explains))]

    def _is_near(self, difference: StaticDifference) -> bool:
        """Whether a fact concerns arguments that the case gives or the judge names."""
        schema = self.comparator.schema
        flags = {mismatch.flag for mismatch in self.judged}
        flags |= {row.name for step in self.case.steps for row in schema.given_rows(step)}
        if difference.flag in flags or difference.fact in PARSER_FACTS:
            return True
        places = [
            place
            for place in (difference.control_place, difference.candidate_place)
            if place is not None
        ]
        words = [
            w.partition("=")[0] for step in self.case.steps for w in step.argv if w.startswith("-")
        ]
        return any(
            not place.flags or any(flag.startswith(word) for flag in place.flags for word in words)
            for place in places
        )

    # Names.

    def _entry(self, transplant: Transplant) -> Mismatch:
        difference = transplant.difference
        make = self._abbreviation(difference) if difference.fact in _OF_SPELLINGS else None
        direction, effect = self._alone(transplant)
        if make is not None:
            # What a beginning means is a consequence, but one that breaks scripts is not hidden.
            because = None if direction == "narrowed" else difference.key
            return replace(make, direction=direction, effect=effect, because=because)
        return Mismatch(
            target=self.comparator.schema.target,
            section=difference.section,
            flag=difference.flag,
            cls=difference.cls,
            direction=direction,
            control=difference.control,
            candidate=difference.candidate,
            case=self.case,
            effect=effect,
            cause=" -> ".join(shortened(render(difference.control), render(difference.candidate))),
        )

    def _alone(self, transplant: Transplant) -> tuple[Direction, str]:
        """Direction and effect of one fact on the case, without the others'; of all of them where
        it does something else alone.
        """
        sides, schema = self.comparator.together, self.comparator.schema
        before, after = (
            Observation(one.outcomes[: len(self.case.steps)])
            for one in (
                self.comparison.control,
                sides.run(sides.control, self.case, transplanted([transplant])),
            )
        )
        found = judge(replace(schema, common=Common()), self.case, before, after)
        if not _keys(found) or not _keys(found) <= _keys(self.judged):
            found = list(self.judged)
            after = Observation(self.comparison.candidate.outcomes[: len(self.case.steps)])
        direction = found[0].direction
        return direction, effect(schema, transplant.difference.flag, before.last, after.last)

    def _abbreviation(self, difference: StaticDifference) -> Mismatch | None:
        """The entry for a flag that was added or removed, if the case abbreviates another one."""
        schema = self.comparator.schema
        if schema.control is None or schema.candidate is None:
            return None
        changed = {
            place.flags
            for place in (difference.control_place, difference.candidate_place)
            if place is not None
        }
        for word in self.case.argv:
            flag = word.partition("=")[0]
            exact = schema.control.by_flag(flag) or schema.candidate.by_flag(flag)
            here, there = schema.control.resolve(word), schema.candidate.resolve(word)
            if {row.flags for row in (*here, *there)} <= changed:
                continue  # its own name, which is gone or new with it
            concerned = any(row.flags in changed for row in (*here, *there))
            if exact is None and concerned and (len(here) == 1 or len(there) == 1):
                row = here[0] if len(here) == 1 else there[0]
                return Mismatch(
                    target=schema.target,
                    section=schema.sections.section_of(row.dest),
                    flag=row.name,
                    cls="abbreviation-changed",
                    direction=self.judged[0].direction,
                    control=f"{flag} means {_rows(here)}",
                    candidate=f"{flag} means {_rows(there)}",
                    case=self.case,
                )
        return None

    def _named(self, mismatches: Sequence[Mismatch]) -> list[Mismatch]:
        return [WinningLayer(self.comparator, self.comparison, m).named() for m in mismatches]


def _rows(rows: Sequence[ActionRow]) -> str:
    return ", ".join(row.name for row in rows) or "nothing"


_OF_VALUES = "default-changed type-changed value-changed precedence-changed key-added key-removed"


def _key(mismatch: Mismatch) -> tuple[str, str, str, str]:
    """The differences that an experiment can remove; the class of a value does not matter here."""
    cls = "value" if mismatch.cls in _OF_VALUES.split() else mismatch.cls
    return mismatch.section, mismatch.flag, cls, mismatch.direction


def _keys(mismatches: Sequence[Mismatch]) -> Keys:
    return frozenset(map(_key, mismatches))


def _is_another_end(mismatch: Mismatch) -> bool:
    return mismatch.cls == "error-kind-changed" and mismatch.direction != "widened"


def _beside(mismatch: Mismatch, causes: Sequence[Mismatch]) -> Mismatch:
    """The mismatch as a consequence, under the argument of its cause."""
    cause = next((cause for cause in causes if cause.flag == mismatch.flag), causes[0])
    return replace(mismatch, section=cause.section, flag=cause.flag, because=cause.key)


def _distinct(mismatches: Sequence[Mismatch]) -> list[Mismatch]:
    known: dict[tuple[str, str, str], Mismatch] = {}
    for mismatch in mismatches:
        known.setdefault(mismatch.key, mismatch)
    return list(known.values())
