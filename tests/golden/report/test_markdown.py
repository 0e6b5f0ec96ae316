"""The report as Markdown, for a comment on a pull request."""

from __future__ import annotations

from argparity.golden.gate.result import GateReport
from argparity.golden.report.markdown import markdown
from argparity.golden.sides.target import Target


def test_markdown_has_table_witness_and_problems(report: GateReport, target: Target) -> None:
    page = markdown(report, target)

    assert page.startswith("## argparity: little MISMATCHED\n")
    assert "| training | generated | 5 | 3 | 0 | 2 | 0 |\n" in page
    assert "| **cases** | | 9 | 6 | 1 | 2 | 0 |\n" in page
    assert "1. `training.steps: default-changed: 5 -> 6` (altered, 2 cases)\n" in page
    assert "### Accepted differences\n" in page
    assert "   file: lr = 1\n" in page
    assert "- **seal**: legacy/control.py: was changed, 100% sure\n" in page
    assert "- **accepted** (note): did not fire\n" in page


def test_markdown_of_a_match_is_short(report: GateReport, target: Target) -> None:
    report.mismatches, report.problems, report.static = [], [], []

    page = markdown(report, target)

    assert page.startswith("## argparity: little matched (90 % of the planned cases)\n")
    assert "###" not in page
