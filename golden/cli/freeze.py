"""`freeze`: copy a hand-written parser into legacy/, byte for byte, under a seal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from argparity.golden.cli.common import ToolParser
from argparity.golden.errors import ExitCode
from argparity.golden.migrate.freeze import Frozen, FrozenOtherwise, Request, freeze
from argparity.golden.sides.side import KINDS

__all__ = ["main"]

_DESCRIPTION = """\
Copy the file that SIDE lives in into legacy/NAME/ of your project, byte for byte; seal the copy
with its SHA-256, origin and revision; and write the entry of the target NAME into pyproject.toml
(argparity.toml where there is none). Freezing again shows what changed since, and needs a reason.

  argparity freeze train.cli:build_parser --target train
  argparity freeze capture:scripts/train.py --target train      a parser built under __main__
  argparity freeze train.cli:get_args --target train --shim torch
"""


def _parser() -> argparse.ArgumentParser:
    parser = ToolParser(
        prog="argparity freeze",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="A side is " + "; or ".join(KINDS.values()) + ".",
    )
    parser.add_argument(
        "side", metavar="SIDE", help="module:attribute or path/to/file.py:attribute"
    )
    parser.add_argument("--target", required=True, metavar="NAME", help="what to call it")
    parser.add_argument(
        "--shim",
        action="append",
        default=[],
        metavar="MODULE[=FILE]",
        help="a module that is not imported for it: FILE stands for it, or a stand-in that has "
        "every attribute; may be repeated",
    )
    parser.add_argument(
        "--also",
        action="append",
        default=[],
        metavar="MODULE",
        help="a further module of yours that the parser is made in; may be repeated",
    )
    parser.add_argument("--legacy", default="legacy", metavar="FOLDER", help="for the copies")
    parser.add_argument("--reason", default="", help="why what is frozen already changes")
    return parser


def main(argv: Sequence[str] | None = None) -> ExitCode:
    """Freeze, say what was done, return 0; show what has changed where a reason is missing."""
    options = _parser().parse_args(sys.argv[1:] if argv is None else argv)
    request = Request(
        options.side,
        options.target,
        tuple(options.shim),
        tuple(options.also),
        options.legacy.strip("/"),
        options.reason,
    )
    try:
        done = freeze(request)
    except FrozenOtherwise as error:
        print(error.changes)
        raise
    _print(done, options.target)
    return ExitCode.MATCHED


def _print(done: Frozen, name: str) -> None:
    for origin, frozen in done.copied:
        shown = origin.relative_to(done.base) if origin.is_relative_to(done.base) else origin
        print(f"frozen: {shown} -> {frozen}, sealed")
    for frozen in done.unchanged:
        print(f"unchanged: {frozen}")
    if done.configured is not None:
        print(f"target {name}: written to {done.configured.relative_to(done.base)}")
        print(f"next: argparity scaffold {name}")
