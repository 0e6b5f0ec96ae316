"""Which package may import which: tests -> tools -> golden -> compat, legacy."""

from __future__ import annotations

import ast
import re
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import checkout

ROOT = checkout.ROOT
HARNESS = {"deepdiff", "hypothesis", "jinja2", "pytest", "rich", "tomlkit"}
# What joined it in 3.11 and in 3.14.
STANDARD_LIBRARY = sys.stdlib_module_names | {"tomllib", "annotationlib"}
OUTSIDE_THE_STANDARD_LIBRARY = {
    "compat": {"tomli"},
    "legacy": {"tomli"},
    "golden": {"argparity", "argparity.golden", "argparity.compat", "tomli"} | HARNESS,
    "tools": {"bootstrapping", "checkout"},
}
# The parts of a program that can hold statements.
BLOCKS = (ast.stmt, ast.ExceptHandler, ast.match_case)
# What only a function may import, when it is called.
LAZY = {"argparity.legacy", "torch"}


def sources(package: str) -> list[Path]:
    """The package's Python files; recorded cases are data."""
    cases = ROOT / "golden" / "cases"
    found = [p for p in sorted((ROOT / package).rglob("*.py")) if cases not in p.parents]
    assert found, f"{package} has no source file"
    return found


class Import(NamedTuple):
    """One import: the top-level package, where it stands, and whether a function does it."""

    name: str
    place: str
    lazy: bool


@cache
def imports(package: str) -> list[Import]:
    """Every import of a package's files, but for those that only type checkers follow."""
    return [
        Import(name, f"{path.relative_to(ROOT)}:{line}", lazy)
        for path in sources(package)
        for name, line, lazy in walk(ast.parse(path.read_text(encoding="utf-8")), lazy=False)
    ]


def walk(tree: ast.AST, *, lazy: bool) -> Iterator[tuple[str, int, bool]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield package_of(alias.name), node.lineno, lazy
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield package_of(str(node.module)), node.lineno, lazy
        elif isinstance(node, BLOCKS) and not for_type_checkers(node):
            inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from walk(node, lazy=lazy or inside)


def package_of(module: str) -> str:
    """The distribution's folder (`argparity.golden`), or the top-level package of anything else."""
    parts = module.split(".")
    return ".".join(parts[: 2 if parts[0] == "argparity" else 1])


def for_type_checkers(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
    )


@pytest.mark.parametrize("package", OUTSIDE_THE_STANDARD_LIBRARY)
def test_a_package_imports_only_what_its_place_allows(package: str) -> None:
    allowed = OUTSIDE_THE_STANDARD_LIBRARY[package] | STANDARD_LIBRARY | LAZY

    assert [found for found in imports(package) if found.name not in allowed] == []


@pytest.mark.parametrize("package", ["compat", "golden", "legacy"])
def test_frozen_parsers_and_torch_are_imported_only_when_used(package: str) -> None:
    only_lazily = LAZY - {f"argparity.{package}"}

    assert [x for x in imports(package) if x.name in only_lazily and not x.lazy] == []


def test_the_harness_knows_no_target_by_name() -> None:
    named = [
        f"{path.relative_to(ROOT)}:{token.start[0]}: {token.line.strip()}"
        for path in sources("golden")
        for token in code_tokens(path)
        if re.search("flame|megatron", token.string, re.IGNORECASE)
    ]

    assert named == []


def code_tokens(path: Path) -> Iterator[tokenize.TokenInfo]:
    """All tokens but texts in triple quotes: help and docstrings may show a command on a target."""
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if not (token.type == tokenize.STRING and token.string.endswith(('"""', "'''"))):
                yield token
