"""ArgumentGroupFactory: which arguments a dataclass gets, and how they are registered."""

from __future__ import annotations

import argparse
import dataclasses
import enum
from dataclasses import KW_ONLY, InitVar, dataclass, field
from typing import Any, ClassVar

import pytest

from argparity.compat.argument_group import ArgumentGroupFactory
from argparity.compat.errors import FieldError, TypeInferenceError
from argparity.compat.flag_style import DOTTED, FlagStyle


@dataclass
class Training:
    """How to train."""

    steps: int = 100
    """Length."""
    learning_rate: float = 0.1
    compile: bool = False
    shuffle_data: bool = True
    tags: list[str] = field(default_factory=list)


def parse(factory: ArgumentGroupFactory, *argv: str) -> dict[str, Any]:
    parser = argparse.ArgumentParser()
    factory.build_group(parser)
    return vars(parser.parse_args(argv))


def flags(factory: ArgumentGroupFactory) -> list[str]:
    actions = factory.add_arguments(argparse.ArgumentParser())
    return [name for action in actions for name in action.option_strings]


def test_values_without_arguments_are_the_defaults_in_the_order_of_the_fields() -> None:
    values = parse(ArgumentGroupFactory(Training))

    assert list(values.items()) == [
        ("steps", 100),
        ("learning_rate", 0.1),
        ("compile", False),
        ("shuffle_data", True),
        ("tags", []),
    ]


def test_words_are_converted_by_the_annotation() -> None:
    values = parse(
        ArgumentGroupFactory(Training), "--steps", "7", "--learning-rate", "2", "--tags", "a", "b"
    )

    assert values["steps"] == 7
    assert repr(values["learning_rate"]) == "2.0"
    assert values["tags"] == ["a", "b"]


def test_a_bool_that_is_false_has_a_switch_that_turns_it_on() -> None:
    factory = ArgumentGroupFactory(Training)

    assert parse(factory, "--compile")["compile"] is True


@pytest.mark.parametrize("flag", ["--no-shuffle-data", "--disable-shuffle-data"])
def test_a_bool_that_is_true_has_switches_that_turn_it_off(flag: str) -> None:
    factory = ArgumentGroupFactory(Training)

    assert parse(factory, flag)["shuffle_data"] is False
    assert "--shuffle-data" not in flags(factory)


def test_the_dotted_style_keeps_underscores_and_puts_the_prefix_before_a_dot() -> None:
    factory = ArgumentGroupFactory(Training, prefix="training", style=DOTTED)

    assert flags(factory) == [
        "--training.steps",
        "--training.learning_rate",
        "--training.compile",
        "--training.no_shuffle_data",
        "--training.disable_shuffle_data",
        "--training.tags",
    ]
    assert list(parse(factory)) == [
        "training.steps",
        "training.learning_rate",
        "training.compile",
        "training.shuffle_data",
        "training.tags",
    ]


def test_the_dashed_style_joins_prefix_and_name_like_words() -> None:
    factory = ArgumentGroupFactory(Training, prefix="warm_up", exclude=["tags", "shuffle_data"])

    assert flags(factory) == ["--warm-up-steps", "--warm-up-learning-rate", "--warm-up-compile"]
    assert list(parse(factory)) == ["warm_up_steps", "warm_up_learning_rate", "warm_up_compile"]


def test_a_style_of_ones_own_names_the_off_switches() -> None:
    style = FlagStyle(off_words=("without",))

    assert "--without-shuffle-data" in flags(ArgumentGroupFactory(Training, style=style))


def test_excluded_fields_have_no_argument() -> None:
    factory = ArgumentGroupFactory(Training, exclude=["steps", "tags"])

    assert list(parse(factory)) == ["learning_rate", "compile", "shuffle_data"]


def test_excluding_what_is_no_field_is_an_error_that_lists_the_fields() -> None:
    with pytest.raises(
        FieldError, match=r"Training\.stepz.*steps, learning_rate, compile"
    ) as error:
        parse(ArgumentGroupFactory(Training, exclude=["stepz"]))

    assert (error.value.cls, error.value.field) == (Training, "stepz")


def test_only_a_dataclass_itself_can_be_registered() -> None:
    for wrong in (int, Training(), None):
        with pytest.raises(TypeError, match="is not a dataclass"):
            ArgumentGroupFactory(wrong)  # type: ignore[arg-type]


def test_a_group_has_the_title_and_the_docstring_of_the_class() -> None:
    group = ArgumentGroupFactory(Training).build_group(argparse.ArgumentParser(), "training")

    assert (group.title, group.description) == ("training", "How to train.")


def test_a_class_without_a_docstring_gives_the_group_no_description() -> None:
    @dataclass
    class Bare:
        steps: int = 1

    group = ArgumentGroupFactory(Bare).build_group(argparse.ArgumentParser())

    assert Bare.__doc__ is not None  # dataclass puts the signature there
    assert group.description is None


def test_a_field_without_a_default_is_a_required_argument(
    capsys: pytest.CaptureFixture[str],
) -> None:
    @dataclass
    class Job:
        name: str
        resume: bool

    factory = ArgumentGroupFactory(Job)

    assert parse(factory, "--name", "x", "--no-resume") == {"name": "x", "resume": False}
    with pytest.raises(SystemExit) as exit_:
        parse(factory)
    assert exit_.value.code == 2
    assert "required: --name, --resume/--no-resume/--disable-resume" in capsys.readouterr().err


def test_a_default_factory_runs_anew_for_each_parser() -> None:
    factory = ArgumentGroupFactory(Training)
    first, second = parse(factory)["tags"], parse(factory)["tags"]

    assert first == second == []
    assert first is not second


def test_what_the_constructor_does_not_take_has_no_argument() -> None:
    @dataclass
    class Derived:
        steps: int = 1
        half: int = field(init=False, default=0)
        kinds: ClassVar[int] = 3

    assert parse(ArgumentGroupFactory(Derived)) == {"steps": 1}


def test_an_init_var_is_a_parameter_and_has_an_argument() -> None:
    @dataclass
    class Scaled:
        steps: int = 1
        scale: InitVar[int] = 2

        def __post_init__(self, scale: int) -> None:
            self.steps *= scale

    values = parse(ArgumentGroupFactory(Scaled), "--steps", "5", "--scale", "3")

    assert values == {"steps": 5, "scale": 3}
    assert Scaled(**values).steps == 15


def test_keyword_only_slotted_and_frozen_classes_are_registered_like_others() -> None:
    @dataclass(kw_only=True, slots=True, frozen=True)
    class Strict:
        steps: int = 1
        resume: bool = True

    @dataclass
    class Mixed:
        steps: int = 1
        _: KW_ONLY
        resume: bool = True

    for config_class in (Strict, Mixed):
        values = parse(ArgumentGroupFactory(config_class), "--no-resume")
        assert values == {"steps": 1, "resume": False}
        assert config_class(**values).resume is False


@dataclass
class Base:
    steps: int = 1
    seed: int = 1


@dataclass
class Left(Base):
    seed: int = 2


@dataclass
class Right(Base):
    seed: int = 3
    rate: float = 0.5


@dataclass
class Both(Left, Right):
    name: str = "both"


def test_fields_of_several_bases_and_diamonds_are_those_of_the_constructor() -> None:
    assert parse(ArgumentGroupFactory(Both)) == vars(Both())
    assert parse(ArgumentGroupFactory(Both), "--seed", "9", "--rate", "1")["seed"] == 9


def test_a_class_made_at_run_time_is_registered_like_a_written_one() -> None:
    made = dataclasses.make_dataclass(
        "Made", [("steps", int, 3), ("name", "str | None", None), ("fast", bool, False)]
    )

    assert parse(ArgumentGroupFactory(made), "--steps", "4", "--fast") == {
        "steps": 4,
        "name": None,
        "fast": True,
    }


def test_types_that_only_a_function_knows_are_passed_by_name() -> None:
    class Precision(enum.Enum):
        HALF = 16
        FULL = 32

    @dataclass
    class Local:
        precision: Precision | None = None

    with pytest.raises(TypeInferenceError, match=r"localns=locals\(\)"):
        parse(ArgumentGroupFactory(Local))
    factory = ArgumentGroupFactory(Local, localns=locals())
    assert parse(factory, "--precision", "HALF") == {"precision": Precision.HALF}


class TestRegistrationOnAParser:
    """Arguments that go straight onto a parser are as if written there by hand."""

    def by_hand(self) -> argparse.ArgumentParser:
        parser = argparse.ArgumentParser(prog="p")
        parser.add_argument("--steps", type=int, default=100, help="Length.")
        parser.add_argument("--learning-rate", type=float, default=0.1)
        parser.add_argument("--compile", action="store_true")
        parser.add_argument(
            "--no-shuffle-data",
            "--disable-shuffle-data",
            action="store_false",
            dest="shuffle_data",
        )
        parser.add_argument("--tags", nargs="+", type=str, default=[])
        parser.add_argument("--afterwards")
        return parser

    def generated(self, parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
        ArgumentGroupFactory(Training).add_arguments(parser)
        parser.add_argument("--afterwards")
        return parser

    def test_help_and_actions_are_the_same(self) -> None:
        expected, actual = self.by_hand(), self.generated(argparse.ArgumentParser(prog="p"))

        assert expected.format_help() == actual.format_help()
        assert [repr(action) for action in expected._actions] == [
            repr(action) for action in actual._actions
        ]
        assert [g.title for g in expected._action_groups] == [
            g.title for g in actual._action_groups
        ]

    def test_a_parser_class_that_overrides_add_argument_sees_every_argument(self) -> None:
        seen = []

        class Recorder(argparse.ArgumentParser):
            def add_argument(self, *names: Any, **keywords: Any) -> argparse.Action:
                seen.append(names)
                return super().add_argument(*names, **keywords)

        self.generated(Recorder(add_help=False))

        assert seen[:3] == [("--steps",), ("--learning-rate",), ("--compile",)]
        assert len(seen) == 6

    def test_a_flag_that_is_there_already_is_a_conflict(self) -> None:
        parser = argparse.ArgumentParser()
        parser.add_argument("--compile")

        with pytest.raises(argparse.ArgumentError, match="conflicting option string: --compile"):
            self.generated(parser)

    def test_two_fields_with_one_flag_are_refused_before_the_parser_is_changed(self) -> None:
        @dataclass
        class Twins:
            steps: int = 1
            other: int = field(default=2, metadata={"argparse_meta": {"arg_names": ["--steps"]}})

        parser = argparse.ArgumentParser(add_help=False)
        groups = len(parser._action_groups)

        with pytest.raises(FieldError, match=r"Twins\.other: its flag --steps is that of steps; "):
            ArgumentGroupFactory(Twins).build_group(parser)
        assert (parser._actions, len(parser._action_groups)) == ([], groups)

    def test_a_parser_that_resolves_conflicts_gives_a_shared_flag_to_the_last(self) -> None:
        @dataclass
        class Twins:
            steps: int = 1
            other: int = field(default=2, metadata={"argparse_meta": {"arg_names": ["--steps"]}})

        parser = argparse.ArgumentParser(conflict_handler="resolve")
        ArgumentGroupFactory(Twins).add_arguments(parser)

        assert vars(parser.parse_args(["--steps", "7"])) == {"other": 7}

    def test_a_field_called_help_is_refused_where_the_parser_has_help_of_its_own(self) -> None:
        @dataclass
        class Helpful:
            help: str = "x"

        with pytest.raises(FieldError, match=r"Helpful\.help: its flag --help .* add_help=False"):
            ArgumentGroupFactory(Helpful).build_group(argparse.ArgumentParser())
        parser = argparse.ArgumentParser(add_help=False)
        ArgumentGroupFactory(Helpful).build_group(parser)
        assert parser.parse_args(["--help", "me"]).help == "me"

    def test_nothing_is_registered_before_everything_is_known_to_be_possible(self) -> None:
        @dataclass
        class HalfGood:
            good: int = 1
            bad: object = None

        parser = argparse.ArgumentParser(add_help=False)
        groups = len(parser._action_groups)
        with pytest.raises(TypeError):
            ArgumentGroupFactory(HalfGood).build_group(parser, "half")

        assert parser._actions == []
        assert len(parser._action_groups) == groups
