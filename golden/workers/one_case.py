"""One case, compared in a worker process: a side may hang, or end its process."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from argparity.compat.switchboard import ENVIRONMENT_VARIABLE
from argparity.golden.errors import CannotJudge, UsageError
from argparity.golden.judge.attribute import attribute
from argparity.golden.judge.comparator import Comparator, Comparison
from argparity.golden.judge.naming import judge
from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.model.observation import Observation
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.target import Target
from argparity.golden.workers.pool import Job, Pool, Reporter, WorkerLost

_SPARE = 60.0
"""Seconds that the worker may need besides the runs of the sides, whose time it limits itself."""


@dataclass(frozen=True)
class CaseResult:
    """The result of a comparison: the attributed mismatches, and the schema that names them."""

    schema: Schema
    comparison: Comparison
    mismatches: list[Mismatch]


def compared(target: Target, case: Case, timeout: float) -> CaseResult:
    """The comparison of control, candidate and control on `case`, with the causes of differences.
    A side may take `timeout` seconds for one run; a candidate that gives no result differs.

    Raises UsageError for a configuration file that neither side can be given, CannotJudge if the
    control gives no result, or a side none that can be compared.
    """
    # The backends determine the tables that an explanation rests on.
    forced = {name: value for name, value in case.env if name == ENVIRONMENT_VARIABLE}
    opening = partial(Comparator, target, forced, timeout=timeout)
    with Pool(opening, size=1, timeout=timeout + _SPARE) as pool:
        for told in pool.reports(_Task(case)):
            if isinstance(told, CaseResult):
                return told
            if isinstance(told, WorkerLost):
                raise CannotJudge(f"the worker gave no result on this input: {told.reason}")
    raise CannotJudge("the worker ended without a result")


@dataclass(frozen=True)
class _Task(Job):
    case: Case

    def run(self, comparator: Comparator, report: Reporter) -> None:
        """See Job. The result is reported as CaseResult."""
        if self.case.config is not None:
            _check_takes_files(comparator, self.case)
        comparison = comparator.compare(self.case, steady=True)
        if comparison.gap is not None:
            comparison = _without_a_result(comparator, comparison)
            report(CaseResult(comparator.schema, comparison, list(comparison.mismatches)))
            return
        if comparison.mismatches and comparator.from_run_to_run(self.case):
            comparison = replace(comparison, mismatches=(), unstable=True)
        mismatches = attribute(comparator, comparison) if comparison.mismatches else []
        mismatches += comparator.outside_of_cases()
        report(CaseResult(comparator.schema, comparison, mismatches))


def _without_a_result(comparator: Comparator, comparison: Comparison) -> Comparison:
    """The comparison with a candidate that is lost where the control is not. Raises CannotJudge."""
    control, candidate, gap = comparison.control, comparison.candidate, comparison.gap
    assert gap is not None
    if gap.kind == "unread":
        raise CannotJudge(gap.message)
    if control.last.kind == "lost":
        raise CannotJudge(f"the control gave no result on this input: {control.last.message}")
    # Of several steps, which one was the last is not known.
    candidate = Observation((*control.outcomes[:-1], candidate.last))
    found = judge(comparator.schema, comparison.case, control, candidate)
    return replace(comparison, mismatches=tuple(found))


def _check_takes_files(comparator: Comparator, case: Case) -> None:
    target = comparator.target
    takes = comparator.control.facts.takes_config or comparator.candidate.facts.takes_config
    if (target.config_file is None or target.config_file.flag is None) and not takes:
        raise UsageError(
            f"target {target.name!r} has no configuration file that a side could be given: its "
            "entry has no config_file with a flag, and two sides without an entry are told by "
            "--config-flag=FLAG; a parse function takes the text by a parameter toml or config"
        )
    if case.steps[-1].more and (target.config_file is None or target.config_file.flag is None):
        raise UsageError("a parse function is given the text of one configuration file, not more")
