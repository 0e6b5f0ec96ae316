"""One case, compared in a worker process: a side may hang, or end its process."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from argparity.compat.switchboard import ENVIRONMENT_VARIABLE
from argparity.golden.errors import CannotJudge, UsageError
from argparity.golden.judge.attribute import attribute
from argparity.golden.judge.comparator import Comparator, Comparison
from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.model.observation import Observation
from argparity.golden.observe.run import ParserHook
from argparity.golden.observe.side_server import ApartSide
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.target import Target
from argparity.golden.workers.pool import Job, Pool, Reporter, WorkerLost

_PATIENCE = 120.0
"""Seconds that one run of a side may take."""


@dataclass(frozen=True)
class Compared:
    """The result of a comparison: the attributed mismatches, and the schema that names them."""

    schema: Schema
    comparison: Comparison
    mismatches: list[Mismatch]


def compared(target: Target, case: Case) -> Compared:
    """The comparison of control, candidate and control on `case`, with the causes of differences.

    Raises UsageError for a configuration file that neither side can be given, CannotJudge if a side
    gives no result.
    """
    running = ""
    # The backends determine the tables that an explanation rests on.
    forced = {name: value for name, value in case.env if name == ENVIRONMENT_VARIABLE}
    with Pool(partial(_Watched, target, forced), size=1, timeout=_PATIENCE) as pool:
        for _, told in pool.run([_Task(case)]):
            if isinstance(told, Compared):
                return told
            if isinstance(told, WorkerLost):
                raise CannotJudge(f"the {running} gave no result on this input: {told.reason}")
            running = str(told)
    raise CannotJudge("the worker ended without a result")


class _Watched(Comparator):
    """A comparator that reports which side runs."""

    report: Reporter | None = None

    def run(self, side: ApartSide, case: Case, hook: ParserHook | None = None) -> Observation:
        if self.report is not None:
            self.report("candidate" if side is self.candidate else "control")
        return super().run(side, case, hook)

    def both(self, case: Case) -> tuple[Observation, Observation]:
        """See Comparator; one after the other, so that it is known which of them hangs."""
        return self.run(self.control, case), self.run(self.candidate, case)


@dataclass(frozen=True)
class _Task(Job):
    case: Case

    def run(self, comparator: _Watched, report: Reporter) -> None:
        """See Job. The side that runs is reported as a string, the result as Compared."""
        if self.case.config is not None:
            _check_takes_files(comparator)
        comparator.report = report
        comparison = comparator.compare(self.case, steady=True)
        mismatches = attribute(comparator, comparison) if comparison.mismatches else []
        mismatches += comparator.outside_of_cases()
        report(Compared(comparator.schema, comparison, mismatches))


def _check_takes_files(comparator: Comparator) -> None:
    target = comparator.target
    takes = comparator.control.facts.takes_config or comparator.candidate.facts.takes_config
    if (target.config_file is None or target.config_file.flag is None) and not takes:
        raise UsageError(
            f"target {target.name!r} has no configuration file that a side could be given: its "
            "entry has no config_file with a flag, and two sides without an entry are told by "
            "--config-flag=FLAG; a parse function takes the text by a parameter toml or config"
        )
