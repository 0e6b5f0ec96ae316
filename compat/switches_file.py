"""A switches file: the backend of every section of its targets, as TOML or as a Python module.

TOML is the form of the file that ships with this package. The Python form ships with a project by
itself, as every module of a package does: no build backend has to be told about a data file. Its
constant ``SWITCHES`` has the content of the TOML document, and is read without running the module::

    SWITCHES = {
        "format": 1,
        "orders": {
            "shipping": "generated",
            "billing": "legacy",
        },
    }
"""

from __future__ import annotations

import ast
import functools
from pathlib import Path
from typing import Any

from .errors import SwitchesFileError

FORMAT = 1
"""The format of the switches file that this version reads."""

NAME = "SWITCHES"
"""The constant of the Python form."""


def read_tables(path: Path) -> dict[str, dict[str, object]]:
    """Target -> section -> backend, in the order of the file.

    Raises SwitchesFileError for a file that is missing or malformed; backends are not checked.
    """
    source = str(path)
    try:
        document = dict(_parsed(path.read_bytes(), path.suffix == ".py"))
    except (OSError, ValueError, SyntaxError) as error:
        raise SwitchesFileError(f"cannot be read: {error}", source=source) from error
    found = document.pop("format", None)
    if found != FORMAT:
        raise SwitchesFileError(
            f"format is {found!r}, and this version reads format {FORMAT}", source=source
        )
    for target, table in document.items():
        if not isinstance(table, dict):
            raise SwitchesFileError(f"{target!r} must be a table of sections", source=source)
    return document


@functools.lru_cache(maxsize=8)
def _parsed(content: bytes, is_python: bool) -> dict[str, Any]:
    """The document in a switches file, which is read far more often than it changes."""
    if is_python:
        document: dict[str, Any] = ast.literal_eval(constant_of(content))
        return document
    from ._toml import parse_toml  # a program with the Python form spares its import

    return parse_toml(content.decode())


def constant_of(content: bytes) -> ast.Dict:
    """The dict that ``content``, the source of a module, assigns to ``SWITCHES``.

    Raises ValueError unless there is exactly one, without a key twice; SyntaxError for no source.
    """
    found = [
        node.value
        for node in ast.parse(content).body
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and NAME in _names_of(node)
    ]
    if len(found) != 1 or not isinstance(found[0], ast.Dict):
        raise ValueError(f"needs one statement `{NAME} = {{...}}`")
    for inner in ast.walk(found[0]):
        if isinstance(inner, ast.Dict):
            _check_keys(inner)
    return found[0]


def _names_of(node: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _check_keys(table: ast.Dict) -> None:
    seen: set[str] = set()
    for key in table.keys:
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
            line = table.lineno if key is None else key.lineno
            raise ValueError(f"line {line}: a key of {NAME} must be a string")
        if key.value in seen:
            raise ValueError(f"line {key.lineno}: {key.value!r} is given twice")
        seen.add(key.value)
