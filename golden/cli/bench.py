"""`bench`: the cost of parsing on either side, as ratios of one run."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict

from argparity.golden.cli.benchmark import Costs, costs, end_to_end
from argparity.golden.cli.common import ToolParser
from argparity.golden.errors import ExitCode, UsageError
from argparity.golden.sides.target import find_target

_DESCRIPTION = """\
Measure the cost of building the parser and parsing an empty command line, in turns in one process:
with the frozen code, with the drop-in and all sections on legacy, with the drop-in and all
generated. Also measure the cost of loading each side in a fresh process, and of comparing one case.
Times are CPU time.

  argparity bench flame
  argparity bench --synthetic 1000      freeze, scaffold and gate a made-up parser of 1000 flags
"""


def _parser() -> argparse.ArgumentParser:
    parser = ToolParser(
        prog="argparity bench",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("target", nargs="?", metavar="TARGET", help="the target to measure")
    parser.add_argument(
        "--rounds", type=int, default=50, metavar="N", help="rounds of measurement (default: 50)"
    )
    parser.add_argument(
        "--synthetic",
        type=int,
        metavar="FLAGS",
        help="measure freeze, scaffold and gate end to end, on a made-up parser of so many flags",
    )
    parser.add_argument(
        "--budget",
        type=float,
        default=100.0,
        metavar="SECONDS",
        help="budget of that gate run (default: 100)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def main(argv: Sequence[str] | None = None) -> ExitCode:
    """Measure, print, return 0; 1 if the gate of the synthetic parser does not match."""
    options = _parser().parse_args(sys.argv[1:] if argv is None else argv)
    if (options.target is None) == (options.synthetic is None):
        raise UsageError("give one target, or --synthetic FLAGS")
    if options.synthetic is not None:
        return _end_to_end(options.synthetic, options.budget)
    if options.rounds < 1:
        raise UsageError(f"--rounds is {options.rounds}; it must be at least 1")
    target = find_target(options.target)
    found = costs(target, options.rounds)
    if options.json:
        print(json.dumps({"target": target.name, **asdict(found)}, indent=2))
    else:
        print(f"{target.name} on Python {platform.python_version()}, CPU time")
        print("\n".join(_lines(found)))
    return ExitCode.MATCHED


def _lines(found: Costs) -> list[str]:
    frozen = found.parse["frozen"]
    lines = [
        f"  build and parse, {name:10} {_ms(seconds)}   {seconds / frozen:5.2f} of frozen"
        for name, seconds in found.parse.items()
    ]
    control = found.load["control"]
    lines += [
        f"  load, {name:21} {_ms(seconds)}   {seconds / control if control else 0:5.2f} of control"
        for name, seconds in found.load.items()
    ]
    return [*lines, f"  compare one case            {_ms(found.compare)}"]


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:8.2f} ms"


def _end_to_end(flags: int, budget: float) -> ExitCode:
    if flags < 1:
        raise UsageError(f"--synthetic is {flags}; it must be at least 1")
    total, matched = 0.0, True
    for stage in end_to_end(flags, budget):
        total += stage.seconds
        matched = stage.name != "gate" or stage.result.startswith("exit 0")
        print(f"{stage.name:10}{stage.seconds:7.1f} s   {stage.result}", flush=True)
    print(f"{'total':10}{total:7.1f} s   {flags} flags")
    return ExitCode.MATCHED if matched else ExitCode.MISMATCHED
