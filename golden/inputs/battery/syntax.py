"""The syntax of configuration files: documents of tables and top-level values as text."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Raw:
    """A value that is written as it is, in files of one format."""

    text: str
    kind: str = "toml"


def _toml(document: Mapping[str, Any]) -> str:
    return "".join(_toml_lines(document))


def _toml_lines(document: Mapping[str, Any]) -> Iterator[str]:
    tables = {key: value for key, value in document.items() if isinstance(value, dict) and value}
    for key, value in document.items():
        if key not in tables:
            yield f"{_toml_key(key)} = {_toml_value(value)}\n"
    for key, table in tables.items():
        yield f"[{_toml_key(key)}]\n"
        for name, value in table.items():
            yield f"{_toml_key(name)} = {_toml_value(value)}\n"


def _toml_key(name: str) -> str:
    return name if _is_bare(name) else _quoted(name)


def _toml_value(value: Any) -> str:
    return _inline(value, _toml_key, " = ", _scalar)


def _yaml(document: Mapping[str, Any]) -> str:
    return "".join(_yaml_lines(document)) or "{}\n"


def _yaml_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Tables as indented lines, what is in their values in brackets."""
    for key, value in document.items():
        if isinstance(value, dict) and value:
            yield f"{_yaml_key(key)}:\n"
            for name, item in value.items():
                yield f"  {_yaml_key(name)}: {_yaml_value(item)}\n"
        else:
            yield f"{_yaml_key(key)}: {_yaml_value(value)}\n"


def _yaml_key(name: str) -> str:
    # Plain words that YAML takes for something else than a string, and numbers.
    special = name.lower() in ("y", "n", "yes", "no", "on", "off", "true", "false", "null")
    return name if _is_bare(name) and name[0].isalpha() and not special else _quoted(name)


def _yaml_value(value: Any) -> str:
    return _inline(value, _yaml_key, ": ", _yaml_scalar)


def _yaml_scalar(value: Any) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return ".nan" if math.isnan(value) else f"{value}".replace("inf", ".inf")
    return _scalar(value)


def _inline(value: Any, key: Callable[[str], str], sign: str, scalar: Callable[[Any], str]) -> str:
    """A value on one line, which TOML and YAML put into the same brackets."""
    if isinstance(value, list):
        return f"[{', '.join(_inline(item, key, sign, scalar) for item in value)}]"
    if isinstance(value, dict):
        pairs = (f"{key(k)}{sign}{_inline(item, key, sign, scalar)}" for k, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    return scalar(value)


def _is_bare(name: str) -> bool:
    return bool(name) and all(char.isascii() and (char.isalnum() or char in "_-") for char in name)


def _quoted(text: str) -> str:
    # The quoted texts of TOML and of YAML escape like JSON's, less the surrogate pairs.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _scalar(value: Any) -> str:
    """A value that TOML and YAML write alike."""
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    return repr(value)


def _json(document: Mapping[str, Any]) -> str:
    return json.dumps(document, indent=1)


SYNTAX: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "toml": _toml,
    "yaml": _yaml,
    "json": _json,
}
"""The writers of documents, by the name of the format."""
