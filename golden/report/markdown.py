"""Markdown, short enough for a comment in a pull request."""

from __future__ import annotations

import re
from pathlib import Path

from argparity.golden.gate.result import GateReport
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.report.reproduce import compare_command, printable, witness_lines
from argparity.golden.report.wording import headline, in_order, self_check, summary, told
from argparity.golden.sides.target import Target
from argparity.golden.templating import templates


def markdown(report: GateReport, target: Target) -> str:
    """The page."""
    environment = templates(Path(__file__).with_name("templates"), trim=False)
    environment.filters.update(cell=_cell, code=_code, indented=_indented, line=_line)
    own = in_order(report.mismatches)
    accepted = [mismatch for mismatch in own if mismatch.accepted is not None]
    differing = [mismatch for mismatch in own if mismatch.accepted is None]
    text = environment.get_template("report.md.jinja").render(
        report=report,
        headline=headline(report),
        summary=f"{summary(report)} {self_check(report)}",
        tiers=list(report.tiers),
        groups=[("Mismatches", differing), ("Accepted differences", accepted)],
        static=[finding for finding in report.static if not finding.witnessed],
        told=told,
        witness=lambda mismatch: _witness(target, mismatch),
    )
    return re.sub(r"\n{3,}", "\n\n", text).rstrip("\n") + "\n"


def _witness(target: Target, mismatch: Mismatch) -> str:
    lines = [*witness_lines(mismatch.case), f"$ {compare_command(target, mismatch)}"]
    fence = _fence("\n".join(lines))
    return "\n".join([f"{fence}text", *lines, fence])


def _fence(text: str) -> str:
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    return "`" * max(3, longest + 1)


def _indented(text: str) -> str:
    return "\n".join(f"   {line}" if line else line for line in text.split("\n"))


def _line(text: str) -> str:
    return " ".join(printable(text).split())


def _code(text: str) -> str:
    text = _line(text)
    fence = _fence(text)[2:] if "`" in text else "`"
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _cell(text: str) -> str:
    return _line(text).replace("|", "\\|")
