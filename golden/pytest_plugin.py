"""Options and a summary for tests that `argparity.golden.testing.parity_tests` makes.

Without this plugin they run as well, with the settings in their own line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from argparity.golden.gate import GateReport

__all__ = ["OPTIONS", "remember"]

OPTIONS = {
    "budget": (float, "SECONDS", "time for a target's whole run"),
    "seed": (int, "N", "of the sampled mutants and the fuzzed inputs"),
    "workers": (int, "N", "worker processes"),
    "mutants": (str, "WHICH", "planted faults: sample, all or none"),
}
"""Settings of the gate that the command line of pytest can give, with type, metavar and help."""

_REPORTS: pytest.StashKey[list[GateReport]] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--parity-budget` and the like."""
    group = parser.getgroup("argparity", "parity of two parsers")
    for name, (kind, metavar, text) in OPTIONS.items():
        group.addoption(f"--parity-{name}", type=kind, metavar=metavar, help=text)


def remember(config: pytest.Config, report: GateReport) -> None:
    """Note a report for the summary, once."""
    reports = config.stash.setdefault(_REPORTS, [])
    if report not in reports:
        reports.append(report)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One paragraph for each target that was judged."""
    reports = terminalreporter.config.stash.get(_REPORTS, [])
    if not reports:
        return
    from argparity.golden.report.wording import self_check, summary

    terminalreporter.section("parity")
    for report in reports:
        terminalreporter.write_line(f"{report.target}: {summary(report)} {self_check(report)}")
