"""Pairs in which a flag, an attribute or a group of them goes by another name."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, fields

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


class AttributeTurnedAround:
    """The flag stays, its attribute is replaced by the opposite: launch scripts work, readers of
    the value break.
    """

    inputs = (
        words(
            "--no-fast",
            gives=altered(("--no-fast", "dest-changed"), ("--no-fast", "action-changed")),
        ),
        nothing(gives=altered(("--no-fast", "dest-changed"), ("--no-fast", "default-changed"))),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--no-fast", action="store_true")
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--no-fast", dest="fast", action="store_false")
        return parser.values(argv)


class WriterOfTheFormerName:
    """Other code still sets the former attribute after the parse; that succeeds, and nobody reads
    it.
    """

    inputs = (nothing(gives=altered(("used", "default-changed"))),)

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--epsilon", type=float, default=1e-5)
        args = parser.parse_args(argv)
        args.epsilon = 1e-6
        return {"used": args.epsilon}

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--epsilon", dest="norm_epsilon", type=float, default=1e-5)
        args = parser.parse_args(argv)
        args.epsilon = 1e-6
        return {"used": args.norm_epsilon}


class FieldThatWasNoFlag:
    """Made from the whole dataclass, the parser has a flag for a field that was never meant to be
    one.
    """

    inputs = (
        words("--inner", gives=widened(("--inner", "flag-added"))),
        nothing(gives=altered(("--inner", "flag-added"))),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--size", type=int, default=1)
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        @dataclass
        class Config:
            size: int = 1
            inner: bool = False

        parser = Parser()
        for each in fields(Config):
            if isinstance(each.default, bool):
                parser.add_argument(f"--{each.name}", action="store_true")
            else:
                parser.add_argument(f"--{each.name}", type=type(each.default), default=each.default)
        return parser.values(argv)


class TranslationToNowhere:
    """The table from flags to fields names a field that the class does not have: every use of it
    ends in a TypeError.
    """

    inputs = (words("--window", "8", gives=narrowed(("--window", "error-kind-changed"))),)

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--window", type=int, default=1)
        return {"length": parser.parse_args(argv).window}

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        @dataclass
        class Model:
            length: int = 1

        parser = Parser()
        parser.add_argument("--window", type=int, default=1)
        fields_of = {"window": "max_length"}
        return vars(Model(**{fields_of[k]: v for k, v in parser.values(argv).items()}))


class RemovedNameStillAnAbbreviation:
    """With --net gone, its name is an abbreviation of --net-kind, and the value lands there without
    a word.
    """

    inputs = (
        words("--net", "x", gives=altered(("--net", "flag-removed"), ("--net", "value-changed"))),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--net", default="m")
        parser.add_argument("--net-kind", default="auto")
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--net-kind", default="auto")
        return {"net": "m", **parser.values(argv)}


class PositionalUnderAnotherName:
    """The positional is stored under a new name, and the code reads the former: the default model
    is served.
    """

    inputs = (
        words("big", gives=altered(("model", "dest-changed"), ("--model", "flag-added"))),
        nothing(gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("model", nargs="?", default="tiny")
        return {"used": parser.parse_args(argv).model}

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("tag", nargs="?")
        parser.add_argument("--model", default="tiny")
        return {"used": parser.parse_args(argv).model}


class NeighbourMakesItAmbiguous:
    """An abbreviation in a script worked until a field with the same beginning was added."""

    inputs = (words("--rate", "cos", gives=narrowed(("--rate_kind", "abbreviation-changed"))),)

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--rate_kind", default="lin")
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--rate_kind", default="lin")
        parser.add_argument("--rate_extra", default=None)
        values = parser.values(argv)
        del values["rate_extra"]
        return values


class LauncherSpellsItOtherwise:
    """The launcher passes --local-rank where it passed --local_rank; each parser knows one of the
    two.
    """

    inputs = (
        words("--local_rank=1", gives=narrowed(("--local_rank", "renamed"))),
        words("--local-rank=1", gives=widened(("--local_rank", "renamed"))),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--local_rank", type=int, default=0)
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--local-rank", type=int, default=0)
        return parser.values(argv)


class OneFlagForTwoFields:
    """One flat flag set a field of the same name in two classes; generated, the second one has a
    flag of its own.
    """

    inputs = (
        words("--seed", "3", gives=altered(("second", "value-changed"))),
        nothing(gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--seed", type=int, default=0)
        seed = parser.parse_args(argv).seed
        return {"first": seed, "second": seed}

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--second.seed", dest="other", type=int, default=0)
        args = parser.parse_args(argv)
        return {"first": args.seed, "second": args.other}


class ShortFormLeftBehind:
    """conflict_handler="resolve" takes one spelling away from the first option; -f and --file
    convert differently.
    """

    inputs = (
        words("-n", "1", gives=altered(("-n", "type-changed"))),
        words("--number", "1", gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("-n", "--number", type=int)
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser(conflict_handler="resolve")
        parser.add_argument("-n", "--number")
        parser.add_argument("--number", type=int)
        return parser.values(argv)


class InheritedFieldsMissing:
    """The generator reads the annotations of the class alone, and the fields of its base have no
    flags.
    """

    inputs = (
        nothing(gives=altered(("--steps", "flag-removed"))),
        words("--steps", "3", gives=narrowed(("--steps", "flag-removed"))),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--steps", type=int, default=1)
        parser.add_argument("--more", type=int, default=2)
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        @dataclass
        class Base:
            steps: int = 1

        @dataclass
        class Config(Base):
            more: int = 2

        parser = Parser()
        for name in inspect.get_annotations(Config):
            parser.add_argument(f"--{name}", type=int, default=getattr(Config, name))
        return parser.values(argv)
