"""The result of a parse as trees: its values, and what the object shows besides them."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Mapping
from typing import Any

from argparity.golden.errors import UnknownTypeError
from argparity.golden.model.encode import Tree, attributes, encode, qualified


def read_result(result: Any, values: str | None) -> tuple[Tree, Tree | None]:
    """The trees `(values, surface)` of what a side returned.

    `values` names the method of the result that returns its values as a mapping; without it the
    result itself is the values: a Namespace, mapping, dataclass, `(namespace, unrecognized
    arguments)` or any object with attributes.
    """
    if values is not None:
        return _read_through(result, values)
    if isinstance(result, tuple) and len(result) == 2 and isinstance(result[0], argparse.Namespace):
        tree = encode(result[0])
        tree["value"] = [*tree["value"], [encode("(unrecognized)"), encode(result[1])]]
        return tree, None
    if isinstance(result, (argparse.Namespace, Mapping)) or dataclasses.is_dataclass(result):
        return encode(result), None
    held = _held(result)
    if held is not None and not callable(result):
        shown = {
            name: _plain(value)
            for name, value in held.items()
            if not name.startswith("_") and not isinstance(value, argparse.ArgumentParser)
        }
        return {**encode(shown), "type": qualified(type(result))}, None
    return encode({"(result)": result}), None


def _held(result: Any) -> dict[str, Any] | None:
    """The attributes of an object; None for one that can have none."""
    found = attributes(result)
    return found if found or hasattr(result, "__dict__") else None


def _plain(value: Any) -> Any:
    """An attribute as it is, or its attributes if it has no encoder."""
    try:
        encode(value)
    except UnknownTypeError:
        held = {**_attributes(value), **getattr(value, "__dict__", {})}
        if not held:
            raise
        return {name: item for name, item in held.items() if not callable(item)}
    return value


def _read_through(result: Any, values: str) -> tuple[Tree, Tree | None]:
    # The method is looked up on the class: a section of that name may hide it on the instance.
    mapping = getattr(type(result), values)(result)
    if not isinstance(mapping, Mapping):
        return encode({"(result)": _attributes(mapping)}), _hidden(result)
    return encode(mapping), _surface(result, mapping)


def _hidden(result: Any) -> Tree:
    """The attributes, where the method does not give the values."""
    held = {
        name: _attributes(value)
        for name, value in vars(result).items()
        if not isinstance(value, argparse.ArgumentParser)
    }
    return encode({"sections": held, "other attributes": []})


def _attributes(thing: Any) -> Any:
    """An object whose values are class attributes, as a mapping; anything else as it is."""
    if type(thing).__module__ == "builtins":
        return thing
    return {name: value for name, value in vars(type(thing)).items() if not name.startswith("__")}


def _surface(result: Any, mapping: Mapping[Any, Any]) -> Tree:
    """Class names of the sections, where attributes and values disagree, and attributes without a
    value.
    """
    shown: dict[str, object] = {}
    for section, keys in mapping.items():
        if isinstance(section, str):
            shown[section] = _section_surface(result, section, keys)
    extra = [name for name in vars(result) if name not in shown]
    return encode({"sections": shown, "other attributes": sorted(extra)})


def _section_surface(result: Any, section: str, keys: Any) -> object:
    try:
        thing = getattr(result, section)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if not isinstance(keys, Mapping):
        return "same" if encode(thing) == encode(keys) else "differs"
    differs: dict[str, str] = {}
    for key, value in keys.items():
        problem = _difference(thing, key, value)
        if problem:
            differs[repr(key)] = problem
    return {"class": type(thing).__qualname__, "state": _own_state(thing), "differs": differs}


def _own_state(thing: Any) -> list[Any]:
    """The names that an instance holds itself; a class attribute `__dict__` may hide them."""
    held = object.__getattribute__(thing, "__dict__") if type(thing).__dictoffset__ else {}
    return list(held) if isinstance(held, Mapping) else [f"hidden by {type(held).__name__}"]


def _difference(thing: Any, key: Any, value: Any) -> str:
    try:
        held = getattr(thing, key)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if held is value or encode(held) == encode(value):
        return ""
    return f"attribute is {type(held).__name__}"
