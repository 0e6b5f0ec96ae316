"""Encode values as plain, type-tagged trees of `str`, `list` and `dict`, on which equality is
exact.

DeepDiff and `==` both call different values equal (`1` and `True`, `0.0` and `-0.0`, naive and
aware times). A tree holds nothing but strings, so that two trees are equal exactly when type, value
and order of everything in them are.

A tree is `{"type": name, "value": string | [tree, ...] | [[tree, tree], ...]}`; some types add
further strings.
"""

from __future__ import annotations

import argparse
import collections
import collections.abc
import contextlib
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import io
import pathlib
import re
import types
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from typing import Any, TypeAlias

from argparity.golden.errors import UnknownTypeError, UnreadableValue
from argparity.golden.model.constants import constant_name
from argparity.golden.model.taking_apart import is_known_apart, parts_of

Tree: TypeAlias = "dict[str, Any]"
Encoder: TypeAlias = Callable[[Any], object]

# Where a value is: the path of its container, its key or index, and whether that is an index. It is
# spelled out only for an error.
_Path: TypeAlias = "tuple[Any, object, bool] | None"

_Writer: TypeAlias = Callable[[Any, _Path, "tuple[int, ...]"], Tree]
_RULE_OF: dict[type, _Writer] = {}


@dataclasses.dataclass(frozen=True)
class _Context:
    """The settings of one observation: how to mask strings, and the names of own modules."""

    mask: Callable[[str], str]
    own: frozenset[str]


_PLAIN = _Context(lambda text: text, frozenset())
_CONTEXT: ContextVar[_Context] = ContextVar("encoding", default=_PLAIN)
_REGISTERED: dict[type, Encoder] = {}
_BY_NAME: dict[str, Encoder] = {}

# The types without encoder in the value that is being encoded, and where they are.
_UNKNOWN: dict[str, str] = {}

# tomllib is the same code as tomli, and only the Python version decides which of them runs.
_ALIASES = {"tomli": "tomllib", "tomli._parser": "tomllib", "pathlib._local": "pathlib"}


@contextlib.contextmanager
def encoding(mask: Callable[[str], str], own: frozenset[str]) -> Iterator[None]:
    """Context manager: strings go through `mask`; names of modules in `own` read `<own>`."""
    token = _CONTEXT.set(_Context(mask, own))
    try:
        yield
    finally:
        _CONTEXT.reset(token)


def register_encoder(kind: type, encoder: Encoder) -> None:
    """Encode instances of exactly the class `kind` as the tree of what `encoder(value)` returns."""
    _REGISTERED[kind] = encoder


def register_encoder_by_name(name: str, encoder: Encoder) -> None:
    """`register_encoder` for the class that reports call `name`, once a value of it is met."""
    _BY_NAME[name] = encoder


def attributes(value: object) -> dict[str, object]:
    """The attributes that an object holds, those in slots first."""
    slots = (
        name
        for kind in reversed(type(value).__mro__)
        for name in _names(kind.__dict__.get("__slots__", ()))
        if name != "__dict__" and hasattr(value, name)
    )
    return {**{name: getattr(value, name) for name in slots}, **getattr(value, "__dict__", {})}


def _names(slots: Any) -> tuple[str, ...]:
    return (slots,) if isinstance(slots, str) else tuple(slots)


@contextlib.contextmanager
def registered(kind: type, encoder: Encoder) -> Iterator[None]:
    """Context manager: `register_encoder`, undone in the end."""
    before = _REGISTERED.get(kind)
    register_encoder(kind, encoder)
    try:
        yield
    finally:
        if before is None:
            del _REGISTERED[kind]
        else:
            _REGISTERED[kind] = before


def qualified(thing: Any) -> str:
    """`module.qualname` of a class or function; builtins have no module, the side's own read
    `<own>`.
    """
    module = str(getattr(thing, "__module__", None) or "")
    module = _ALIASES.get(module, module)
    name = str(
        getattr(thing, "__qualname__", None)
        or getattr(thing, "__name__", None)
        or type(thing).__name__
    )
    if module in _CONTEXT.get().own:
        return f"<own>.{name}"
    return name if module in ("builtins", "") else f"{module}.{name}"


def encode(value: object) -> Tree:
    """The tree of `value`.

    Raises UnknownTypeError for types that have no encoder, however deep, and UnreadableValue for
    values that are nested more deeply than Python recurses.
    """
    _UNKNOWN.clear()
    try:
        tree = _encode(value, None, ())
    except RecursionError:
        raise UnreadableValue("a value is nested too deeply to be encoded") from None
    if _UNKNOWN:
        raise UnknownTypeError(*next(iter(_UNKNOWN.items())), others=_UNKNOWN)
    return tree


def _encode(value: Any, path: _Path, parents: tuple[int, ...]) -> Tree:
    kind = type(value)
    fast = _SCALARS.get(kind)
    if fast is not None:
        return {"type": kind.__name__, "value": fast(value)}
    if id(value) in parents:
        return {"type": "cycle", "value": str(len(parents) - parents.index(id(value)))}
    write = _by_registration if kind in _REGISTERED else _RULE_OF.get(kind) or _rule(value)
    return write(value, path, (*parents, id(value)))


def _rule(value: Any) -> _Writer:
    """The first rule that holds for a value. It holds for all values of exactly its type."""
    named = _BY_NAME.get(qualified(type(value)))
    if named is not None:
        register_encoder(type(value), named)
        return _by_registration
    for handles, write in _RULES:
        if handles(value):
            return _RULE_OF.setdefault(type(value), write)
    if is_known_apart(value) and parts_of(value) is not None:
        return _taken_apart
    name = constant_name(value, _CONTEXT.get().own)
    if name is not None:  # that of one object, not of all objects of its type
        return functools.partial(_constant, name)
    return _unknown


def _spelled(path: _Path) -> str:
    """A path as a user reads it: `training.steps[0]`."""
    parts: list[str] = []
    while path is not None:
        path, key, is_index = path
        parts.append(f"[{key}]" if is_index else f".{key if isinstance(key, str) else repr(key)}")
    return "".join(reversed(parts)).lstrip(".")


def _text(value: str) -> str:
    return _CONTEXT.get().mask(value)


def _integer(value: int) -> str:
    try:
        return int.__repr__(value)
    except ValueError:  # over the limit of digits of a decimal string
        return hex(value)


def _bytes(value: bytes | bytearray) -> str:
    # A path may be among them.
    return _text(value.decode("latin-1")).encode("latin-1").hex()


_SCALARS: dict[type, Callable[[Any], str]] = {
    str: _text,
    bool: repr,
    int: _integer,
    float: repr,
    complex: repr,
    type(None): repr,
    bytes: _bytes,
    bytearray: _bytes,
    type(...): repr,
    type(NotImplemented): repr,
    range: repr,
}


def _items(pairs: Any, path: _Path, inner: tuple[int, ...]) -> list[list[Tree]]:
    mask, scalar = _CONTEXT.get().mask, _SCALARS.get
    found: list[list[Tree]] = []
    for key, value in pairs:
        # Nearly all keys are strings and nearly all values scalars; neither needs a path.
        left = (
            {"type": "str", "value": mask(key)} if type(key) is str else _encode(key, path, inner)
        )
        write = scalar(type(value))
        if write is None:
            found.append([left, _encode(value, (path, key, False), inner)])
        else:
            found.append([left, {"type": type(value).__name__, "value": write(value)}])
    return found


def _elements(values: Any, path: _Path, inner: tuple[int, ...]) -> list[Tree]:
    return [_encode(item, (path, place, True), inner) for place, item in enumerate(values)]


def _by_registration(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    return {
        "type": qualified(type(value)),
        "value": [_encode(_REGISTERED[type(value)](value), path, inner)],
    }


def _dict(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    return {"type": "dict", "value": _items(value.items(), path, inner)}


def _list(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    return {"type": "list", "value": _elements(value, path, inner)}


def _mapping(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    tree: Tree = {"type": qualified(type(value)), "value": _items(value.items(), path, inner)}
    if isinstance(value, collections.defaultdict):
        tree["factory"] = (
            "None" if value.default_factory is None else qualified(value.default_factory)
        )
    return tree


def _sequence(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    return {"type": qualified(type(value)), "value": _elements(value, path, inner)}


def _set(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    # A set has no order; that of the encodings is stable between runs.
    return {
        "type": qualified(type(value)),
        "value": sorted(_elements(value, path, inner), key=repr),
    }


def _attributes(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    return {"type": qualified(type(value)), "value": _items(vars(value).items(), path, inner)}


def _dataclass(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    fields = [
        (f.name, getattr(value, f.name))
        for f in dataclasses.fields(value)
        if hasattr(value, f.name)
    ]
    return {"type": qualified(type(value)), "value": _items(fields, path, inner)}


def _enum(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    return {
        "type": qualified(type(value)),
        "name": str(value.name),
        "value": [_encode(value.value, path, inner)],
    }


def _time(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    tree: Tree = {
        "type": qualified(type(value)),
        "value": str(value) if isinstance(value, datetime.timedelta) else "",
    }
    if not tree["value"]:
        zone = getattr(value, "tzinfo", None)
        tree["value"] = value.isoformat()
        tree["zone"] = "None" if zone is None else f"{qualified(type(zone))} {zone}"
        tree["fold"] = str(getattr(value, "fold", 0))
    return tree


def _printed(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    return {"type": qualified(type(value)), "value": _text(str(value))}


def _shown(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    return {"type": qualified(type(value)), "value": _text(repr(value))}


def _named(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    return {"type": type(value).__name__, "value": qualified(value)}


def _partial(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    parts = [value.func, list(value.args), dict(value.keywords)]
    return {"type": "functools.partial", "value": _elements(parts, path, inner)}


def _method(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    return {"type": "method", "value": qualified(value.__func__)}


def _subclass(base: type) -> Callable[[Any, _Path, tuple[int, ...]], Tree]:
    def write(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
        return {
            "type": qualified(type(value)),
            "base": base.__name__,
            "value": _SCALARS[base](base(value)),
        }

    return write


def _stream(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    return {
        "type": qualified(type(value)),
        "value": _text(str(getattr(value, "name", ""))),
        "mode": str(getattr(value, "mode", "")),
    }


def _file_type(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    return {"type": "argparse.FileType", "value": repr(value)}


def _unknown(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    _UNKNOWN.setdefault(qualified(type(value)), _spelled(path))
    return {"type": qualified(type(value)), "value": ""}


def _view(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    return _sequence(list(value), path, inner) | {"type": type(value).__name__}


def _memory(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    return {"type": f"memoryview {value.format} {value.shape}", "value": value.tobytes().hex()}


def _match(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    parts = [value.re, value.string, value.regs]
    return {"type": "re.Match", "value": _elements(parts, path, inner)}


def _suspended(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    # Neither run nor used up: its code, and what it goes on with.
    frame = value.gi_frame
    held = {} if frame is None else dict(frame.f_locals)
    return {"type": "generator", "value": [_named(value, path, inner), _encode(held, path, inner)]}


def _parser(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    # What it does shows where it parses.
    return {"type": qualified(type(value)), "value": _text(value.prog)}


def _taken_apart(value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    return {"type": qualified(type(value)), "value": _elements(parts_of(value), path, inner)}


def _constant(name: str, value: Any, path: _Path, inner: tuple[int, ...]) -> Tree:
    parts = parts_of(value)
    if parts:
        held = [{"type": "constant", "value": name}, *_elements(parts, path, inner)]
        return {"type": qualified(type(value)), "value": held}
    # One that cannot be copied shows what it is, if at all, when it is printed.
    shown = name if parts is not None else f"{name} {_text(repr(value))}"
    return {"type": qualified(type(value)), "value": shown}


def _is(*kinds: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, kinds)


def _is_torch_value(value: Any) -> bool:
    # By name, so that torch is never imported to judge a run that does not use it.
    return qualified(type(value)) in ("torch.dtype", "torch.device", "torch.Size")


# The two that most values are made of; a subclass is another type.
_RULE_OF.update({dict: _dict, list: _list})

_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, type)

# The first rule that holds writes the tree; a subclass comes before its base.
_RULES: tuple[tuple[Callable[[Any], bool], _Writer], ...] = (
    (_is(enum.Enum), _enum),
    # On Python 3.10 `list[int]` says that it is an instance of `type`.
    (lambda value: issubclass(type(value), _FUNCTIONS), _named),
    (_is(types.MethodType), _method),
    (_is(functools.partial), _partial),
    (_is_torch_value, _printed),
    (_is(argparse.Namespace, types.SimpleNamespace), _attributes),
    (lambda value: dataclasses.is_dataclass(value), _dataclass),
    (_is(Mapping), _mapping),
    (_is(list, tuple, collections.deque), _sequence),
    (_is(set, frozenset), _set),
    (_is(datetime.date, datetime.time, datetime.timedelta), _time),
    (_is(pathlib.PurePath, decimal.Decimal, fractions.Fraction, uuid.UUID), _printed),
    (_is(datetime.tzinfo, re.Pattern), _shown),
    (_is(argparse.FileType), _file_type),
    (_is(io.IOBase), _stream),
    (_is(str), _subclass(str)),
    (_is(int), _subclass(int)),
    (_is(float), _subclass(float)),
    (_is(bytes), _subclass(bytes)),
    (_is(types.ModuleType), _named),
    (_is(argparse.ArgumentParser), _parser),
    (_is(collections.abc.MappingView), _view),
    (_is(types.GeneratorType), _suspended),
    (_is(memoryview), _memory),
    (_is(re.Match), _match),
)
