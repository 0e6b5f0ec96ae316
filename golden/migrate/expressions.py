"""Python source for a value: what a person would write for it, and what has to be imported."""

from __future__ import annotations

import argparse
import builtins
import datetime
import decimal
import enum
import functools
import importlib
import math
import pathlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any

from argparity.compat.section import KEPT


class NoSource(Exception):
    """A value that no expression can state; the message says why, as part of a sentence."""


class Imports:
    """The import statements of one module, collected while its source is written.

    `frozen`: the live frozen module, whose own names are imported from `frozen_from`.
    """

    def __init__(self, frozen: Any = None, frozen_from: str = "") -> None:
        self._names: dict[str, set[str]] = {}
        self._modules: set[str] = set()
        self._frozen, self._frozen_from = frozen, frozen_from

    def name(self, module: str, name: str) -> str:
        """`name` from `module`, which the source then has; a name that is taken is reached through
        its module.
        """
        others = (names for place, names in self._names.items() if place != module)
        if any(name in names for names in others):
            if module.startswith("."):
                raise NoSource(f"{name} has the name of something else that is imported")
            return f"{self.module(module)}.{name}"
        self._names.setdefault(module, set()).add(name)
        return name

    def module(self, module: str) -> str:
        """The module itself."""
        self._modules.add(module)
        return module

    def thing(self, thing: Any) -> str:
        """A class or function, imported from its module. Raises NoSource if that is impossible."""
        name = getattr(thing, "__qualname__", "")
        module = getattr(thing, "__module__", None) or ""
        if name and _reach(builtins, name) is thing:
            return str(name)
        if "<lambda>" in name:
            raise NoSource("is a lambda")
        if not name or "<locals>" in name:
            raise NoSource(f"{name or type(thing).__name__} is made inside a function")
        if module == "argparse":
            return f"{self.module('argparse')}.{name}"
        of_frozen = self._frozen is not None and _reach(self._frozen, name) is thing
        if not (of_frozen and module == self._frozen.__name__):
            for place in _places(module):
                if _reach(_imported(place), name) is thing:
                    return self._dotted(place, name)
        if of_frozen:
            return self._dotted(self._frozen_from, name)
        raise NoSource(f"{name} cannot be imported from {module or 'any module'}")

    def _dotted(self, module: str, qualname: str) -> str:
        first, dot, rest = qualname.partition(".")
        return self.name(module, first) + dot + rest

    @property
    def taken(self) -> set[str]:
        """The names that the module has through its imports."""
        plain = {module.partition(".")[0] for module in self._modules}
        return plain.union(*self._names.values())

    def lines(self) -> list[str]:
        """The statements; a formatter sorts them."""
        whole = [f"import {module}" for module in sorted(self._modules)]
        parts = [
            f"from {module} import {', '.join(sorted(names))}"
            for module, names in sorted(self._names.items())
        ]
        return whole + parts


def _places(module: str) -> Iterator[str]:
    """The module to import an object of `module` from: a public one rather than a private one."""
    if module and module != "__main__":
        public = re.sub(r"(\._|^_).*", "", module) or module.lstrip("_").partition(".")[0]
        yield from dict.fromkeys((public, module))


def _imported(module: str) -> Any:
    if module in sys.modules:
        return sys.modules[module]
    try:
        return importlib.import_module(module)
    except Exception:
        return None


def _reach(owner: Any, qualname: str) -> Any:
    for name in qualname.split("."):
        owner = getattr(owner, name, None)
    return owner


def expression(value: Any, imports: Imports) -> str:
    """Source whose value equals `value` in type and content. Raises NoSource."""
    kind = type(value)
    if value is argparse.SUPPRESS:
        return f"{imports.module('argparse')}.SUPPRESS"
    if value is KEPT:
        return imports.name("argparity.compat", "KEPT")
    if kind in (bool, int, str, bytes, type(None), type(...)):
        return repr(value)
    for kinds, write in _WRITERS:
        if kind in kinds:
            return write(value, imports)
    if isinstance(value, enum.Enum):
        return f"{imports.thing(kind)}.{_member(value)}"
    if isinstance(value, pathlib.PurePath):
        name = kind.__name__ if kind.__name__.startswith("Pure") else "Path"
        return f"{imports.name('pathlib', name)}({str(value)!r})"
    if callable(value):
        return _callable(value, imports)
    raise NoSource(f"is of type {kind.__name__}, which has no source form")


def _member(value: enum.Enum) -> str:
    if not str(value.name).isidentifier():
        raise NoSource("is a combination of flags")
    return value.name


def _callable(value: Any, imports: Imports) -> str:
    if type(value) is functools.partial:
        parts = [value.func, *value.args]
        arguments = [expression(part, imports) for part in parts]
        arguments += [f"{name}={expression(v, imports)}" for name, v in value.keywords.items()]
        return f"{imports.module('functools')}.partial({', '.join(arguments)})"
    if isinstance(value, argparse.FileType):
        return f"{imports.module('argparse')}.{value!r}"
    owner = getattr(value, "__self__", None)
    if isinstance(owner, type) and getattr(owner, value.__name__, None) == value:
        return f"{imports.thing(owner)}.{value.__name__}"
    if owner is None or isinstance(owner, (type, ModuleType)):
        return imports.thing(value)
    if not isinstance(owner, (str, bytes, re.Pattern)):
        raise NoSource("is a method of an object")
    return f"{expression(owner, imports)}.{value.__name__}"


def _number(value: float, imports: Imports) -> str:
    return repr(value) if math.isfinite(value) else f"float({str(value)!r})"


def _listed(values: Iterable[Any], imports: Imports) -> str:
    return ", ".join(expression(value, imports) for value in values)


def _list(value: list[Any], imports: Imports) -> str:
    return f"[{_listed(value, imports)}]"


def _tuple(value: tuple[Any, ...], imports: Imports) -> str:
    return f"({_listed(value, imports)},)" if len(value) == 1 else f"({_listed(value, imports)})"


def _set(value: set[Any], imports: Imports) -> str:
    inner = _listed(sorted(value, key=repr), imports)
    return f"{{{inner}}}" if value else "set()"


def _frozenset(value: frozenset[Any], imports: Imports) -> str:
    return f"frozenset({_set(set(value), imports) if value else ''})"


def _dict(value: dict[Any, Any], imports: Imports) -> str:
    pairs = (f"{expression(k, imports)}: {expression(v, imports)}" for k, v in value.items())
    return "{" + ", ".join(pairs) + "}"


def _shown(module: str) -> Callable[[Any, Imports], str]:
    def write(value: Any, imports: Imports) -> str:
        text = repr(value)
        imports.module(module)
        return text if text.startswith(module + ".") else f"{module}.{text}"

    return write


_WRITERS: tuple[tuple[tuple[type, ...], Callable[[Any, Imports], str]], ...] = (
    ((float,), _number),
    ((complex, range), lambda value, imports: repr(value)),
    ((list,), _list),
    ((tuple,), _tuple),
    ((set,), _set),
    ((frozenset,), _frozenset),
    ((dict,), _dict),
    ((datetime.date, datetime.datetime, datetime.time, datetime.timedelta), _shown("datetime")),
    ((decimal.Decimal,), _shown("decimal")),
    ((re.Pattern,), _shown("re")),
)
