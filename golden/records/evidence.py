"""Digests of everything that a verdict rests on: the goldens, the frozen files, a section's code.

A verdict is about the code that it judged. If one of these digests has changed since, it no longer
applies.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from argparity.golden.errors import CannotJudge
from argparity.golden.records.store import Store, Touched
from argparity.golden.sides.sections import plain_name
from argparity.golden.sides.target import Target

Digests = dict[str, str]
"""`cases`, `frozen` and `code`, each a SHA-256 as a hexadecimal string."""

_SUFFIXES = ("config", "arguments", "args", "section")


class Evidence:
    """The present digests of a target; `sections` are all its sections, `touched` tells which of
    them a golden is about.
    """

    def __init__(self, target: Target, sections: Sequence[str], touched: Touched) -> None:
        self._target, self._sections = target, sections
        self._goldens = Store(target).digests(sections, touched)
        self._frozen = frozen_digest(target)

    def of(self, section: str) -> Digests:
        """The digests of one section."""
        return {
            "cases": self._goldens[section],
            "frozen": self._frozen,
            "code": code_digest(self._target, section, self._sections),
        }


def frozen_digest(target: Target) -> str:
    """The files of the control: those that the target names, else the one that holds it."""
    return _digest(file.read_text(encoding="utf-8") for file in frozen_files(target))


def frozen_files(target: Target) -> list[Path]:
    """The files that the control consists of. Raises CannotJudge if one is missing."""
    return _files(target, target.frozen, target.control)


def code_digest(target: Target, section: str, sections: Sequence[str]) -> str:
    """The digest of the candidate's files, without the dataclasses of other sections.

    A class belongs to the section of its name (`LrScheduler` or `LrSchedulerConfig` to
    `lr_scheduler`). A change of one of them concerns its section; of anything else, all sections.
    """
    others = {plain_name(name) for name in sections if name != section}
    return _digest(
        _without_classes(file.read_text(encoding="utf-8"), others)
        for file in _files(target, target.sources, target.candidate)
    )


def _files(target: Target, named: Sequence[str], spec: str) -> list[Path]:
    files = [target.path(name) for name in named] or [_file_of(target, spec)]
    for file in files:
        if not file.is_file():
            raise CannotJudge(f"{file}: is missing, and the target {target.name!r} names it")
    return files


def _file_of(target: Target, spec: str) -> Path:
    """The file that a side is loaded from."""
    place = spec.removeprefix("capture:").rpartition(":")[0] or spec.removeprefix("capture:")
    if place.endswith(".py"):
        return target.path(place)
    try:
        found = importlib.util.find_spec(place)
    except ImportError:
        found = None
    if found is None or found.origin is None:
        raise CannotJudge(f"{spec}: its source file is not found; name it in the target's entry")
    return Path(found.origin)


def _without_classes(source: str, names: set[str]) -> str:
    """The source without its top-level classes of these (plain) names."""
    lines = source.splitlines()
    for first, last in reversed(list(_class_lines(source, names))):
        del lines[first:last]
    return "\n".join(lines)


def _class_lines(source: str, names: set[str]) -> Iterator[tuple[int, int]]:
    try:
        body = ast.parse(source).body
    except SyntaxError:  # not Python: all of it counts
        return
    for node in body:
        if isinstance(node, ast.ClassDef) and names & _plain_names(node.name):
            starts = [node.lineno, *(decorator.lineno for decorator in node.decorator_list)]
            yield min(starts) - 1, node.end_lineno or node.lineno


def _plain_names(name: str) -> set[str]:
    """The section names that a class may stand for: its name, with and without a usual ending."""
    plain = plain_name(name)
    return {plain, *(plain.removesuffix(suffix) for suffix in _SUFFIXES)}


def _digest(texts: Iterable[str]) -> str:
    parts = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts]
    return hashlib.sha256(b"".join(parts)).hexdigest()
