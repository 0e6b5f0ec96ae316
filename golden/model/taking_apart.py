"""Objects taken apart as Python itself does it to copy them (`__reduce_ex__`)."""

from __future__ import annotations

import copyreg
import sys
from typing import Any

_ARRAYS = ("numpy",)


def is_known_apart(value: object) -> bool:
    """Whether the parts of a value are all that there is to it: for types of Python's own library
    and of numpy, whose copies are equal. What makes two objects of a user's class equal, only its
    author knows.
    """
    if type(value) is object:  # which is nothing but itself
        return False
    package = type(value).__module__.partition(".")[0]
    return package in sys.stdlib_module_names or package in _ARRAYS


def parts_of(value: object) -> list[Any] | None:
    """What a copy of the value would be made from, besides its class: arguments, state, items; None
    for a value that cannot be copied.
    """
    reduce = copyreg.dispatch_table.get(type(value))
    try:
        reduced: Any = value.__reduce_ex__(2) if reduce is None else reduce(value)
    except Exception:  # of a method that may be anybody's
        return None
    if isinstance(reduced, str):  # a global, which a copy is not made of
        return []
    make, arguments, state, *items = (*reduced, None, None, None)[:5]
    if make is copyreg.__newobj__:  # type: ignore[attr-defined]
        found: list[Any] = [list(arguments[1:])] if arguments[1:] else []
    else:
        found = [make, list(arguments)]
    found += [] if state is None else [state]
    return found + [list(part) for part in items if part is not None]
