"""Pairs in which words of the command line come to mean something else."""

from __future__ import annotations

import argparse
import json
from typing import Union

from tests.golden.pairs.pair import (
    EQUAL,
    Argv,
    Env,
    Parser,
    Toml,
    altered,
    file,
    narrowed,
    nothing,
    table,
    widened,
    words,
)
from tests.releases import since


class CommasNoLongerSeparate:
    """The converter split its word at commas; a list with choices takes one word an item, and a,b
    is none of them.
    """

    inputs = (
        words(
            "--parts=net,loss",
            gives=narrowed(("--parts", "type-changed"), ("--parts", "choices-changed")),
        ),
        words("--parts", "net", gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--parts", type=lambda word: word.split(","), default=["net", "loss"])
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--parts", nargs="*", choices=["net", "loss"], default=["net", "loss"])
        return parser.values(argv)


class SwitchGetsAnOffSwitch:
    """A switch could not be turned off from the command line once the file had it on; its successor
    has --no-trace.
    """

    inputs = (
        words("--no-trace", toml="trace = true", gives=widened(("--trace", "action-changed"))),
        file("trace = true", gives=EQUAL),
        words("--trace=false", toml="trace = true", gives=altered(("--trace", "action-changed"))),
        words("--trace", toml="trace = true", gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--trace", action="store_true")
        given = parser.parse_args(argv).trace
        return {"trace": given or table(toml).get("trace", False)}

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser(allow_abbrev=False)
        off = table(toml).get("trace", False)
        parser.add_argument("--trace", action=argparse.BooleanOptionalAction, default=off)
        return parser.values(argv)


# From 3.14 on argparse refuses a Union as soon as the argument is made, whatever is parsed.
_NO_PARSER = widened(("--clip", "error-kind-changed"))


class FlagThatNeverWorked:
    """A Union is no converter, so argparse refused every value; only the file could set it. Now the
    flag works.
    """

    inputs = (
        words(
            *("--clip", "0.5"),
            gives=_NO_PARSER if since("3.14.0") else widened(("--clip", "type-changed")),
        ),
        file("clip = 2", gives=_NO_PARSER if since("3.14.0") else EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--clip", type=Union[float, int], default=1.0)  # type: ignore[arg-type]
        return {**parser.values(argv), **table(toml)}

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--clip", type=float, default=table(toml).get("clip", 1.0))
        return parser.values(argv)


class ChoicesForTheCommandLineAlone:
    """A free text got choices: words are checked now, but what the file says still is not."""

    inputs = (
        words("--mode", "some", gives=narrowed(("--mode", "choices-changed"))),
        file('mode = "some"', gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--mode", default=table(toml).get("mode", "part"))
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        default = table(toml).get("mode", "part")
        parser.add_argument("--mode", choices=["part", "all"], default=default)
        return parser.values(argv)


class BareListFlag:
    """A list flag without words meant the empty list; the generator knows `+` only."""

    inputs = (
        words("--layers", gives=narrowed(("--layers", "nargs-changed"))),
        words("--layers", "a", gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--layers", nargs="*", default=None)
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--layers", nargs="+", default=None)
        return parser.values(argv)


class PairsBecomeJson:
    """A mapping was written k=v,k=v; as a typed option it has to be JSON, and the documented
    spelling is refused.
    """

    inputs = (
        words("--limit", "a=4,b=1", gives=narrowed(("--limit", "type-changed"))),
        words("--limit", '{"a": 4}', gives=widened(("--limit", "type-changed"))),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        def split(word: str) -> dict[str, int]:
            return {key: int(value) for key, value in (item.split("=") for item in word.split(","))}

        parser = Parser()
        parser.add_argument("--limit", type=split, default={})
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--limit", type=json.loads, default={})
        return parser.values(argv)


def _none_or_word(word: str) -> str | None:
    return None if word == "None" else word


class NoneAmongTheChoices:
    """The converter turns the word None into no value before the choices are looked at, and those
    hold the word.
    """

    inputs = (
        words("--kind", "None", gives=narrowed(("--kind", "choices-changed"))),
        words("--kind", "a", gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--kind", type=_none_or_word, choices=["a", "b", None])
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--kind", type=_none_or_word, choices=["a", "b", "None"])
        return parser.values(argv)


class BoolAsConverter:
    """bool takes every word but the empty one for true; a converter that reads the words changes
    what they mean.
    """

    inputs = (
        words("--on", "false", gives=altered(("--on", "type-changed"))),
        words("--on", "", gives=narrowed(("--on", "type-changed"))),
        words("--on", "1", gives=narrowed(("--on", "type-changed"))),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--on", type=bool, default=True)
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        def true_or_false(word: str) -> bool:
            return {"true": True, "false": False}[word.lower()]

        parser = Parser()

        def checked(word: str) -> bool:
            if word.lower() not in ("true", "false"):
                raise ValueError(word)
            return true_or_false(word)

        parser.add_argument("--on", type=checked, default=True)
        return parser.values(argv)


class HintBecomesConverter:
    """Only a type hint was tidied, from dict-or-text to dict; argparse calls dict(word) now, and
    JSON is refused.
    """

    inputs = (
        words("--extra", '{"a": 1}', gives=narrowed(("--extra", "type-changed"))),
        nothing(gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--extra", type=str, default=None)
        text = parser.parse_args(argv).extra
        return {"extra": json.loads(text) if text else None}

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--extra", type=dict, default=None)  # type: ignore[arg-type]
        return parser.values(argv)


class UnknownWordsPass:
    """parse_known_args drops what it does not know: a misspelled override leaves the default in
    force.
    """

    inputs = (
        words("--stepz", "5", gives=widened(("", "error-kind-changed"))),
        words("--steps", "5", gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--steps", type=int, default=1)
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser(allow_abbrev=False)
        parser.add_argument("--steps", type=int, default=1)
        return dict(vars(parser.parse_known_args(argv)[0]))


class FilesOfWords:
    """@name stood for a file of words wherever it is a word of its own; without the prefix it is
    text.
    """

    inputs = (
        words("--out", "@no-such-file", gives=widened(("--out", "error-kind-changed"))),
        words("--out=@x", gives=EQUAL),
    )

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser(fromfile_prefix_chars="@")
        parser.add_argument("--out")
        return parser.values(argv)

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--out")
        return parser.values(argv)


class RuleThatIsIgnored:
    """The generator of one release swallows the keyword that carries the comma rule; no error, one
    item for two.
    """

    inputs = (words("a,b", gives=altered(("items", "value-changed"))),)

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        return {"items": argv[0].split(",")}

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        def generate(words: Argv, **ignored: str) -> list[str]:
            return list(words)

        return {"items": generate(argv, split=",")}
