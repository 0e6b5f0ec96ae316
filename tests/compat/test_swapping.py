"""Generated arguments in the places of those that they describe."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import pytest

from argparity.compat.section import KEPT, Section, argument
from argparity.compat.swapping import swap_actions


@dataclass(kw_only=True)
class Training:
    steps: int = 5
    """How long."""

    lr: float = argument(0.5, arg_names=["--lr", "-l"])


def frozen() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tool")
    parser.add_argument("--first")
    group = parser.add_argument_group("training")
    group.add_argument("--steps", type=int, default=5, help="How long.")
    one_of = group.add_mutually_exclusive_group()
    one_of.add_argument("--lr", "-l", type=float, default=0.5)
    one_of.add_argument("--auto", action="store_true")
    parser.add_argument("--last")
    return parser


def swapped(config: type) -> argparse.ArgumentParser:
    parser = frozen()
    factory = Section(config).factory()
    swap_actions(parser, factory, factory.kept)
    return parser


def test_help_usage_and_order_stay_as_they_were() -> None:
    parser = swapped(Training)

    assert parser.format_help() == frozen().format_help()
    assert [a.dest for a in parser._actions] == [a.dest for a in frozen()._actions]


def test_what_excludes_each_other_still_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        swapped(Training).parse_args(["--lr", "1", "--auto"])

    assert "--auto: not allowed with argument --lr/-l" in capsys.readouterr().err


def test_nothing_of_the_replaced_arguments_is_left() -> None:
    parser = frozen()
    replaced = [parser._option_string_actions[flag] for flag in ("--steps", "--lr")]
    factory = Section(Training).factory()

    swap_actions(parser, factory)

    groups = [*parser._action_groups, *parser._mutually_exclusive_groups]
    left = [*parser._actions, *parser._option_string_actions.values()]
    left += [action for group in groups for action in group._group_actions]
    assert not [action for action in left if any(action is old for old in replaced)]


def test_what_other_code_has_hung_on_an_argument_goes_along() -> None:
    parser = frozen()
    parser._option_string_actions["--steps"].completer = "any"  # type: ignore[attr-defined]
    swap_actions(parser, Section(Training).factory())

    swapped_one = parser._option_string_actions["--steps"]

    assert swapped_one.completer == "any"  # type: ignore[attr-defined]
    assert swapped_one.help == "How long."


def test_a_parser_that_resolves_conflicts_still_gives_flags_away() -> None:
    parser = argparse.ArgumentParser(conflict_handler="resolve")
    parser.add_argument_group("training").add_argument("--steps", type=int, default=5)
    swap_actions(parser, Section(Training).factory())

    parser.add_argument("--steps", type=float, default=0.5)

    assert [action.dest for action in parser._actions] == ["help", "lr", "steps"]
    assert parser.parse_args(["--steps", "1.5"]).steps == 1.5
    with pytest.raises(SystemExit):
        parser.parse_args(["7"])


def test_an_edited_field_decides() -> None:
    @dataclass(kw_only=True)
    class Edited:
        steps: int = 7

    assert swapped(Edited).parse_args([]).steps == 7


def test_an_edited_docstring_is_the_help() -> None:
    @dataclass(kw_only=True)
    class Edited:
        steps: int = 5
        """Length, in steps."""

    assert "Length, in steps." in swapped(Edited).format_help()
    assert "How long." not in swapped(Edited).format_help()


def test_of_two_fields_that_describe_one_argument_the_second_is_new() -> None:
    @dataclass(kw_only=True)
    class Split:
        lr: float = argument(0.5, arg_names=["--lr"])
        low: float = argument(0.1, arg_names=["-l"])

    parser = swapped(Split)

    assert [action.dest for action in parser._actions].count("lr") == 1
    assert parser._actions[-1].dest == "low"
    values = parser.parse_args(["-l", "2", "--lr", "3"])
    assert (values.lr, values.low) == (3.0, 2.0)


def test_a_renamed_flag_takes_the_place_of_the_one_with_its_dest() -> None:
    @dataclass(kw_only=True)
    class Renamed:
        steps: int = argument(5, arg_names=["--num-steps"])

    parser = swapped(Renamed)

    assert "--steps" not in parser._option_string_actions
    assert list(parser._option_string_actions)[3] == "--num-steps"
    assert parser.parse_args(["--num-steps", "3"]).steps == 3


def test_a_new_field_comes_last_in_the_group_of_the_field_before_it() -> None:
    @dataclass(kw_only=True)
    class Longer:
        steps: int = 5
        warmup: int = 1

    parser = swapped(Longer)

    (group,) = [group for group in parser._action_groups if group.title == "training"]
    assert [action.dest for action in group._group_actions] == ["steps", "lr", "auto", "warmup"]
    assert parser.parse_args(["--warmup", "3"]).warmup == 3


def test_a_kept_fact_is_the_one_that_the_frozen_argument_has() -> None:
    @dataclass(kw_only=True)
    class Partly:
        steps: int = argument(5, type=KEPT)

    parser = frozen()
    parser._option_string_actions["--steps"].type = lambda text: 42
    factory = Section(Partly).factory()
    swap_actions(parser, factory, factory.kept)

    assert parser.parse_args(["--steps", "?"]).steps == 42


def test_a_new_field_can_keep_nothing_and_changes_nothing() -> None:
    @dataclass(kw_only=True)
    class Wrong:
        steps: int = 7
        fresh: int = argument(5, type=KEPT)

    parser = frozen()
    factory = Section(Wrong).factory()

    with pytest.raises(ValueError, match=r"--fresh.* is new: .* whose type it could keep"):
        swap_actions(parser, factory, factory.kept)
    assert parser.parse_args([]).steps == 5


def test_positionals_keep_their_places() -> None:
    @dataclass(kw_only=True)
    class Copy:
        source: str = argument(arg_names=["source"])
        rest: list[str] = argument(arg_names=["rest"], nargs="*")  # noqa: RUF009

    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("rest", nargs="*")
    swap_actions(parser, Section(Copy).factory())

    assert vars(parser.parse_args(["a", "b", "c"])) == {"source": "a", "target": "b", "rest": ["c"]}


def test_a_parser_that_is_a_parent_shares_nothing_afterwards() -> None:
    parent = argparse.ArgumentParser(add_help=False)
    parent.add_argument("--steps", type=int, default=5)
    one, other = (argparse.ArgumentParser(parents=[parent]) for _ in range(2))

    @dataclass(kw_only=True)
    class Edited:
        steps: int = 7

    swap_actions(one, Section(Edited).factory())

    assert one.parse_args([]).steps == 7
    assert other.parse_args([]).steps == 5
