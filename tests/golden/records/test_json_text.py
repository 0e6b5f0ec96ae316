"""JSON that is written for people to review."""

from __future__ import annotations

import json

from argparity.golden.records.json_text import dumps


def test_json_keeps_short_tables_on_one_line_and_long_ones_on_several() -> None:
    text = dumps({"a": {"x": 1, "y": []}, "b": ["word" * 8] * 4, "c": {"d": {"e": 1}}})

    assert text == (
        '{\n  "a": {"x": 1, "y": []},\n  "b": [\n'
        + ",\n".join(["    " + json.dumps("word" * 8)] * 4)
        + '\n  ],\n  "c": {\n    "d": {"e": 1}\n  }\n}\n'
    )
