"""The report for people, and the progress of a run on a terminal."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.box import SIMPLE_HEAD
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
from argparity.golden.report.locations import location_of
from argparity.golden.report.reproduce import compare_command, printable, witness_lines
from argparity.golden.report.wording import (
    headline,
    in_order,
    self_check,
    summary,
    without_difference,
)
from argparity.golden.sides.target import Target
from argparity.golden.workers.progress import QUIET, ProgressListener

_WIDTH_OF_A_PIPE = 80
_LEFT = 12
"""Columns of the names on the left of an entry."""

_STYLES = {
    "matched": "green",
    "mismatched": "bold red",
    "unsound": "bold red",
    "unjudged": "yellow",
    "accepted": "cyan",
}
_STYLES_OF_DIRECTIONS = {"narrowed": "bold red", "altered": "red", "widened": "yellow"}


def print_report(
    report: GateReport, target: Target, file: TextIO | None = None, *, verbose: bool = False
) -> None:
    """Print the differences, worst first, then what else is wrong, then the verdict.

    Notes are counted, and what the run consisted of is left out, unless `verbose`.
    """
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
    _Printing(console, report, target, verbose).print()


class _Printing:
    """One report on one console."""

    def __init__(self, console: Console, report: GateReport, target: Target, verbose: bool) -> None:
        self.console, self.report, self.target = console, report, target
        self.verbose = verbose

    def print(self) -> None:
        report = self.report
        entries = in_order(report.mismatches)
        for place, mismatch in enumerate(entries, start=1):
            self._entry(place, mismatch)
        for weight in ("red", "unjudged"):
            for problem in report.of_weight(weight):
                self._said(problem.kind, problem.message, _STYLES_OF_WEIGHTS[weight])
        same = without_difference(report)
        if entries and same:
            self._said("no change", ", ".join(same), "green")
        if self.verbose:
            self._details()
        self._end()

    def _entry(self, place: int, mismatch: Mismatch) -> None:
        self.console.print()
        where = mismatch.flag or mismatch.section or "(whole parser)"
        beside = f"  [{mismatch.section}]" if mismatch.flag and mismatch.section else ""
        accepted = "" if mismatch.accepted is None else f", accepted as {mismatch.accepted}"
        cases = f"{mismatch.cases} case{'' if mismatch.cases == 1 else 's'}"
        weight = "" if mismatch.severity == "error" else f", {mismatch.severity}"
        style = _STYLES_OF_DIRECTIONS[mismatch.direction] if mismatch.is_open else "cyan"
        kind = f"{mismatch.cls}, {mismatch.direction}{weight}"
        head = f"{place}. {where}{beside}  {kind}, {cases}{accepted}"
        self._wrapped(head, style, "   ")
        self._named("effect", mismatch.told_effect)
        self._named("cause", mismatch.told_cause)
        location = location_of(self.target, mismatch)
        if location is not None:
            self._named("source", f"{location.file}:{location.line}")
        for line in witness_lines(mismatch.case):
            name, _, text = line.partition(": ")
            self._named(name if len(name) <= _LEFT - 4 else "", text if text else line)
        self._line(f"   {'again':<{_LEFT - 3}}{compare_command(self.target, mismatch)}")
        for other in self.report.mismatches:
            if other.because == mismatch.key:
                self._named("also", f"{other.line()} ({other.direction})")

    def _details(self) -> None:
        report = self.report
        self.console.print()
        self.console.print(_table(report))
        self._wrapped(f"Cases by tier: {_tiers(report)}", "", "")
        for problem in report.of_weight("note"):
            self._said(problem.kind, problem.message)
        for finding in report.static:
            if not finding.witnessed:
                difference = finding.difference
                name = difference.flag or difference.section or "(whole parser)"
                self._said("static", f"{name}: {difference.cls}: {finding.effect}")
        for mismatch in report.elsewhere:
            self._said("elsewhere", f"not judged here: {mismatch.line()}")
        self._wrapped(self_check(report), "", "")
        if report.campaign is not None:
            shown = ", ".join(f"{k}={v}" for k, v in sorted(report.campaign.settings.items()))
            self._wrapped(f"Fuzz settings in effect: {shown}.", "", "")

    def _end(self) -> None:
        report = self.report
        if report.verdict != "matched" or self.verbose:
            self.console.print()
        parts = [summary(report)]
        notes = len(report.of_weight("note")) + sum(not f.witnessed for f in report.static)
        if notes and not self.verbose:
            parts.append(f"{notes} note{'' if notes == 1 else 's'}: -v shows them.")
        told = f"{report.target}: {headline(report)}: {' '.join(parts)}"
        self._wrapped(told, _STYLES[report.verdict], "  ")

    # Lines.

    def _said(self, kind: str, text: str, style: str = "") -> None:
        self._wrapped(f"{kind}: {text}", style, "  ")

    def _named(self, name: str, text: str) -> None:
        self._wrapped(f"   {name:<{_LEFT - 3}}{text}", "", " " * _LEFT)

    def _wrapped(self, text: str, style: str, hanging: str) -> None:
        """Print a text between words; a word that is longer than a line stays whole."""
        lines = textwrap.wrap(
            printable(text),
            self.console.width,
            subsequent_indent=hanging,
            break_long_words=False,
            break_on_hyphens=False,
            drop_whitespace=True,
        )
        for line in lines or [""]:
            self._line(line, style)

    def _line(self, text: str, style: str = "") -> None:
        self.console.print(Text(printable(text), style=style), soft_wrap=True)


_STYLES_OF_WEIGHTS = {"red": "red", "unjudged": "yellow"}


def _table(report: GateReport) -> Table:
    table = Table(box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_footer=True)
    total = report.total
    table.add_column("section", "all", overflow="fold")
    table.add_column("backend")
    for name, number in (
        ("cases", total.cases),
        ("matched", total.matched),
        ("accepted", total.accepted),
        ("differ", total.mismatched),
    ):
        table.add_column(name, str(number), justify="right")
    table.add_column("verdict")
    for row in report.sections:
        counts = row.counts
        table.add_row(
            Text(row.name or "(whole parser)"),
            row.backend,
            *map(str, (counts.cases, counts.matched, counts.accepted, counts.mismatched)),
            Text(row.verdict, style=_STYLES[row.verdict]),
        )
    return table


def _tiers(report: GateReport) -> str:
    """The number of cases by tier, executed and planned."""
    shown = {name: tier for name, tier in report.tiers.items() if tier.planned}
    return ", ".join(f"{n}: {tier.executed} of {tier.planned}" for n, tier in shown.items()) + "."


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
