"""A side: anything that parses, found by a string and run by one call.

The string is `module:attribute`, `path/to/file.py:attribute`, or `capture:` before a
`module:function` or a script, for a program that is stopped at its first parse. What the attribute
is decides how it runs (`KINDS`).
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, Protocol

from argparity.compat.first_parse import captured_parser
from argparity.golden.errors import SideError
from argparity.golden.sides.calling import (
    CONFIG_NAMES,
    ENV_NAMES,
    ConfigFormat,
    ParseCall,
    parse_call,
    unfit,
)
from argparity.golden.sides.own_names import OwnNames
from argparity.golden.sides.parsers.snapshot import default_restore_point

SideKind = Literal["parser", "builder", "adder", "function", "program", "class", "capture"]
KINDS: Mapping[SideKind, str] = {
    "parser": "an ArgumentParser",
    "builder": "a callable that returns an ArgumentParser",
    "adder": "a callable that takes a parser and adds arguments to it",
    "function": "a parse function (argv), or (argv, toml, env), the last two by these names",
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

    def __init__(
        self, spec: str, kind: SideKind, thing: Any, modules: Mapping[str, ModuleType]
    ) -> None:
        self.spec = spec
        self.kind = kind
        self.thing = thing
        self.modules = dict(modules)
        self.own_modules = frozenset(self.modules)
        self.names = OwnNames()
        self.folders: list[str] = []
        self.restore_defaults = default_restore_point(thing) if kind == "parser" else None
        self.call = _call(spec, thing) if kind == "function" else None
        self._heard: dict[str, None] | None = None

    @property
    def takes_config(self) -> bool:
        """Whether it is a parse function that is handed the text of the configuration file."""
        return self.call is not None and self.call.config is not None

    @property
    def config_format(self) -> ConfigFormat:
        """The format of that text, as far as the name of the parameter says it."""
        name = None if self.call is None else self.call.config
        return CONFIG_NAMES.get(name or "", "toml")

    @property
    def untaken(self) -> list[str]:
        """Parameters that are called as if they took a file or variables, and are given neither: a
        side of its kind gets none.
        """
        called = {"class": getattr(self.thing, "parse_args", None), "function": None}
        found = called.get(self.kind, self.thing)
        if not callable(found) or self.kind in ("parser", "capture"):
            return []
        try:
            names = inspect.signature(found).parameters
        except (TypeError, ValueError):
            return []
        return [name for name in names if name in (*CONFIG_NAMES, *ENV_NAMES)]

    @contextlib.contextmanager
    def listening(self) -> Iterator[dict[str, None]]:
        """Context manager: collects the names that its parse function looks up in the variables
        that it is given.
        """
        self._heard = {}
        try:
            yield self._heard
        finally:
            self._heard = None

    def given(self, env: Mapping[str, str]) -> dict[str, str]:
        """The variables of a case as its parse function gets them."""
        return dict(env) if self._heard is None else _Heard(env, self._heard)

    def start(self, *, private: bool = False) -> Session:
        """A fresh session. `private`: on a copy, where sessions would otherwise share one parser
        object.
        """
        return _STARTERS[self.kind](self, private)

    @contextlib.contextmanager
    def scope(self) -> Iterator[None]:
        """Context manager: `sys.modules` holds this side's own modules, also where the other side
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


class _Heard(dict[str, str]):
    """Variables that note who is looked up. They are never empty: a function may then pass them
    over.
    """

    def __init__(self, env: Mapping[str, str], heard: dict[str, None]) -> None:
        super().__init__(env)
        self._heard = heard

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, name: str) -> str:
        self._heard[name] = None
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self._heard[str(name)] = None
        return super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self._heard[name] = None
        return super().get(name, default)

    def pop(self, name: str, *default: Any) -> Any:
        self._heard[name] = None
        return super().pop(name, *default)


def _call(spec: str, thing: Any) -> ParseCall:
    found = parse_call(thing)
    if found is None:
        raise SideError(spec, unfit(thing))
    return found


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
    call = side.call
    assert call is not None
    return lambda argv, config, env: call(argv, config, side.given(env))


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


_STARTERS: dict[SideKind, Callable[[Side, bool], Session]] = {
    "parser": _start_parser,
    "builder": _start_builder,
    "adder": _start_adder,
    "function": _start_function,
    "program": _start_program,
    "class": _start_class,
    "capture": _start_capture,
}
