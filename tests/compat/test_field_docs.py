"""Where attribute docstrings are found, whose counts, and where there are none."""

from __future__ import annotations

import dataclasses
import importlib
import sys
import textwrap
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from argparity.compat.field_docs import escape_percent, field_docs, own_field_docs


@dataclass
class Documented:
    """Of the class."""

    first: int = 1
    """One line."""

    second: int = 2
    """Several   lines

        with     spaces."""
    third: int = 3  # a comment is no docstring
    fourth: int = 4
    "Single quotes are enough."
    fifth: int = 5
    b"bytes are none"  # noqa: B018  # what is tested
    sixth: int = 6
    f"nor is {1} of these"
    plain = 7
    """Without an annotation it is no field."""
    seventh: int = 8
    "Joined from parts."

    def method(self) -> None:
        """Not this one."""


def test_a_string_right_below_an_annotated_name_is_its_docstring() -> None:
    assert field_docs(Documented) == {
        "first": "One line.",
        "second": "Several lines with spaces.",
        "fourth": "Single quotes are enough.",
        "seventh": "Joined from parts.",
    }


class TestInheritance:
    @dataclass
    class Base:
        shared: int = 1
        """base"""
        base_only: int = 1
        """base"""

    @dataclass
    class Left(Base):
        shared: int = 2
        """left"""
        left_only: int = 2
        """left"""

    @dataclass
    class Right(Base):
        shared: int = 3
        """right"""
        base_only: int = 3
        """right"""
        right_only: int = 3
        """right"""

    @dataclass
    class Diamond(Left, Right):
        own: int = 4
        """diamond"""
        left_only: int = 4

    def test_a_child_goes_before_its_parent(self) -> None:
        assert field_docs(self.Left)["shared"] == "left"
        assert field_docs(self.Left)["base_only"] == "base"

    def test_every_base_of_a_diamond_is_read_in_method_resolution_order(self) -> None:
        assert field_docs(self.Diamond) == {
            "shared": "left",
            "base_only": "right",
            "right_only": "right",
            "left_only": "left",  # declared anew without words, so the nearest words count
            "own": "diamond",
        }

    def test_the_words_of_one_class_alone_can_be_had(self) -> None:
        assert own_field_docs(self.Diamond) == {"own": "diamond"}


def test_a_class_inside_a_function_is_found() -> None:
    @dataclass
    class Local:
        steps: int = 1
        """local"""

    assert field_docs(Local) == {"steps": "local"}


def test_a_class_inside_statements_is_found() -> None:
    for _ in range(1):
        with open(__file__, encoding="utf-8"):

            @dataclass(slots=True)
            class Nested:
                steps: int = 1
                """nested"""

    assert field_docs(Nested) == {"steps": "nested"}


def test_of_two_classes_of_one_name_the_one_with_these_fields_counts() -> None:
    def make(first: bool) -> type:
        if first:

            @dataclass
            class Config:
                steps: int = 1
                """first"""
        else:

            @dataclass
            class Config:  # type: ignore[no-redef]
                rate: int = 1
                """second"""

        return Config

    assert field_docs(make(first=True)) == {"steps": "first"}
    assert field_docs(make(first=False)) == {"rate": "second"}


def test_a_made_class_does_not_borrow_the_words_of_a_written_one() -> None:
    made = dataclasses.make_dataclass("Documented", [("first", int, 1)], namespace={})
    made.__module__ = __name__

    assert field_docs(made) == {}


def write_and_import(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, source: str
) -> ModuleType:
    (folder / f"{name}.py").write_text(textwrap.dedent(source), encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, name, raising=False)
    return importlib.import_module(name)


SOURCE = '''
from dataclasses import dataclass

@dataclass
class Config:
    steps: int = 1
    """words"""
'''


def test_a_module_inside_a_zip_file_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "code.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("zipped_config.py", SOURCE)
    monkeypatch.syspath_prepend(archive)
    monkeypatch.delitem(sys.modules, "zipped_config", raising=False)
    module = importlib.import_module("zipped_config")

    assert field_docs(module.Config) == {"steps": "words"}


def erased(folder: Path) -> None:
    (folder / "lost_config.py").unlink()


def emptied(folder: Path) -> None:
    (folder / "lost_config.py").write_text("")


def broken(folder: Path) -> None:
    (folder / "lost_config.py").write_text(SOURCE + "\ndef broken(:")


def binary(folder: Path) -> None:
    (folder / "lost_config.py").write_bytes(b"\xff\xfe\x00")


def rewritten(folder: Path) -> None:
    (folder / "lost_config.py").write_text(SOURCE.replace("steps", "other"))


@pytest.mark.parametrize("lose", [erased, emptied, broken, binary, rewritten])
def test_where_the_source_is_lost_there_are_no_docstrings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lose: Callable[[Path], None]
) -> None:
    module = write_and_import(tmp_path, monkeypatch, "lost_config", SOURCE)
    lose(tmp_path)

    assert field_docs(module.Config) == {}


def test_a_class_from_executed_text_has_no_docstrings() -> None:
    for name in ("nowhere", __name__):
        names: dict[str, Any] = {"__name__": name}
        exec(compile(SOURCE, "<text>", "exec", dont_inherit=True), names)
        assert field_docs(names["Config"]) == {}


def test_builtin_classes_have_no_docstrings() -> None:
    assert field_docs(int) == {}


def test_escaped_text_is_printed_as_it_was() -> None:
    text = "100% of %(default)s and %%"

    assert escape_percent(text) % {"default": 1} == text
