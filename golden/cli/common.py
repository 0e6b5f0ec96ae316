"""What all tools share: how they end, and the options that name a target or two sides."""

from __future__ import annotations

import argparse
import io
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from argparity.golden.errors import ExitCode, GoldenError, UsageError
from argparity.golden.sides.target import (
    CONFIG_FORMATS,
    ConfigFile,
    Target,
    adhoc_target,
    find_target,
)


class ToolParser(argparse.ArgumentParser):
    """The parser of a tool: its help ends with the exit codes; wrong words are one line, as every
    other error of a tool.
    """

    def format_help(self) -> str:
        """The help with the exit codes below it."""
        return f"{super().format_help()}\n{ExitCode.explained()}\n"

    def error(self, message: str) -> NoReturn:
        """Raise UsageError, which :func:`run` prints, instead of showing the usage first."""
        raise UsageError(f"{message}; `{self.prog} --help` explains")


def run(name: str, tool: Callable[[Sequence[str]], ExitCode], argv: Sequence[str]) -> ExitCode:
    """Run a tool; an error that it raises becomes one line on standard error and its exit code.

    A fault of the tool itself keeps its traceback, and is no verdict either: 3.
    """
    _print_whatever_comes()
    try:
        return tool(argv)
    except GoldenError as error:
        message = " ".join(str(error).split())
        print(f"argparity {name}: error: {message}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print(f"argparity {name}: interrupted; nothing was left half written", file=sys.stderr)
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        # The reader has gone (`| head`); what is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.COULD_NOT_JUDGE
    except OSError as error:
        print(f"argparity {name}: error: {error}", file=sys.stderr)
        return ExitCode.COULD_NOT_JUDGE
    except Exception:
        traceback.print_exc()
        return ExitCode.COULD_NOT_JUDGE


def _print_whatever_comes() -> None:
    # Words of a command line need not be text of the locale's encoding. Standard error escapes
    # what it cannot write; where this stream would raise, it does the same.
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")


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
        help="the flag by which both sides are told their configuration file, written with an "
        "equals sign: --config-flag=--config",
    )
    group.add_argument(
        "--config-format",
        choices=CONFIG_FORMATS,
        help="the format of that file, or of the text that a parse function takes by its parameter "
        "toml or config (default: toml)",
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
        flag, kind = options.config_flag, options.config_format
        config = None if flag is None and kind is None else ConfigFile(flag, kind or "toml")
        return adhoc_target(options.control, options.candidate, config_file=config)
    for name in ("config_flag", "config_format"):
        if getattr(options, name) is not None:
            raise UsageError(
                f"--{name.replace('_', '-')} is for --control and --candidate; a target's entry "
                "says it: config_file"
            )
    if len(names) != 1:
        raise UsageError("give one target, or --control SIDE --candidate SIDE")
    return find_target(names[0])
