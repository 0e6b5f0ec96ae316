"""The arena: both sides of a target, loaded, and one case run on them as often as the verdict
needs.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import TracebackType

from argparity.golden.errors import CannotJudge
from argparity.golden.judge.naming import alike, judge
from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.model.observation import Observation
from argparity.golden.observe.run import ParserHook, Workbench, observe
from argparity.golden.sides.parsers.table import ActionTable, action_table
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.side import Side
from argparity.golden.sides.target import Target

__all__ = ["Arena", "Comparison"]


@dataclass(frozen=True)
class Comparison:
    """One case on both sides. `unstable`: two runs of the control differ, so nothing is known of
    the candidate.
    """

    case: Case
    control: Observation
    candidate: Observation
    mismatches: tuple[Mismatch, ...]
    unstable: bool = False


class Arena:
    """Both sides of a target in this process; a context manager, since it owns temporary files.

    `environ` is set for every case under the case's own (the gate forces backends with it).
    """

    def __init__(self, target: Target, environ: Mapping[str, str] | None = None) -> None:
        self.target = target
        target.import_encoders()
        self.bench = Workbench()
        self._environ = dict(environ or {})
        self.control = target.load_control()
        self.candidate = target.load_candidate()
        tables = self.table(self.control), self.table(self.candidate)
        known = [table for table in tables if table is not None]
        rule = target.sections.with_table(*known)
        self.schema = Schema(target.name, rule, *tables, help_compared=target.help == "compared")

    def __enter__(self) -> Arena:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self.bench.__exit__()

    def table(self, side: Side) -> ActionTable | None:
        """The action table of the parser that a side first parses with; None if it shows none."""
        found: list[ActionTable] = []

        def hook(parser: argparse.ArgumentParser) -> None:
            found.append(action_table(parser))

        self.run(side, Case.of(), hook)
        return found[0] if found else None

    def run(self, side: Side, case: Case, hook: ParserHook | None = None) -> Observation:
        """One observation of `case` on `side`."""
        if self._environ:
            case = replace(case, env=tuple(sorted({**self._environ, **dict(case.env)}.items())))
        return observe(side, case, self.target.settings, self.bench, hook)

    def compare(self, case: Case, *, steady: bool = False) -> Comparison:
        """Judge one case. The control runs a second time on a mismatch, with `steady` always."""
        control = self.run(self.control, case)
        candidate = self.run(self.candidate, case)
        equal = alike(self.schema, control, candidate)
        if (steady or not equal) and self.run(self.control, case) != control:
            return Comparison(case, control, candidate, (), unstable=True)
        mismatches = () if equal else tuple(judge(self.schema, case, control, candidate))
        if not equal and not mismatches:
            raise CannotJudge(
                f"case {case.id}: the observations differ, and the judge names no difference"
            )
        return Comparison(case, control, candidate, mismatches)
