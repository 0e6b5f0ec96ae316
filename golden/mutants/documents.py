"""Edit a configuration file as text, in its own format."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Mapping, MutableMapping
from functools import lru_cache
from typing import Any, TypeAlias

import tomlkit
import tomlkit.exceptions

from argparity.golden.errors import CannotJudge

Edit: TypeAlias = "Callable[[MutableMapping[str, Any]], None]"


def edited(data: bytes, format: str, edit: Edit) -> bytes:
    """`data` with its top-level mapping changed by `edit`; unchanged where it is not a mapping, or
    is malformed.
    """
    try:
        text = data.decode("utf-8")
        found = _read(text, format)
        if not isinstance(found, MutableMapping):
            return data
        edit(found)
        return _write(found, format).encode("utf-8")
    except (ValueError, RecursionError, tomlkit.exceptions.TOMLKitError):
        return data


@lru_cache(maxsize=4096)
def document(data: bytes, format: str) -> Mapping[str, Any]:
    """The mapping that a file holds, to be read only; empty where it holds none or is malformed."""
    try:
        found = _read(data.decode("utf-8"), format)
        return found if isinstance(found, Mapping) else {}
    except (ValueError, RecursionError, tomlkit.exceptions.TOMLKitError):
        return {}


def written(values: Mapping[str, Any], format: str) -> bytes:
    """A file that holds `values`."""
    return _write(values, format).encode("utf-8")


def _read(text: str, format: str) -> Any:
    if format == "toml":
        return tomlkit.parse(text)
    if format == "json":
        return json.loads(text)
    yaml = _yaml()
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error


def _write(values: Any, format: str) -> str:
    if format == "toml":
        return tomlkit.dumps(values)
    if format == "json":
        return json.dumps(values)
    return str(_yaml().safe_dump(values))


def _yaml() -> Any:
    # Not a dependency: anyone using YAML config normally has it.
    try:
        return importlib.import_module("yaml")
    except ModuleNotFoundError:
        raise CannotJudge(
            "planting faults in YAML files needs PyYAML (pip install pyyaml); --mutants none goes "
            "without them"
        ) from None
