"""Which package may import which: tests -> tools -> golden -> compat, legacy."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HARNESS = {"deepdiff", "hypothesis", "jinja2", "pytest", "rich", "tomlkit"}
STANDARD_LIBRARY = sys.stdlib_module_names | {"tomllib"}  # which joined it in 3.11
OUTSIDE_THE_STANDARD_LIBRARY = {
    "compat": {"compat", "tomli"},
    "legacy": {"legacy", "tomli"},
    "golden": {"golden", "compat", "tomli"} | HARNESS,
    "tools": {"bootstrapping", "checkout"},
}
# What only a function may import, when it is called.
LAZY = {"legacy", "torch"}


def sources(package: str) -> list[Path]:
    """The package's Python files; recorded cases are data, worked examples are users' code."""
    data = {ROOT / "golden" / "cases", ROOT / "golden" / "examples"}
    found = [p for p in sorted((ROOT / package).rglob("*.py")) if not data & set(p.parents)]
    assert found, f"{package} has no source file"
    return found


def imports(tree: ast.AST, *, lazily: bool = False) -> Iterator[tuple[str, int, bool]]:
    """Each imported top-level package with its line, and whether a function does it when called."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.partition(".")[0], node.lineno, lazily
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module).partition(".")[0], node.lineno, lazily
        elif not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from imports(node, lazily=lazily or inside)


@pytest.mark.parametrize("package", OUTSIDE_THE_STANDARD_LIBRARY)
def test_a_package_imports_only_what_its_place_allows(package: str) -> None:
    allowed = OUTSIDE_THE_STANDARD_LIBRARY[package] | STANDARD_LIBRARY | LAZY
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sources(package)
        for name, line, _ in imports(ast.parse(path.read_text(encoding="utf-8")))
        if name not in allowed
    ]

    assert wrong == []


@pytest.mark.parametrize("package", ["compat", "golden", "legacy"])
def test_frozen_parsers_and_torch_are_imported_only_when_used(package: str) -> None:
    eager = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sources(package)
        for name, line, lazily in imports(ast.parse(path.read_text(encoding="utf-8")))
        if name in LAZY - {package} and not lazily
    ]

    assert eager == []


def test_the_harness_knows_no_target_by_name() -> None:
    named = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sources("golden")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search("flame|megatron", line, re.IGNORECASE)
    ]

    assert named == []
