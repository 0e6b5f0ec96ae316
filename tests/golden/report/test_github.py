"""The report as annotations of GitHub."""

from __future__ import annotations

from argparity.golden.gate.result import GateReport
from argparity.golden.report.github import github_annotations
from argparity.golden.sides.target import Target


def test_annotations_mark_the_line_and_escape_their_text(
    report: GateReport, target: Target
) -> None:
    lines = github_annotations(report, target)

    assert len(lines) == 4
    assert lines[0].startswith(
        "::error file=candidate.py,line=8,title=little%3A default-changed::training.steps: "
    )
    assert "%0Areproduce: printf" in lines[0]
    assert lines[1] == "::error title=little%3A seal::legacy/control.py: was changed, 100%25 sure"
    assert lines[3].startswith("::notice title=little%3A accepted::")
