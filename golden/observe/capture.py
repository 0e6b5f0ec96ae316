"""The parser that a side first parses with, reached right before it parses."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import TypeVar

from argparity.compat.first_parse import Captured
from argparity.golden.errors import CannotJudge
from argparity.golden.model.case import Case
from argparity.golden.model.observation import Outcome
from argparity.golden.observe.run import observe
from argparity.golden.observe.temp_files import TempFiles
from argparity.golden.sides.side import Side
from argparity.golden.sides.target import Settings, Target

T = TypeVar("T")


def capture(
    side: Side,
    settings: Settings,
    files: TempFiles,
    look: Callable[[argparse.ArgumentParser], T],
    env: Mapping[str, str] | None = None,
) -> tuple[T | None, Outcome]:
    """The result of `look` for the parser that `side` first parses with when it is called without
    arguments, and how the run ended; None for a side that comes to no parse.
    """
    found: list[T] = []

    def hook(parser: argparse.ArgumentParser) -> None:
        found.append(look(parser))
        raise Captured(parser)

    outcome = observe(side, Case.of(env=env), settings, files, hook).last
    return (found[0] if found else None), outcome


def parser_of(
    target: Target, side: Side, env: Mapping[str, str] | None = None
) -> argparse.ArgumentParser:
    """The parser that `side` first parses with, before it parses.

    Raises CannotJudge with what the side did instead.
    """
    with TempFiles() as files:
        parser, seen = capture(side, target.settings, files, lambda parser: parser, env)
    if parser is None:
        how = f"{seen.error}: {seen.message}" if seen.error else seen.stderr.strip() or seen.kind
        raise CannotJudge(
            f"{side.spec} came to no parse of argparse when called without arguments ({how}); name "
            "the function that builds the parser, or capture:SCRIPT"
        )
    return parser
