"""The parts of what argparse prints: usage, message, and the flags that it is about."""

from __future__ import annotations

import re
from dataclasses import replace

from argparity.golden.model.observation import Outcome

# From Python 3.14 on texts may be coloured.
_COLOUR = r"(?:\x1b\[[\d;]*m)*"
_USAGE = re.compile(
    rf"^{_COLOUR}usage: .*?\n(?=[^\n]*: {_COLOUR}error:{_COLOUR} )", re.DOTALL | re.MULTILINE
)
_HELP = re.compile(rf"{_COLOUR}usage: ")
# A flag begins with one or two of the parser's prefix characters, which are dashes by default.
_FLAG = re.compile(r"(?<![\w-])([^\w\s'\"()\[\]{},.:;]{1,2}\w[^\s,/='\"]*)")


def split_error(stderr: str) -> tuple[str, str]:
    """`(usage, message)` of an argparse error's output; usage is empty if there is none."""
    found = _USAGE.search(stderr)
    if found is None:
        return "", stderr
    return found.group(), stderr[: found.start()] + stderr[found.end() :]


def is_help(stdout: str) -> bool:
    """Whether this is a usage or help text."""
    return _HELP.match(stdout) is not None


def flags_in_message(stderr: str) -> list[str]:
    """The flags that the message of an argparse error names, in order."""
    # argparse puts a colon behind the argument that a message is about.
    message = re.sub(_COLOUR, "", split_error(stderr)[1])
    return [flag.rstrip(":") for flag in _FLAG.findall(message)]


def without_help(outcome: Outcome) -> Outcome:
    """The outcome without usage and help texts."""
    stderr = split_error(outcome.stderr)[1]
    stdout = "<HELP>" if outcome.kind == "exit" and is_help(outcome.stdout) else outcome.stdout
    return replace(outcome, stderr=stderr, stdout=stdout)
