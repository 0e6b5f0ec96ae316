"""How far the names of flags can be shortened."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

__all__ = ["unique_lengths"]


def unique_lengths(flags: Iterable[str]) -> dict[str, int]:
    """For each flag the length of its shortest beginning that no other flag has."""
    ordered = sorted(set(flags))
    shared = dict.fromkeys(ordered, 0)
    for flag, following in itertools.pairwise(ordered):
        common = _common(flag, following)
        shared[flag] = max(shared[flag], common)
        shared[following] = max(shared[following], common)
    return {flag: length + 1 for flag, length in shared.items()}


def _common(one: str, other: str) -> int:
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length
