"""Load a side by its string, and say in one line what is wrong and what to do where that fails."""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import importlib
import importlib.util
import inspect
import os
import runpy
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from argparity.compat.frozen import load_frozen
from argparity.compat.shims import shimmed
from argparity.golden.errors import SideError
from argparity.golden.isolate.scratch import in_scratch
from argparity.golden.sides.calling import parse_call, unfit
from argparity.golden.sides.own_names import OwnNames
from argparity.golden.sides.side import KINDS, Side, SideKind


@dataclass(frozen=True)
class Surroundings:
    """The surroundings of a side. `base`: relative files and the project's own modules are found
    there (and in `base`/src); `paths`: further folders with modules; `shims`: modules that are not
    to be imported, each with a file to import instead, or "" for a stand-in; `module`: the name
    under which a file runs.
    """

    base: Path
    paths: tuple[str, ...] = ()
    shims: Mapping[str, str] = field(default_factory=dict)
    module: str | None = None

    @property
    def folders(self) -> list[str]:
        """The folders that come before `sys.path`."""
        own = (*(self.base / path for path in self.paths), self.base, self.base / "src")
        return [str(folder) for folder in own if folder.is_dir()]

    @property
    def shim_files(self) -> dict[str, str]:
        """The shims with real paths."""
        return {name: str(self.base / file) if file else "" for name, file in self.shims.items()}

    @contextlib.contextmanager
    def on_path(self) -> Iterator[None]:
        """Context manager: modules are found in `folders` first. What a side adds itself stays."""
        added = self.folders
        sys.path[:0] = added
        try:
            yield
        finally:
            for folder in added:
                with contextlib.suppress(ValueError):  # a side may have removed it
                    sys.path.remove(folder)


_MADE_UP = "side_"
"""How the names of modules begin that are made up."""


def split_spec(spec: str) -> tuple[str, str]:
    """`(module or path, attribute)` of a string without `capture:`. Raises SideError."""
    place, _, attribute = spec.rpartition(":")
    if not attribute or not place:
        raise SideError(spec, "is not of the form module:attribute or path/to/file.py:attribute")
    return place, attribute


def load_side(
    spec: str,
    *,
    base: Path | None = None,
    kind: SideKind | None = None,
    around: Surroundings | None = None,
) -> Side:
    """Load the side that `spec` names; `kind` overrides what is inferred.

    A relative file is looked up in `base`, by default that of `around`, by default the current
    folder. Raises SideError with the remedy: nothing of that name, not a parser, an import that
    fails or exits.
    """
    if kind is not None and kind not in KINDS:
        raise SideError(spec, f"unknown kind {kind!r}; known: {', '.join(KINDS)}")
    around = around or Surroundings((base or Path.cwd()).absolute())
    around = replace(around, base=around.base.absolute())
    with in_scratch(keep=around.base):
        return _load(spec, kind, around)


def _load(spec: str, kind: SideKind | None, around: Surroundings) -> Side:
    if spec.startswith("capture:"):
        return _load_capture(spec, spec.removeprefix("capture:"), around)
    place, attribute = split_spec(spec)
    before = set(sys.modules)
    module = _import(spec, place, around)
    thing: Any = module
    for name in attribute.split("."):
        try:
            thing = getattr(thing, name)
        except AttributeError:
            raise SideError(spec, _no_attribute(thing, name, place)) from None
    own = _own_modules(module, place, before, around)
    side = Side(spec, kind or _kind_of(spec, thing), thing, own)
    return _placed(side, module, around)


def _placed(side: Side, module: ModuleType, around: Surroundings) -> Side:
    side.folders = around.folders
    if around.module is not None and module.__name__ == around.module:
        # It goes by the name that it always had, which is the same fact on both sides.
        side.own_modules = side.own_modules - {around.module}
    name = module.__name__ if module.__name__ in side.own_modules else None
    side.names = OwnNames.of(
        getattr(module, "__file__", None),
        name,
        made_up=module.__name__.startswith(_MADE_UP),
        beside=[getattr(other, "__file__", None) for other in side.modules.values()],
    )
    return side


def _load_capture(spec: str, place: str, around: Surroundings) -> Side:
    if ":" in place:
        inner = load_side(place, kind="program", around=around)
        side = Side(spec, "capture", inner.thing, inner.modules)
        side.own_modules, side.names = inner.own_modules, inner.names
    else:
        side = Side(spec, "capture", _script(spec, place, around), {})
        if place.endswith(".py"):
            side.names = OwnNames.of(str(_file(spec, place, around.base)), None)
    side.folders = around.folders
    return side


def _script(spec: str, place: str, around: Surroundings) -> Callable[[], object]:
    if place.endswith(".py"):
        path = str(_file(spec, place, around.base))

        def run() -> object:
            with shimmed(around.shim_files):
                return runpy.run_path(path, run_name="__main__")

    else:
        with around.on_path(), _explained(spec, place):
            if importlib.util.find_spec(place) is None:
                raise ModuleNotFoundError(name=place)

        def run() -> object:
            with shimmed(around.shim_files):
                return runpy.run_module(place, run_name="__main__", alter_sys=True)

    return run


@contextlib.contextmanager
def _explained(spec: str, place: str) -> Iterator[None]:
    """Every failure of an import as a SideError."""
    try:
        yield
    except (SideError, KeyboardInterrupt):
        raise
    except ModuleNotFoundError as error:
        name = error.name or str(error)
        if place == name or place.startswith(name + "."):
            raise SideError(
                spec, f"no module named {name!r}; is its folder on PYTHONPATH, or installed?"
            ) from error
        raise SideError(
            spec,
            f"its import needs the module {name!r}, which is not installed; install it, or declare "
            f'a shim for it: shims = ["{name}"] in the entry of the target (freeze: --shim {name})',
        ) from error
    except SystemExit as error:
        raise SideError(
            spec,
            f"its import exits (code {error.code!r}); a script that parses when it is imported is "
            f"reached with capture:{place}",
        ) from error
    except BaseException as error:
        raise SideError(
            spec,
            f"its import raises {type(error).__name__}: {error}; where that comes from a module "
            "that needs hardware or a service, declare a shim for the module: "
            'shims = ["NAME"] in the entry of the target (freeze: --shim NAME)',
        ) from error


def _import(spec: str, place: str, around: Surroundings) -> ModuleType:
    is_file = place.endswith(".py") or os.sep in place
    with around.on_path(), _explained(spec, place):
        if not is_file:
            with shimmed(around.shim_files):
                return importlib.import_module(place)
        path = _file(spec, place, around.base)
        with _unwritten_bytecode():
            if around.module is not None:
                return load_frozen(path, around.module, shims=around.shim_files)
            with shimmed(around.shim_files):
                return _import_file(spec, path)


@contextlib.contextmanager
def _unwritten_bytecode() -> Iterator[None]:
    """Context manager: imports leave no bytecode behind; stale bytecode would be used for a file
    edited within the same second.
    """
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


def _file(spec: str, place: str, base: Path) -> Path:
    path = base / place
    if not path.is_file():
        raise SideError(spec, f"no file {path}")
    return path.resolve()


def _import_file(spec: str, path: Path) -> ModuleType:
    package = path.name == "__init__.py"
    # Of one length, so that a help text with it is wrapped alike on both sides.
    name = _MADE_UP + hashlib.sha256(str(path).encode()).hexdigest()[:8]
    found = importlib.util.spec_from_file_location(
        name, path, submodule_search_locations=[str(path.parent)] if package else None
    )
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


def _own_modules(
    module: ModuleType, place: str, before: set[str], around: Surroundings
) -> dict[str, ModuleType]:
    """The side's module and, for a file, what it imported from its own folder (taken out of
    `sys.modules`).
    """
    own = {module.__name__: module}
    if place.endswith(".py"):
        # Not the folder of module.__file__: a frozen module has the path that it had.
        folder = _file(place, place, around.base).parent
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file is not None and folder in Path(file).parents:
                own[name] = sys.modules.pop(name)
    return own


def _no_attribute(owner: Any, name: str, place: str) -> str:
    parsers = sorted(n for n, v in vars(owner).items() if isinstance(v, argparse.ArgumentParser))
    known = (
        parsers
        or sorted(n for n, v in vars(owner).items() if callable(v) and not n.startswith("_"))[:8]
    )
    advice = f"it has {', '.join(known)}" if known else "it has none"
    return (
        f"has no attribute {name!r} ({advice}); a parser that is built only under __main__ is "
        f"reached with capture:{place}"
    )


def _kind_of(spec: str, thing: Any) -> SideKind:
    if isinstance(thing, argparse.ArgumentParser):
        return "parser"
    if inspect.isclass(thing):
        if callable(getattr(thing, "parse_args", None)):
            return "builder" if issubclass(thing, argparse.ArgumentParser) else "class"
        raise SideError(spec, "is a class without parse_args; a side is " + _sides())
    if not callable(thing):
        raise SideError(spec, f"is of type {type(thing).__name__}; a side is {_sides()}")
    return _kind_of_callable(spec, thing)


def _sides() -> str:
    return ", or ".join(KINDS.values())


def _kind_of_callable(spec: str, thing: Any) -> SideKind:
    try:
        call = parse_call(thing)
        first = next(iter(inspect.signature(thing).parameters.values()), None)
    except (TypeError, ValueError) as error:
        raise SideError(spec, f"has no readable signature ({error}); give its kind") from error
    if first is not None and _takes_parser(first) and (call is None or call.argv == first.name):
        return "adder"
    if call is None:
        raise SideError(spec, unfit(thing))
    return "program" if call.argv is None else "function"


def _takes_parser(parameter: inspect.Parameter) -> bool:
    note = parameter.annotation
    text = note if isinstance(note, str) else getattr(note, "__name__", "")
    return "parser" in parameter.name.lower() or "ArgumentParser" in text or "ArgumentGroup" in text
