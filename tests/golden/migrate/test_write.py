"""What scaffolding does with files that are there and with what is computed, and its errors."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from argparity.golden.errors import CannotJudge, ConfigError
from argparity.golden.migrate import write
from argparity.golden.migrate.freezing.freeze import Request, freeze
from argparity.golden.migrate.write import scaffold
from argparity.golden.records.atomic import write_text
from argparity.golden.sides.target import find_target
from tests.golden.migrate.projects import SMALL, scaffolded


@pytest.mark.parametrize(
    ("code", "converter", "line", "imported"),
    [
        (
            "from pathlib import Path",
            "Path",
            "path: Path | None = None",
            "from pathlib import Path",
        ),
        (
            "from datetime import date",
            "date.fromisoformat",
            "path: Any = argument(None, type=date.fromisoformat)",
            "from datetime import date",
        ),
        (
            "class Size:\n    @classmethod\n    def parse(cls, text):\n        return text",
            "Size.parse",
            "path: Any = argument(None, type=Size.parse)",
            "from .frozen import Size",
        ),
        (
            "from decimal import Decimal",
            "Decimal",
            "path: Decimal | None = argument(None, type=Decimal)",
            "from decimal import Decimal",
        ),
        (
            "import enum\nclass Color(enum.Enum):\n    RED = 1",
            "Color.__getitem__",
            "path: Any = argument(None, type=Color.__getitem__)",
            "from .frozen import Color",
        ),
    ],
)
def test_a_converter_is_imported_from_where_it_lives(
    code: str, converter: str, line: str, imported: str, tmp_path: Path
) -> None:
    source = SMALL.replace("import argparse", f"import argparse\n{code}").replace(
        'default="in.txt"', f"type={converter}"
    )

    _, done = scaffolded(tmp_path, source)
    text = (done.folder / "sections.py").read_text(encoding="utf-8")

    assert done.kept == ()
    assert line in text
    assert imported in text.splitlines()


def test_scaffolding_twice_writes_the_same(tmp_path: Path) -> None:
    target, first = scaffolded(tmp_path, SMALL)
    before = {path.name: path.read_bytes() for path in first.written}

    second = scaffold(target, probe=False)

    assert (second.written, second.beside) == ((), ())
    assert {path.name: path.read_bytes() for path in first.written} == before


def test_a_file_that_is_not_edited_follows_the_parser(tmp_path: Path) -> None:
    target, _ = scaffolded(tmp_path, SMALL)
    (tmp_path / "tool.py").write_text(SMALL.replace("=5", "=6"))
    freeze(Request("tool.py:build", "tool", reason="six"), tmp_path)

    done = scaffold(target, probe=False)

    assert [path.name for path in done.written] == ["sections.py"]
    assert "steps: int = 6" in (done.folder / "sections.py").read_text(encoding="utf-8")


def test_a_file_that_is_edited_is_kept_and_the_difference_shown(tmp_path: Path) -> None:
    target, done = scaffolded(tmp_path, SMALL)
    sections = done.folder / "sections.py"
    edited = sections.read_text(encoding="utf-8").replace("steps: int = 5", "steps: int = 7")
    sections.write_text(edited)

    again = scaffold(target, probe=False)

    ((beside, difference),) = again.beside
    assert sections.read_text(encoding="utf-8") == edited
    assert beside == done.folder / "sections.scaffolded.py"
    assert "-    steps: int = 7\n+    steps: int = 5\n" in difference


def test_what_an_interrupted_run_has_written_follows_the_parser_like_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(path: Path, text: str) -> None:
        if path.name == "__init__.py":
            raise KeyboardInterrupt
        write_text(path, text)

    monkeypatch.setattr(write, "write_text", interrupted)
    with pytest.raises(KeyboardInterrupt):
        scaffolded(tmp_path, SMALL)
    monkeypatch.undo()
    assert "steps: int = 5" in (tmp_path / "tool_args" / "sections.py").read_text()
    (tmp_path / "tool.py").write_text(SMALL.replace("=5", "=6"))
    freeze(Request("tool.py:build", "tool", reason="six"), tmp_path)

    done = scaffold(find_target("tool", tmp_path), probe=False)

    assert done.beside == ()
    assert "steps: int = 6" in (tmp_path / "tool_args" / "sections.py").read_text()


def test_sections_by_prefix_are_dataclasses_without_it(tmp_path: Path) -> None:
    source = SMALL.replace("--steps", "--training.steps").replace("--path", "--data.path")

    _, done = scaffolded(tmp_path, source)
    text = (done.folder / "sections.py").read_text(encoding="utf-8")

    assert done.sections == ("training", "data")
    assert "steps: int = 5" in text
    assert 'prefix="training", style=DOTTED' in text


def test_fields_give_way_to_names_that_the_module_needs(tmp_path: Path) -> None:
    source = SMALL.replace("--steps", "--dataclass").replace("--path", "--from")

    _, done = scaffolded(tmp_path, source)
    text = (done.folder / "sections.py").read_text(encoding="utf-8")

    assert 'dataclass_: int = argument(5, dest="dataclass"' in text
    assert 'from_: str = argument("in.txt", dest="from"' in text


def test_a_parser_without_arguments_has_no_sections(tmp_path: Path) -> None:
    source = "import argparse\n\n\ndef build():\n    return argparse.ArgumentParser()\n"

    with pytest.raises(CannotJudge, match=r"has no sections: .*is .*tool\.py:build the right"):
        scaffolded(tmp_path, source)


def test_a_candidate_that_is_no_folder_is_refused_with_what_to_write(tmp_path: Path) -> None:
    scaffolded(tmp_path, SMALL)
    config = tmp_path / "pyproject.toml"
    config.write_text(re.sub(r'candidate = ".*"', 'candidate = "new.py:build"', config.read_text()))

    with pytest.raises(ConfigError, match=r'candidate = "tool_args/__init__\.py:build"'):
        scaffold(find_target("tool", tmp_path))


def test_two_sides_that_share_one_parser_are_refused(tmp_path: Path) -> None:
    (tmp_path / "shared_by_both.py").write_text(f"{SMALL}\n\nparser = build()\n")
    source = (
        "from shared_by_both import parser\n\n\ndef parse(argv):\n"
        "    return parser.parse_args(argv)\n"
    )

    with pytest.raises(CannotJudge, match=r"parse with one parser object.* with --also"):
        scaffolded(tmp_path, source, spec="tool.py:parse")

    sys.modules.pop("shared_by_both")
