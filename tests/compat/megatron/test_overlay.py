"""Swapping the generated arguments into a parser that other code has built."""

from __future__ import annotations

import argparse
import importlib.util
import random
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from argparity.compat.argument_group import Argument, ArgumentGroupFactory
from argparity.compat.errors import CompatError, OverlayError
from argparity.compat.megatron.arguments import SECTIONS, overlay_megatron_arguments
from argparity.compat.megatron.training_config import ValidationConfig
from argparity.compat.overlaying import overlay


def _load_surroundings() -> ModuleType:
    # Test files are not a package, so the file beside this one is loaded by its path.
    path = Path(__file__).with_name("surroundings.py")
    spec = importlib.util.spec_from_file_location("surroundings", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SURROUNDINGS = _load_surroundings()


@pytest.fixture
def parser() -> argparse.ArgumentParser:
    """As the framework's own functions have built it."""
    return built()


def built() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="train", allow_abbrev=False)
    SURROUNDINGS.add_arguments(parser)
    return parser


def action_of(parser: argparse.ArgumentParser, flag: str) -> argparse.Action:
    return parser._option_string_actions[flag]


def ours(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    dests = {argument.keywords["dest"] for c in SECTIONS.values() for argument in _arguments(c)}
    return [action for action in parser._actions if action.dest in dests]


def _arguments(config_class: type) -> tuple[Argument, ...]:
    return ArgumentGroupFactory(config_class).arguments


def state(parser: argparse.ArgumentParser) -> list[object]:
    """Everything that registration leaves in a parser, by identity."""
    return [
        *map(id, parser._actions),
        *((flag, id(action)) for flag, action in parser._option_string_actions.items()),
        *((group.title, list(map(id, group._group_actions))) for group in parser._action_groups),
        *(sorted(vars(action).items(), key=lambda item: item[0]) for action in parser._actions),
    ]


def test_the_surroundings_are_like_the_real_ones(parser: argparse.ArgumentParser) -> None:
    training = next(group for group in parser._action_groups if group.title == "training")

    assert len(parser._actions) > 500
    assert len(training._group_actions) > len(ours(built())) // 2 + 5
    assert len(ours(parser)) == 23


def test_exactly_the_arguments_of_the_sections_are_replaced_in_their_places(
    parser: argparse.ArgumentParser,
) -> None:
    before = list(parser._actions)
    swapped = {id(action) for action in ours(parser)}

    assert overlay_megatron_arguments(parser) is parser

    for old, new in zip(before, parser._actions, strict=True):
        assert (old is not new) is (id(old) in swapped)
        assert (old.option_strings, old.dest) == (new.option_strings, new.dest)
    members = [id(a) for group in parser._action_groups for a in group._group_actions]
    assert sorted(members) == sorted(map(id, parser._actions))
    for action in parser._actions:
        assert all(action_of(parser, flag) is action for flag in action.option_strings)


def test_help_usage_and_group_titles_stay_as_they_were(parser: argparse.ArgumentParser) -> None:
    for action in ours(parser):
        action.help = f"The framework's own words about {action.dest}, 100%%."
    action_of(parser, "--eval-iters").metavar = "N"
    expected = parser.format_help(), parser.format_usage()

    overlay_megatron_arguments(parser)

    assert (parser.format_help(), parser.format_usage()) == expected


def test_random_command_lines_end_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    control, candidate = built(), overlay_megatron_arguments(built())
    rng = random.Random(7)
    words = ["1", "x", "", "SIGINT", "-1", "2", "FLASH", "--", "--bogus"]

    def observe(parser: argparse.ArgumentParser, argv: list[str]) -> object:
        try:
            return repr(parser.parse_args(argv))
        except SystemExit as exit_:
            return exit_.code, capsys.readouterr()
        except KeyError as error:  # of the converter of an enum
            return repr(error)

    for _ in range(25):
        argv = []
        for action in rng.choices(ours(control), k=2) + rng.choices(control._actions[1:], k=1):
            argv += [action.option_strings[0], *rng.choices(words, k=rng.randint(0, 2))]
        assert observe(candidate, argv) == observe(control, argv), argv


def test_flags_can_be_added_afterwards_to_parser_and_group(
    parser: argparse.ArgumentParser,
) -> None:
    overlay_megatron_arguments(parser)
    group = next(group for group in parser._action_groups if group.title == "training")
    group.add_argument("--late", type=int)
    parser.add_argument("--later", type=int)

    assert parser.parse_args(["--late", "1", "--later", "2", "--train-iters", "3"]).late == 1
    with pytest.raises(argparse.ArgumentError, match="conflicting option string: --train-iters"):
        parser.add_argument("--train-iters")


def test_a_section_on_legacy_is_left_alone(
    parser: argparse.ArgumentParser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARGPARITY_BACKENDS", "megatron.training=legacy")
    before = {action.dest: action for action in ours(parser)}

    overlay_megatron_arguments(parser)

    after = {action.dest: action for action in ours(parser)}
    assert after["train_iters"] is before["train_iters"]
    assert after["eval_iters"] is not before["eval_iters"]


def test_an_overlay_can_be_laid_twice(parser: argparse.ArgumentParser) -> None:
    expected = overlay_megatron_arguments(parser).format_help()

    assert overlay_megatron_arguments(parser).format_help() == expected


def _drop(parser: argparse.ArgumentParser, flag: str) -> None:
    action = action_of(parser, flag)
    parser._actions.remove(action)
    for group in parser._action_groups:
        if action in group._group_actions:
            group._group_actions.remove(action)
    for name in action.option_strings:
        del parser._option_string_actions[name]


def _change(flag: str, **attributes: object) -> Callable[[argparse.ArgumentParser], None]:
    def change(parser: argparse.ArgumentParser) -> None:
        vars(action_of(parser, flag)).update(attributes)

    return change


def _again_as(
    flag: str, title: str, **keywords: object
) -> Callable[[argparse.ArgumentParser], None]:
    def change(parser: argparse.ArgumentParser) -> None:
        _drop(parser, flag)
        group = next(group for group in parser._action_groups if group.title == title)
        group.add_argument(flag, **keywords)  # type: ignore[arg-type]

    return change


def _second_flag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--iters", dest="train_iters", type=int)


def _retitle(parser: argparse.ArgumentParser) -> None:
    for group in parser._action_groups:
        if group.title == "validation":
            group.title = "evaluation"


def _exclusive(parser: argparse.ArgumentParser) -> None:
    exclusive = parser.add_mutually_exclusive_group()
    exclusive._group_actions.append(action_of(parser, "--train-iters"))


class _Iterations(int):
    """A number that equals another one and looks like it."""


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (_change("--eval-interval", default=None), "default: expected 1000, found None"),
        (_change("--skip-train", default=0), "default: expected False, found 0"),
        (_change("--eval-interval", default=_Iterations(1000)), "expected 1000, found 1000"),
        (_change("--empty-unused-memory-level", choices=[0, True, 2]), "found [0, True, 2]"),
        (_change("--rampup-batch-size", nargs=3, type=int), "nargs: expected '*', found 3"),
        (_change("--rampup-batch-size", type=int), "type: expected None, found <class 'int'>"),
        (_change("--exit-signal", choices=["SIGTERM"]), "found ['SIGTERM']"),
        (_change("--train-iters", required=True), "required: expected False, found True"),
        (_change("--manual-gc", const=1), "const: expected True, found 1"),
        (_change("--manual-gc", deprecated=True), "deprecated: expected False, found True"),
        (
            _change("--no-manual-gc-eval", option_strings=["--no-manual-gc-eval", "--x"]),
            "found ['--no-manual-gc-eval', '--x']",
        ),
        (
            _again_as("--eval-iters", "validation", action="append", type=int, default=100),
            "action: expected '_StoreAction', found '_AppendAction'",
        ),
        (
            _again_as("--eval-iters", "data", type=int, default=100),
            "validation --eval-iters: is in another group",
        ),
        (lambda parser: _drop(parser, "--eval-iters"), "0 arguments have the dest 'eval_iters'"),
        (_second_flag, "2 arguments have the dest 'train_iters', not 1"),
        (_retitle, "validation: the parser has no argument group of this title"),
        (_exclusive, "training --train-iters: is part of a mutually exclusive group"),
    ],
)
def test_a_parser_with_other_flags_is_refused_and_not_changed(
    parser: argparse.ArgumentParser,
    change: Callable[[argparse.ArgumentParser], None],
    expected: str,
) -> None:
    change(parser)
    before = state(parser)

    with pytest.raises(OverlayError) as error:
        overlay_megatron_arguments(parser)

    assert expected in str(error.value)
    assert len(error.value.differences) >= 1
    assert state(parser) == before


def test_the_refusal_lists_every_difference_of_every_section(
    parser: argparse.ArgumentParser,
) -> None:
    _change("--train-iters", default=1)(parser)
    _change("--eval-interval", default=None, type=float)(parser)

    with pytest.raises(OverlayError) as error:
        overlay_megatron_arguments(parser)

    assert [(d.section, d.argument, d.what) for d in error.value.differences] == [
        ("training", "--train-iters", "default"),
        ("validation", "--eval-interval", "default"),
        ("validation", "--eval-interval", "type"),
    ]
    assert isinstance(error.value, CompatError)
    assert str(error.value).splitlines()[1:4] == [
        "  training --train-iters: default: expected None, found 1",
        "  validation --eval-interval: default: expected 1000, found None",
        "  validation --eval-interval: type: expected <class 'int'>, found <class 'float'>",
    ]


def test_the_general_overlay_takes_any_factories(parser: argparse.ArgumentParser) -> None:
    before = {action.dest: action for action in ours(parser)}

    overlay(parser, {"validation": ArgumentGroupFactory(ValidationConfig, exclude=["test_mode"])})

    changed = {a.dest for a in ours(parser) if a is not before[a.dest]}
    assert changed == {
        "full_validation",
        "multiple_validation_sets",
        "eval_iters",
        "eval_interval",
        "skip_train",
    }
