"""The TOML reader: the standard library's or, below Python 3.11, tomli, which it came from."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    import os

TOMLDecodeError = tomllib.TOMLDecodeError
parse_toml = tomllib.loads


def read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The document at ``path``.

    Raises what :func:`open` and the reader raise: OSError, ValueError for a NUL in the path,
    UnicodeDecodeError, TOMLDecodeError.
    """
    with open(path, "rb") as file:
        return tomllib.load(file)
