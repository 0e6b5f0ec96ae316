"""The result of a gate run, as plain data from which every form of report is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Literal

from argparity.golden.errors import ExitCode
from argparity.golden.gate.options import MutantChoice
from argparity.golden.judge.static import StaticDifference
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.records.store import Touched, all_sections
from argparity.golden.workers.jobs import MutantResult

CaseVerdict = Literal["matched", "accepted", "mismatched", "unjudged"]
"""Of one case or one section."""

RunVerdict = Literal["matched", "mismatched", "unsound", "unjudged"]
"""`unsound`: no case differs, but what a verdict rests on is not in order (a seal, the ledger, a
golden, an accepted difference, the self-check).
"""

ProblemKind = Literal[
    "accepted",
    "count",
    "coverage",
    "ends",
    "explain",
    "goldens",
    "inputs",
    "judges",
    "ledger",
    "lost",
    "mutant",
    "seal",
    "shipping",
    "unstable",
    "values",
    "words",
]
Weight = Literal["red", "unjudged", "note"]
"""`red`: the verdict is mismatched; `unjudged`: no verdict is possible; `note`: to be known."""


@dataclass
class Counts:
    """Numbers of cases by outcome. A case with an accepted and another mismatch is mismatched."""

    matched: int = 0
    accepted: int = 0
    mismatched: int = 0
    unjudged: int = 0

    @property
    def cases(self) -> int:
        """The number of all cases."""
        return self.matched + self.accepted + self.mismatched + self.unjudged

    def count(self, outcome: CaseVerdict) -> None:
        """Count one more case with that outcome."""
        setattr(self, outcome, getattr(self, outcome) + 1)


@dataclass
class TierCount:
    """One tier of inputs. `cut`: planned cases that the budget or an early stop left out."""

    planned: int = 0
    executed: int = 0
    cut: int = 0
    seconds: float = 0.0


@dataclass
class SectionResult:
    """One section: who registers it, its cases by tier, and how they ended.

    A case counts for each section that it touches, so that the sections add up to more than the
    cases of a run. The section "" is for what concerns no section or all of them.
    """

    name: str
    backend: str
    _: KW_ONLY
    tiers: dict[str, int] = field(default_factory=dict)
    counts: Counts = field(default_factory=Counts)
    verdict: CaseVerdict = "matched"


@dataclass
class SelfCheck:
    """The result of the self-check. `steady`: cases on which the control ran twice.

    `asked`: which mutants were asked for. `killed_by_values`: how many a case kills by values
    alone, whatever help, usage and errors say.
    """

    steady: int = 0
    asked: MutantChoice = "sample"
    planned: int = 0
    executed: int = 0
    cut: int = 0
    killed: int = 0
    killed_by_values: int = 0
    survivors: list[MutantResult] = field(default_factory=list)
    invalid: list[MutantResult] = field(default_factory=list)


@dataclass(frozen=True)
class Problem:
    """Something besides mismatches that the reader has to know."""

    kind: ProblemKind
    message: str
    weight: Weight = "red"


@dataclass(frozen=True)
class StaticFinding:
    """A difference of the two action tables, and whether an input was found that shows it.

    `cases`: the executed cases that could show it. `settled`: whether these are all that were
    planned, in each layer from which a value can come.
    """

    difference: StaticDifference
    witnessed: bool
    cases: int = 0
    settled: bool = True

    @property
    def effect(self) -> str:
        """Its known effect, as a phrase."""
        if self.witnessed:
            return "witnessed"
        if self.settled:
            return "no effect on any parse"
        return f"not shown by {self.cases} cases that gave it"


@dataclass(frozen=True)
class Campaign:
    """The fuzzing of this run, with Hypothesis' settings as they were in effect."""

    seed: int
    settings: Mapping[str, object]


@dataclass(kw_only=True)
class GateReport:
    """One run of the gate on one target. `confirmed`: the cases on which DeepDiff, the second
    judge, came to the same. `touched`: tells which sections a case is about.
    """

    target: str
    python: str
    seed: int
    section: str | None = None
    workers: int = 1
    sections: list[SectionResult] = field(default_factory=list)
    tiers: dict[str, TierCount] = field(default_factory=dict)
    total: Counts = field(default_factory=Counts)
    mismatches: list[Mismatch] = field(default_factory=list)
    elsewhere: list[Mismatch] = field(default_factory=list)
    static: list[StaticFinding] = field(default_factory=list)
    dynamic_only: list[tuple[str, str, str]] = field(default_factory=list)
    selfcheck: SelfCheck = field(default_factory=SelfCheck)
    problems: list[Problem] = field(default_factory=list)
    campaign: Campaign | None = None
    confirmed: int = 0
    interrupted: bool = False
    seconds: float = 0.0
    touched: Touched = field(default=all_sections, repr=False, compare=False)

    @property
    def planned(self) -> int:
        """The number of planned cases, executed or not."""
        return sum(tier.planned for tier in self.tiers.values())

    @property
    def executed(self) -> int:
        """The number of cases that were run."""
        return sum(tier.executed for tier in self.tiers.values())

    @property
    def open_mismatches(self) -> list[Mismatch]:
        """The mismatches that make the run red: errors that no accepted difference covers."""
        return [mismatch for mismatch in self.mismatches if mismatch.is_open]

    def of_weight(self, weight: Weight) -> list[Problem]:
        """The problems of that weight."""
        return [problem for problem in self.problems if problem.weight == weight]

    @property
    def verdict(self) -> RunVerdict:
        """The verdict on the target. A proven difference outweighs what is unknown."""
        if self.open_mismatches:
            return "mismatched"
        if self.of_weight("red"):
            return "unsound"
        if self.interrupted or self.of_weight("unjudged") or not self.total.cases:
            return "unjudged"
        return "matched"

    @property
    def exit_code(self) -> ExitCode:
        """The exit code of the tool for this run."""
        if self.interrupted:
            return ExitCode.INTERRUPTED
        if self.verdict == "matched":
            return ExitCode.MATCHED
        if self.verdict in ("mismatched", "unsound"):
            return ExitCode.MISMATCHED
        if self.total.cases or self.of_weight("unjudged"):
            return ExitCode.COULD_NOT_JUDGE
        return ExitCode.NOTHING_WAS_JUDGED

    def counts(self) -> dict[str, int]:
        """Executed cases by tier, for the evidence of a switch-over."""
        return {name: tier.executed for name, tier in self.tiers.items()}

    def to_json(self) -> dict[str, Any]:
        """The one JSON document of `--json`."""
        check = self.selfcheck
        return {
            "verdict": self.verdict,
            "target": self.target,
            "section": self.section,
            "python": self.python,
            "seed": self.seed,
            "workers": self.workers,
            "planned": self.planned,
            "executed": self.executed,
            "confirmed_by_deepdiff": self.confirmed,
            "seconds": round(self.seconds, 2),
            "interrupted": self.interrupted,
            "sections": [_section_json(section) for section in self.sections],
            "mismatches": [mismatch.to_json() for mismatch in self.mismatches],
            "elsewhere": [mismatch.to_json() for mismatch in self.elsewhere],
            "totals": _counts_json(self.total),
            "tiers": {name: vars(tier) for name, tier in self.tiers.items()},
            "self_check": {
                "control_against_control": check.steady,
                "mutants": check.asked,
                "planned": check.planned,
                "executed": check.executed,
                "cut": check.cut,
                "killed": check.killed,
                "killed_without_texts": check.killed_by_values,
                "survivors": [_mutant_json(result) for result in check.survivors],
                "invalid": [_mutant_json(result) for result in check.invalid],
            },
            "static": [_finding_json(finding) for finding in self.static],
            "dynamic_only": [list(key) for key in self.dynamic_only],
            "problems": [vars(problem) for problem in self.problems],
            "fuzz": None if self.campaign is None else vars(self.campaign),
        }


def _counts_json(counts: Counts) -> dict[str, int]:
    return {"cases": counts.cases, **vars(counts)}


def _section_json(section: SectionResult) -> dict[str, Any]:
    return {
        "section": section.name,
        "backend": section.backend,
        "verdict": section.verdict,
        **_counts_json(section.counts),
        "tiers": dict(section.tiers),
    }


def _mutant_json(result: MutantResult) -> dict[str, Any]:
    mutant = result.mutant
    shown = {
        "id": mutant.id,
        "operator": mutant.operator,
        "section": mutant.section,
        "flag": mutant.flag,
        "description": mutant.description,
        "cases": result.cases,
    }
    return {**shown, "invalid": result.invalid} if result.invalid else shown


def _finding_json(finding: StaticFinding) -> dict[str, Any]:
    difference = finding.difference
    return {
        "section": difference.section,
        "flag": difference.flag,
        "class": difference.cls,
        "control": difference.control,
        "candidate": difference.candidate,
        "effect": finding.effect,
        "cases": finding.cases,
    }
