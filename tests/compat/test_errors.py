"""One tree of errors, in one place."""

from __future__ import annotations

import ast

import checkout
from argparity.compat import errors

COMPAT = checkout.ROOT / "compat"


def test_every_error_of_compat_is_defined_in_errors() -> None:
    elsewhere = [
        f"{path.relative_to(COMPAT)}: {node.name}"
        for path in sorted(COMPAT.rglob("*.py"))
        if path != COMPAT / "errors.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and node.name.endswith("Error")
    ]

    assert elsewhere == []


def test_every_error_is_a_compat_error_with_a_docstring() -> None:
    classes = [thing for thing in vars(errors).values() if isinstance(thing, type)]
    defined = [found for found in classes if found.__module__ == errors.__name__]

    assert len(defined) > 10
    for error in defined:
        assert issubclass(error, errors.CompatError)
        assert error.__doc__
