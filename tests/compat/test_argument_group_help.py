"""Help from docstrings: read when help is read, printed as it is written."""

from __future__ import annotations

import argparse
import copy
import json
import pickle
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import checkout
from argparity.compat import field_docs
from argparity.compat.argument_group import ArgumentGroupFactory
from argparity.compat.lazy_help import defer_help

ROOT = checkout.ROOT


@dataclass
class Training:
    steps: int = 10
    """Length,
    in steps."""

    ratio: float = 0.5
    """Share of 100% (%d, %(default)s, %%)."""

    plain: str = ""

    told: str = field(default="x", metadata={"argparse_meta": {"help": "Now %(default)s."}})
    """Not this one."""

    hidden: str = field(default="x", metadata={"argparse_meta": {"help": argparse.SUPPRESS}})
    """Not this one."""

    maybe: bool | None = None
    """On or off."""


def parser_of(config_class: type) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="p", add_help=False)
    ArgumentGroupFactory(config_class).build_group(parser, "training")
    return parser


def by_dest(config_class: type) -> dict[str, argparse.Action]:
    return {action.dest: action for action in parser_of(config_class)._actions}


def test_help_shows_each_docstring_as_it_is_written() -> None:
    assert parser_of(Training).format_help() == (
        "usage: p [--steps STEPS] [--ratio RATIO] [--plain PLAIN] [--told TOLD]\n"
        "         [--maybe | --no-maybe | --disable-maybe]\n"
        "\n"
        "training:\n"
        "  --steps STEPS         Length, in steps.\n"
        "  --ratio RATIO         Share of 100% (%d, %(default)s, %%).\n"
        "  --plain PLAIN\n"
        "  --told TOLD           Now x.\n"
        "  --maybe, --no-maybe, --disable-maybe\n"
        "                        On or off.\n"
    )


def test_a_formatter_that_adds_defaults_works_on_docstrings() -> None:
    parser = parser_of(Training)
    parser.formatter_class = argparse.ArgumentDefaultsHelpFormatter

    assert "Length, in steps. (default: 10)" in parser.format_help()


def test_the_docstrings_themselves_are_not_escaped() -> None:
    docs = ArgumentGroupFactory(Training).field_docstrings

    assert docs["ratio"] == "Share of 100% (%d, %(default)s, %%)."
    assert "plain" not in docs


def test_nothing_reads_docstrings_before_help_or_usage_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> Any:
        raise AssertionError("the source was read")

    monkeypatch.setattr(field_docs, "_module_classes", refuse)
    parser = parser_of(Training)

    assert parser.parse_args(["--steps", "3"]).steps == 3
    for text in (parser.format_usage, parser.format_help):
        with pytest.raises(AssertionError, match="the source was read"):
            text()


def test_an_action_is_of_its_plain_class_once_its_help_was_read() -> None:
    action = by_dest(Training)["steps"]

    assert isinstance(action, argparse._StoreAction)
    assert type(action).__qualname__ == "_StoreAction"
    assert action.help == "Length, in steps."
    assert type(action) is argparse._StoreAction
    assert vars(action)["help"] == "Length, in steps."


@pytest.mark.parametrize("text", ["Mine.", None, argparse.SUPPRESS])
def test_help_that_is_set_goes_before_the_docstring(text: str | None) -> None:
    action = by_dest(Training)["steps"]
    action.help = text

    assert action.help is text
    assert type(action) is argparse._StoreAction


@pytest.mark.parametrize(
    "clone", [copy.copy, copy.deepcopy, lambda action: pickle.loads(pickle.dumps(action))]
)
def test_copies_of_an_action_have_its_help(clone: Any) -> None:
    action = argparse._StoreAction(["--x"], "x")
    defer_help(action, str)

    cloned = clone(action)

    assert (type(cloned), cloned.help) == (argparse._StoreAction, "")


def test_an_action_that_is_made_from_the_class_of_a_waiting_one_is_ordinary() -> None:
    made = type(by_dest(Training)["steps"])(["--x"], "x", help="Mine.")

    assert (type(made), made.help) == (argparse._StoreAction, "Mine.")


def test_a_parser_that_was_copied_prints_the_same_help() -> None:
    parser = parser_of(Training)

    assert copy.deepcopy(parser).format_help() == parser_of(Training).format_help()


def test_the_class_of_an_action_that_waits_has_no_help_of_its_own() -> None:
    action = argparse._StoreAction(["--x"], "x")
    defer_help(action, lambda: "Late.")

    with pytest.raises(AttributeError, match="'_StoreAction' has no attribute 'help'"):
        type(action).help  # noqa: B018  # what is tested
    assert action.help == "Late."


def test_actions_that_change_their_help_get_it_at_once() -> None:
    class Loud(argparse.Action):
        def __init__(self, help: str = "", **keywords: Any) -> None:
            super().__init__(help=help.upper(), **keywords)

        def __call__(self, *_: Any) -> None:
            raise NotImplementedError

    @dataclass
    class Config:
        loud: int = field(default=1, metadata={"argparse_meta": {"action": Loud}})
        """Be heard."""
        both: bool = field(
            default=False,
            metadata={"argparse_meta": {"action": argparse.BooleanOptionalAction}},
        )
        """Either way."""

    by_hand = argparse.ArgumentParser(add_help=False)
    by_hand.add_argument(
        "--both", action=argparse.BooleanOptionalAction, default=False, help="Either way."
    )
    actions = by_dest(Config)

    assert actions["loud"].help == "BE HEARD."
    assert actions["both"].help == by_hand._actions[0].help


def test_an_action_that_the_user_registered_under_a_known_name_is_used() -> None:
    class Counted(argparse._StoreTrueAction):
        pass

    @dataclass
    class Config:
        fast: bool = False
        """Be quick."""

    parser = argparse.ArgumentParser(add_help=False)
    parser.register("action", "store_true", Counted)
    (action,) = ArgumentGroupFactory(Config).add_arguments(parser)

    assert isinstance(action, Counted)
    assert action.help == "Be quick."


SCRIPT = '''
import argparse, json
from dataclasses import dataclass
from argparity.compat.argument_group import ArgumentGroupFactory

@dataclass
class Config:
    """Of the class."""
    steps: int = 1
    """Of the field."""

parser = argparse.ArgumentParser(prog="p", add_help=False)
ArgumentGroupFactory(Config).build_group(parser)
print(json.dumps([parser._actions[0].help, parser.parse_args(["--steps", "2"]).steps]))
'''


@pytest.mark.parametrize("option", ["-O", "-OO"])
def test_help_is_there_where_python_drops_docstrings(tmp_path: Path, option: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, option, script],
        env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert json.loads(done.stdout) == ["Of the field.", 2]


def test_a_script_without_source_has_no_help_and_works() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert json.loads(done.stdout) == [None, 2]
