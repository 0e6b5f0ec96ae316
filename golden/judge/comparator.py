"""The arena: both sides of a target, loaded, and one case run on them as often as the verdict
needs.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import TracebackType
from typing import TypeVar

from argparity.golden.errors import CannotJudge
from argparity.golden.judge.naming import alike, judge
from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.model.observation import Observation
from argparity.golden.observe.capture import capture
from argparity.golden.observe.environ import variables_read
from argparity.golden.observe.run import ParserHook, observe
from argparity.golden.observe.temp_files import TempFiles
from argparity.golden.sides.parsers.table import action_table
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.side import Side
from argparity.golden.sides.target import Target

__all__ = ["Arena", "Comparison"]

T = TypeVar("T")


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
        self.files = TempFiles()
        self._environ = dict(environ or {})
        with variables_read() as self.read_at_import:
            self.control = target.load_control()
            self.candidate = target.load_candidate()
        tables = self.parser(self.control, action_table), self.parser(self.candidate, action_table)
        known = [table for table in tables if table is not None]
        rule = target.sections.with_table(*known)
        self.schema = Schema(target.name, rule, *tables, help_compared=target.help == "compared")

    def __enter__(self) -> Arena:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self.files.__exit__()

    def parser(self, side: Side, look: Callable[[argparse.ArgumentParser], T]) -> T | None:
        """What `look` returns for the parser that a side first parses with, None for no parse."""
        return capture(side, self.target.settings, self.files, look, self._environ)[0]

    def run(self, side: Side, case: Case, hook: ParserHook | None = None) -> Observation:
        """One observation of `case` on `side`."""
        if self._environ:
            case = replace(case, env=tuple(sorted({**self._environ, **dict(case.env)}.items())))
        return observe(side, case, self.target.settings, self.files, hook)

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
