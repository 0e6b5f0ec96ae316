"""One run of the gate, from the seals to the verdict."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import takewhile
from typing import Any

from argparity.golden.errors import CannotJudge, UsageError
from argparity.golden.gate.budget import Budget
from argparity.golden.gate.checks import (
    accept,
    backends,
    check_evidence,
    check_plan,
    check_records,
    known_accepted,
)
from argparity.golden.gate.conclude import conclude
from argparity.golden.gate.consequences import with_consequences
from argparity.golden.gate.counts import CaseCounts, CountedCase
from argparity.golden.gate.ends import Ends
from argparity.golden.gate.explain import Explanations, explain_all
from argparity.golden.gate.lost import Diagnosis, diagnose
from argparity.golden.gate.options import GateOptions
from argparity.golden.gate.planning.coverage import coverage_problems, layers_of
from argparity.golden.gate.planning.plan import Plan, plan_run
from argparity.golden.gate.planning.planned import Planned
from argparity.golden.gate.result import (
    Campaign,
    GateReport,
    Problem,
    ProblemKind,
    SectionResult,
    TierCount,
    Weight,
)
from argparity.golden.gate.selfcheck import check_gate, chosen
from argparity.golden.gate.unread import Unread
from argparity.golden.inputs.touched import DifferenceIndex, SectionFlag, sections_touched
from argparity.golden.judge.static import StaticDifference, static_differences
from argparity.golden.judge.survey import Surveyed
from argparity.golden.model.case import Case
from argparity.golden.model.observation import Outcome
from argparity.golden.mutants.planning import plan as plan_mutants
from argparity.golden.records.accepted import Accepted
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.target import Target
from argparity.golden.workers.context import Opening
from argparity.golden.workers.jobs import Fuzz, Fuzzed, Item, Judge, Survey, Verdict
from argparity.golden.workers.pool import Pool, WorkerLost
from argparity.golden.workers.progress import QUIET, ProgressListener

_BATCH = 16
"""Cases per job: few, so that deadlines are met and a lost worker costs little."""

_SPARE = 30.0
"""Seconds that a worker may be silent for beyond the time of one case: what takes longer than that
is none of the sides' runs, which it ends itself.
"""

_CAMPAIGNS = 4
"""Number of campaigns that fuzzing is divided into, whatever the number of workers."""


def run_gate(target: Target, *, progress: ProgressListener = QUIET, **settings: Any) -> GateReport:
    """Judge a target; `settings` are those of GateOptions.

    An interrupt (Ctrl-C) ends the workers and gives a report of what was done until then. Raises
    UsageError for settings that make no sense, WorkerError and CannotJudge where there is nothing
    to report.
    """
    options = GateOptions(**settings)
    run = _Run(target, options, progress)
    report = run.report()
    if not run.fickle_values or report.interrupted:
        return report
    # Nothing is known of values that differ from run to run. The rest may differ all the same.
    steady = replace(target, left_out=(*target.left_out, *run.fickle_values))
    rest = _Run(steady, options, progress).report()
    # That names them; that an entry leaves them out would not be true.
    rest.problems = [
        *report.of_weight("unjudged"),
        *(p for p in rest.problems if p.weight != "note"),
    ]
    return rest if rest.open_mismatches else report


def section_names(target: Target) -> tuple[str, ...]:
    """The sections of a target, looked up in a worker; nothing of it is loaded in this process."""
    options = GateOptions()
    opening = Opening(target, options.environ, timeout=options.timeout)
    with Pool(opening, 1, options.timeout + _SPARE) as pool:
        return _survey(pool).schema.section_names


def _survey(pool: Pool) -> Surveyed:
    for message in pool.reports(Survey()):
        if isinstance(message, Surveyed):
            return message
    raise CannotJudge("a worker was lost while it looked at the two sides")


class _Run:
    """The state of one run."""

    def __init__(self, target: Target, options: GateOptions, progress: ProgressListener) -> None:
        self.target, self.options, self.progress = target, options, progress
        self.budget = Budget(options.seconds)
        self.result = GateReport(
            target=target.name,
            python=platform.python_version(),
            seed=options.seed,
            section=options.section,
            workers=options.processes,
        )
        self.result.selfcheck.asked = options.mutants
        self.found = Explanations()
        self.counter = CaseCounts(options.section)
        self.ends = Ends()
        self.lost: list[tuple[Planned, str]] = []
        self.unread = Unread()
        self.of_release: list[str] = []
        self.departing: dict[str, list[str]] = {}
        self.executed: set[int] = set()
        self.schema: Schema | None = None
        self.fickle_values: tuple[str, ...] = ()
        self.plan = Plan((), 0, (), twice=False)
        self.accepted: list[Accepted] = []
        self.differences: list[StaticDifference] = []

    def report(self) -> GateReport:
        """The report of the run, made step by step; the verdict is one of its properties."""
        try:
            self.result.problems += check_records(self.target)
            self.accepted = known_accepted(self.target, self.options)
            timeout = self.options.timeout
            opening = Opening(self.target, self.options.environ, self._memory, timeout)
            with Pool(opening, self.options.processes, timeout + _SPARE) as pool:
                if self._survey(pool):
                    self.budget.divide()
                    self._run_tiers(pool)
                    self._explain(pool)
                    self._run_rest(pool)
        except KeyboardInterrupt:
            self.result.interrupted = True
        self._conclude()
        return self.result

    @property
    def _memory(self) -> int | None:
        return self.options.memory * 2**20 or None

    # What there is to judge.

    def _survey(self, pool: Pool) -> bool:
        """Whether there is anything to run: the control is the same program in each run."""
        self.progress.phase("load", 1)
        surveyed = _survey(pool)
        schema = self.schema = surveyed.schema
        self.target = surveyed.target
        if not surveyed.fickle:
            self.ends.expect(schema)
        for mismatch in surveyed.mismatches:
            self.found.add(mismatch.key, [mismatch])
        for remark in surveyed.remarks:
            self._problem("inputs", remark.message, "unjudged" if remark.grave else "note")
        if surveyed.fickle:
            self.fickle_values = surveyed.fickle_values
            self._problem("unstable", surveyed.fickle, "unjudged")
        names = schema.section_names
        if self.options.section is not None and self.options.section not in names:
            raise UsageError(
                f"unknown section {self.options.section!r} of {self.target.name}; "
                f"known sections: {', '.join(names)}"
            )
        self.result.touched = partial(sections_touched, schema)
        self.result.problems += check_evidence(self.target, self.options, self.result.touched)
        chosen_backends = backends(self.target, names, self.options.environ)
        self.result.sections = [
            SectionResult(name, chosen_backends.get(name, ""))
            for name in names
            if self.options.section in (None, name)
        ]
        if schema.control is not None and schema.candidate is not None:
            found = static_differences(schema.control, schema.candidate, schema.sections)
            unseen = {r.name for r in schema.control.rows if r.dest in self.target.left_out}
            self.differences = [
                d for d in found if d.cls != "default-changed" or d.flag not in unseen
            ]
        self.plan = plan_run(self.target, schema, self.options, self._known())
        self.result.problems += check_plan(self.target, self.plan, chosen_backends)
        return not surveyed.fickle

    # The tiers of inputs.

    def _run_tiers(self, pool: Pool) -> None:
        for one in self.plan.cases:
            self.result.tiers.setdefault(one.tier, TierCount()).planned += 1
        self._judge(pool, "least coverage", self.plan.of(self.plan.least), "least")
        if self.options.mutants != "none" and self.options.only is None and not self._stopped:
            self._check_gate(pool)
        for tier in ("goldens", "battery"):
            self._judge(pool, tier, self._left(tier), tier)
        if self.options.only in (None, "fuzz") and self.options.examples and not self._stopped:
            self._fuzz(pool)

    def _run_rest(self, pool: Pool) -> None:
        """What was left for the sake of other phases, in the time that these have left."""
        left = self._left()
        self._judge(pool, "rest", left, "rest")
        if len(left) > len(self._left()):
            self._explain(pool)
        if self._over("rest"):
            for one in self._left():
                self.result.tiers[one.tier].cut += 1

    def _left(self, tier: str | None = None) -> list[Planned]:
        """The planned cases, of one tier or of all, that were not executed."""
        return [
            one
            for one in self.plan.cases
            if tier in (None, one.tier) and one.item.number not in self.executed
        ]

    @property
    def _stopped(self) -> bool:
        return self.options.fail_fast and bool(self.found.raw)

    def _over(self, phase: str) -> bool:
        """Whether a phase ends here: its time is up, or the first mismatch is enough."""
        return self._stopped or self.budget.left(phase, mismatches=bool(self.found.raw)) <= 0

    def _judge(self, pool: Pool, name: str, planned: Sequence[Planned], phase: str) -> None:
        if not planned or self._stopped:
            return
        reported = self.budget.seconds
        self.budget.begin()
        self.progress.phase(name, len(planned))
        by_number = {one.item.number: one for one in planned}
        # Workers finish what they have begun: one that is stopped would have to load again.
        jobs = takewhile(lambda _: not self._over(phase), _batches(planned))
        for job, message in pool.run(jobs, self.budget.deadline(phase)):
            if isinstance(message, WorkerLost):
                one = by_number[job.items[message.reports].number]
                self.lost.append((one, message.reason))
            elif isinstance(message, Verdict):
                one = by_number[message.number]
                self._note(one, message)
            else:
                continue
            self.executed.add(one.item.number)
            count, now = self.result.tiers[one.tier], self.budget.seconds
            count.executed, count.seconds = count.executed + 1, count.seconds + now - reported
            reported = now
            self.progress.advance()
            if self._stopped:
                break

    def _note(self, planned: Planned, verdict: Verdict) -> None:
        if verdict.gap is not None:
            self._note_gap(planned, verdict.gap)
            return
        self.result.selfcheck.steady += planned.item.steady or bool(verdict.keys)
        if verdict.end is not None:
            self.ends.add(planned.tier, verdict.end, planned.case)
        keys, judged = verdict.keys, not verdict.unstable
        self._note_second_judge(verdict)
        self.counter.add(CountedCase(planned.tier, planned.sections, keys, judged))
        if verdict.unstable:
            self._unstable(verdict.case)
        elif keys:
            self.found.note(verdict)
        if verdict.golden is None:
            return
        if verdict.golden.of_release:
            self.of_release.append(planned.case.id)
        else:
            self.departing.setdefault(verdict.golden.message, []).append(planned.case.id)

    def _note_second_judge(self, verdict: Verdict) -> None:
        if verdict.confirmed:
            self.result.confirmed += 1
        elif verdict.confirmed is False:
            self._problem(
                "judges",
                f"on {verdict.case.id} ({' '.join(verdict.case.argv) or 'no arguments'}) DeepDiff "
                "and argparity's own judge do not agree whether something differs; that is a fault "
                "of argparity, which makes the verdict worthless",
                "unjudged",
            )

    def _note_departures(self) -> None:
        """One line for what several goldens depart in."""
        for message, ids in self.departing.items():
            names = f"golden {ids[0]}" + (f" and {len(ids) - 1} more" if len(ids) > 1 else "")
            self._problem(
                "goldens",
                f"{names}: {message}. Either the control changed or this Python differs; if it is "
                "meant: record change --reason",
            )

    def _note_gap(self, planned: Planned, gap: Outcome) -> None:
        if gap.kind == "lost":
            self.lost.append((planned, gap.message))
            return
        self.unread.add(gap)
        self.ends.add_unread()
        self.counter.add(CountedCase(planned.tier, planned.sections, judged=False))

    def _note_of_release(self) -> None:
        if self.of_release:
            self._problem(
                "goldens",
                f"{len(self.of_release)} goldens were not recorded on Python {self.result.python}, "
                "and do there what was recorded on another release, texts aside (the first: "
                f"{self.of_release[0]}); record them there, too: record add TARGET --this-python",
                "note",
            )

    def _unstable(self, case: Case) -> None:
        self._problem(
            "unstable",
            f"two runs of the control differ on {case.id} ({' '.join(case.argv) or 'no arguments'})"
            ", so nothing is known of the candidate",
            "unjudged",
        )

    def _problem(self, kind: ProblemKind, message: str, weight: Weight = "red") -> None:
        self.result.problems.append(Problem(kind, message, weight))

    def _check_gate(self, pool: Pool) -> None:
        schema = self.schema
        if schema is None or schema.candidate is None:
            self._problem(
                "mutant",
                "the candidate shows no parser of argparse to plant faults in, so that the gate "
                "cannot check itself; --mutants none does without",
                "unjudged",
            )
            return
        mutants = chosen(
            plan_mutants(schema.candidate, self.target, schema),
            self.options.mutants,
            self.options.section,
            self.options.seed,
        )
        self.budget.begin()
        self.result.problems += check_gate(
            pool,
            mutants,
            [planned.case for planned in self.plan.cases],
            self.result.selfcheck,
            self.budget.deadline("mutants"),
            self.progress,
            self.options.seconds,
        )

    def _fuzz(self, pool: Pool) -> None:
        started = self.budget.seconds
        each = -(-self.options.examples // _CAMPAIGNS)
        count = self.result.tiers["fuzz"] = TierCount(planned=each * _CAMPAIGNS)
        self.progress.phase("fuzz", count.planned)
        seconds = (
            self.budget.left("fuzz", mismatches=bool(self.found.raw))
            * self.options.processes
            / _CAMPAIGNS
        )
        first = self.options.seed * _CAMPAIGNS
        jobs = [
            Fuzz(
                seed=first + at,
                examples=each,
                seconds=seconds,
                target=self.target,
                twice=self.plan.twice,
                confirmed=self.options.confirm == "all",
            )
            for at in range(_CAMPAIGNS)
        ]
        trying: dict[int, Case] = {}
        for job, message in pool.run(jobs, self.budget.deadline("fuzz")):
            if isinstance(message, Case):
                trying[job.seed] = message
            elif isinstance(message, Fuzzed):
                self.result.campaign = Campaign(first, message.settings)
            elif isinstance(message, Verdict):
                self._note(self._fuzzed(message.case), message)
                count.executed += 1
                self.progress.advance()
            elif isinstance(message, WorkerLost) and job.seed in trying:
                self.lost.append((self._fuzzed(trying[job.seed]), message.reason))
                count.executed += 1
        # Hypothesis decides on the number of examples: fewer if inputs are exhausted, more if it
        # shrinks.
        if self._over("fuzz"):
            count.cut = max(0, count.planned - count.executed)
        count.planned = count.executed + count.cut
        count.seconds = self.budget.seconds - started

    def _fuzzed(self, case: Case) -> Planned:
        assert self.schema is not None
        return Planned("fuzz", Item(-1, case, steady=self.plan.twice), self.schema)

    # From raw mismatches to a verdict.

    def _explain(self, pool: Pool) -> None:
        assert self.schema is not None
        deadline = self.budget.deadline("explain")
        until = deadline if self.found.raw or self.found.entries else None
        for diagnosis in diagnose(pool, self.schema, self.lost, until):
            self._settle(diagnosis)
        if not self.found.raw:
            return
        self.progress.phase("explain", len(self.found.raw))
        explain_all(
            pool,
            self.schema,
            self.differences,
            self.found,
            self.budget.deadline("explain"),
            self.progress,
        )
        for case in self.found.unstable:
            self._unstable(case)

    def _settle(self, diagnosis: Diagnosis) -> None:
        """Count a case that had lost its worker by its diagnosis."""
        planned = diagnosis.planned
        self.result.problems.append(diagnosis.problem)
        if diagnosis.verdict is not None:
            self._note(planned, diagnosis.verdict)
        elif diagnosis.mismatch is not None:
            keys = (diagnosis.mismatch.key,)
            self.found.add(keys[0], [diagnosis.mismatch])
            self.counter.add(CountedCase(planned.tier, planned.sections, keys))
        else:
            self.counter.add(CountedCase(planned.tier, planned.sections, judged=False))

    def _conclude(self) -> None:
        result = self.result
        self._note_departures()
        self._note_of_release()
        result.problems += self.ends.problems() + self.unread.problems()
        if self.options.whole:
            result.problems += self.ends.unaccepted("unjudged" if self.options.strict else "note")
        rest = self.found.add_rest()
        if rest:
            self._problem(
                "explain",
                f"{rest} mismatches are shown as found, neither shrunk nor attributed: the time "
                "did not suffice",
                "note",
            )
        entries = with_consequences(self.found.entries[key] for key in sorted(self.found.entries))
        if self.options.environ or self.options.section is None:
            own, result.elsewhere = entries, []
        else:
            here = (self.options.section, "")
            own = [mismatch for mismatch in entries if mismatch.section in here]
            result.elsewhere = [mismatch for mismatch in entries if mismatch.section not in here]
        if self.ends.failed:  # how a control fails that cannot run here is no promise to keep
            own, result.elsewhere = [], []
        weigh = self.target.severity
        own = [replace(mismatch, severity=weigh.get(mismatch.cls, "error")) for mismatch in own]
        result.mismatches, problems = accept(own, self.accepted, self._tried)
        result.problems += problems
        self.counter.fill(result, self.found.causes)
        conclude(result, self.differences, {mismatch.key for mismatch in entries}, self._shown_by)
        self._check_coverage()
        result.seconds = self.budget.seconds

    def _check_coverage(self) -> None:
        begun = bool(self.result.tiers)
        if self.result.interrupted or self._stopped or not begun:
            return
        judging = sum(tier.seconds for name, tier in self.result.tiers.items() if name != "fuzz")
        self.result.problems += coverage_problems(
            self.plan.least,
            self.executed,
            loading=self.budget.loading,
            each=judging / max(1, len(self.executed)),
            budget=self.options.seconds,
        )

    def _known(self) -> set[SectionFlag]:
        """Where differences are known before a case has run."""
        known = {(entry.section, entry.flag) for entry in self.accepted}
        return known | {
            (difference.section, difference.flag)
            for difference in self.differences
            if difference.flag
        }

    def _tried(self, place: SectionFlag) -> bool:
        """Whether all planned cases that could show a difference there were executed."""
        if self.schema is None or not self.options.whole or self.result.interrupted:
            return False
        return place not in self._untried

    @cached_property
    def _untried(self) -> set[SectionFlag]:
        """The known places that a case which was cut or lost could have shown."""
        lost = {one.item.number for one, _ in self.lost}
        left = [one for one in self.plan.cases if one.item.number not in self.executed - lost]
        return {place for one in left for place in self._index.touched_by(one)}

    @cached_property
    def _index(self) -> DifferenceIndex:
        assert self.schema is not None
        return DifferenceIndex(self.schema, self._known())

    @cached_property
    def _shows(self) -> tuple[Counter[SectionFlag], dict[SectionFlag, set[str]]]:
        """By place: how many executed cases could show a difference there, and in which layers."""
        number: Counter[SectionFlag] = Counter()
        layers: dict[SectionFlag, set[str]] = {}
        for one in self.plan.of(self.executed):
            for place, reached in self._index.layers_touched(one).items():
                number[place] += 1
                layers.setdefault(place, set()).update(reached)
        return number, layers

    def _shown_by(self, place: SectionFlag) -> tuple[int, bool]:
        """How many cases could show a difference there, and whether that settles it: all planned
        ones were executed, on the command line and in files that the target takes.
        """
        number, layers = self._shows
        # Which variable gives which flag is not known; the planned cases try each of them.
        needed = layers_of(self.target) - {"variables"} if place[1] else {"command line"}
        return number[place], self._tried(place) and needed <= layers.get(place, set())


def _batches(planned: Sequence[Planned]) -> list[Judge]:
    items = [one.item for one in planned]
    return [Judge(tuple(items[at : at + _BATCH])) for at in range(0, len(items), _BATCH)]
