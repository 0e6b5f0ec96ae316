"""JSON for people to review: stable order, one value per line, every character visible."""

from __future__ import annotations

import json
import re
from typing import Any

_INDENT = "  "
_WIDTH = 100

# json already escapes control characters; these would be invisible, reorder the line, or (lone
# surrogates) cannot be written in UTF-8.
_UNSEEN = re.compile(
    "[\x7f-\xa0\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\uffff]"
)


def dumps(data: Any) -> str:
    """`data` as JSON that ends in a newline; keys stay in their order.

    A list or table of plain values takes one line if it fits; anything else has a line for each
    item.
    """
    return _UNSEEN.sub(lambda found: f"\\u{ord(found.group()):04x}", _text(data, "", "")) + "\n"


def _text(data: Any, indent: str, before: str) -> str:
    """`data` at this indentation, with `before` already on its first line."""
    if not isinstance(data, (dict, list)) or not data:
        return json.dumps(data, ensure_ascii=False)
    if _is_flat(data):
        line = json.dumps(data, ensure_ascii=False)
        if len(indent) + len(before) + len(line) < _WIDTH:
            return line
    inner = indent + _INDENT
    items = []
    if isinstance(data, dict):
        opening, closing = "{}"
        for key, value in data.items():
            name = json.dumps(key, ensure_ascii=False) + ": "
            items.append(name + _text(value, inner, name))
    else:
        opening, closing = "[]"
        items = [_text(value, inner, "") for value in data]
    lines = f",\n{inner}".join(items)
    return f"{opening}\n{inner}{lines}\n{indent}{closing}"


def _is_flat(data: Any) -> bool:
    values = data.values() if isinstance(data, dict) else data
    return not any(isinstance(value, (dict, list)) and value for value in values)
