"""Stand-ins for modules that must not be imported: files, or modules that have every attribute.

A frozen file may import modules that a process must not load (a GPU library) or that were frozen
with it. While it runs, a finder in front of all others gives it the stand-ins.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.abc import Loader
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from .errors import FrozenFileError


@contextlib.contextmanager
def shimmed(shims: Mapping[str, str], *, copies: Path | None = None) -> Iterator[None]:
    """Context manager: importing one of ``shims``, or a module inside it, gives the stand-in.

    A file in the folder ``copies`` runs under the path of the module that it replaces. Afterwards
    ``sys.modules`` is as before. A module that was imported in the meantime and holds a stand-in is
    removed as well, so that the rest of the program never meets one.
    """
    if not shims:
        yield
        return
    before = dict(sys.modules)
    finder = _Finder(shims, copies)
    covered = {name: module for name, module in before.items() if finder.covers(name)}
    with contextlib.ExitStack() as undo:
        for name in covered:
            del sys.modules[name]
        for name in {*shims, *covered}:
            undo.callback(_without_attribute(*name.rpartition(".")[::2]))
        sys.meta_path.insert(0, finder)
        try:
            yield
        finally:
            sys.meta_path.remove(finder)
            for name in _touched(before, finder):
                del sys.modules[name]
            sys.modules.update(covered)


def _without_attribute(package: str, name: str) -> Callable[[], None]:
    """Make ``from package import name`` import it again; returns a function that undoes this."""
    owner = sys.modules.get(package)
    if owner is None:
        return lambda: None
    value = vars(owner).pop(name, owner)

    def restore() -> None:
        vars(owner).pop(name, None)
        if value is not owner:
            setattr(owner, name, value)

    return restore


class _StandIn(type):
    """The class of every attribute of a shim; the attribute can be called and used as a base."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _made(f"{cls.__qualname__}.{name}", cls.__module__)


def _made(name: str, module: str) -> _StandIn:
    return _StandIn(name.rpartition(".")[2], (), {"__module__": module, "__qualname__": name})


class Shim(ModuleType):
    """A module that has every attribute; each is an empty class of that name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__ = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = _made(name, self.__name__)
        setattr(self, name, value)
        return value


class _Finder(Loader):
    """Finder of the stand-ins, and of every module inside those that are not files."""

    def __init__(self, shims: Mapping[str, str], copies: Path | None) -> None:
        self._copies = copies
        self._files = {name: existing_file(path) for name, path in shims.items() if path}
        self._shims = [name for name, path in shims.items() if not path]

    def covers(self, name: str) -> bool:
        """Whether ``name`` is imported from here."""
        return name in self._files or any(
            name == shim or name.startswith(shim + ".") for shim in self._shims
        )

    def find_spec(self, name: str, path: Iterable[str] | None, target: object = None) -> Any:
        """The spec of a stand-in, None for every other module."""
        if name in self._files:
            file = self._files[name]
            frozen = self._copies is not None and self._copies in file.parents
            return file_spec(name, file, live_file(name, file) if frozen else file)
        if self.covers(name):
            return importlib.util.spec_from_loader(name, self, is_package=True)
        return None

    def create_module(self, spec: Any) -> ModuleType:
        """An empty stand-in."""
        return Shim(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: a stand-in is complete when it is made."""


def _touched(before: Mapping[str, ModuleType], finder: _Finder) -> set[str]:
    """The names of the stand-ins and of the new modules that hold one, directly or indirectly."""
    gone = {name for name in sys.modules if finder.covers(name)}
    fresh = {name: m for name, m in sys.modules.items() if name not in before and name not in gone}
    while True:
        held = {name for name, module in fresh.items() if _holds(module, gone)} - gone
        if not held:
            return gone
        gone |= held


def _holds(module: ModuleType, gone: set[str]) -> bool:
    for value in list(vars(module).values()):
        name = value.__name__ if isinstance(value, ModuleType) else _module_of(value)
        if name in gone and name != module.__name__:
            return True
    return False


def _module_of(value: object) -> str | None:
    name = (
        getattr(value, "__module__", None) if isinstance(value, type) or callable(value) else None
    )
    return name if isinstance(name, str) else None


def existing_file(path: str | os.PathLike[str]) -> Path:
    """The real path of a file that a drop-in needs. Raises FrozenFileError if it is not there."""
    file = Path(path)
    if not file.is_file():
        raise FrozenFileError(
            f"no frozen file {file}; it belongs to the drop-in and has to be shipped with it"
        )
    return file.resolve()


def file_spec(module: str, file: Path, place: Path) -> ModuleSpec | None:
    """A spec that runs ``file`` as ``module``, as if it were at ``place``."""
    return importlib.util.spec_from_file_location(
        module,
        place,
        loader=SourceFileLoader(module, str(file)),
        submodule_search_locations=[str(place.parent)] if file.name == "__init__.py" else None,
    )


def live_file(module: str, file: Path) -> Path:
    """Where the module that ``file`` was frozen from is, or would be; ``file`` if unknown."""
    package, _, name = module.rpartition(".")
    if package:
        inner = Path(name, file.name) if file.name == "__init__.py" else Path(f"{name}.py")
        places = [Path(at) / inner for at in getattr(sys.modules.get(package), "__path__", ())]
        return next((place for place in places if place.is_file()), next(iter(places), file))
    finders = [finder for finder in sys.meta_path if not isinstance(finder, _Finder)]
    specs = (finder.find_spec(module, None) for finder in finders)
    live = getattr(sys.modules.get(module), "__spec__", None) or next(filter(None, specs), None)
    return file if live is None or not live.has_location else Path(live.origin or file)
