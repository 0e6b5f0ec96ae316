"""Lazy imports of Python 3.15 in modules with sections: annotations get what they name."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

import pytest

from argparity.compat.argument_group import ArgumentGroupFactory

pytestmark = pytest.mark.skipif(
    sys.version_info < (3, 15), reason="the syntax came with Python 3.15"
)

SECTION = """
from dataclasses import dataclass
lazy from enums_for_a_test import Mode
lazy import pathlib

@dataclass
class Config:
    mode: Mode = None
    place: pathlib.Path = None
    "Where it is."
"""
ENUMS = "import enum\n\nclass Mode(enum.Enum):\n    A = 1\n"


@pytest.mark.parametrize("future", ["", "from __future__ import annotations"])
def test_a_type_that_is_imported_lazily_is_found(
    future: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("section_for_a_test", future + SECTION), ("enums_for_a_test", ENUMS)):
        (tmp_path / f"{name}.py").write_text(text)
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    config = importlib.import_module("section_for_a_test").Config
    parser = argparse.ArgumentParser()
    ArgumentGroupFactory(config).build_group(parser)

    found = parser.parse_args(["--mode", "A", "--place", "x"])

    assert (found.mode.name, found.place) == ("A", Path("x"))
    assert "Where it is." in parser.format_help()
