"""Which entries of a report follow from others of it: one entry stands for itself per cause."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from argparity.golden.model.mismatch import Direction, Mismatch, MismatchClass, MismatchKey

_OF_ENDS = ("error-kind-changed", "message-changed")
_OF_VALUES = ("precedence-changed", "type-changed", "value-changed", "default-changed")
_MANY = 3
"""In so many arguments at least, one change of the layers is one of the parser."""


_OF_CLASS: dict[MismatchClass, Direction] = {
    "flag-added": "widened",
    "flag-removed": "narrowed",
    "renamed": "narrowed",
    "alias-added": "widened",
    "alias-removed": "narrowed",
}
"""Directions that follow from the difference itself, whatever a case shows of it."""


def with_consequences(entries: Iterable[Mismatch]) -> list[Mismatch]:
    """The entries, and one for a change of the layers of many arguments together; what follows from
    another says from which (`because`).
    """
    found = [replace(m, direction=_OF_CLASS.get(m.cls, m.direction)) for m in entries]
    layers = [m for m in found if m.cls == "precedence-changed" and m.flag and not m.cause]
    if len(layers) >= _MANY:
        whole = _of_the_parser(layers)
        found = [replace(m, because=whole.key) if m in layers else m for m in found]
        found.append(whole)
    known = {m.key for m in found}
    found = [replace(m, because=None) if m.because not in known else m for m in found]
    return [_because(m, found) for m in found]


def _of_the_parser(layers: list[Mismatch]) -> Mismatch:
    first = min(layers, key=lambda m: (len(m.case.argv), m.key))
    named = ", ".join(m.flag for m in layers[:_MANY])
    more = f" and {len(layers) - _MANY} more" if len(layers) > _MANY else ""
    return replace(
        first,
        section="",
        flag="",
        effect=f"{first.flag}: {first.told_effect}",
        control="one layer wins",
        candidate=f"another layer wins, for {named}{more}",
    )


def _because(mismatch: Mismatch, entries: Iterable[Mismatch]) -> Mismatch:
    """The mismatch, under one of the same argument of which it is the end or the message."""
    if mismatch.because is not None or mismatch.cause or mismatch.cls not in _OF_ENDS:
        return mismatch
    place = mismatch.section, mismatch.flag
    own = (m.key for m in entries if m.flag and (m.section, m.flag) == place and not m.cause)
    key: MismatchKey | None = next((k for k in own if k[2] in _OF_VALUES), None)
    return mismatch if key is None else replace(mismatch, because=key)
