"""What the pairs are made of: two small parse functions, inputs for both, and the right verdict on
each input.

A pair is a fault that a real migration shipped, rebuilt as small as it goes. `control` is what
users had, `candidate` what they got; both take `(argv, toml, env)`. The pair's docstring is the
sentence that says what went wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from argparity.golden.model.mismatch import DIRECTIONS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Argv: TypeAlias = "list[str]"
Toml: TypeAlias = "str | None"
Env: TypeAlias = "Mapping[str, str]"


@dataclass(frozen=True)
class Verdict:
    """What the judge has to say: a direction, and the classes of the mismatches by flag; equal if
    there are none.
    """

    direction: str = ""
    mismatches: frozenset[tuple[str, str]] = frozenset()


def _verdict(direction: str) -> Callable[..., Verdict]:
    return lambda *mismatches: Verdict(direction, frozenset(mismatches))


EQUAL = Verdict()
narrowed, widened, altered = map(_verdict, DIRECTIONS)


@dataclass(frozen=True)
class Input:
    """One input and the right verdict on the running Python."""

    verdict: Verdict
    argv: tuple[str, ...] = ()
    toml: Toml = None
    env: Env = field(default_factory=dict)


def words(*argv: str, gives: Verdict, toml: Toml = None) -> Input:
    """An input of words, perhaps over a file."""
    return Input(gives, argv, toml)


def file(toml: str, *, gives: Verdict) -> Input:
    """An input that is a file alone."""
    return Input(gives, (), toml)


def nothing(*, gives: Verdict) -> Input:
    """The empty input."""
    return Input(gives)


def variables(gives: Verdict, **env: str) -> Input:
    """An input that is an environment alone."""
    return Input(gives, env=env)


class Parser(argparse.ArgumentParser):
    """A parser with a name that does not depend on how the tests are run."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(prog="p", **keywords)

    def values(self, argv: Argv) -> dict[str, Any]:
        """The parsed values as a mapping."""
        return dict(vars(self.parse_args(argv)))


def table(toml: Toml) -> dict[str, Any]:
    """The configuration file as a mapping."""
    return tomllib.loads(toml) if toml else {}
