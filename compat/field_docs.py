"""Attribute docstrings: the string below each field of a class, as help text.

A string directly below an annotated name describes it::

    @dataclass
    class Training:
        steps: int = 10_000
        \"\"\"Training length, in optimizer steps.\"\"\"

Python keeps no trace of such a string in the class, so it is read from the source. Each module is
read and parsed once, when help is first asked for. Without source (the module was executed from a
string, typed at a prompt, or made with ``make_dataclass``) there are no docstrings; that is never
an error.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple


class _ClassSource(NamedTuple):
    """A class statement: all names it annotates, and the docstrings of those that have one."""

    annotated: frozenset[str]
    docs: dict[str, str]


def annotated_names(cls: type) -> tuple[str, ...]:
    """The names that the body of ``cls`` annotates, also with types that are not defined."""
    if sys.version_info >= (3, 14):
        import annotationlib

        # Annotations are evaluated when they are read; this form leaves out what has no value.
        form = annotationlib.Format.FORWARDREF
        return tuple(annotationlib.get_annotations(cls, format=form))
    return tuple(inspect.get_annotations(cls))


def field_docs(cls: type) -> dict[str, str]:
    """The docstring of every annotated name of ``cls`` and its bases, whitespace folded.

    Bases are read in method resolution order, so the nearest class that documents a name wins, also
    with several bases and with diamonds.
    """
    docs: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        docs.update(own_field_docs(base))
    return docs


def own_field_docs(cls: type) -> dict[str, str]:
    """The docstrings in the body of ``cls`` itself; empty if there is no source."""
    annotated = frozenset(annotated_names(cls))
    if not annotated:
        return {}
    found = {}
    for candidate in _module_classes(cls.__module__).get(cls.__qualname__, ()):
        # Several class statements may share a name, and a class made without a statement may borrow
        # it: only a statement that annotates the same names is the source of this class.
        if candidate.annotated == annotated:
            found = candidate.docs
    return dict(found)


def escape_percent(text: str) -> str:
    """``text`` with percent signs doubled, which argparse's help formatter prints literally."""
    return text.replace("%", "%%")


def _module_classes(name: str) -> dict[str, list[_ClassSource]]:
    module = sys.modules.get(name)
    path = getattr(module, "__file__", None)
    if module is None or not isinstance(path, str):
        return {}
    # linecache also reads from inside a zip file, if it knows the module's loader.
    lines = linecache.getlines(path, vars(module))
    return _parse("".join(lines))


@cache
def _parse(source: str) -> dict[str, list[_ClassSource]]:
    """Every class statement of a module by qualified name, in source order."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    classes: dict[str, list[_ClassSource]] = {}
    for qualified_name, node in _class_statements(tree, ""):
        classes.setdefault(qualified_name, []).append(_read_class(node))
    return classes


def _class_statements(node: ast.AST, scope: str) -> Iterator[tuple[str, ast.ClassDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield scope + child.name, child
            yield from _class_statements(child, f"{scope}{child.name}.")
        elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from _class_statements(child, f"{scope}{child.name}.<locals>.")
        elif isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from _class_statements(child, scope)


def _read_class(node: ast.ClassDef) -> _ClassSource:
    annotated = set()
    docs = {}
    name = None
    for statement in node.body:
        if name is not None and (text := _string_of(statement)) is not None:
            docs[name] = re.sub(r"\s+", " ", text).strip()
        name = _annotated_name(statement)
        if name is not None:
            annotated.add(name)
    return _ClassSource(frozenset(annotated), docs)


def _annotated_name(statement: ast.stmt) -> str | None:
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return statement.target.id
    return None


def _string_of(statement: ast.stmt) -> str | None:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        value = statement.value.value
        return value if isinstance(value, str) else None
    return None
