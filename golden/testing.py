"""The gate as ordinary tests: one line for each target in a project's own suite.

    from argparity.golden.testing import parity_tests

    test_flame = parity_tests("flame")

That gives one test for each section, named after it, and one for what is beside the sections:
seals, ledger, goldens, accepted differences, the gate's judgement of itself. The gate runs once for
all of them, when the first one is asked for.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from argparity.golden.gate import GateReport, run_gate
from argparity.golden.gate.run import section_names
from argparity.golden.pytest_plugin import OPTIONS, remember
from argparity.golden.report.reproduce import compare_command, witness_lines
from argparity.golden.sides.target import Target, find_target

__all__ = ["BESIDE", "complaints", "parity_tests"]

BESIDE = "beside the sections"
"""The id of the test that is about no section."""


def parity_tests(
    target: str | Target, *, start: Path | None = None, **settings: Any
) -> Callable[..., None]:
    """A parametrized test function; assign it to a name that pytest collects.

    `target`: its name, as found from `start` (by default the current folder), or a target itself.
    `settings`: those of the gate (`budget`, `seed`, `mutants`, ...); `--parity-budget` and the like
    go before them. Raises the errors of the gate, so that a wrong entry stops the collection with
    one line.
    """
    found = find_target(target, start) if isinstance(target, str) else target

    @functools.cache
    def report(given: tuple[tuple[str, Any], ...]) -> GateReport:
        return run_gate(found, **{**settings, **dict(given)})

    @pytest.mark.parametrize("section", [*section_names(found), BESIDE])
    def test(section: str, request: pytest.FixtureRequest) -> None:
        given = {name: request.config.getoption(f"parity_{name}", None) for name in OPTIONS}
        result = report(tuple((name, value) for name, value in given.items() if value is not None))
        remember(request.config, result)
        found_wrong = complaints(result, found, section)
        if found_wrong:
            pytest.fail("\n\n".join(found_wrong), pytrace=False)

    test.__doc__ = f"Both sides of {found.name} are the same, and the gate can tell."
    return test


def complaints(report: GateReport, target: Target, section: str) -> list[str]:
    """What speaks against a section, or for `BESIDE` against everything else, as texts."""
    known = {row.name for row in report.sections if row.name}
    if section == BESIDE:
        own = [m for m in report.open_mismatches if m.section not in known]
        texts = [f"{p.kind}: {p.message}" for p in report.problems if p.weight != "note"]
    else:
        own = [m for m in report.open_mismatches if m.section == section]
        row = next(row for row in report.sections if row.name == section)
        texts = [] if row.tally.cases else ["no case of this section was run"]
    for mismatch in own:
        command = f"reproduce: {compare_command(target, mismatch)}"
        texts.append("\n".join([mismatch.line(), *witness_lines(mismatch.case), command]))
    return texts
