"""The switches file of a project: which backend each section of a target uses now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import ParseError

from argparity.compat.errors import CompatError, SwitchesFileError, UnknownTargetError
from argparity.compat.switchboard import FORMAT, Switchboard
from argparity.golden.errors import ConfigError
from argparity.golden.records.atomic import locked, write_text
from argparity.golden.sides.target import Target

__all__ = ["known_sections", "read_switches", "write_switches"]


def read_switches(target: Target) -> dict[str, str]:
    """Section -> backend as the file says, in its order; empty where there is no file or no table.

    Raises compat's SwitchError for a file or backend that cannot be read.
    """
    file = target.path(target.switches)
    if not file.is_file():
        return {}
    table = _document(file).get(target.name, {})
    # The variable is one that nobody sets: what counts here is the file.
    board = Switchboard(target.name, list(table), file, variable="ARGPARITY_NO_OVERRIDE")
    return dict(board.backends()) if table else {}


def known_sections(target: Target) -> list[str]:
    """The sections that the switches file has for a target, in its order. Raises ConfigError."""
    try:
        sections = list(read_switches(target))
    except CompatError as error:
        raise ConfigError(str(error)) from error
    if not sections:
        raise ConfigError(
            f"has no sections for target {target.name!r}; a table [{target.name}] names them",
            file=target.path(target.switches),
        )
    return sections


def write_switches(target: Target, sections: Sequence[str], backend: str) -> None:
    """Set these sections, all in one step; comments and everything else in the file stay."""
    file = target.path(target.switches)
    with locked(file):
        document = _document(file)
        if target.name not in document:
            raise UnknownTargetError(target.name, list(document), source=str(file))
        for section in sections:
            document[target.name][section] = backend
        write_text(file, tomlkit.dumps(document))


def _document(file: Path) -> Any:
    try:
        document: Mapping[str, Any] = tomlkit.parse(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, ParseError) as error:
        raise SwitchesFileError(f"cannot be read: {error}", source=str(file)) from error
    if document.get("format") != FORMAT:
        raise SwitchesFileError(
            f"format is {document.get('format')!r}, and this version reads format {FORMAT}",
            source=str(file),
        )
    return document
