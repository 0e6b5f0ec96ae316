"""A side: anything that parses, found by a text and run by one call.

A text names it: `module:attribute`, `path/to/file.py:attribute`, or `capture:` before a
`module:function` or a script, for a program that is stopped at its first parse. What the attribute
is decides how it runs (`KINDS`).
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import hashlib
import importlib
import importlib.util
import inspect
import os
import runpy
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from golden.errors import SideError
from golden.intercept import captured_parser

__all__ = ["KINDS", "Session", "Side", "load_side"]

KINDS = {
    "parser": "an ArgumentParser",
    "builder": "a callable that returns an ArgumentParser",
    "adder": "a callable that takes a parser and adds arguments to it",
    "function": "a parse function (argv) or (argv, toml, env)",
    "program": "a callable that parses sys.argv itself",
    "class": "a class with parse_args",
    "capture": "a program that is stopped at its first parse",
}

_ARGV_NAMES = ("argv", "args", "arguments", "args_list", "argument_list", "command_line")


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
        self._modules = dict(modules)
        self.own_modules = frozenset(self._modules)
        self._defaults = _mutable_defaults(thing) if kind == "parser" else []

    @property
    def takes_config(self) -> bool:
        """Whether it is a parse function that is handed the text of the configuration file."""
        return self.kind == "function" and len(_required(self.thing)) >= 3

    def start(self, *, private: bool = False) -> Session:
        """A fresh session. `private`: on a copy, where sessions would otherwise share one parser
        object.
        """
        return _STARTERS[self.kind](self, private)

    @contextlib.contextmanager
    def scope(self) -> Iterator[None]:
        """While it lasts, `sys.modules` holds this side's own modules, also where the other side
        has equal names.
        """
        before = {name: sys.modules.get(name) for name in self._modules}
        sys.modules.update(self._modules)
        try:
            yield
        finally:
            for name, module in before.items():
                if module is None:
                    sys.modules.pop(name, None)
                else:
                    sys.modules[name] = module

    def restore_defaults(self) -> None:
        """Undo what an earlier parse did to default objects that a shared parser owns."""
        for owner, name, pristine in self._defaults:
            setattr(owner, name, copy.deepcopy(pristine))


def _mutable_defaults(parser: argparse.ArgumentParser) -> list[tuple[Any, str, Any]]:
    found: list[tuple[Any, str, Any]] = [(parser, "_defaults", copy.deepcopy(parser._defaults))]
    for action in parser._actions:
        if isinstance(action.default, (list, dict, set)):
            found.append((action, "default", copy.deepcopy(action.default)))
    return found


def _start_parser(side: Side, private: bool) -> Session:
    if private:
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


def load_side(spec: str, *, base: Path | None = None, kind: str | None = None) -> Side:
    """Load the side that `spec` names; a relative file is looked up in `base` (default: the current
    folder).

    `kind` overrides what is inferred. Raises SideError with the remedy: nothing of that name, not a
    parser, an import that fails or exits.
    """
    if kind is not None and kind not in KINDS:
        raise SideError(spec, f"unknown kind {kind!r}; known: {', '.join(KINDS)}")
    if spec.startswith("capture:"):
        return _load_capture(spec, spec.removeprefix("capture:"), base)
    place, colon, attribute = spec.rpartition(":")
    if not colon or not attribute or not place:
        raise SideError(spec, "is not of the form module:attribute or path/to/file.py:attribute")
    before = set(sys.modules)
    module = _import(spec, place, base)
    thing: Any = module
    for name in attribute.split("."):
        try:
            thing = getattr(thing, name)
        except AttributeError:
            raise SideError(spec, _no_attribute(thing, name)) from None
    return Side(spec, kind or _kind_of(spec, thing), thing, _own_modules(module, place, before))


def _load_capture(spec: str, place: str, base: Path | None) -> Side:
    if place.endswith(".py"):
        path = _file(spec, place, base)
        return Side(spec, "capture", lambda: runpy.run_path(str(path), run_name="__main__"), {})
    if ":" not in place:
        return Side(
            spec,
            "capture",
            lambda: runpy.run_module(place, run_name="__main__", alter_sys=True),
            {},
        )
    inner = load_side(place, base=base, kind="program")
    return Side(spec, "capture", inner.thing, inner._modules)


def _import(spec: str, place: str, base: Path | None) -> ModuleType:
    is_file = place.endswith(".py") or os.sep in place
    try:
        return _import_file(spec, place, base) if is_file else importlib.import_module(place)
    except ModuleNotFoundError as error:
        if error.name is not None and (place == error.name or place.startswith(error.name + ".")):
            raise SideError(
                spec, f"no module named {error.name!r}; is its folder on PYTHONPATH, or installed?"
            ) from error
        raise SideError(
            spec,
            f"its import needs the module {error.name!r}, which is not installed; "
            "install it or declare a shim for it",
        ) from error
    except SystemExit as error:
        raise SideError(
            spec,
            f"its import exits (code {error.code!r}); "
            "name a script that runs at import with capture:",
        ) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise SideError(spec, f"its import raises {type(error).__name__}: {error}") from error


def _file(spec: str, place: str, base: Path | None) -> Path:
    path = (base or Path.cwd()) / place
    if not path.is_file():
        raise SideError(spec, f"no file {path}")
    return path.resolve()


def _import_file(spec: str, place: str, base: Path | None) -> ModuleType:
    path = _file(spec, place, base)
    name = f"{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    found = importlib.util.spec_from_file_location(name, path)
    if found is None or found.loader is None:
        raise SideError(spec, f"{path} cannot be imported")
    module = importlib.util.module_from_spec(found)
    # As for a script: its own folder comes first, and pickling or dataclasses find the module under
    # its name.
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        found.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        sys.path.remove(str(path.parent))
    return module


def _own_modules(module: ModuleType, place: str, before: set[str]) -> dict[str, ModuleType]:
    """The side's module and, for a file, what it imported from its own folder (taken out of
    `sys.modules`).
    """
    own = {module.__name__: module}
    if place.endswith(".py") and module.__file__ is not None:
        folder = Path(module.__file__).parent
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file is not None and folder in Path(file).parents:
                own[name] = sys.modules.pop(name)
    return own


def _no_attribute(owner: Any, name: str) -> str:
    parsers = sorted(n for n, v in vars(owner).items() if isinstance(v, argparse.ArgumentParser))
    known = (
        parsers
        or sorted(n for n, v in vars(owner).items() if callable(v) and not n.startswith("_"))[:8]
    )
    advice = f"it has {', '.join(known)}" if known else "it has none"
    return (
        f"has no attribute {name!r} ({advice}); "
        "a parser that is built only under __main__ is reached with capture:"
    )


def _required(function: Any) -> list[inspect.Parameter]:
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters: Sequence[inspect.Parameter] = list(inspect.signature(function).parameters.values())
    return [p for p in parameters if p.kind in positional and p.default is inspect.Parameter.empty]


def _kind_of(spec: str, thing: Any) -> str:
    if isinstance(thing, argparse.ArgumentParser):
        return "parser"
    if inspect.isclass(thing):
        if callable(getattr(thing, "parse_args", None)):
            return "builder" if issubclass(thing, argparse.ArgumentParser) else "class"
        raise SideError(spec, "is a class without parse_args")
    if not callable(thing):
        raise SideError(
            spec, f"is a {type(thing).__name__}; a side is {', or '.join(KINDS.values())}"
        )
    return _kind_of_callable(spec, thing)


def _kind_of_callable(spec: str, thing: Any) -> str:
    try:
        required = _required(thing)
        first = next(iter(inspect.signature(thing).parameters.values()), None)
    except (TypeError, ValueError) as error:
        raise SideError(spec, f"has no readable signature ({error}); give its kind") from error
    if len(required) >= 2:
        if len(required) == 3:
            return "function"
        raise SideError(
            spec,
            f"needs {len(required)} arguments; a parse function takes (argv) or (argv, toml, env)",
        )
    if first is not None and (required or first.name in _ARGV_NAMES):
        return "adder" if _takes_parser(first) else "function"
    return "program"


def _takes_parser(parameter: inspect.Parameter) -> bool:
    note = parameter.annotation
    text = note if isinstance(note, str) else getattr(note, "__name__", "")
    return "parser" in parameter.name.lower() or "ArgumentParser" in text or "ArgumentGroup" in text
