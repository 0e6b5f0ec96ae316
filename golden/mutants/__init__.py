"""Planted faults: the gate that does not notice one of them can not be trusted with a real one."""

from __future__ import annotations

from golden.mutants.index import CaseIndex, relevant
from golden.mutants.mutant import Fault, InvalidMutant, Mutant, run_mutant
from golden.mutants.planning import OPERATORS, plan

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
