"""Planted faults: the gate that does not notice one of them can not be trusted with a real one."""

from __future__ import annotations

from argparity.golden.mutants.index import CaseIndex, relevant
from argparity.golden.mutants.mutant import Fault, InvalidMutant, Mutant, run_mutant
from argparity.golden.mutants.planning import OPERATORS, plan

__all__ = [
    "OPERATORS",
    "CaseIndex",
    "Fault",
    "InvalidMutant",
    "Mutant",
    "plan",
    "relevant",
    "run_mutant",
]
