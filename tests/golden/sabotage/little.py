"""A little parser with what flame does not have, and variants of it with one fault each."""

from __future__ import annotations

import argparse
from collections.abc import Sequence


def _base(
    *,
    const: int = 2,
    verbose: Sequence[str] = ("-v", "--verbose"),
    note: str = "append",
    dest: str | None = None,
    optional: str | None = argparse.SUPPRESS,
) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="p")
    run = parser.add_argument_group("run")
    run.add_argument("--level", action="store_const", const=const, default=0)
    run.add_argument(*verbose, action="count", default=0)
    run.add_argument("--note", action=note)
    run.add_argument("--rate", dest=dest, type=float, default=0.5)
    run.add_argument("--maybe", default=optional)
    return parser


def _positionals(
    parser: argparse.ArgumentParser, names: Sequence[str] = ("source", "goal")
) -> argparse.ArgumentParser:
    for name in names:
        parser.add_argument(name, nargs="?", default="-")
    return parser


def _one_of(container: argparse._ActionsContainer) -> None:
    container.add_argument("--fast", action="store_true")
    container.add_argument("--safe", action="store_true")


def control() -> argparse.ArgumentParser:
    parser = _positionals(_base())
    _one_of(parser.add_mutually_exclusive_group())
    return parser


def _like_control(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    _one_of(_positionals(parser).add_mutually_exclusive_group())
    return parser


def constant() -> argparse.ArgumentParser:
    return _like_control(_base(const=3))


def spelling() -> argparse.ArgumentParser:
    return _like_control(_base(verbose=("--verbose",)))


def last_note_only() -> argparse.ArgumentParser:
    return _like_control(_base(note="store"))


def deprecated() -> argparse.ArgumentParser:
    parser = control()
    vars(next(a for a in parser._actions if a.dest == "note"))["deprecated"] = True
    return parser


def destination() -> argparse.ArgumentParser:
    return _like_control(_base(dest="speed"))


def none_for_nothing() -> argparse.ArgumentParser:
    return _like_control(_base(optional=None))


def order() -> argparse.ArgumentParser:
    parser = _positionals(_base(), ("goal", "source"))
    _one_of(parser.add_mutually_exclusive_group())
    return parser


def together() -> argparse.ArgumentParser:
    parser = _positionals(_base())
    _one_of(parser)
    return parser
