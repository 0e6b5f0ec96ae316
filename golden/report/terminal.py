"""The report for people, and the progress of a run on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from argparity.golden.gate.result import GateReport
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.report.reproduce import compare_command, printable, witness_lines
from argparity.golden.report.wording import headline, self_check, summary
from argparity.golden.sides.target import Target
from argparity.golden.workers.progress import QUIET, ProgressListener

_WIDTH_OF_A_PIPE = 110
_STYLES = {"matched": "green", "mismatched": "bold red", "unjudged": "yellow", "accepted": "cyan"}


def print_report(report: GateReport, target: Target, file: TextIO | None = None) -> None:
    """Print the table, the mismatches with witness and command, everything else, the verdict."""
    console = Console(file=file or sys.stdout, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console = Console(
            file=console.file,
            width=_WIDTH_OF_A_PIPE,
            highlight=False,
            markup=False,
            emoji=False,
            no_color=True,
        )
    if report.total.cases:
        console.print(_table(report))
    for place, mismatch in enumerate(report.mismatches, start=1):
        _print_mismatch(console, target, place, mismatch)
    _print_static(console, report)
    for mismatch in report.elsewhere:
        _line(console, f"elsewhere, not judged here: {mismatch.line()}")
    for problem in report.problems:
        style = {"red": "red", "unjudged": "yellow", "note": ""}[problem.weight]
        _line(console, f"{problem.kind}: {problem.message}", style)
    _line(console, self_check(report))
    if report.campaign is not None:
        shown = ", ".join(f"{k}={v}" for k, v in sorted(report.campaign.settings.items()))
        _line(console, f"Fuzz settings in effect: {shown}.")
    _line(console, summary(report))
    style = _STYLES[report.verdict]
    _line(console, f"{report.target}: {headline(report)}", style)


def _line(console: Console, text: str, style: str = "") -> None:
    console.print(Text(printable(text), style=style), soft_wrap=True)


def _table(report: GateReport) -> Table:
    table = Table(title=f"{report.target} on Python {report.python}")
    table.add_column("section")
    table.add_column("backend")
    for name in (*report.tiers, "matched", "accepted", "mismatched"):
        table.add_column(name, justify="right")
    table.add_column("verdict")
    for row in report.sections:
        table.add_row(
            Text(row.name or "(whole parser)"),
            row.backend,
            *(str(row.tiers.get(tier, 0)) for tier in report.tiers),
            str(row.counts.matched),
            str(row.counts.accepted),
            str(row.counts.mismatched),
            Text(row.verdict, style=_STYLES[row.verdict]),
        )
    total = report.total
    table.add_section()
    table.add_row(
        "cases",
        "",
        *(str(tier.executed) for tier in report.tiers.values()),
        str(total.matched),
        str(total.accepted),
        str(total.mismatched),
        "",
    )
    if any(tier.cut for tier in report.tiers.values()):
        table.add_row("cut", "", *(str(tier.cut) for tier in report.tiers.values()))
    return table


def _print_mismatch(console: Console, target: Target, place: int, mismatch: Mismatch) -> None:
    accepted = "" if mismatch.accepted is None else f", accepted as {mismatch.accepted}"
    style = "red" if mismatch.accepted is None else "cyan"
    _line(console, f"{place}. {mismatch.line()} ({mismatch.direction}{accepted})", style)
    for line in witness_lines(mismatch.case):
        _line(console, f"     {line}")
    _line(console, f"     reproduce: {compare_command(target, mismatch)}")


def _print_static(console: Console, report: GateReport) -> None:
    for finding in report.static:
        if not finding.witnessed:
            difference = finding.difference
            name = difference.flag or difference.section
            _line(console, f"static: {name}: {difference.cls}: {finding.effect}")
    if report.static:
        for section, flag, cls in report.dynamic_only:
            _line(console, f"found by cases alone: {flag or section or '(whole parser)'}: {cls}")


@contextmanager
def progress_on(file: TextIO) -> Iterator[ProgressListener]:
    """Context manager: a listener that shows progress and the time left, on a terminal only."""
    if not file.isatty():
        yield QUIET
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(file=file), transient=True) as bars:
        yield _Bars(bars)


class _Bars:
    """One bar at a time."""

    def __init__(self, bars: Progress) -> None:
        self._bars = bars
        self._task: TaskID | None = None

    def phase(self, name: str, total: int) -> None:
        """See ProgressListener."""
        if self._task is not None:
            self._bars.remove_task(self._task)
        self._task = self._bars.add_task(name, total=total)

    def advance(self, steps: int = 1) -> None:
        """See ProgressListener."""
        if self._task is not None:
            self._bars.advance(self._task, steps)
