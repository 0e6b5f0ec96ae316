"""`scaffold`: write the dataclasses and the drop-in module of a frozen parser."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from argparity.golden.cli.common import ToolParser
from argparity.golden.errors import ExitCode
from argparity.golden.migrate.first_goldens import record_first
from argparity.golden.migrate.write import Scaffolded, scaffold
from argparity.golden.records.shipping import production_files
from argparity.golden.sides.target import Target, find_target

_DESCRIPTION = """\
Write the candidate of a target to the place in its entry: one dataclass for each section, and a
drop-in module. Every argument of a dataclass is generated and compared with the frozen one, fact
for fact; anything that cannot be expressed stays with the frozen code and is listed, with the
reason. A file that you have edited is never overwritten: the new one is written next to it, and the
difference is shown. The first time, goldens of the control are recorded as well.

  argparity scaffold train
"""


def _parser() -> argparse.ArgumentParser:
    parser = ToolParser(
        prog="argparity scaffold",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("target", metavar="TARGET", help="a target of the project")
    parser.add_argument(
        "--no-probe",
        dest="probe",
        action="store_false",
        help="do not build the parser in another environment to find computed facts",
    )
    return parser


def main(argv: Sequence[str] | None = None) -> ExitCode:
    """Scaffold, print what was done, return 0."""
    options = _parser().parse_args(sys.argv[1:] if argv is None else argv)
    target = find_target(options.target)
    done = scaffold(target, probe=options.probe)
    _print(done, target.base)
    recorded = record_first(target, computes_defaults=done.computes_defaults)
    if recorded:
        print(f"recorded: {recorded} goldens of the control in {_golden_folder(target)}")
    print(f"a wheel must hold: {', '.join(_shipped(target, done))}; it depends on argparity")
    print(f"next: argparity gate {target.name} --backend generated")
    return ExitCode.MATCHED


def _shipped(target: Target, done: Scaffolded) -> list[str]:
    """What production needs, the candidate's own modules as one pattern."""
    own = done.folder.relative_to(target.base) / "*.py"
    return [own.as_posix(), *(f for f in production_files(target) if not Path(f).match(str(own)))]


def _golden_folder(target: Target) -> Path:
    return target.goldens_path.relative_to(target.base)


def _print(done: Scaffolded, base: Path) -> None:
    for path in done.written:
        print(f"written: {path.relative_to(base)}")
    for path, difference in done.beside:
        shown = path.relative_to(base)
        print(f"kept, as it was edited; written next to it: {shown}\n{difference}", end="")
    if not done.written and not done.beside:
        print(f"unchanged: {done.folder.relative_to(base)}")
    staying = sum(kept.number for kept in done.kept)
    facts = sum(bool(kept.fact) for kept in done.kept)
    print(
        f"{_count(done.generated, 'argument')} in {_count(len(done.sections), 'section')} are "
        f"generated; {_count(staying, 'argument')} and {_count(facts, 'single fact')} stay with "
        "the frozen code"
    )
    for kept in done.kept:
        print(f"  {kept.text}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
