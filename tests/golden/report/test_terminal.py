"""The report on a terminal: a row for each section, and what to do about a mismatch."""

from __future__ import annotations

import io

from argparity.golden.gate.result import GateReport
from argparity.golden.report.terminal import print_report, progress_on
from argparity.golden.sides.target import Target
from argparity.golden.workers.progress import QUIET


def printed(report: GateReport, target: Target) -> str:
    file = io.StringIO()
    print_report(report, target, file)
    return file.getvalue()


def test_the_table_has_a_row_for_each_section_and_one_for_all(
    report: GateReport, target: Target
) -> None:
    rows = {
        cells[0]: cells[1:]
        for line in printed(report, target).splitlines()
        if line.startswith("│") and (cells := [cell.strip() for cell in line.strip("│").split("│")])
    }

    assert rows["training"] == ["generated", "5", "3", "0", "2", "mismatched"]
    assert rows["data"] == ["legacy", "4", "3", "1", "0", "accepted"]
    assert rows["cases"] == ["", "9", "6", "1", "2", ""]
    assert rows["cut"][:2] == ["", "1"]


def test_each_mismatch_has_its_witness_and_one_command(report: GateReport, target: Target) -> None:
    text = printed(report, target)

    assert "1. training.steps: default-changed: 5 -> 6 (altered)" in text
    assert """     argv: --data.path 'it'"'"'s | here'""" in text
    assert "     file: [training]" in text
    assert "     reproduce: printf '[training]\\nlr = 1\\n' | argparity compare argv little" in text
    assert "2. training.steps: default-changed: 5 -> 6 (altered, accepted as no-5)" in text


def test_what_is_not_about_cases_is_said(report: GateReport, target: Target) -> None:
    lines = printed(report, target).splitlines()

    assert "seal: legacy/control.py: was changed, 100% sure" in lines
    assert "static: --data.path: help-changed: no effect on any parse" in lines
    assert (
        "Control against control: 9 cases. Planted faults (sample): 3 of 3 caught, 2 of them "
        "by values alone."
    ) in lines
    assert lines[-1] == "little: MISMATCHED"
    assert lines[-2] == (
        "9 cases on Python 3.11.7 in 1.2 s, seed 7: 6 matched, 1 accepted, 2 mismatched; 1 planned "
        "cases were cut."
    )


def test_a_pipe_gets_neither_colours_nor_progress(report: GateReport, target: Target) -> None:
    assert "\x1b" not in printed(report, target)
    with progress_on(io.StringIO()) as progress:
        assert progress is QUIET


def test_a_terminal_gets_progress_with_the_time_left() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    file = Terminal()
    with progress_on(file) as progress:
        progress.phase("battery", 4)
        progress.advance()
        progress.phase("fuzz", 2)
        progress.advance(2)

    assert "battery" in file.getvalue()
    assert "-:--:--" in file.getvalue() or "0:00:00" in file.getvalue()
