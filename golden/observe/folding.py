"""Fold long usage and help texts into short descriptions that all Python versions share.

A golden holds `<USAGE 102 options 5f0c2a7e>` where the control wrote pages. The number counts the
flags that the text names; the digest covers its words without brackets and line breaks, each once:
the part that all argparse versions agree on. A golden is compared with a folded observation; a live
comparison of control and candidate sees the whole texts.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from argparity.golden.model.observation import Observation, Outcome
from argparity.golden.observe.messages import is_help, split_error

_LONGEST_KEPT = 160
_FLAG = re.compile(r"(?<![\w-])--?[A-Za-z][\w.-]*")
_BRACKETS = re.compile(r"[\[\](){}|,]+")


def folded(observation: Observation) -> Observation:
    """The observation with its long texts folded."""
    return Observation(tuple(map(_fold_outcome, observation.outcomes)))


def without_texts(observation: Observation) -> Observation:
    """The observation without messages and streams, which differ between releases of Python."""
    return Observation(
        tuple(
            replace(outcome, message="", stdout="", stderr="", log=(), warnings=())
            for outcome in observation.outcomes
        )
    )


def departure(
    found: Observation, expected: Observation, elsewhere: Sequence[Observation] = ()
) -> Literal["", "release", "outcome"]:
    """How a folded observation differs from the golden: "", "release" or "outcome".

    `elsewhere`: what was recorded on other releases of Python, where this one was not. A difference
    that is none to one of them, texts aside, may be this release's own.
    """
    if found == expected:
        return ""
    if any(without_texts(found) == without_texts(known) for known in elsewhere):
        return "release"
    return "outcome"


def _fold_outcome(outcome: Outcome) -> Outcome:
    if not outcome.stderr and not outcome.stdout:
        return outcome
    usage, message = split_error(outcome.stderr)
    place = outcome.stderr.find(usage)
    before, after = message[:place], message[place:]
    stderr = before + _describe("USAGE", usage) + after if usage else outcome.stderr
    stdout = outcome.stdout
    if outcome.kind == "exit" and is_help(stdout):
        stdout = _describe("HELP", stdout)
    return replace(outcome, stderr=stderr, stdout=stdout)


def _describe(name: str, text: str) -> str:
    if len(text) <= _LONGEST_KEPT:
        return text
    flags = set(_FLAG.findall(text))
    words = dict.fromkeys(_BRACKETS.sub(" ", text).split())
    digest = hashlib.sha256(" ".join(words).encode("utf-8", "surrogatepass")).hexdigest()
    return f"<{name} {len(flags)} options {digest[:8]}>"
