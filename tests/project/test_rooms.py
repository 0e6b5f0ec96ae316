"""The rooms of golden: which package may import which, and how many entries a folder has."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import checkout

GOLDEN = checkout.ROOT / "golden"

# Lowest first. A room imports from those below it; rooms of one floor do not know each other.
FLOORS = (
    ("errors", "templating"),
    ("toml_file",),
    ("model",),
    ("isolate",),
    ("sides",),
    ("inputs", "observe"),
    ("judge",),
    ("mutants", "records"),
    ("migrate", "workers"),
    ("gate",),
    ("report",),
    ("cli", "testing"),
)
FLOOR = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}

WIDEST = 15


def rooms_imported(tree: ast.AST) -> Iterator[str]:
    """The room of each module of golden that is imported, in functions too, not for checkers."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (n.split(".")[2] for n in names if n.startswith("argparity.golden."))
        yield from rooms_imported(node)


def files_of(room: str) -> list[Path]:
    """The files of a room, which is a folder or a module."""
    return [*GOLDEN.glob(f"{room}.py"), *sorted(GOLDEN.glob(f"{room}/**/*.py"))]


def test_every_room_has_a_floor() -> None:
    folders = {path.name for path in GOLDEN.iterdir() if list(path.glob("*.py"))}
    modules = {path.stem for path in GOLDEN.glob("*.py")}

    assert (folders | modules) - {"__init__"} <= set(FLOOR)


@pytest.mark.parametrize("room", FLOOR)
def test_a_room_imports_from_lower_floors_alone(room: str) -> None:
    imported = {
        f"{file.relative_to(GOLDEN).as_posix()}: {other}"
        for file in files_of(room)
        for other in rooms_imported(ast.parse(file.read_text(encoding="utf-8")))
        if other != room and FLOOR[other] >= FLOOR[room]
    }

    assert imported == set()


def test_no_folder_is_too_wide_to_read() -> None:
    width = {
        folder.relative_to(GOLDEN).as_posix(): len(entries(folder))
        for folder in GOLDEN.rglob("*")
        if folder.is_dir() and folder.name != "__pycache__" and folder.parts[-2] != "cases"
    }

    assert {name: n for name, n in width.items() if n > WIDEST} == {}
    assert len(entries(GOLDEN)) <= 21


def entries(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name != "__pycache__"]
