"""The jobs of the gate's workers: judge cases, explain mismatches, plant mutants, fuzz."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any

from argparity.golden.inputs.shrink import shrink
from argparity.golden.judge.attribute import attribute
from argparity.golden.judge.comparator import Comparator, Comparison
from argparity.golden.judge.levels import visible
from argparity.golden.judge.survey import survey
from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import Mismatch, MismatchKey, summary
from argparity.golden.model.observation import Observation, Outcome
from argparity.golden.mutants.mutant import InvalidMutant, Mutant
from argparity.golden.observe.folding import departure, folded
from argparity.golden.observe.messages import is_help
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.target import Target
from argparity.golden.workers.context import WorkerContext
from argparity.golden.workers.pool import Job, Reporter


@dataclass(frozen=True)
class Survey(Job):
    """Report what is known of the target, as `Surveyed`."""

    def run(self, context: WorkerContext, report: Reporter) -> None:
        """See Job."""
        report(survey(context.comparator))


@dataclass(frozen=True)
class Item:
    """One case to judge. `number` orders the verdicts; `golden`: the recorded observation, folded.

    `steady`: the control runs twice. `elsewhere`: see `departure`. `confirmed`: DeepDiff judges it,
    too.
    """

    number: int
    case: Case
    _: KW_ONLY
    steady: bool = False
    golden: Observation | None = None
    elsewhere: tuple[Observation, ...] = ()
    confirmed: bool = False


@dataclass(frozen=True)
class Departure:
    """How the control departs from a golden. `of_release`: in what may be this release's own, on
    which the golden was not recorded.
    """

    message: str
    of_release: bool


@dataclass(frozen=True)
class End:
    """How one input ended. `control`, `candidate`: whether the side accepts it, help apart.
    `raised`: the exception of the control that is no exit, "" for none.
    """

    control: bool
    candidate: bool
    raised: str = ""

    @classmethod
    def of(cls, comparison: Comparison) -> End:
        """That of the last parse of a comparison."""
        control, candidate = comparison.control.last, comparison.candidate.last
        raised = f"{control.error}: {control.message}" if control.kind == "raise" else ""
        return cls(_accepts(control), _accepts(candidate), raised)


_WELL = ({"type": "int", "value": "0"}, {"type": "NoneType", "value": "None"})


def _accepts(outcome: Outcome) -> bool:
    """Whether a parse gave values, or the program ended well with them."""
    done = outcome.kind == "exit" and outcome.code in _WELL
    return outcome.kind == "ok" or (done and not is_help(outcome.stdout))


@dataclass(frozen=True)
class Verdict:
    """The result for one item. `golden`: how the control differs from the golden, None if not.

    `gap`: the outcome of a side that gave no result, or none that can be compared. `confirmed`:
    whether DeepDiff comes to the same, None where it was not asked.
    """

    number: int
    case: Case
    mismatches: tuple[Mismatch, ...] = ()
    unstable: bool = False
    golden: Departure | None = None
    end: End | None = None
    gap: Outcome | None = None
    confirmed: bool | None = None

    @property
    def keys(self) -> tuple[MismatchKey, ...]:
        """The keys of its mismatches, each once."""
        return tuple(dict.fromkeys(mismatch.key for mismatch in self.mismatches))


@dataclass(frozen=True)
class Judge(Job):
    """Judge items one after the other; a `Verdict` for each."""

    items: tuple[Item, ...]

    def run(self, context: WorkerContext, report: Reporter) -> None:
        """See Job."""
        for item in self.items:
            report(_verdict(context.comparator, item))

    def rest(self, done: int) -> Judge | None:
        """See Job."""
        return Judge(self.items[done + 1 :]) if self.items[done + 1 :] else None


def _verdict(comparator: Comparator, item: Item) -> Verdict:
    comparison = _compare(comparator, item.case, steady=item.steady)
    if comparison.gap is not None:
        return Verdict(item.number, item.case, gap=comparison.gap)
    departs = None if item.golden is None else _departure(comparison.control, item)
    return Verdict(
        item.number,
        item.case,
        comparison.mismatches,
        comparison.unstable,
        departs,
        End.of(comparison),
        confirmed=_confirmed(comparator.schema, comparison, item, departs),
    )


def _confirmed(
    schema: Schema, comparison: Comparison, item: Item, departs: Departure | None
) -> bool | None:
    """Whether DeepDiff, too, finds the sides equal or not, and the control equal to its golden."""
    if not item.confirmed or comparison.unstable:
        return None
    # Most workers of most runs do without.
    from argparity.golden.judge.deepdiff_view import confirms_equality

    sides = (visible(schema, side) for side in (comparison.control, comparison.candidate))
    agree = confirms_equality(*sides) == (not comparison.mismatches)
    if item.golden is None:
        return agree
    return agree and confirms_equality(folded(comparison.control), item.golden) == (departs is None)


def _compare(comparator: Comparator, case: Case, *, steady: bool = False) -> Comparison:
    comparison = comparator.compare(case, steady=steady)
    for observation in (comparison.control, comparison.candidate):
        if any(outcome.error == "MemoryError" for outcome in observation.outcomes):
            raise MemoryError
    return comparison


def _shows(comparison: Comparison, key: MismatchKey) -> bool:
    return any(mismatch.key == key for mismatch in comparison.mismatches)


def _departure(control: Observation, item: Item) -> Departure | None:
    seen, expected = folded(control), item.golden
    assert expected is not None
    where = departure(seen, expected, item.elsewhere)
    if not where:
        return None
    return Departure(_departs_in(expected.last, seen.last), of_release=where == "release")


_PLACES = 3
"""How many places at which a control departs from a golden are shown."""


def _departs_in(expected: Outcome, seen: Outcome) -> str:
    if (expected.kind, expected.error) != (seen.kind, seen.error):
        return f"recorded {summary(expected)}, the control now does {summary(seen)}"
    from argparity.golden.judge.deepdiff_view import departures

    found = departures(expected, seen)
    places = [f"{place}: recorded {then}, now {now}" for place, then, now in found[:_PLACES]]
    more = f"; and {len(found) - _PLACES} more places" if len(found) > _PLACES else ""
    return "; ".join(places) + more or "an earlier parse of the case departs"


@dataclass(frozen=True)
class ProbeResult:
    """One side's outcome, as reports show it."""

    side: str
    shown: Mapping[str, Any]


@dataclass(frozen=True)
class Probe(Job):
    """Run one side alone, to learn which of the two loses the worker."""

    case: Case
    side: str

    def run(self, context: WorkerContext, report: Reporter) -> None:
        """See Job."""
        comparator = context.comparator
        observation = comparator.run(getattr(comparator, self.side), self.case)
        if any(outcome.error == "MemoryError" for outcome in observation.outcomes):
            raise MemoryError
        report(ProbeResult(self.side, summary(observation.last)))


@dataclass(frozen=True)
class Explained:
    """The attributed mismatches of the smallest case; `unstable`: it showed none when run again."""

    case: Case
    mismatches: tuple[Mismatch, ...]
    unstable: bool = False


@dataclass(frozen=True)
class Explain(Job):
    """Shrink a case that shows the mismatch `key`, as long as it shows no further ones, run it once
    more, and say why it differs.

    `cause`: look for this attributed mismatch alone, and shrink as long as it comes first; what the
    case was noted for may have another cause, which a smaller case shows as well.
    """

    case: Case
    key: MismatchKey
    cause: MismatchKey | None = None

    def run(self, context: WorkerContext, report: Reporter) -> None:
        """See Job. Each trial is reported as None."""
        comparator = context.comparator
        known = 0 if self.cause is not None else len(comparator.compare(self.case).mismatches)

        def shows(case: Case) -> bool:
            report(None)
            comparison = comparator.compare(case)
            if self.cause is None:
                return _shows(comparison, self.key) and len(comparison.mismatches) <= known
            found = attribute(comparator, comparison)
            return bool(found) and found[0].key == self.cause

        if self.cause is not None and not shows(self.case):
            report(Explained(self.case, ()))
            return
        small = shrink(self.case, shows)
        comparison = comparator.compare(small, steady=True)
        if self.cause is None and not _shows(comparison, self.key):  # shown once and not again
            report(Explained(small, (), unstable=True))
            return
        report(None)
        report(Explained(small, tuple(attribute(comparator, comparison))))


@dataclass(frozen=True)
class MutantResult:
    """The result for a mutant. `invalid`: why it is not a fault at all.

    `killed_by`: the id of the first case that caught it. `killed_by_values`: whether that case, or
    one after it, catches it by values alone.
    """

    mutant: Mutant
    _: KW_ONLY
    killed_by: str | None = None
    killed_by_values: bool = False
    invalid: str = ""
    cases: int = 0


@dataclass(frozen=True)
class Plant(Job):
    """Plant one mutant into the candidate and run cases until one catches it.

    `further`: how many cases to run after that for one that catches it by values alone.
    """

    mutant: Mutant
    cases: tuple[Case, ...]
    further: int = 0

    def run(self, context: WorkerContext, report: Reporter) -> None:
        """See Job. Each case is reported as None, the mutant in the end as MutantResult."""
        result = MutantResult(self.mutant)
        left = len(self.cases)
        for tried, case in enumerate(self.cases, start=1):
            try:
                caught = context.catches(self.mutant, case)
            except InvalidMutant as error:
                result = replace(result, invalid=str(error), cases=tried)
                break
            if caught is not None and result.killed_by is None:
                result = replace(result, killed_by=case.id, killed_by_values=caught, cases=tried)
                left = tried + self.further
            elif caught:
                result = replace(result, killed_by_values=True)
            if result.killed_by_values or tried >= left:
                break
            report(None)
        report(result if result.cases else replace(result, cases=len(self.cases)))


@dataclass(frozen=True)
class Fuzzed:
    """The end of one campaign: the settings that were in effect."""

    settings: Mapping[str, object]


@dataclass(frozen=True, kw_only=True)
class Fuzz(Job):
    """A campaign of Hypothesis; reports each case, each verdict, and `Fuzzed` in the end.

    `twice`: the control runs twice on each case. `confirmed`: DeepDiff judges each, too.
    """

    seed: int
    examples: int
    seconds: float
    target: Target
    twice: bool = False
    confirmed: bool = False

    def run(self, context: WorkerContext, report: Reporter) -> None:
        """See Job."""
        # Importing Hypothesis is half of a worker's start, and most workers never fuzz.
        from hypothesis.configuration import set_hypothesis_home_dir

        from argparity.golden.inputs.fuzz import fuzz

        # Not into the user's current folder.
        set_hypothesis_home_dir(tempfile.gettempdir())

        def try_case(case: Case) -> None:
            report(case)
            item = Item(-1, case, steady=self.twice, confirmed=self.confirmed)
            report(_verdict(context.comparator, item))

        report(
            Fuzzed(
                fuzz(
                    self.target,
                    context.comparator.schema,
                    try_case,
                    seed=self.seed,
                    examples=self.examples,
                    seconds=self.seconds,
                )
            )
        )
