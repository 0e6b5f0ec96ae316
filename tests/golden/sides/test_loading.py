"""What can be a side, and the one line that says why something cannot."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import pytest

from argparity.golden.errors import SideError
from argparity.golden.model.case import Case
from argparity.golden.observe.run import observe
from argparity.golden.observe.temp_files import TempFiles
from argparity.golden.sides.loading import Surroundings, load_side
from argparity.golden.sides.target import Settings

SOURCE = """\
import argparse
import sys
from dataclasses import dataclass


def build():
    parser = argparse.ArgumentParser()
    parser.add_argument("--a", type=int, default=1)
    return parser


parser = build()
number = 7


def add(parser):
    parser.add_argument("--a", type=int, default=1)


def parse(argv):
    return build().parse_args(argv)


def parse_with_config(argv, toml, env):
    values = build().parse_args(argv)
    return {"a": values.a, "toml": toml, "x": env.get("X")}


def main():
    values = build().parse_args()
    sys.exit(f"main went on with {values}")


def program():
    return build().parse_args()


class Config:
    def parse_args(self, argv):
        self.a = build().parse_args(argv).a


class Parser(argparse.ArgumentParser):
    def __init__(self):
        super().__init__()
        self.add_argument("--a", type=int, default=1)


class Nothing:
    pass


class holder:
    build = staticmethod(build)


def three(one, two, three, four):
    pass
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "tool.py").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("attribute", "kind"),
    [
        ("parser", "parser"),
        ("build", "program"),
        ("add", "adder"),
        ("parse", "function"),
        ("parse_with_config", "function"),
        ("program", "program"),
        ("Config", "class"),
        ("Parser", "builder"),
        ("holder.build", "program"),
    ],
)
def test_what_an_attribute_is_decides_how_it_parses(
    attribute: str, kind: str, folder: Path
) -> None:
    side = load_side(f"tool.py:{attribute}")

    with TempFiles() as files:
        outcome = observe(side, Case.of(["--a", "3"]), Settings(), files).last

    assert side.kind == kind
    assert outcome.values is not None
    assert {"type": "int", "value": "3"} in [tree for _, tree in outcome.values["value"]]


def test_a_parse_function_is_handed_configuration_and_environment(folder: Path) -> None:
    side = load_side("tool.py:parse_with_config")

    with TempFiles() as files:
        case = Case.of([], "b = 1", env={"X": "set"})
        values = observe(side, case, Settings(), files).last.values

    assert values is not None
    assert [tree["value"] for _, tree in values["value"]] == ["1", "b = 1", "set"]


@pytest.mark.parametrize("spec", ["capture:tool.py:main", "capture:script.py"])
def test_a_captured_program_is_stopped_where_it_parses(spec: str, folder: Path) -> None:
    (folder / "script.py").write_text(SOURCE + '\n\nif __name__ == "__main__":\n    main()\n')
    side = load_side(spec)

    with TempFiles() as files:
        outcome = observe(side, Case.of(["--a", "3"]), Settings(), files).last

    assert outcome.kind == "ok"


def test_modules_of_the_project_are_found_without_being_installed(tmp_path: Path) -> None:
    (tmp_path / "src" / "found_in_src").mkdir(parents=True)
    (tmp_path / "src" / "found_in_src" / "__init__.py").touch()
    (tmp_path / "src" / "found_in_src" / "cli.py").write_text(SOURCE)
    path = list(sys.path)

    side = load_side("found_in_src.cli:build", around=Surroundings(tmp_path))

    assert isinstance(side.thing(), argparse.ArgumentParser)
    assert sys.path == path


def test_a_package_is_loaded_by_the_path_of_its_init(tmp_path: Path) -> None:
    (tmp_path / "args").mkdir()
    (tmp_path / "args" / "inner.py").write_text(SOURCE)
    (tmp_path / "args" / "__init__.py").write_text("from .inner import build\n")

    side = load_side("args/__init__.py:build", base=tmp_path)

    assert isinstance(side.thing(), argparse.ArgumentParser)


def test_a_shim_stands_for_a_module_that_needs_hardware(tmp_path: Path) -> None:
    (tmp_path / "tool.py").write_text("import needs_a_gpu\n" + SOURCE)

    side = load_side("tool.py:build", around=Surroundings(tmp_path, shims={"needs_a_gpu": ""}))

    assert isinstance(side.thing(), argparse.ArgumentParser)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("no_such_module:parser", "no module named 'no_such_module'; is its folder on PYTHONPATH"),
        ("no_such_file.py:parser", r"no file .*no_such_file\.py"),
        ("tool.py:parsre", r"no attribute 'parsre' \(it has parser\); .* with capture:tool\.py"),
        ("tool.py:number", "is of type int; a side is an ArgumentParser, or a callable that"),
        ("tool.py:Nothing", "is a class without parse_args; a side is"),
        ("tool.py:three", r"needs 4 arguments; a parse function takes \(argv\) or \(argv, toml,"),
        ("tool.py", "is not of the form module:attribute or path/to/file.py:attribute"),
        ("leaves.py:parser", r"its import exits \(code 3\); .* with capture:leaves\.py"),
        ("gpu.py:parser", r"raises RuntimeError: no GPU; .* declare a shim for the module"),
        ("needs.py:parser", r"needs the module 'cuda_only', which is not installed.*shims = \["),
        ("broken.py:parser", "its import raises SyntaxError"),
        ("capture:no_such_module", "no module named 'no_such_module'"),
    ],
)
def test_a_side_that_cannot_be_loaded_says_what_to_do(spec: str, says: str, folder: Path) -> None:
    (folder / "leaves.py").write_text("import sys\nsys.exit(3)\n")
    (folder / "gpu.py").write_text("raise RuntimeError('no GPU')\n")
    (folder / "needs.py").write_text("import cuda_only.ops\n")
    (folder / "broken.py").write_text("def\n")

    with pytest.raises(SideError, match=says) as caught:
        load_side(spec)

    assert str(caught.value).startswith(f"{spec}: ")
    assert "\n" not in str(caught.value)


def test_a_builder_that_returns_something_else_is_named(folder: Path) -> None:
    (folder / "wrong.py").write_text("def build():\n    return 7\n")
    side = load_side("wrong.py:build", kind="builder")

    with pytest.raises(SideError, match="returned int, not an ArgumentParser"):
        side.start()


def test_an_unknown_kind_is_refused_with_the_known_ones(folder: Path) -> None:
    with pytest.raises(SideError, match="unknown kind 'magic'; known: parser, builder"):
        load_side("tool.py:build", kind="magic")  # type: ignore[arg-type]


@pytest.mark.parametrize("module", [None, "edited_at_once"])
def test_a_file_that_is_edited_within_the_second_is_loaded_as_it_is(
    module: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    file = tmp_path / "tool.py"
    around = Surroundings(tmp_path, module=module)
    seen = []
    for text in ("def parse(argv):\n    return 1\n", "def parse(argv):\n    return 2\n"):
        file.write_text(text)
        os.utime(file, (1_700_000_000, 1_700_000_000))
        seen.append(load_side("tool.py:parse", around=around).thing([]))

    assert seen == [1, 2]
    assert sys.dont_write_bytecode is False
