"""Pairs in which another one of file, command line, environment and defaults wins."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import ClassVar

from tests.golden.pairs.pair import (
    EQUAL,
    Argv,
    Env,
    Parser,
    Toml,
    altered,
    file,
    nothing,
    table,
    variables,
    widened,
    words,
)


class PathGivenTwice:
    """argparse keeps the last path; a scan of the words stops at the first, so a launcher's file
    beats the user's.
    """

    inputs = (
        words("--file", "a", "--file", "b", gives=altered(("steps", "value-changed"))),
        words("--file", "a", gives=EQUAL),
    )
    files: ClassVar = {"a": {"steps": 1}, "b": {"steps": 2}}

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--file")
        return {"steps": 0, **PathGivenTwice.files.get(parser.parse_args(argv).file, {})}

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        places = [n for n, word in enumerate(argv) if word == "--file"]
        path = argv[places[0] + 1] if places else ""
        return {"steps": 0, **PathGivenTwice.files.get(path, {})}


class NumberForASection:
    """A number where the file should hold a section ended in a crash; the typed loader takes no
    notice of it.
    """

    inputs = (
        file("net = 3", gives=widened(("", "error-kind-changed"))),
        file("[net]\ndepth = 2", gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        values = {"net": {"depth": 1}}
        for section, found in table(toml).items():
            values[section].update(found)
        return values

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        section = table(toml).get("net")
        return {"net": {"depth": section.get("depth", 1) if isinstance(section, dict) else 1}}


class KeyInItsFormerSection:
    """An option moved to a section of its own; who keeps it in the former one believes that it is
    on.
    """

    inputs = (
        file("[run]\ncompiled = true", gives=altered(("compiled", "precedence-changed"))),
        file("", gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        return {"compiled": table(toml).get("run", {}).get("compiled", False)}

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        return {"compiled": table(toml).get("compile", {}).get("enabled", False)}


class PathAfterAnEqualsSign:
    """--file=f is one word, and the scan looks for --file alone: the file is not read, and nothing
    is said.
    """

    inputs = (
        words("--file=f", gives=altered(("--n", "value-changed"))),
        words("--file", "f", gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        first = Parser(add_help=False)
        first.add_argument("--file")
        args, rest = first.parse_known_args(argv)
        second = Parser()
        second.add_argument("--n", type=int, default=1)
        return second.values([*({"f": ["--n", "7"]}.get(args.file, [])), *rest])

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        from_file = []
        if "--file" in argv:
            place = argv.index("--file")
            from_file = {"f": ["--n", "7"]}[argv[place + 1]]
            argv = [*argv[:place], *argv[place + 2 :]]
        parser = Parser()
        parser.add_argument("--n", type=int, default=1)
        parser.add_argument("--file")
        return {"n": parser.parse_args([*from_file, *argv]).n}


class FalseThatUsedToBeIgnored:
    """`or None` dropped a false of the file for years; taken seriously, files that had it by
    accident mean something.
    """

    inputs = (
        file("parts = false", gives=altered(("parts", "precedence-changed"))),
        file("parts = true", gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        return {"parts": table(toml).get("parts") or None}

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        return {"parts": table(toml).get("parts")}


class CommandLineOrFile:
    """Joined by `or`, an explicit no of the command line loses against a yes of the file."""

    inputs = (
        words("--no-x", toml="x = true", gives=altered(("--x", "precedence-changed"))),
        file("x = true", gives=EQUAL),
    )

    @staticmethod
    def _flag(argv: Argv) -> object:
        parser = Parser()
        parser.add_argument("--x", action=argparse.BooleanOptionalAction, default=None)
        return parser.values(argv)["x"]

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        given = CommandLineOrFile._flag(argv)
        return {"x": table(toml).get("x", False) if given is None else given}

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        return {"x": CommandLineOrFile._flag(argv) or table(toml).get("x", False)}


class DefaultsBeatTheFile:
    """Merging the whole namespace over the file counts defaults as the user's words."""

    inputs = (
        file("n = 5", gives=altered(("--n", "precedence-changed"))),
        words("--n", "1", toml="n = 5", gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--n", type=int, default=1)
        parser.set_defaults(**table(toml))
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--n", type=int, default=1)
        return {**table(toml), **parser.values(argv)}


class VariableOfTheSameName:
    """Settings without a prefix read any variable that is called like a field: `path` gets the
    search path.
    """

    inputs = (
        variables(altered(("--path", "value-changed")), PATH="/bin"),
        nothing(gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--path", default=None)
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--path", default=env.get("PATH"))
        return parser.values(argv)


class TextInASwitch:
    """A switch whose default comes from the environment keeps the text: "false" is a true value."""

    inputs = (variables(altered(("--fast", "value-changed")), P_FAST="false"),)

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        on = env.get("P_FAST", "").lower() in ("1", "true")
        parser.add_argument("--fast", action="store_true", default=on)
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--fast", action="store_true", default=env.get("P_FAST", False))
        return parser.values(argv)


class NumberWrittenAsText:
    """A number in quotes went through the flag's converter as a default; the dataclass stores the
    text.
    """

    inputs = (
        file('rate = "1e-5"', gives=altered(("--rate", "type-changed"))),
        file("rate = 1", gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--rate", type=float, default=table(toml).get("rate", 0.1))
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        @dataclass
        class Config:
            rate: float = 0.1

        return vars(Config(**table(toml)))


class WholeNumberForAFloat:
    """An int of the file stayed an int; converted, 2 is 2.0, which equality does not tell apart."""

    inputs = (
        file("rate = 1", gives=altered(("--rate", "type-changed"))),
        words("--rate", "1", gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--rate", type=float, default=table(toml).get("rate", 0.1))
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--rate", type=float, default=float(table(toml).get("rate", 0.1)))
        return parser.values(argv)
