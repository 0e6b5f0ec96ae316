"""Pairs in which help, the result's type, or what is made of it later differs."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from typing import ClassVar

from tests.golden.pairs.pair import Argv, Env, Parser, Toml, altered, narrowed, nothing, words


class PercentInADocstring:
    """argparse formats help with %, and one that says 50% crashes as soon as help is made."""

    inputs = (nothing(gives=narrowed(("", "error-kind-changed"))),)

    @staticmethod
    def _parse(argv: Argv, text: str) -> object:
        parser = Parser()
        parser.add_argument("--ratio", help=text)
        parser.format_help()
        return parser.values(argv)

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        return PercentInADocstring._parse(argv, "a fraction")

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        return PercentInADocstring._parse(argv, "about 50% (default)")


class MissingKeyIsNone:
    """The result answers every unknown attribute with None, so that no fallback of getattr is ever
    used.
    """

    inputs = (nothing(gives=altered(("width", "default-changed"))),)

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        return {"width": getattr(argparse.Namespace(depth=1), "width", 512)}

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        class Values(dict[str, object]):
            def __getattr__(self, name: str) -> object:
                return self.get(name)

        return {"width": getattr(Values(depth=1), "width", 512)}


class WrittenAndReadAgain:
    """What the program writes of its values is read back as something else: a bool has become 1."""

    inputs = (words("--on", gives=altered(("--on", "type-changed"))),)

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--on", action="store_true")
        return json.loads(json.dumps(parser.values(argv)))

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        parser = Parser()
        parser.add_argument("--on", action="store_true")
        numbers = {name: int(value) for name, value in parser.values(argv).items()}
        return json.loads(json.dumps({"saved": numbers}))["saved"]


class DocumentationOfTheBase:
    """Help texts collected from class to base end with the base's; values are equal, the help is
    not.
    """

    inputs = (nothing(gives=altered(("--rate", "help-changed"))),)

    class Base:
        texts: ClassVar = {"rate": "of the base"}

    class Child(Base):
        texts: ClassVar = {"rate": "of the child"}

    @staticmethod
    def _parse(argv: Argv, classes: Iterable[type]) -> object:
        texts: dict[str, str] = {}
        for each in classes:
            texts.update(vars(each).get("texts", {}))
        parser = Parser()
        action = parser.add_argument("--rate", type=float, default=0.5, help=texts["rate"])
        return {**parser.values(argv), "help": action.help}

    @staticmethod
    def control(argv: Argv, toml: Toml, env: Env) -> object:
        classes = DocumentationOfTheBase.Child.__mro__
        return DocumentationOfTheBase._parse(argv, reversed(classes))

    @staticmethod
    def candidate(argv: Argv, toml: Toml, env: Env) -> object:
        classes = DocumentationOfTheBase.Child.__mro__
        return DocumentationOfTheBase._parse(argv, classes)
