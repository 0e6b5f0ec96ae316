"""The gate as ordinary tests: one line per target in a project's own suite.

    from argparity.golden.testing import parity_tests

    test_flame = parity_tests("flame")

This makes one test for each section, named after it, and one for everything that belongs to no
section: seals, ledger, goldens, accepted differences, the gate's self-check. The gate runs once for
all of them, when the first one runs.

The module is also a pytest plugin, which adds options such as `--parity-budget` and a summary:
`pytest_plugins = ["argparity.golden.testing"]` in the conftest.py at the top of the suite, or
`-p argparity.golden.testing`. The tests run without it as well, with the settings given to
`parity_tests`. (It has no assert statement for pytest to rewrite: PYTEST_DONT_REWRITE.)
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

# The plugin is loaded in every pytest run; it loads the harness only for a parity test.
if TYPE_CHECKING:
    from argparity.golden.gate.result import GateReport
    from argparity.golden.sides.target import Target

__all__ = ["parity_tests"]

OUTSIDE = "outside the sections"
"""The id of the test for everything that belongs to no section."""

_OPTIONS = {
    "budget": (float, "SECONDS", "time for a target's whole run"),
    "seed": (int, "N", "seed of the mutant sample and of fuzzing"),
    "workers": (int, "N", "worker processes"),
    "mutants": (str, "WHICH", "planted faults: sample, all or none"),
}
"""Settings of the gate that pytest's command line can override, with type, metavar and help."""

_REPORTS: pytest.StashKey[list[GateReport]] = pytest.StashKey()


def parity_tests(
    target: str | Target, *, start: Path | None = None, **settings: Any
) -> Callable[..., None]:
    """A parametrized test function; assign it to a name that pytest collects.

    `target`: a target, or its name as found from `start` (by default the current folder).
    `settings`: those of the gate (`budget`, `seed`, `mutants`, ...); `--parity-budget` and the like
    override them. Raises the errors of the gate, so an invalid entry stops the collection with one
    line.
    """
    from argparity.golden.gate.run import run_gate, section_names
    from argparity.golden.sides.target import find_target

    found = find_target(target, start) if isinstance(target, str) else target

    @functools.cache
    def report(given: tuple[tuple[str, Any], ...]) -> GateReport:
        return run_gate(found, **{**settings, **dict(given)})

    @pytest.mark.parametrize("section", [*section_names(found), OUTSIDE])
    def test(section: str, request: pytest.FixtureRequest) -> None:
        given = {name: request.config.getoption(f"parity_{name}", None) for name in _OPTIONS}
        result = report(tuple((name, value) for name, value in given.items() if value is not None))
        _remember(request.config, result)
        found_wrong = complaints(result, found, section)
        if found_wrong:
            pytest.fail("\n\n".join(found_wrong), pytrace=False)

    test.__doc__ = f"Both sides of {found.name} are the same, and the gate would notice otherwise."
    return test


def complaints(report: GateReport, target: Target, section: str) -> list[str]:
    """The failures of a section, or for `OUTSIDE` of everything else, one string each."""
    from argparity.golden.report.reproduce import compare_command, witness_lines

    known = {row.name for row in report.sections if row.name}
    if section == OUTSIDE:
        own = [m for m in report.open_mismatches if m.section not in known]
        found = [f"{p.kind}: {p.message}" for p in report.problems if p.weight != "note"]
    else:
        own = [m for m in report.open_mismatches if m.section == section]
        row = next(row for row in report.sections if row.name == section)
        found = [] if row.counts.cases else ["no case of this section was run"]
    for mismatch in own:
        command = f"reproduce: {compare_command(target, mismatch)}"
        found.append("\n".join([mismatch.line(), *witness_lines(mismatch.case), command]))
    return found


def _remember(config: pytest.Config, report: GateReport) -> None:
    """Note a report for the summary, once."""
    reports = config.stash.setdefault(_REPORTS, [])
    if report not in reports:
        reports.append(report)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--parity-budget` and the like."""
    group = parser.getgroup("argparity", "parity of two parsers")
    for name, (kind, metavar, meaning) in _OPTIONS.items():
        group.addoption(f"--parity-{name}", type=kind, metavar=metavar, help=meaning)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Write one paragraph for each target that was judged."""
    reports = terminalreporter.config.stash.get(_REPORTS, [])
    if not reports:
        return
    from argparity.golden.report.wording import self_check, summary

    terminalreporter.section("parity")
    for report in reports:
        terminalreporter.write_line(f"{report.target}: {summary(report)} {self_check(report)}")
