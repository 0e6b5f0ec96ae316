"""`gate`: every section of a target, and the gate itself."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from argparity.compat.switchboard import BACKENDS, ENVIRONMENT_VARIABLE
from argparity.golden.cli.common import ToolParser, add_run_options, add_side_options, chosen_target
from argparity.golden.errors import ExitCode
from argparity.golden.gate.options import CONFIRMED, MUTANT_CHOICES, TIERS, GateOptions
from argparity.golden.gate.result import GateReport
from argparity.golden.gate.run import run_gate
from argparity.golden.records.last_run import keep_last
from argparity.golden.report.github import github_annotations
from argparity.golden.report.junit import junit
from argparity.golden.report.markdown import markdown
from argparity.golden.report.sarif import sarif
from argparity.golden.report.terminal import print_report, progress_on
from argparity.golden.report.witness import witness_script
from argparity.golden.report.wording import in_order
from argparity.golden.sides.target import Target

_DESCRIPTION = """\
Judge a target: run goldens, a battery of enumerated inputs, and fuzzed inputs on both sides. In the
same run the gate judges itself: control against control, and planted faults that it has to catch.

  argparity gate flame                                     all sections
  argparity gate flame --section training --budget 20      one section, in 20 seconds
  argparity gate --control old.py:parser --candidate new.py:build
"""


def _parser() -> argparse.ArgumentParser:
    parser = ToolParser(
        prog="argparity gate",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="TARGET", help="the target")
    parser.add_argument("--target", metavar="NAME", help="the target, given as an option")
    add_side_options(parser)
    _add_what(parser)
    _add_how(parser)
    _add_forms(parser)
    return parser


def _add_what(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what is judged")
    group.add_argument("--section", metavar="NAME", help="judge only this section")
    group.add_argument("--only", choices=TIERS, help="run only this tier of inputs")
    group.add_argument(
        "--backend",
        choices=BACKENDS,
        help="judge as if every section were switched to this backend",
    )
    group.add_argument(
        "--mutants",
        choices=MUTANT_CHOICES,
        default="sample",
        help="which faults to plant: a sample with every operator and every flag, all, or none",
    )
    group.add_argument(
        "--examples",
        type=int,
        default=600,
        metavar="N",
        help="number of fuzzed inputs (default: 600)",
    )
    group.add_argument(
        "--strict",
        action="store_true",
        help="exit with 3 where the control accepted no word that was tried for a flag",
    )
    group.add_argument(
        "--confirm",
        choices=CONFIRMED,
        default="goldens",
        help="the cases that DeepDiff, the second judge, looks at as well (default: goldens)",
    )
    group.add_argument("--fail-fast", action="store_true", help="stop at the first mismatch")


def _add_how(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how it runs")
    add_run_options(group.add_argument)
    group.add_argument(
        "--timeout",
        type=float,
        default=10.0,
        metavar="SECONDS",
        help="time limit for one case (default: 10)",
    )
    group.add_argument(
        "--memory",
        type=int,
        default=2048,
        metavar="MIB",
        help="memory limit of a worker, 0 for none (default: 2048)",
    )


def _add_forms(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("reports")
    group.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help="print notes, the table of sections and what the run consisted of as well",
    )
    group.add_argument(
        "--json", action="store_true", help="print one JSON document and nothing else"
    )
    group.add_argument("--junit", metavar="FILE", help="write JUnit XML")
    group.add_argument("--markdown", metavar="FILE", help="write a page for a pull request")
    group.add_argument("--sarif", metavar="FILE", help="write SARIF for code scanning")
    group.add_argument(
        "--write-witness", metavar="DIR", help="write a script for each mismatch that shows it"
    )


def main(argv: Sequence[str] | None = None) -> ExitCode:
    """Run the gate, write the reports, return the exit code."""
    options = _parser().parse_args(argv)
    names = [*options.names, *([options.target] if options.target else [])]
    target = chosen_target(options, names)
    settings = _settings(options)
    if options.backend:
        settings["environ"] = {ENVIRONMENT_VARIABLE: f"{target.name}={options.backend}"}
    with progress_on(sys.stderr) as progress:
        report = run_gate(target, progress=progress, **settings)
    report.mismatches = [m.under(settings.get("environ", {})) for m in report.mismatches]
    if options.json:
        print(json.dumps(report.to_json(), indent=2))
    else:
        print_report(report, target, verbose=options.verbose)
    if target.name != "adhoc":
        keep_last(target, in_order(report.mismatches))
    if os.environ.get("GITHUB_ACTIONS") == "true":
        # With --json, standard output has to stay one JSON document.
        file = sys.stderr if options.json else sys.stdout
        print(*github_annotations(report, target), sep="\n", file=file)
    # Last: what was found is not lost with a file that cannot be written.
    unwritten = [
        error for file, text in _files(options, report, target) for error in _write(file, text)
    ]
    for error in unwritten:
        print(f"argparity gate: error: {error}", file=sys.stderr)
    return ExitCode.USAGE if unwritten and not report.exit_code else report.exit_code


def _settings(options: Any) -> dict[str, Any]:
    names = [field.name for field in fields(GateOptions)]
    return {name: getattr(options, name) for name in names if hasattr(options, name)}


def _files(options: Any, report: GateReport, target: Target) -> Iterator[tuple[str | Path, str]]:
    """The files that were asked for, and what is to be in them."""
    if options.junit:
        yield options.junit, junit(report, target)
    if options.markdown:
        yield options.markdown, markdown(report, target)
    if options.sarif:
        yield options.sarif, json.dumps(sarif(report, target), indent=2) + "\n"
    if options.write_witness:
        for place, mismatch in enumerate(in_order(report.mismatches), start=1):
            about = mismatch.flag.lstrip("-") or mismatch.section or "parser"
            plain = re.sub(r"[^\w.-]+", "-", about)
            name = f"{place:02d}-{plain}-{mismatch.cls}.py"
            yield Path(options.write_witness) / name, witness_script(target, mismatch)


def _write(file: str | Path, text: str) -> Iterator[str]:
    """Write a file; what speaks against that."""
    path = Path(file)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        yield f"{path}: cannot be written: {error.strerror}"
