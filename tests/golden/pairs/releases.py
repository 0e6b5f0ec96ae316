"""Pairs whose verdict depends on the release of Python: argparse itself changed."""

from __future__ import annotations

import argparse

from tests.golden.pairs.pair import (
    EQUAL,
    Argv,
    Env,
    Parser,
    Toml,
    Verdict,
    altered,
    narrowed,
    words,
)
from tests.releases import since


def _changed(before: Verdict, after: Verdict) -> Verdict:
    return after if since("3.12.7", "3.13.1") else before


class ExclusiveWithTheDefault:
    """Until a fix, a value that is the default's own object did not count as given, and two
    exclusive flags passed.
    """

    inputs = (
        words(
            *("--a", "1", "--b", "3"),
            gives=_changed(
                narrowed(("--a", "error-kind-changed")), altered(("--a", "message-changed"))
            ),
        ),
        words("--a", "5", "--b", "3", gives=altered(("--a", "message-changed"))),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        group = parser.add_mutually_exclusive_group()
        group.add_argument("--a", type=int, default=1)
        group.add_argument("--b", type=int, default=2)
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser(argument_default=argparse.SUPPRESS)
        parser.add_argument("--a", type=int)
        parser.add_argument("--b", type=int)
        given = parser.values(argv)
        if len(given) > 1:
            parser.error("--a excludes --b")
        return {"a": 1, "b": 2, **given}


class SecondSeparator:
    """Whether a second -- before a list of positionals is dropped or kept changed; a copy of the
    rule did not.
    """

    inputs = (
        words("--", "x", "--", "y", gives=_changed(EQUAL, altered(("rest", "value-changed")))),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("first", nargs="?")
        parser.add_argument("rest", nargs="*")
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        found = [word for word in argv if word != "--"]
        return {"first": found[0] if found else None, "rest": found[1:]}


class ShortBeginningOfALongName:
    """With abbreviations off, -o was still taken for -on; who drops -on loses what came so."""

    inputs = (
        words(
            *("-o", "dir"),
            gives=_changed(altered(("-on", "alias-removed")), EQUAL),
        ),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser(allow_abbrev=False)
        parser.add_argument("-on", "--output")
        return parser.parse_known_args(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser(allow_abbrev=False)
        parser.add_argument("--output")
        return parser.parse_known_args(argv)
