"""The comparator: both sides of a target, loaded, and one case run on them as often as the verdict
needs.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import TracebackType

from argparity.golden.errors import CannotJudge
from argparity.golden.inputs.battery.subject import Subject
from argparity.golden.judge.levels import visible_part
from argparity.golden.judge.naming import alike, judge
from argparity.golden.model.case import Case, Step
from argparity.golden.model.common import Common, Outcomes
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.model.observation import Observation, Outcome
from argparity.golden.observe.capture import capture
from argparity.golden.observe.left_out import departures
from argparity.golden.observe.run import ParserHook, observe
from argparity.golden.observe.side_server import ApartSide
from argparity.golden.observe.temp_files import TempFiles
from argparity.golden.sides.parsers.table import ActionTable, action_table
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.side import Side
from argparity.golden.sides.target import Target

_UNKNOWN_FLAG = "--no-flag-of-any-parser"

_LATER = 100.0
"""Seconds: a run does not take longer than that, by default."""


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """One case on both sides. `unstable`: two runs of the control differ, so nothing is known of
    the candidate. `gap`: the outcome, if any, of a side that gave no result, or none that can be
    compared; then nothing is.
    """

    case: Case
    control: Observation
    candidate: Observation
    mismatches: tuple[Mismatch, ...]
    unstable: bool = False
    gap: Outcome | None = None


class Comparator:
    """Both sides of a target, each in processes of its own; a context manager, as it owns them.

    `environ` is set for every case under the case's own (the gate forces backends with it);
    `memory`: bytes that the process of a side may grow by, `timeout`: seconds that one run of it
    may take, None for any.
    """

    def __init__(
        self,
        target: Target,
        environ: Mapping[str, str] | None = None,
        memory: int | None = None,
        timeout: float | None = None,
    ) -> None:
        self.target = target
        self._environ = dict(environ or {})
        self._memory, self._timeout = memory, timeout
        self.control = ApartSide(target, "control", self._environ, memory, timeout)
        self.candidate = ApartSide(target, "candidate", self._environ, memory, timeout)
        try:
            self.control.facts, self.candidate.facts  # noqa: B018 - one that cannot be loaded says so
            tables = self._look(self.control), self._look(self.candidate)
        except BaseException:
            self.close()
            raise
        known = [table for table in tables if table is not None]
        rule = target.sections.with_table(*known)
        keys = {} if target.config_file is None else target.config_file.keys
        compared = target.help == "compared"
        schema = Schema(target.name, rule, *tables, compared, target.level, keys, target.words)
        plain, error = self._plainest(schema)
        values = [outcome.values for outcome in plain if outcome.values is not None]
        dests = dict.fromkeys(row.dest for table in schema.tables for row in table.rows)
        schema = replace(schema, sections=schema.sections.with_results(values, dests))
        plain, error = (
            tuple(visible_part(schema, one) for one in outcomes) for outcomes in (plain, error)
        )
        self.schema = replace(schema, common=Common.of(plain, error))

    def _plainest(self, schema: Schema) -> tuple[Outcomes, Outcomes]:
        """The outcomes of both sides, as far as they answer, when only what is required is given,
        and with an unknown flag.
        """
        (step,) = Subject(self.target, schema).whole("", "what is required").steps
        cases = [
            Case(id="", why="", steps=(Step((*step.argv, *more)),))
            for more in ((), (_UNKNOWN_FLAG,))
        ]
        sides = [side for side in (self.control, self.candidate) if side.answers]
        plain, error = (tuple(self.run(side, case).last for side in sides) for case in cases)
        return plain, error

    @staticmethod
    def _look(side: ApartSide) -> ActionTable | None:
        return side.look(action_table) if side.answers else None

    def __enter__(self) -> Comparator:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the processes of both sides."""
        self.control.close()
        self.candidate.close()
        if "_control_later" in vars(self):
            self._control_later.close()
        if "together" in vars(self):
            self.together.files.__exit__()

    @cached_property
    def together(self) -> Together:
        """Both sides in this process, for experiments that carry objects from one to the other."""
        return Together(self.target, self._environ)

    def run(self, side: ApartSide, case: Case, hook: ParserHook | None = None) -> Observation:
        """One observation of `case` on `side`; `hook` is pickled."""
        return side.observe(case, hook)

    @cached_property
    def _control_later(self) -> ApartSide:
        """The control, loaded once more: in another process, by another time."""
        timeout = self._timeout
        return ApartSide(self.target, "control", self._environ, self._memory, timeout, _LATER)

    def from_run_to_run(self, case: Case) -> dict[str, tuple[str, str]]:
        """What differs between the control and the same control, loaded later, each in the state
        after a first parse; the places with the two forms.
        """
        later = self._renewed(self._control_later, case)
        return departures(self._renewed(self.control, case), later)

    def outside_of_cases(self) -> list[Mismatch]:
        """What the import of the candidate, and its first parse alone, do that the control's do
        not.

        Changes of the process that only the control's import makes are no difference: code that is
        imported less often is what a migration brings.
        """
        control, candidate = self.control.facts, self.candidate.facts
        own = tuple(e for e in candidate.loading.effects if e not in control.loading.effects)
        left = replace(control.loading, effects=())
        right = replace(candidate.loading, effects=own)
        case = Case.of(why="what happens when a side is imported")
        found = judge(self.schema, case, Observation((left,)), Observation((right,)))
        plain = list(zip(self.control.plain, self.candidate.plain, strict=True))
        if any(first != later for first, later in zip(*plain, strict=True)):
            first, later = (judge(self.schema, Case.of(), *pair) for pair in plain)
            known = {mismatch.key for mismatch in later}
            found += [mismatch for mismatch in first if mismatch.key not in known]
        if self.control.answers and not self.candidate.answers:
            found += judge(self.schema, Case.of(), *plain[0])
        return found

    def compare(self, case: Case, *, steady: bool = False) -> Comparison:
        """Judge one case. The control runs a second time on a mismatch, with `steady` always.

        A program that keeps something from one parse for the next does not do the same again. Where
        the second run differs, the case is judged on both sides as they are after a first parse.
        """
        comparison = self._compare(case, steady=steady)
        if not comparison.unstable or self.from_run_to_run(case):
            return comparison
        sides = (self._renewed(side, case) for side in (self.control, self.candidate))
        return self._judged(case, *sides)

    def _renewed(self, side: ApartSide, case: Case) -> Observation:
        side.renew()
        return side.observe(case)

    def _compare(self, case: Case, *, steady: bool) -> Comparison:
        control, candidate = self.both(case)
        again = steady or not alike(self.schema, control, candidate)
        if again and _gap(control, candidate) is None and self.run(self.control, case) != control:
            return Comparison(
                case=case, control=control, candidate=candidate, mismatches=(), unstable=True
            )
        return self._judged(case, control, candidate)

    def _judged(self, case: Case, control: Observation, candidate: Observation) -> Comparison:
        gap = _gap(control, candidate)
        equal = alike(self.schema, control, candidate)
        mismatches = () if equal or gap else tuple(judge(self.schema, case, control, candidate))
        if not gap and not equal and not mismatches:
            raise CannotJudge(
                f"case {case.id}: the observations differ, and the judge names no difference"
            )
        return Comparison(
            case=case, control=control, candidate=candidate, mismatches=mismatches, gap=gap
        )

    def both(self, case: Case) -> tuple[Observation, Observation]:
        """One observation of `case` on each side, made at the same time."""
        self.control.send(case)
        self.candidate.send(case)
        try:
            control = self.control.receive()
        finally:  # an answer that nobody takes would be taken for that of the next case
            candidate = self.candidate.receive()
        return control, candidate


def _gap(*observations: Observation) -> Outcome | None:
    for kind in ("unread", "lost"):
        for observation in observations:
            if observation.last.kind == kind:
                return observation.last
    return None


class Together:
    """Both sides of a target, loaded in this process; `files` is to be closed."""

    def __init__(self, target: Target, environ: Mapping[str, str]) -> None:
        target.pin()
        target.import_encoders()
        self.files = TempFiles(keep=(target.base,))
        self._settings, self._environ = target.settings, environ
        self.control, self.candidate = target.load_control(), target.load_candidate()

    def parser(self, side: Side) -> argparse.ArgumentParser | None:
        """The parser that a side first parses with, None for no parse."""
        return capture(side, self._settings, self.files, lambda parser: parser, self._environ)[0]

    def run(self, side: Side, case: Case, hook: ParserHook) -> Observation:
        """One observation of `case` on `side`."""
        return observe(side, case.under(self._environ), self._settings, self.files, hook)
