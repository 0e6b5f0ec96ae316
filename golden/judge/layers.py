"""Name a difference of values by the layers that the values come from.

A value of one case may be the one that the same side gives without the file, without the command
line, or without both. The layer that it equals is the one that won.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from argparity.golden.judge.comparator import Comparator, Comparison
from argparity.golden.model.case import Case, Step
from argparity.golden.model.encode import Tree
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.model.observation import Outcome
from argparity.golden.observe.side_server import ApartSide

_OF_VALUES = ("default-changed", "type-changed", "value-changed", "precedence-changed")


class WinningLayer:
    """One mismatch of a comparison that no fact of the parsers explains."""

    def __init__(self, comparator: Comparator, comparison: Comparison, mismatch: Mismatch) -> None:
        self.comparator, self.comparison, self.mismatch = comparator, comparison, mismatch
        self.step = mismatch.case.steps[-1]

    def named(self) -> Mismatch:
        """The mismatch, with a class that says which layer lost where that is what happened."""
        if self.mismatch.cls not in _OF_VALUES or not (
            self.step.argv or self.step.config or self.mismatch.case.env
        ):
            return self.mismatch
        if self.step.config is not None and self._layers("control") != self._layers("candidate"):
            return replace(self.mismatch, cls="precedence-changed")
        if self.mismatch.cls == "default-changed" and not self._differs_by_default():
            return replace(self.mismatch, cls="value-changed")
        return self.mismatch

    def _layers(self, side: str) -> frozenset[str]:
        """The layers that alone give the value that the case gives on this side."""
        value = getattr(self.mismatch, side)
        return frozenset(
            name
            for name, case in self._alone()
            if self._value(getattr(self.comparator, side), case) == value
        )

    def _alone(self) -> Iterator[tuple[str, Case]]:
        yield "default", self._with(Step())
        if self.step.argv:
            yield "command line", self._with(Step(self.step.argv))
            yield "file", self._with(replace(self.step, argv=()))

    def _with(self, step: Step) -> Case:
        return replace(self.mismatch.case, steps=(step,), env=())

    def _differs_by_default(self) -> bool:
        plain = self._with(Step())
        sides = self.comparator.control, self.comparator.candidate
        left, right = (self._value(side, plain) for side in sides)
        return left is not None and right is not None and left != right

    def _value(self, side: ApartSide, case: Case) -> Tree | None:
        """The value that the mismatch is about, None where the case is rejected."""
        return self._find(self.comparator.run(side, case).last)

    def _find(self, outcome: Outcome) -> Tree | None:
        schema = self.comparator.schema
        for leaf, tree in () if outcome.values is None else schema.sections.leaves(outcome.values):
            if (
                leaf.section == self.mismatch.section
                and schema.flag_of(leaf.dest) == self.mismatch.flag
            ):
                return tree
        return None
