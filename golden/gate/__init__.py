"""The gate: replay, enumerate, fuzz, judge, check itself, exit."""

from __future__ import annotations

from argparity.golden.gate.result import GateReport
from argparity.golden.gate.run import run_gate

__all__ = ["GateReport", "run_gate"]
