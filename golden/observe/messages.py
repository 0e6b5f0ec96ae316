"""The parts of what argparse prints: usage, message, and the flags that it is about."""

from __future__ import annotations

import re
from dataclasses import replace

from argparity.golden.model.observation import Observation, Outcome

_USAGE = re.compile(r"^usage: .*?\n(?=[^\n]*: error: )", re.DOTALL | re.MULTILINE)
# A flag begins with one or two of the parser's prefix characters, which are dashes by default.
_FLAG = re.compile(r"(?<![\w-])([^\w\s'\"()\[\]{},.:;]{1,2}\w[^\s,/='\"]*)")


def split_error(stderr: str) -> tuple[str, str]:
    """`(usage, message)` of an argparse error's output; usage is empty if there is none."""
    found = _USAGE.search(stderr)
    if found is None:
        return "", stderr
    return found.group(), stderr[: found.start()] + stderr[found.end() :]


def flags_in_message(stderr: str) -> list[str]:
    """The flags that the message of an argparse error names, in order."""
    # argparse puts a colon behind the argument that a message is about.
    return [flag.rstrip(":") for flag in _FLAG.findall(split_error(stderr)[1])]


def visible(observation: Observation, *, help_compared: bool) -> Observation:
    """The compared part of an observation: all of it, or all but the usage and help texts."""
    if help_compared:
        return observation
    return Observation(tuple(map(_without_help, observation.outcomes)))


def _without_help(outcome: Outcome) -> Outcome:
    stderr = split_error(outcome.stderr)[1]
    stdout = (
        "<HELP>"
        if outcome.kind == "exit" and outcome.stdout.startswith("usage: ")
        else outcome.stdout
    )
    return replace(outcome, stderr=stderr, stdout=stdout)
