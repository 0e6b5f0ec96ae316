"""What is public: `__all__`, which only what users import has, and what the pages name."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import subprocess
import sys

import pytest

import checkout

ROOT = checkout.ROOT
PUBLIC = [
    "argparity.compat",
    "argparity.golden",
    "argparity.golden.testing",
    # Drop-ins have the names of the legacy module; next to them are the dataclasses.
    "argparity.compat.flame.config_manager",
    "argparity.compat.flame.sections",
    "argparity.compat.megatron.argument_utils",
    "argparity.compat.megatron.arguments",
    "argparity.compat.megatron.training_config",
]
FROZEN = ["argparity.legacy.flame.config_manager", "argparity.legacy.megatron.arguments"]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    if path.name != "CHANGELOG.md"  # which says what is gone
}
EXPORTED = {name: tuple(importlib.import_module(name).__all__) for name in [*PUBLIC, *FROZEN]}


def test_only_what_users_import_says_what_it_exports() -> None:
    folders = [ROOT / name for name in ("compat", "golden", "tools")]
    having = [
        ".".join(["argparity", *path.relative_to(ROOT).with_suffix("").parts])
        for folder in folders
        for path in folder.rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets)
    ]

    assert sorted(name.removesuffix(".__init__") for name in having) == sorted(PUBLIC), (
        "a module that only this project imports needs no __all__"
    )


@pytest.mark.parametrize("module", ["argparity.compat", "argparity.golden"])
def test_every_exported_name_is_there_and_no_other(module: str) -> None:
    package = importlib.import_module(module)
    source = ast.parse(inspect.getsource(package))
    for_checkers = {
        alias.name
        for node in ast.walk(source)
        if isinstance(node, ast.If)
        for inner in node.body
        if isinstance(inner, ast.ImportFrom)
        for alias in inner.names
    }

    assert for_checkers == set(package.__all__)
    for name in package.__all__:
        getattr(package, name)
    with pytest.raises(AttributeError, match=f"module '{module}' has no attribute 'nothing'"):
        _ = package.nothing


@pytest.mark.parametrize("module", ["argparity.compat", "argparity.golden"])
def test_a_package_loads_nothing_before_a_name_is_used(module: str) -> None:
    code = f"import sys, {module}; print(*(m for m in sys.modules if m.startswith('argparity.')))"
    path = {"PYTHONPATH": str(ROOT / "tools" / "src")}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=path, check=True
    )

    assert set(done.stdout.split()) <= {module, "argparity.compat", "argparity.compat.lazy_import"}


@pytest.mark.parametrize("module", PUBLIC)
def test_every_exported_name_is_documented(module: str) -> None:
    page = PAGES["docs/package.md"]

    assert f"`{module}`" in page
    assert [name for name in EXPORTED[module] if f"`{name}`" not in page] == []


def imported_in(page: str) -> list[tuple[str, str]]:
    """Every module of argparity that a page imports from, with each name."""
    found = re.findall(r"from (argparity[\w.]*) import (\w+(?:, \w+)*)", page)
    return [(module, name) for module, names in found for name in names.split(", ")]


def named_in(page: str) -> list[tuple[str, str]]:
    """Every dotted name below a public module that a page has, with what follows the module."""
    dotted = re.findall(r"\bargparity\.(?:compat|golden|legacy)[\w.]*\.\w+", page)
    modules = sorted(EXPORTED, key=len, reverse=True)
    pairs = []
    for name in dotted:
        module = next(m for m in modules if name == m or name.startswith(f"{m}."))
        pairs += [(module, name[len(module) + 1 :].partition(".")[0])] * (name != module)
    return pairs


@pytest.mark.parametrize("page", sorted(PAGES))
def test_a_page_names_only_what_is_exported(page: str) -> None:
    # The first line of an error in a traceback has the module that defines it.
    text = re.sub(r"^argparity[\w.]*Error: .*$", "", PAGES[page], flags=re.MULTILINE)
    named = [pair for pair in imported_in(text) + named_in(text) if pair[1] not in ("py", "toml")]

    unknown = [
        f"{module}: {name}" for module, name in named if name not in EXPORTED.get(module, ())
    ]
    assert unknown == []


def test_the_pages_name_something() -> None:
    everything = "\n".join(PAGES.values())

    assert len(imported_in(everything)) > 10
    assert len(named_in(everything)) > 3
