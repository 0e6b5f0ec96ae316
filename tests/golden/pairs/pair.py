"""What the pairs are made of: two small parse functions, inputs for both, and the right verdict on
each input.

A pair is a fault that a real migration shipped, rebuilt as small as it goes. `control` is what
users had, `candidate` what they got; both take `(argv, toml, env)`. The pair's docstring is the
sentence that says what went wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True)
class Verdict:
    """What the judge has to say: a direction, and the classes of the mismatches by flag; equal if
    there are none.
    """

    direction: str = ""
    mismatches: frozenset[tuple[str, str]] = frozenset()


def _verdict(direction):
    return lambda *mismatches: Verdict(direction, frozenset(mismatches))


EQUAL = Verdict()
narrowed, widened, altered = map(_verdict, ("narrowed", "widened", "altered"))


@dataclass(frozen=True)
class Input:
    """One input. `verdict`: the right one, or where argparse changed, one for each release that was
    looked at.
    """

    verdict: Verdict | Mapping[str, Verdict]
    argv: tuple[str, ...] = ()
    toml: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)


def words(*argv, gives, toml=None):
    """An input of words, perhaps over a file."""
    return Input(gives, argv, toml)


def file(toml, *, gives):
    """An input that is a file alone."""
    return Input(gives, (), toml)


def nothing(*, gives):
    """The empty input."""
    return Input(gives)


def variables(gives, **env):
    """An input that is an environment alone."""
    return Input(gives, env=env)


class Parser(argparse.ArgumentParser):
    """A parser with a name that does not depend on how the tests are run."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(prog="p", **keywords)

    def values(self, argv):
        """The parsed values as a mapping."""
        return dict(vars(self.parse_args(argv)))


def table(toml):
    """The configuration file as a mapping."""
    return tomllib.loads(toml) if toml else {}
