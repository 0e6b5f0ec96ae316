"""What all tools share: how they end, and the options that name a target or two sides."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from golden.errors import GoldenError, UsageError
from golden.target import ConfigFile, Target, adhoc_target, find_target

__all__ = ["EXIT_INTERRUPTED", "add_side_options", "chosen_target", "run", "split_words"]

EXIT_INTERRUPTED = 130


def run(name: str, tool: Callable[[Sequence[str]], int], argv: Sequence[str]) -> int:
    """Run a tool; an error that it raises becomes one line on standard error and its exit code."""
    try:
        return tool(argv)
    except GoldenError as error:
        message = " ".join(str(error).split())
        print(f"argparity {name}: error: {message}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print(f"argparity {name}: interrupted; nothing was left half written", file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader has gone (`| head`); what is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def split_words(argv: Sequence[str]) -> tuple[list[str], list[str] | None]:
    """`(the tool's own words, the words after the first "--")`; None where there is no `--`."""
    words = list(argv)
    if "--" not in words:
        return words, None
    place = words.index("--")
    return words[:place], words[place + 1 :]


def add_side_options(parser: argparse.ArgumentParser) -> None:
    """`--control`, `--candidate` and how they are run, for use without any configuration."""
    group = parser.add_argument_group(
        "two sides without a configured target",
        "A side is module:attribute or path/to/file.py:attribute (a parser, a function that "
        "returns one, adds to one or parses, a class with parse_args), or capture:SCRIPT for a "
        "program that is stopped at its first parse.",
    )
    group.add_argument("--control", metavar="SIDE", help="the legacy side")
    group.add_argument("--candidate", metavar="SIDE", help="the side that shall replace it")
    group.add_argument(
        "--config-flag",
        metavar="FLAG",
        help="the flag by which both sides are told their configuration file",
    )


def chosen_target(options: Any, names: Sequence[str]) -> Target:
    """The target that the options name, or one made of `--control` and `--candidate`. Raises
    UsageError.
    """
    if options.control or options.candidate:
        if names:
            raise UsageError(
                f"give either a target ({names[0]}) or --control and --candidate, not both"
            )
        if not (options.control and options.candidate):
            missing = "--candidate" if options.control else "--control"
            raise UsageError(f"{missing} is missing: two sides are compared")
        config = None if options.config_flag is None else ConfigFile(options.config_flag)
        return adhoc_target(options.control, options.candidate, config_file=config)
    if len(names) != 1:
        raise UsageError("give one target, or --control SIDE --candidate SIDE")
    return find_target(names[0])
