"""The switches file of a project: the backend that each section of a target uses now."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import ParseError

from argparity.compat.errors import (
    CompatError,
    SwitchesFileError,
    UnknownSectionError,
    UnknownTargetError,
)
from argparity.compat.switchboard import Backend, Switchboard
from argparity.compat.switches_file import NAME, constant_of, read_tables
from argparity.golden.errors import ConfigError
from argparity.golden.records.atomic import locked, write_text
from argparity.golden.sides.target import Target


def read_switches(target: Target) -> dict[str, Backend]:
    """Section -> backend as in the file, in its order; empty if there is no file or no table.

    Raises compat's SwitchError for a file or backend that cannot be read.
    """
    file = target.path(target.switches)
    if not file.is_file():
        return {}
    table = read_tables(file).get(target.name, {})
    # Read the file alone: name a variable that is never set.
    board = Switchboard(target.name, list(table), file, variable="ARGPARITY_NO_OVERRIDE")
    return dict(board.backends()) if table else {}


def known_sections(target: Target) -> list[str]:
    """The sections of a target in the switches file, in its order. Raises ConfigError."""
    try:
        sections = list(read_switches(target))
    except CompatError as error:
        raise ConfigError(str(error)) from error
    if not sections:
        file = target.path(target.switches)
        table = f"{NAME}[{target.name!r}]" if file.suffix == ".py" else f"a table [{target.name}]"
        raise ConfigError(
            f"has no sections for target {target.name!r}; {table} names them", file=file
        )
    return sections


def write_switches(target: Target, sections: Sequence[str], backend: Backend) -> None:
    """Set these sections, all in one step; comments and everything else in the file stay."""
    file = target.path(target.switches)
    with locked(file):
        tables = read_tables(file)
        if target.name not in tables:
            raise UnknownTargetError(target.name, tables, source=str(file))
        edited = _python if file.suffix == ".py" else _toml
        write_text(file, edited(file, target.name, sections, backend))


def _toml(file: Path, target: str, sections: Sequence[str], backend: Backend) -> str:
    try:
        document: Any = tomlkit.parse(file.read_text(encoding="utf-8"))
    except ParseError as error:
        raise SwitchesFileError(f"cannot be read: {error}", source=str(file)) from error
    for section in sections:
        document[target][section] = backend
    return tomlkit.dumps(document)


def _python(file: Path, target: str, sections: Sequence[str], backend: Backend) -> str:
    """The module with `backend` in place of the sections' strings; every other byte stays."""
    content = file.read_bytes()
    begins = list(accumulate(map(len, content.splitlines(keepends=True)), initial=0))
    values = _values(_values(constant_of(content))[target])
    for section in sections:
        if section not in values:
            raise UnknownSectionError(section, values, source=str(file), place=target)
    spans = [_span(values[section], begins) for section in sections]
    for begin, end in sorted(spans, reverse=True):
        quote = content[end - 1 : end]
        content = content[:begin] + quote + backend.encode() + quote + content[end:]
    return content.decode("utf-8")


def _values(table: ast.expr) -> dict[str, ast.expr]:
    pairs = zip(table.keys, table.values, strict=True) if isinstance(table, ast.Dict) else ()
    return {str(key.value): value for key, value in pairs if isinstance(key, ast.Constant)}


def _span(node: ast.expr, begins: Sequence[int]) -> tuple[int, int]:
    """The first byte of a node and the one after it; `begins` are the first bytes of lines."""
    last, end = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
    return begins[node.lineno - 1] + node.col_offset, begins[last - 1] + end
