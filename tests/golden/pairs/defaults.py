"""Pairs in which nothing is given, and something else comes out."""

from __future__ import annotations

import argparse
import enum
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, make_dataclass

from tests.golden.pairs.pair import (
    EQUAL,
    Argv,
    Env,
    Parser,
    Toml,
    altered,
    narrowed,
    nothing,
    widened,
    words,
)


class TypeInsteadOfDefault:
    """Fields were merged into a new class with the type as the default's factory: int() is 0."""

    inputs = (
        nothing(gives=altered(("--ranks", "default-changed"))),
        words("--ranks", "4", gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--ranks", type=int, default=2)
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        merged = make_dataclass("Merged", [("ranks", int, field(default_factory=int))])
        parser = Parser()
        parser.add_argument("--ranks", type=int, default=merged().ranks)
        return parser.values(argv)


class _Signal(enum.Enum):
    TERM = 15
    INT = 2
    HUP = 1


class WordBecomesMember:
    """The name of a signal became a member of an enum, by default and when given; all its members
    are choices.
    """

    inputs = (
        nothing(gives=altered(("--stop", "default-changed"))),
        words(
            "--stop",
            "HUP",
            gives=widened(("--stop", "type-changed"), ("--stop", "choices-changed")),
        ),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--stop", default="TERM", choices=["TERM", "INT"])
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        members = list(_Signal)
        parser.add_argument(
            "--stop", type=lambda w: _Signal[w], choices=members, default=_Signal.TERM
        )
        return parser.values(argv)


class KeptAsAWarning:
    """The flag was removed, and came back as one that is accepted, warned about and idle."""

    inputs = (
        words("--ramp", "8", gives=altered(("ramp", "value-changed"), ("warned", "value-changed"))),
        nothing(gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--ramp", dest="given", type=int, default=None)
        return {"ramp": parser.parse_args(argv).given, "warned": False}

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--ramp", dest="given", type=int, default=None, help=argparse.SUPPRESS)
        return {"ramp": None, "warned": parser.parse_args(argv).given is not None}


class DefaultLostOnTheWay:
    """The interval was 1000; in the dataclass it is None, and runs that relied on it do not
    evaluate any more.
    """

    inputs = (nothing(gives=altered(("--every", "default-changed"))),)

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--every", type=int, default=1000)
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        @dataclass
        class Config:
            every: int | None = None

        parser = Parser()
        parser.add_argument("--every", type=int, default=fields(Config)[0].default)
        return parser.values(argv)


class SuppressedTooLate:
    """SUPPRESS through set_defaults is taken for a value: its marker text is what the attribute
    holds.
    """

    inputs = (
        nothing(gives=altered(("--name", "key-added"))),
        words("--name", "1", gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--name", default=argparse.SUPPRESS)
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--name")
        parser.set_defaults(name=argparse.SUPPRESS)
        return parser.values(argv)


class SubcommandOverwrites:
    """Parser and subcommand share a dest: the subcommand's default replaces even a value that was
    given before it.
    """

    inputs = (
        words("--x", "5", "go", gives=altered(("--x", "flag-added"))),
        words("go", gives=altered(("--x", "flag-added"))),
        nothing(gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--x", type=int, default=1)
        parser.add_subparsers(dest="command", parser_class=argparse.ArgumentParser).add_parser("go")
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--x", type=int, default=1)
        commands = parser.add_subparsers(dest="command", parser_class=argparse.ArgumentParser)
        commands.add_parser("go").add_argument("--x", type=int, default=2)
        return parser.values(argv)


class ParentShared:
    """Two parsers made from one parent share its actions, and a default set on the second is the
    first one's, too.
    """

    inputs = (nothing(gives=altered(("--x", "default-changed"))),)

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--x", default="first")
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parent = Parser(add_help=False)
        parent.add_argument("--x")
        first, second = Parser(parents=[parent]), Parser(parents=[parent])
        first.set_defaults(x="first")
        second.set_defaults(x="second")
        return first.values(argv)


class DefaultsSetFirst:
    """set_defaults and the default of the argument: whichever comes last counts, and a generator
    sets them first.
    """

    inputs = (nothing(gives=altered(("--name", "default-changed"))),)

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--name", default="plain")
        parser.set_defaults(name="set")
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.set_defaults(name="set")
        parser.add_argument("--name", default="plain")
        return parser.values(argv)


class BareListCannotBuild:
    """The generator looks for the item type of a bare `list`, and the program does not start."""

    inputs = (nothing(gives=narrowed(("", "error-kind-changed"))),)

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--items", nargs="+", default=[])
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--items", nargs="+", type=list.__args__[0], default=[])  # type: ignore[attr-defined]
        return parser.values(argv)


class FactoryCalledOnce:
    """A factory that is called when the parser is built gives every parse the same value."""

    inputs = (nothing(gives=altered(("--id", "default-changed"))),)

    @staticmethod
    def _numbers() -> Iterator[int]:
        return iter(range(1, 10))

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        numbers = FactoryCalledOnce._numbers()

        def parse() -> object:
            parser = Parser(argument_default=argparse.SUPPRESS)
            parser.add_argument("--id", type=int)
            values = parser.values(argv)
            return values["id"] if "id" in values else next(numbers)

        return {"ids": [parse(), parse()]}

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--id", type=int, default=next(FactoryCalledOnce._numbers()))
        return {"ids": [parser.parse_args(argv).id, parser.parse_args(argv).id]}
