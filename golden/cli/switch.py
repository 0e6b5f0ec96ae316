"""`switch`: change the backend of a section, with evidence."""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Sequence

from argparity.compat.switchboard import BACKENDS
from argparity.golden.cli.common import ToolParser, add_run_options
from argparity.golden.errors import ExitCode
from argparity.golden.records.atomic import clear_unfinished, locked
from argparity.golden.records.switching import (
    ALL,
    NotAllowed,
    chosen_sections,
    switch_back,
    switch_over,
)
from argparity.golden.sides.target import Target, find_target

_DESCRIPTION = """\
Switch a section of a target to another backend.

  argparity switch flame training generated --reason "..."   after a gate that matches
  argparity switch flame all generated --reason "..."        all sections, with one run of the gate
  argparity switch flame training legacy --reason "..."      back, at once

To switch to `generated`, the gate runs with the section forced to it; only if it matches, the
evidence is added to the ledger and the switches change. A rollback is written at once. For one that
writes no file, set ARGPARITY_BACKENDS=flame.training=legacy where the program runs.
"""


def _parser() -> argparse.ArgumentParser:
    parser = ToolParser(
        prog="argparity switch",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("target", help="the target")
    parser.add_argument("section", help=f"one of its sections, or {ALL}")
    parser.add_argument("backend", choices=BACKENDS, help="the code to register its arguments")
    parser.add_argument("--reason", required=True, help="why; kept in the ledger")
    group = parser.add_argument_group("how the gate runs")
    add_run_options(group.add_argument)
    group.add_argument(
        "--mutants",
        choices=("sample", "all"),
        default="sample",
        help="which planted faults the gate has to catch",
    )
    return parser


def main(argv: Sequence[str] | None = None) -> ExitCode:
    """Switch; return 0 if it is done, otherwise the gate's exit code."""
    options = _parser().parse_args(argv)
    target = find_target(options.target)
    sections = chosen_sections(target, options.section)
    _clear(target)
    if options.backend == "legacy":
        switch_back(target, sections, options.reason)
    else:
        _over(target, sections, options)
    for section in sections:
        print(f"{target.name}.{section}: {options.backend}")
    return ExitCode.MATCHED


def _over(target: Target, sections: Sequence[str], options: argparse.Namespace) -> None:
    from argparity.golden.gate.run import run_gate
    from argparity.golden.report.terminal import print_report, progress_on

    settings = {name: getattr(options, name) for name in ("budget", "workers", "seed", "mutants")}
    try:
        with progress_on(sys.stderr) as progress:
            gate = functools.partial(run_gate, progress=progress, **settings)
            report = switch_over(target, sections, options.reason, gate)
    except NotAllowed as error:
        print_report(error.report, target)
        raise
    print_report(report, target)


def _clear(target: Target) -> None:
    """Remove what killed runs have left next to the two files."""
    for path in (target.switches, target.ledger):
        folder = target.path(path).parent
        if folder.is_dir():
            with locked(folder):
                for file in clear_unfinished(folder):
                    print(
                        f"an earlier run was killed while it wrote {file.name}; removed it. "
                        "`argparity gate` says whether switches and ledger agree",
                        file=sys.stderr,
                    )
