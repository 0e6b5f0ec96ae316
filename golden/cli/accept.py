"""`accept`: write down that a difference of the last report is wanted."""

from __future__ import annotations

import argparse
import datetime
import getpass
import re
import sys
from collections.abc import Sequence

from argparity.golden.cli.common import ToolParser
from argparity.golden.errors import ExitCode, UsageError
from argparity.golden.records.accepted import LONGEST, NEVER, add_accepted
from argparity.golden.records.last_run import Shown, last_difference
from argparity.golden.sides.target import Target, find_target

_DESCRIPTION = """\
Accept a difference of the last report of the gate: write its entry into the file of accepted
differences, with a reason and an end. What follows from the difference is accepted with it.

  argparity accept orders 2 --reason "the contract says 25 kg" --until 2027-06-30
  argparity accept orders 2 --reason "a flag that is new" --never "it is only added"
"""


def _parser() -> argparse.ArgumentParser:
    parser = ToolParser(
        prog="argparity accept",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("target", metavar="TARGET")
    parser.add_argument("number", metavar="N", type=int, help="its number in the report")
    parser.add_argument("--reason", required=True, metavar="TEXT", help="why it is wanted")
    end = parser.add_mutually_exclusive_group(required=True)
    end.add_argument(
        "--until",
        metavar="YYYY-MM-DD",
        type=_day,
        help=f"the last day on which it is accepted, at most {LONGEST.days} days away",
    )
    end.add_argument("--never", metavar="TEXT", help="it has no end, and why it may stay")
    parser.add_argument(
        "--owner", metavar="NAME", help="whom to ask (default: the name of the user)"
    )
    parser.add_argument("--id", metavar="ID", help="the name of the entry (default: made up)")
    return parser


def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date like 2027-06-30") from None


def main(argv: Sequence[str] | None = None) -> ExitCode:
    """Write one entry and say where."""
    options = _parser().parse_args(sys.argv[1:] if argv is None else argv)
    target = find_target(options.target)
    shown = last_difference(target, options.number)
    if shown.accepted is not None:
        raise UsageError(f"difference {options.number} is accepted already, as {shown.accepted}")
    entry = _entry(target, shown, options)
    add_accepted(target, entry)
    end = f"until {options.until}" if options.until else "without an end"
    print(f"{target.accepted}: {entry['id']}: accepted {end}")
    return ExitCode.MATCHED


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a user without a name, as in some containers
        raise UsageError(
            "whose decision it is cannot be found out here; say --owner NAME"
        ) from None


def _entry(
    target: Target, shown: Shown, options: argparse.Namespace
) -> dict[str, str | datetime.date]:
    slug = re.sub(r"[^a-z0-9]+", "-", f"{shown.flag or shown.section} {shown.cls}".lower())
    entry: dict[str, str | datetime.date] = {
        "id": options.id or slug.strip("-"),
        "target": target.name,
        "section": shown.section,
        "flag": shown.flag,
        "class": shown.cls,
        "control": shown.control,
        "candidate": shown.candidate,
        "reason": options.reason.strip(),
        "owner": options.owner or _user(),
        "expiry": options.until or NEVER,
    }
    if options.never is not None:
        entry["never_reason"] = options.never.strip()
    return entry
