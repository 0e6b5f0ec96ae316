"""The line in the candidate's source that a mismatch belongs to."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from argparity.golden.model.mismatch import Mismatch
from argparity.golden.sides.sections import plain_name
from argparity.golden.sides.target import Target


@dataclass(frozen=True)
class Location:
    """A file, relative to the target's folder, and a line (from 1)."""

    file: str
    line: int


def location_of(target: Target, mismatch: Mismatch) -> Location | None:
    """The line of the dataclass field that the mismatch is about.

    If there is none, that of the section's class, or the first source file; None for a target
    without source files.
    """
    key = _key(target, mismatch.flag)
    best: tuple[int, Location] | None = None
    for file in target.sources:
        for rank, line in _candidates(target.path(file), mismatch.section, key):
            if best is None or rank < best[0]:
                best = rank, Location(file, line)
    if best is not None:
        return best[1]
    return Location(target.sources[0], 1) if target.sources else None


def _key(target: Target, flag: str) -> str:
    return target.sections.keys_of(flag.lstrip("-"))[0].replace("-", "_")


def _candidates(file: Path, section: str, key: str) -> list[tuple[int, int]]:
    """`(rank, line)` of each candidate; the lowest rank fits best."""
    try:
        tree = ast.parse(file.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return []
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            own = bool(section) and plain_name(node.name).startswith(plain_name(section))
            if own:
                found.append((1, node.lineno))
            fields = [line for line in node.body if isinstance(line, ast.AnnAssign)]
            for field in fields:
                if isinstance(field.target, ast.Name) and field.target.id == key:
                    found.append((0 if own else 2, field.lineno))
    return found
