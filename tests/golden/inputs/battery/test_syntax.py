"""Files of each format are read back as what they were written from."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Callable
from typing import Any

import pytest
import tomlkit
import yaml

from argparity.golden.inputs.battery.syntax import SYNTAX, Raw
from argparity.golden.model.encode import encode

READERS: dict[str, Callable[[str], Any]] = {
    "toml": lambda text: tomlkit.parse(text).unwrap(),
    "yaml": yaml.safe_load,
    "json": json.loads,
}
VALUES: tuple[object, ...] = (
    *(7, -3, 2**70, 0.25, 1.0, -0.0, math.nan, math.inf, -math.inf, True, False),
    *("word", "", "7", "true", "null", "yes", "~", "a: b", "# x", "- a", "it's", 'q"q', "a\\nb"),
    *("\u00e9\u65e5", "a\nb", "\x7f", " a ", "{a}", "%s", "*a", "&a", "!a", "@a", "`a`"),
    *(["a", "b"], [], [1, 2], [["a"], []], {"a": 1, "b": {}}, {}, ["a,b", "yes"]),
)
NAMES = (
    "key",
    "log_dir",
    "log-dir",
    "a.b",
    "a b",
    "",
    "-",
    "1",
    "no",
    "Null",
    "__class__",
    "\u00e9",
)


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_is_read_back_at_the_top_and_in_a_table(kind: str, value: Any) -> None:
    document = {"top": value, "table": {"key": value, "other": 1}}

    found = READERS[kind](SYNTAX[kind](document))

    assert encode(found["top"]) == encode(value)
    assert encode(found["table"]["key"]) == encode(value)
    assert found["table"]["other"] == 1


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("name", NAMES, ids=repr)
def test_a_name_is_read_back_as_a_text(kind: str, name: str) -> None:
    assert READERS[kind](SYNTAX[kind]({name: {name: 1}})) == {name: {name: 1}}


@pytest.mark.parametrize("kind", READERS)
def test_an_empty_document_is_a_mapping(kind: str) -> None:
    assert READERS[kind](SYNTAX[kind]({})) == {}


@pytest.mark.parametrize("kind", ["toml", "yaml"])
def test_dates_have_the_syntax_of_their_own(kind: str) -> None:
    day = datetime.date(2024, 1, 2)
    noon = datetime.datetime(2024, 1, 2, 12, tzinfo=datetime.timezone.utc)

    assert READERS[kind](SYNTAX[kind]({"day": day, "noon": noon})) == {"day": day, "noon": noon}


def test_yaml_has_tables_of_lines_and_values_as_they_stand() -> None:
    lines = {"a": {"b": 1, "c": Raw("\n    - x\n    - yes", "yaml")}, "d": Raw("~", "yaml")}

    assert SYNTAX["yaml"](lines) == "a:\n  b: 1\n  c: \n    - x\n    - yes\nd: ~\n"
    assert yaml.safe_load(SYNTAX["yaml"](lines)) == {"a": {"b": 1, "c": ["x", True]}, "d": None}
