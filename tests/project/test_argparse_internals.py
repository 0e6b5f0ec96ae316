"""argparse's private attributes are read in one module of compat and one folder of golden."""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import checkout

COMPAT = checkout.ROOT / "compat" / "argparse_internals.py"
GOLDEN = checkout.ROOT / "golden" / "sides" / "parsers"


def private_names() -> set[str]:
    """The private names of the module, and of everything that a parser is made of."""
    parser = argparse.ArgumentParser()
    parts = (
        parser,
        parser.formatter_class(prog="prog"),
        parser.add_argument_group("group"),
        parser.add_mutually_exclusive_group(),
        parser.add_argument("--option"),
        parser.add_subparsers(),
    )
    own = {name for name, thing in vars(argparse).items() if not isinstance(thing, ModuleType)}
    found = own.union(*map(dir, parts)) - {"_"}  # `_` is gettext
    return {name for name in found if name.startswith("_") and not name.startswith("__")}


def uses(file: Path, names: set[str]) -> Iterator[str]:
    """Where a file reads or sets one of `names`; what is on `self` is a class's own."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr in names:
            if not (isinstance(node.value, ast.Name) and node.value.id == "self"):
                yield f"{file.relative_to(checkout.ROOT)}:{node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.ImportFrom) and node.module == "argparse":
            yield from (f"{file}: {alias.name}" for alias in node.names if alias.name in names)


def test_the_list_of_private_names_is_that_of_argparse() -> None:
    assert {
        "_actions",
        "_defaults",
        "_group_actions",
        "_SubParsersAction",
        "_name_parser_map",
        "_get_formatter",
        "_expand_help",
    } <= private_names()


def test_they_are_used_where_they_are_expected() -> None:
    names = private_names()
    users = {file.stem for file in GOLDEN.glob("*.py") if list(uses(file, names))}

    assert list(uses(COMPAT, names))
    assert {"walk", "edit"} <= users


def test_no_other_module_uses_them() -> None:
    names = private_names()
    files = (f for folder in ("compat", "golden") for f in (checkout.ROOT / folder).rglob("*.py"))
    others = (file for file in files if file != COMPAT and GOLDEN not in file.parents)

    assert [use for file in others for use in uses(file, names)] == []
