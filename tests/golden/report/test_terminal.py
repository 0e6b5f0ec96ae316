"""The report on a terminal: a row for each section, and what to do about a mismatch."""

from __future__ import annotations

import io
from dataclasses import replace

from argparity.golden.gate.result import Counts, GateReport
from argparity.golden.report.terminal import print_report, progress_on
from argparity.golden.sides.target import Target
from argparity.golden.workers.progress import QUIET


def printed(report: GateReport, target: Target, *, verbose: bool = False) -> str:
    file = io.StringIO()
    print_report(report, target, file, verbose=verbose)
    return file.getvalue()


def test_the_table_has_a_row_for_each_section_and_one_for_all(
    report: GateReport, target: Target
) -> None:
    text = printed(report, target, verbose=True)
    rows = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line.strip()}

    assert rows["section"] == ["backend", "cases", "matched", "accepted", "differ", "verdict"]
    assert rows["training"] == ["generated", "5", "3", "0", "2", "mismatched"]
    assert rows["data"] == ["legacy", "4", "3", "1", "0", "accepted"]
    assert rows["all"] == ["9", "6", "1", "2"]
    assert "Cases by tier: battery: 9 of 10." in text


def test_each_difference_has_effect_cause_place_witness_and_one_command(
    report: GateReport, target: Target
) -> None:
    assert printed(report, target).startswith("""
1. --training.steps  [training]  default-changed, altered, 2 cases
   effect   5 -> 6
   cause    found by cases
   source   candidate.py:8
   argv     --data.path 'it'"'"'s | here'
   file     [training]
   file     lr = 1
   again    printf '[training]\\nlr = 1\\n' | argparity compare argv little""")


def test_the_worst_comes_first_and_what_is_accepted_last(
    report: GateReport, target: Target
) -> None:
    first, accepted = report.mismatches
    narrowed = replace(first, flag="--training.lr", cls="required-changed", direction="narrowed")
    report.mismatches = [accepted, first, narrowed]

    heads = [
        line for line in printed(report, target).splitlines() if line[:2] in ("1.", "2.", "3.")
    ]

    assert heads == [
        "1. --training.lr  [training]  required-changed, narrowed, 2 cases",
        "2. --training.steps  [training]  default-changed, altered, 2 cases",
        "3. --training.steps  [training]  default-changed, altered, 2 cases, accepted as",
    ]


def test_what_follows_from_a_difference_stands_under_it(report: GateReport, target: Target) -> None:
    first, _ = report.mismatches
    end = replace(first, cls="error-kind-changed", direction="narrowed", because=first.key)
    report.mismatches = [first, end]

    text = printed(report, target)

    assert "2. " not in text
    assert "   also     training.steps: error-kind-changed: 5 -> 6 (narrowed)" in text


def test_what_is_not_about_cases_is_said(report: GateReport, target: Target) -> None:
    text = printed(report, target)

    assert "\nseal: legacy/control.py: was changed, 100% sure\n" in text
    assert "did not fire" not in text
    assert " ".join(text.split()).endswith(
        "little: MISMATCHED: 9 cases on Python 3.11.7 in 1.2 s, seed 7: 6 matched, 1 accepted, "
        "2 mismatched; 1 planned cases were cut. 2 notes: -v shows them."
    )


def test_verbose_shows_notes_and_the_checks_of_the_gate_itself(
    report: GateReport, target: Target
) -> None:
    text = " ".join(printed(report, target, verbose=True).split())

    assert "accepted: did not fire" in text
    assert "static: --data.path: help-changed: no effect on any parse" in text
    assert "Control against control: 9 cases. Planted faults (sample): 3 of 3 caught" in text


def test_a_report_that_matches_is_one_sentence(report: GateReport, target: Target) -> None:
    report.mismatches, report.problems, report.static = [], [], []
    report.total = Counts(matched=9)

    assert printed(report, target) == (
        "little: matched (90 % of the planned cases): 9 cases on Python 3.11.7 in 1.2 s,\n"
        "  seed 7: 9 matched; 1 planned cases were cut.\n"
    )


def test_no_line_but_a_command_is_wider_than_a_pipe_allows(
    report: GateReport, target: Target
) -> None:
    report.mismatches[0] = replace(report.mismatches[0], effect="accepted -> refused: " + "x " * 99)

    lines = printed(report, target, verbose=True).splitlines()

    assert max(len(line) for line in lines if not line.startswith("   again")) <= 80


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
