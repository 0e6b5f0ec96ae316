"""Configuration files are edited as text: what the edit does not touch stays, what is malformed
stays whole.
"""

from __future__ import annotations

import json
import sys

import pytest

from argparity.golden.errors import CannotJudge
from argparity.golden.mutants.documents import Edit, document, edited, written


def _drop(section: str, key: str) -> Edit:
    return lambda found: found[section].pop(key)


def test_what_an_edit_does_not_touch_stays_as_it_was_written() -> None:
    before = b'# note\n[a]\nx = 0x10  # hexadecimal\ny = 1_000\n\n[b]\nz = "q"\n'
    assert edited(before, "toml", _drop("a", "y")) == before.replace(b"y = 1_000\n", b"")


def test_json_is_edited_as_well() -> None:
    before = json.dumps({"a": {"x": 1, "y": 2.0}}).encode()
    assert json.loads(edited(before, "json", _drop("a", "y"))) == {"a": {"x": 1}}


@pytest.mark.parametrize(
    ("data", "format"),
    [
        (b"[a\n", "toml"),
        (b"\xff\xfe", "toml"),
        (b"{", "json"),
        (b"[1]", "json"),
        (b"[" * 100_000, "json"),
        (b"a: [", "yaml"),
        (b"- a", "yaml"),
        (b"a:\n\tb: 1", "yaml"),
    ],
)
def test_a_file_without_a_mapping_stays_whole_and_holds_nothing(data: bytes, format: str) -> None:
    assert edited(data, format, dict.clear) == data
    assert document(data, format) == {}


def test_without_a_reader_of_yaml_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(CannotJudge, match="pip install pyyaml"):
        edited(b"a: 1", "yaml", dict.clear)


@pytest.mark.parametrize("format", ["toml", "json", "yaml"])
def test_what_is_written_is_read_back(format: str) -> None:
    values = {"a": {"x": [1, 2], "y": True}, "b": "text"}
    assert document(written(values, format), format) == values
