"""Options of a gate run."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from argparity.golden.errors import UsageError

Tier = Literal["distilled", "goldens", "battery", "fuzz"]
TIERS: tuple[Tier, ...] = get_args(Tier)

MutantChoice = Literal["sample", "all", "none"]
MUTANT_CHOICES: tuple[MutantChoice, ...] = get_args(MutantChoice)

Confirmed = Literal["goldens", "all"]
CONFIRMED: tuple[Confirmed, ...] = get_args(Confirmed)

DEFAULT_BUDGET = 88.0
"""Seconds. A run of flame with this budget ends within 90 s on two cores."""


@dataclass(frozen=True, kw_only=True)
class GateOptions:
    """One run. Raises UsageError for a value that makes no sense.

    `section`: judge this one alone. `only`: run one tier alone. `budget`: seconds for everything,
    None for the default, or for no limit where all mutants are asked for. `workers`: processes,
    None for one a core. `timeout`: seconds for one case. `memory`: MiB that a worker may grow by, 0
    for any. `examples`: fuzzed examples. `strict`: flags of which no word was accepted leave no
    verdict. `confirm`: the cases that DeepDiff judges as well. `environ`: set for every case, under
    the case's own (a backend that is not what the switches say); then every mismatch counts,
    whatever the section.
    """

    section: str | None = None
    only: Tier | None = None
    seed: int = 0
    budget: float | None = None
    workers: int | None = None
    timeout: float = 10.0
    memory: int = 2048
    fail_fast: bool = False
    mutants: MutantChoice = "sample"
    examples: int = 600
    strict: bool = False
    confirm: Confirmed = "goldens"
    environ: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.mutants not in MUTANT_CHOICES:
            raise UsageError(f"mutants is {self.mutants!r}; choices: {', '.join(MUTANT_CHOICES)}")
        if self.only is not None and self.only not in TIERS:
            raise UsageError(f"only is {self.only!r}; choices: {', '.join(TIERS)}")
        for name in ("budget", "workers", "timeout"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise UsageError(f"{name} is {value:g}; it must be above 0")

    @property
    def processes(self) -> int:
        """The number of workers."""
        return self.workers or os.cpu_count() or 1

    @property
    def seconds(self) -> float | None:
        """The budget in seconds; None for no limit."""
        if self.budget is None and self.mutants == "all":
            return None
        return DEFAULT_BUDGET if self.budget is None else self.budget

    @property
    def whole(self) -> bool:
        """Whether the run covers the whole target."""
        return self.section is None and self.only is None and not self.fail_fast
