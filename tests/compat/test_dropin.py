"""Drop-ins for every kind of attribute, and the switches that they obey."""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from argparity.compat import DropIn, DropInError, Section, argument


@dataclass(kw_only=True)
class Training:
    steps: int = 7


@dataclass(kw_only=True)
class Data:
    path: str = argument("generated", type=None)


@dataclass(kw_only=True)
class Run:
    jobs: int = 9


SECTIONS = {
    "training": [Section(Training)],
    "data": [Section(Data)],
    "run": [Section(Run, command=("run",))],
}


def build(prog: str = "tool", *, extra: bool = False) -> argparse.ArgumentParser:
    """Build it."""
    parser = argparse.ArgumentParser(prog=prog)
    add(parser)
    if extra:
        parser.add_argument("--extra")
    parser.add_subparsers().add_parser("run").add_argument("--jobs", type=int, default=1)
    return parser


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--path", default="frozen")


class Config:
    """Holds the values."""

    def __init__(self) -> None:
        self.parser = build()

    def parse_args(self, words: list[str]) -> None:
        vars(self).update(vars(self.parser.parse_args(words)))


@pytest.fixture
def switches(tmp_path: Path) -> Callable[..., Path]:
    def write(**backends: str) -> Path:
        lines = [f'{name} = "{backend}"' for name, backend in backends.items()]
        file = tmp_path / "switches.toml"
        file.write_text("format = 1\n[tool]\n" + "\n".join(lines) + "\n")
        return file

    return write


@pytest.fixture
def generated(switches: Callable[..., Path]) -> DropIn:
    file = switches(training="generated", data="generated", run="generated")
    return DropIn("tool", SECTIONS, switches=file)


def test_a_section_is_what_its_switch_says(switches: Callable[..., Path]) -> None:
    drop_in = DropIn("tool", SECTIONS, switches=switches(training="generated", data="legacy"))

    parsed = drop_in.builder(build)().parse_args([])

    assert (parsed.steps, parsed.path) == (7, "frozen")


def test_the_environment_goes_back_at_once(
    generated: DropIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = generated.builder(build)

    assert make().parse_args([]).steps == 7
    monkeypatch.setenv("ARGPARITY_BACKENDS", "tool=legacy")
    assert make().parse_args([]).steps == 5


def test_a_builder_keeps_its_name_signature_and_arguments(generated: DropIn) -> None:
    make = generated.builder(build)

    assert (make.__name__, make.__doc__) == ("build", "Build it.")
    assert inspect.signature(make) == inspect.signature(build)
    assert make("other", extra=True).prog == "other"
    assert make(extra=True).parse_args(["--extra", "x", "run"]).jobs == 9


def test_a_parser_is_copied_and_left_alone(generated: DropIn) -> None:
    frozen = build()

    swapped = generated.parser(frozen)

    assert swapped.parse_args([]).steps == 7
    assert frozen.parse_args([]).steps == 5


def test_an_adder_swaps_in_the_parser_that_it_was_given(switches: Callable[..., Path]) -> None:
    drop_in = DropIn("tool", SECTIONS, switches=switches(training="generated"))
    parser = argparse.ArgumentParser()
    parser.add_argument("--mine", default="kept")

    drop_in.adder(add)(parser)

    assert vars(parser.parse_args([])) == {"mine": "kept", "steps": 7, "path": "frozen"}


@pytest.mark.parametrize("takes_argv", [True, False])
def test_a_function_that_parses_is_swapped_where_it_parses(
    takes_argv: bool, generated: DropIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["tool", "--path", "given"])

    def main(argv: list[str] | None = None) -> Any:
        return build().parse_args(argv)

    parse = generated.function(main)
    parsed = parse(["--path", "given"]) if takes_argv else parse()

    assert (parsed.steps, parsed.path) == (7, "given")


def test_a_parser_that_lives_on_is_swapped_once(generated: DropIn) -> None:
    parser = build()
    parse = generated.function(lambda: parser.parse_args([]))
    parse()
    first = parser._option_string_actions["--steps"]
    parse()

    assert parser._option_string_actions["--steps"] is first


def test_a_class_stays_the_same_class_to_its_users(generated: DropIn) -> None:
    swapped = generated.parsing_class(Config)
    config = swapped()
    config.parse_args(["--path", "given"])

    assert (config.steps, config.path) == (7, "given")
    assert isinstance(config, Config)
    assert (swapped.__name__, swapped.__module__) == ("Config", Config.__module__)


def test_a_program_is_captured_at_its_first_parse(generated: DropIn) -> None:
    parser = generated.capture(lambda: build().parse_args(["--unknown"]))

    assert parser.parse_args([]).steps == 7


def test_a_program_that_never_parses_is_an_error(generated: DropIn) -> None:
    with pytest.raises(DropInError, match="ended without parsing"):
        generated.capture(lambda: None)


def test_a_missing_subcommand_is_an_error_and_changes_nothing(generated: DropIn) -> None:
    parser = argparse.ArgumentParser()
    add(parser)

    with pytest.raises(DropInError, match=r"no subcommand 'run'; it has: none"):
        generated.swap(parser)
    assert parser.parse_args([]).steps == 5


def test_values_are_read_as_an_instance_of_their_dataclass(generated: DropIn) -> None:
    parsed = generated.builder(build)().parse_args(["--steps", "3", "run", "--jobs", "2"])

    assert generated.read(parsed, Training) == Training(steps=3)
    assert generated.read(parsed, Run) == Run(jobs=2)


def test_values_that_are_absent_are_the_fields_own(generated: DropIn) -> None:
    assert generated.read(argparse.Namespace(), Training) == Training()


def test_a_dataclass_that_is_no_section_is_refused_with_those_that_are(generated: DropIn) -> None:
    with pytest.raises(DropInError, match=r"Other is no section's .*: Training, Data, Run"):
        generated.read(argparse.Namespace(), type("Other", (), {}))
