"""Shared by all tools: how they run and end, and the options that name a target or two sides."""

from __future__ import annotations

import argparse
import io
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from argparity.golden.errors import ExitCode, GoldenError, UsageError
from argparity.golden.gate.options import DEFAULT_BUDGET
from argparity.golden.sides.schema import LEVELS
from argparity.golden.sides.target import (
    CONFIG_FORMATS,
    ConfigFile,
    Target,
    adhoc_target,
    find_target,
)


class ToolParser(argparse.ArgumentParser):
    """The parser of a tool: its help ends with the exit codes, and its errors are one line."""

    def format_help(self) -> str:
        """The help with the exit codes below it."""
        return f"{super().format_help()}\n{ExitCode.explained()}\n"

    def error(self, message: str) -> NoReturn:
        """Raise UsageError, which :func:`run` prints, instead of showing the usage first."""
        raise UsageError(f"{message}; `{self.prog} --help` explains")


def run(name: str, tool: Callable[[Sequence[str]], ExitCode], argv: Sequence[str]) -> ExitCode:
    """The exit code of a tool that is run; an error it raises becomes one line on standard error.

    A bug in the tool keeps its traceback. It is no verdict either: 3.
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
        # The reader is gone (`| head`), so the rest of the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.COULD_NOT_JUDGE
    except OSError as error:
        print(f"argparity {name}: error: {error}", file=sys.stderr)
        return ExitCode.COULD_NOT_JUDGE
    except Exception:
        traceback.print_exc()
        return ExitCode.COULD_NOT_JUDGE


def _print_whatever_comes() -> None:
    # Arguments need not be valid in the locale's encoding. Standard error escapes what it cannot
    # write; standard output would raise, so it is made to escape as well.
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")


def split_arguments(argv: Sequence[str]) -> tuple[list[str], list[str] | None]:
    """The tool's own arguments and those after the first `--`, or None if there is no `--`."""
    arguments = list(argv)
    if "--" not in arguments:
        return arguments, None
    place = arguments.index("--")
    return arguments[:place], arguments[place + 1 :]


def add_side_options(parser: argparse.ArgumentParser) -> None:
    """Add `--control`, `--candidate` and how they are run, for use without any configuration."""
    group = parser.add_argument_group(
        "two sides without a configured target",
        "A side is module:attribute or path/to/file.py:attribute (a parser, a function that "
        "returns one, adds to one or parses, a class with parse_args), or capture:SCRIPT for a "
        "program that is stopped at its first parse.",
    )
    group.add_argument("--control", metavar="SIDE", help="the legacy side")
    group.add_argument("--candidate", metavar="SIDE", help="the side that is to replace it")
    group.add_argument(
        "--config-flag",
        metavar="FLAG",
        help="the flag with which both sides take their configuration file, written with an equals "
        "sign: --config-flag=--config",
    )
    group.add_argument(
        "--config-format",
        choices=CONFIG_FORMATS,
        help="the format of that file, or of the text that a parse function takes as its parameter "
        "toml or config (default: toml)",
    )
    parser.add_argument(
        "--level",
        choices=LEVELS,
        help="what is compared: accepted or refused and the values; besides, exit codes, "
        "exceptions, streams, records and warnings; every word (default: that of the target, or "
        "text)",
    )
    parser.add_argument(
        "--encoder",
        action="append",
        default=[],
        metavar="CLASS=FUNCTION",
        help="compare values of a class, called as reports call it, by what a function makes of "
        "them: vars, str, repr or module:function; may be repeated, and for a target, too",
    )


def add_run_options(add: Callable[..., object]) -> None:
    """Add what decides how a run of the gate goes: `--seed`, `--budget`, `--workers`.

    `add`: the method `add_argument` of their group.
    """
    add(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="seed of the mutant sample and of fuzzing (default: 0)",
    )
    add(
        "--budget",
        type=float,
        metavar="SECONDS",
        help="time for everything; planned cases that do not fit are counted and shown "
        f"(default: {DEFAULT_BUDGET:g}, and no limit with --mutants all)",
    )
    add(
        "--workers",
        type=int,
        metavar="N",
        help="number of worker processes (default: one per core)",
    )


def add_env_option(parser: argparse.ArgumentParser) -> None:
    """Add `--env`, which `variables` reads."""
    parser.add_argument(
        "--env",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a variable to set; may be repeated",
    )


def variables(pairs: Sequence[str]) -> dict[str, str]:
    """The variables of NAME=VALUE arguments. Raises UsageError for any other form."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise UsageError(f"--env {pair}: is not of the form NAME=VALUE")
        found[name] = value
    return found


def chosen_target(options: Any, names: Sequence[str]) -> Target:
    """The target that the options name, or one made of `--control` and `--candidate`.

    Raises UsageError unless they name exactly one.
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
        encoders = tuple(options.encoder)
        return adhoc_target(
            options.control,
            options.candidate,
            config_file=config,
            encoders=encoders,
            level=options.level or "text",
        )
    for name in ("config_flag", "config_format"):
        if getattr(options, name) is not None:
            raise UsageError(
                f"--{name.replace('_', '-')} is for --control and --candidate; for a target, set "
                "config_file in its entry"
            )
    if len(names) != 1:
        raise UsageError("give one target, or --control SIDE --candidate SIDE")
    target = find_target(names[0])
    return replace(
        target,
        encoders=(*target.encoders, *options.encoder),
        level=options.level or target.level,
    )
