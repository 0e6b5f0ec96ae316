"""Objects that have a name: sentinels and other constants of modules."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Set
from typing import Any

_FOUND: dict[int, tuple[object, str, str]] = {}
"""By identity: the object, which is thereby kept, its module and its name."""


def constant_name(value: object, own: Set[str]) -> str | None:
    """The name under which a module holds exactly this object: `dataclasses.MISSING`, or
    `<own>.UNSET` for one of the modules `own`; None for an object that no module holds.

    What another module holds as well goes by that module: an own one has imported it.
    """
    if id(value) not in _FOUND:
        found = min(_places(value, own), key=lambda place: place[:2], default=None)
        if found is None:
            return None
        _FOUND[id(value)] = (value, *found[2:])
    _, module, name = _FOUND[id(value)]
    return f"<own>.{name}" if module in own else f"{module}.{name}"


def _places(value: object, own: Set[str]) -> Iterator[tuple[bool, int, str, str]]:
    """Modules and names of an object: own ones last, the module of its class first."""
    for module in list(sys.modules):
        if module == "__main__" or module.startswith("argparity.golden"):
            continue
        depth = -1 if module == type(value).__module__ else module.count(".")
        held = getattr(sys.modules[module], "__dict__", {})
        for name in _names(value, held, module if module in own else None):
            yield module in own, depth, module, name


def _names(value: object, held: dict[str, Any], inside: str | None) -> Iterator[str]:
    """The names of an object among `held`, and in the classes of the module `inside`."""
    for name, thing in list(held.items()):
        if thing is value:
            yield name
        elif inside is not None and isinstance(thing, type) and thing.__module__ == inside:
            yield from (f"{name}.{inner}" for inner in _names(value, dict(vars(thing)), None))
