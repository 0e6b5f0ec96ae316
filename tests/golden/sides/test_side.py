"""Sides: every form that a text can name runs, and every mistake gets one line with its remedy."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from argparity.golden.errors import SideError
from argparity.golden.model.case import Case, Step
from argparity.golden.model.encode import encode
from argparity.golden.model.observation import Outcome
from argparity.golden.observe.run import observe
from argparity.golden.observe.temp_files import TempFiles
from argparity.golden.sides.loading import load_side
from argparity.golden.sides.target import Settings

from .conftest import SOURCE


@pytest.fixture
def files() -> Iterator[TempFiles]:
    with TempFiles() as files:
        yield files


KINDS = {
    "PARSER": "parser",
    "Nested.parser": "parser",
    "build": "program",
    "Parser": "builder",
    "Config": "class",
    "Returning": "class",
    "add_arguments": "adder",
    "add_to_group": "adder",
    "parse": "function",
    "parse_or_default": "function",
    "parse_all": "function",
    "main": "program",
}


@pytest.mark.parametrize(("name", "kind"), KINDS.items())
def test_the_kind_of_a_side_is_seen_from_what_it_is(folder: Path, name: str, kind: str) -> None:
    assert load_side(f"program.py:{name}", base=folder).kind == kind


def steps_of(outcome: Outcome) -> Any:
    assert outcome.values is not None
    return next(value for key, value in outcome.values["value"] if key["value"] == "steps")


@pytest.mark.parametrize("spec", [*(f"program.py:{name}" for name in KINDS), "capture:program:run"])
def test_every_kind_of_side_parses_each_case_anew(
    folder: Path, files: TempFiles, spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "program", raising=False)
    side = load_side(spec, base=folder)

    accepted = observe(side, Case.of(["--steps", "5"]), Settings(), files).last
    rejected = observe(side, Case.of(["--steps", "x"]), Settings(), files).last
    again = observe(side, Case.of(), Settings(), files).last

    assert steps_of(accepted) == encode(5)
    assert (rejected.kind, rejected.code) == ("exit", encode(2))
    assert "argument --steps: invalid int value: 'x'" in rejected.stderr
    assert steps_of(again) == encode(1)


def test_a_parse_function_of_three_arguments_says_that_it_takes_a_file(folder: Path) -> None:
    assert load_side("program.py:parse_all", base=folder).takes_config
    assert not load_side("program.py:parse", base=folder).takes_config


def test_a_given_kind_goes_before_the_one_that_is_seen(folder: Path, files: TempFiles) -> None:
    side = load_side("program.py:build", base=folder, kind="builder")

    assert side.kind == "builder"
    assert steps_of(observe(side, Case.of(), Settings(), files).last) == encode(1)


def test_a_captured_program_does_not_run_past_its_parse(folder: Path, files: TempFiles) -> None:
    script = folder / "script.py"
    script.write_text(SOURCE + "\nif __name__ == '__main__':\n    run()\n")
    side = load_side("capture:script.py", base=folder)

    two = Case(id="i", why="w", steps=(Step(("--steps", "2")), Step(("--steps", "3"))))
    outcomes = observe(side, two, Settings(), files).outcomes

    assert [steps_of(outcome) for outcome in outcomes] == [encode(2), encode(3)]


def test_a_captured_program_without_a_parse_is_an_error(folder: Path, files: TempFiles) -> None:
    (folder / "idle.py").write_text("def main():\n    return 1\n")
    side = load_side("capture:idle.py:main", base=folder)

    with pytest.raises(SideError, match="ended without parsing"):
        observe(side, Case.of(), Settings(), files)


def test_a_builder_that_returns_no_parser_is_an_error(folder: Path, files: TempFiles) -> None:
    (folder / "odd.py").write_text("def build():\n    return 5\n")
    side = load_side("odd.py:build", base=folder, kind="builder")

    with pytest.raises(SideError, match="returned int, not an ArgumentParser"):
        observe(side, Case.of(), Settings(), files)


def test_two_sides_with_modules_of_one_name_keep_their_own(
    tmp_path: Path, files: TempFiles
) -> None:
    sides = []
    for name, steps in (("one", 1), ("two", 2)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "shared_values.py").write_text(f"STEPS = {steps}\n")
        (tmp_path / name / "cli.py").write_text(
            textwrap.dedent(
                """
                import shared_values

                def parse(argv):
                    import shared_values as late
                    return {"steps": [shared_values.STEPS, late.STEPS]}
                """
            )
        )
        sides.append(load_side(f"{name}/cli.py:parse", base=tmp_path))

    found = [steps_of(observe(side, Case.of(), Settings(), files).last) for side in sides]

    assert found == [encode([1, 1]), encode([2, 2])]
    assert "shared_values" not in sys.modules


def test_classes_of_the_sides_own_modules_are_the_same_on_both(
    tmp_path: Path, files: TempFiles
) -> None:
    trees = []
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text(
            "import dataclasses\n@dataclasses.dataclass\nclass C:\n    x: int = 1\n"
            "def parse(argv):\n    return C()\n"
        )
        side = load_side(f"{name}.py:parse", base=tmp_path)
        trees.append(observe(side, Case.of(), Settings(), files).last.values)

    assert trees[0] == trees[1]


def test_a_parser_shared_by_all_cases_is_the_one_that_was_named(folder: Path) -> None:
    side = load_side("program.py:PARSER", base=folder)

    assert isinstance(side.thing, argparse.ArgumentParser)
    assert side.own_modules == frozenset(side.modules)
