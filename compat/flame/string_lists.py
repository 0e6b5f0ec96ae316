"""Lists that are written as one comma-separated string."""

from __future__ import annotations

from typing import Any


def string_list(raw_arg: str) -> list[str]:
    """The parts of ``raw_arg`` between commas, stripped; empty parts are left out."""
    return [part for part in map(str.strip, raw_arg.split(",")) if part]


def check_string_list_argument(args_dict: dict[str, Any], fullargname: str) -> None:
    """Make the value at ``fullargname`` (``section.name``) a list, in place, if it is a string.

    Everything else stays as it is: a list is not split again, a number is not refused.
    """
    section, name = fullargname.split(".")
    table = args_dict.get(section, {})
    if name in table and isinstance(table[name], str):
        table[name] = string_list(table[name])
