"""Where a key of a TOML document stands, for the errors about it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

__all__ = ["line_of"]

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_PATH = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_HEADER = re.compile(rf"[ \t]*\[[ \t]*({_PATH})[ \t]*\]")
_KEY = re.compile(rf"[ \t]*({_PATH})[ \t]*=")


def line_of(text: str, path: Sequence[str]) -> int | None:
    """The line (1-based) of the header or key that `path` leads to, in any spelling of TOML: the
    first one inside it, or the one that holds it in an inline table. None for a path that is not
    there.

    A line that looks like a key within a text of several lines may be taken for one.
    """
    wanted = tuple(path)
    around: int | None = None
    for number, found in _places(text):
        if found[: len(wanted)] == wanted:
            return number
        if found == wanted[: len(found)]:
            around = number
    return around


def _places(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        header, key = _HEADER.match(line), _KEY.match(line)
        if header is not None:
            table = _parts(header[1])
            yield number, table
        elif key is not None:
            yield number, (*table, *_parts(key[1]))


def _parts(path: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_PART, path))
