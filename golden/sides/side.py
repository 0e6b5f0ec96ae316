"""A side: anything that parses, found by a text and run by one call.

A text names it: `module:attribute`, `path/to/file.py:attribute`, or `capture:` before a
`module:function` or a script, for a program that is stopped at its first parse. What the attribute
is decides how it runs (`KINDS`).
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from argparity.compat.first_parse import captured_parser
from argparity.golden.errors import SideError
from argparity.golden.sides.parsers.snapshot import default_restore_point

__all__ = ["KINDS", "Session", "Side", "required_parameters"]

KINDS = {
    "parser": "an ArgumentParser",
    "builder": "a callable that returns an ArgumentParser",
    "adder": "a callable that takes a parser and adds arguments to it",
    "function": "a parse function (argv) or (argv, toml, env)",
    "program": "a callable that parses sys.argv itself",
    "class": "a class with parse_args",
    "capture": "a program that is stopped at its first parse",
}


class Session(Protocol):
    """One object on which the steps of a case are parsed, one after the other."""

    def __call__(self, argv: list[str], config: str | None, env: Mapping[str, str]) -> object:
        """Parse; return what the side returns (for a class that returns None: the instance)."""


class Side:
    """A loaded control or candidate; `start()` gives a fresh session for each case."""

    def __init__(self, spec: str, kind: str, thing: Any, modules: Mapping[str, ModuleType]) -> None:
        self.spec = spec
        self.kind = kind
        self.thing = thing
        self.modules = dict(modules)
        self.own_modules = frozenset(self.modules)
        self.folders: list[str] = []
        self.restore_defaults = default_restore_point(thing) if kind == "parser" else None

    @property
    def takes_config(self) -> bool:
        """Whether it is a parse function that is handed the text of the configuration file."""
        return self.kind == "function" and len(required_parameters(self.thing)) >= 3

    def start(self, *, private: bool = False) -> Session:
        """A fresh session. `private`: on a copy, where sessions would otherwise share one parser
        object.
        """
        return _STARTERS[self.kind](self, private)

    @contextlib.contextmanager
    def scope(self) -> Iterator[None]:
        """While it lasts, `sys.modules` holds this side's own modules, also where the other side
        has equal names, and further modules are found in its `folders` first.
        """
        before = {name: sys.modules.get(name) for name in self.modules}
        sys.modules.update(self.modules)
        path = list(sys.path)
        sys.path[:0] = self.folders
        try:
            yield
        finally:
            sys.path[:] = path
            for name, module in before.items():
                if module is None:
                    sys.modules.pop(name, None)
                else:
                    sys.modules[name] = module


def _start_parser(side: Side, private: bool) -> Session:
    if private or side.restore_defaults is None:
        parser = copy.deepcopy(side.thing)
    else:
        side.restore_defaults()
        parser = side.thing
    return lambda argv, config, env: parser.parse_args(argv)


def _start_builder(side: Side, private: bool) -> Session:
    parser = side.thing()
    if not isinstance(parser, argparse.ArgumentParser):
        raise SideError(side.spec, f"returned {type(parser).__name__}, not an ArgumentParser")
    return lambda argv, config, env: parser.parse_args(argv)


def _start_adder(side: Side, private: bool) -> Session:
    parser = argparse.ArgumentParser(prog=Path(sys.argv[0]).name)
    returned = side.thing(parser)
    final = returned if isinstance(returned, argparse.ArgumentParser) else parser
    return lambda argv, config, env: final.parse_args(argv)


def _start_function(side: Side, private: bool) -> Session:
    if side.takes_config:
        return lambda argv, config, env: side.thing(argv, config, dict(env))
    return lambda argv, config, env: side.thing(argv)


def _start_program(side: Side, private: bool) -> Session:
    def parse(argv: list[str], config: str | None, env: Mapping[str, str]) -> object:
        result = side.thing()
        return result.parse_args(argv) if isinstance(result, argparse.ArgumentParser) else result

    return parse


def _start_class(side: Side, private: bool) -> Session:
    instance = side.thing()

    def parse(argv: list[str], config: str | None, env: Mapping[str, str]) -> object:
        result = instance.parse_args(argv)
        return instance if result is None else result

    return parse


def _start_capture(side: Side, private: bool) -> Session:
    parser: list[argparse.ArgumentParser] = []

    def parse(argv: list[str], config: str | None, env: Mapping[str, str]) -> object:
        if not parser:
            found = captured_parser(side.thing)
            if found is None:
                raise SideError(
                    side.spec, "ended without parsing a command line; nothing to capture"
                )
            parser.append(found)
        return parser[0].parse_args(argv)

    return parse


_STARTERS: dict[str, Callable[[Side, bool], Session]] = {
    "parser": _start_parser,
    "builder": _start_builder,
    "adder": _start_adder,
    "function": _start_function,
    "program": _start_program,
    "class": _start_class,
    "capture": _start_capture,
}


def required_parameters(function: Any) -> list[inspect.Parameter]:
    """The positional parameters of `function` that have no default."""
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters: Sequence[inspect.Parameter] = list(inspect.signature(function).parameters.values())
    return [p for p in parameters if p.kind in positional and p.default is inspect.Parameter.empty]
