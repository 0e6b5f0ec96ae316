"""`freeze`: copy a hand-written parser, byte for byte, under a seal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from argparity.golden.cli.common import ToolParser
from argparity.golden.errors import ExitCode
from argparity.golden.migrate.freezing.freeze import Frozen, FrozenDiffers, Request, freeze
from argparity.golden.sides.side import KINDS

_DESCRIPTION = """\
Copy the file that defines SIDE into _legacy/ next to it (legacy/NAME/ for a loose script), byte
for byte; seal the copy with its SHA-256, origin and revision; and write the entry of the target
NAME into pyproject.toml (argparity.toml if there is none). Freezing again shows what has changed
since, and needs a reason.

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
    parser.add_argument("--target", required=True, metavar="NAME", help="name of the target")
    parser.add_argument(
        "--shim",
        action="append",
        default=[],
        metavar="MODULE[=FILE]",
        help="a module that must not be imported: FILE is run instead, or a stand-in with every "
        "attribute is used; may be repeated",
    )
    parser.add_argument(
        "--also",
        action="append",
        default=[],
        metavar="MODULE",
        help="another module of yours that takes part in building the parser; may be repeated",
    )
    parser.add_argument(
        "--legacy",
        metavar="FOLDER",
        help="folder of the copies, which go into FOLDER/NAME (default: _legacy in the package of "
        "the file; legacy for a loose script)",
    )
    parser.add_argument("--reason", default="", help="why a frozen file is replaced")
    return parser


def main(argv: Sequence[str] | None = None) -> ExitCode:
    """Freeze, print what was done, return 0; if a reason is missing, print what has changed."""
    options = _parser().parse_args(sys.argv[1:] if argv is None else argv)
    request = Request(
        options.side,
        options.target,
        shims=tuple(options.shim),
        also=tuple(options.also),
        legacy=options.legacy and options.legacy.strip("/"),
        reason=options.reason,
    )
    try:
        done = freeze(request)
    except FrozenDiffers as error:
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
    if done.excludes:
        print("keep ruff, black and mypy off the frozen files, in pyproject.toml:")
        print(*(f"  {line}" for line in done.excludes), sep="\n")
    if done.configured is not None:
        print(f"next: argparity scaffold {name}")
