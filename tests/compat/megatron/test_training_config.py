"""The two dataclasses: faithful to the frozen flags, documented, and a lossless way to and back."""

from __future__ import annotations

import argparse
import dataclasses
import inspect
import signal
from typing import Any, get_type_hints

import pytest

import argparity.legacy.megatron.arguments
from argparity.compat.argument_group import ArgumentGroupFactory
from argparity.compat.errors import CompatError
from argparity.compat.megatron.training_config import (
    MissingValueError,
    TrainingConfig,
    ValidationConfig,
    to_namespace,
    training_config_from_args,
    validation_config_from_args,
)

BOTH = [TrainingConfig, ValidationConfig]

FROM_ARGS: list[tuple[Any, Any]] = [
    (TrainingConfig, training_config_from_args),
    (ValidationConfig, validation_config_from_args),
]


def frozen_group(title: str) -> list[argparse.Action]:
    parser = argparse.ArgumentParser(add_help=False)
    argparity.legacy.megatron.arguments.add_megatron_arguments(parser)
    (group,) = [group for group in parser._action_groups if group.title == title]
    return [action for action in group._group_actions if action.dest != "batch_size"]


def parsed(*argv: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    argparity.legacy.megatron.arguments.add_megatron_arguments(parser)
    return parser.parse_args(argv)


@pytest.mark.parametrize(
    ("config_class", "title"), [(TrainingConfig, "training"), (ValidationConfig, "validation")]
)
def test_the_generated_arguments_are_the_frozen_ones(config_class: type, title: str) -> None:
    def row(action: argparse.Action) -> dict[str, Any]:
        values = {key: value for key, value in vars(action).items() if key != "container"}
        return {**values, "choices": action.choices and list(action.choices)}

    generated = ArgumentGroupFactory(config_class).add_arguments(
        argparse.ArgumentParser(add_help=False)
    )
    assert all(action.help for action in generated)
    assert [row(action) for action in generated] == [row(action) for action in frozen_group(title)]
    assert [type(action) for action in generated] == [
        type(action) for action in frozen_group(title)
    ]


@pytest.mark.parametrize("config_class", BOTH)
def test_every_parameter_is_keyword_only_and_has_a_default(config_class: type) -> None:
    parameters = inspect.signature(config_class).parameters.values()

    assert {parameter.kind for parameter in parameters} == {inspect.Parameter.KEYWORD_ONLY}
    assert all(parameter.default is not inspect.Parameter.empty for parameter in parameters)


@pytest.mark.parametrize("config_class", BOTH)
def test_every_field_and_class_is_documented(config_class: Any) -> None:
    names = {field.name for field in dataclasses.fields(config_class)}

    assert set(ArgumentGroupFactory(config_class).field_docstrings) == names
    assert not config_class.__doc__.startswith(config_class.__name__)


@pytest.mark.parametrize("config_class", BOTH)
def test_the_defaults_of_a_config_are_those_of_the_command_line(config_class: Any) -> None:
    assert vars(config_class()).items() <= vars(parsed()).items()


def test_a_field_that_may_be_none_says_so() -> None:
    hints = get_type_hints(TrainingConfig)

    assert hints["micro_batch_size"] == int | None
    assert {
        field.name for field in dataclasses.fields(TrainingConfig) if field.default is None
    } == {name for name, hint in hints.items() if type(None) in getattr(hint, "__args__", ())}


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGUSR1", "SIGUSR2"])
def test_the_exit_signal_is_a_name_and_its_member_a_signal(name: str) -> None:
    config = training_config_from_args(parsed("--exit-signal", name))

    assert config.exit_signal == name
    assert config.exit_signal_member is getattr(signal, name)
    assert isinstance(config.exit_signal_member, signal.Signals)


def test_an_exit_signal_that_does_not_exist_is_a_key_error() -> None:
    config = TrainingConfig(exit_signal="SIGNONE")  # type: ignore[arg-type]

    with pytest.raises(KeyError, match="SIGNONE"):
        config.exit_signal_member  # noqa: B018  # what is tested


ARGV = ["--train-iters", "5", "--rampup-batch-size", "1", "2", "3", "--no-manual-gc-eval"]


@pytest.mark.parametrize("argv", [[], ARGV, ["--iterations-to-skip", "1", "--skip-train"]])
@pytest.mark.parametrize(("config_class", "from_args"), FROM_ARGS)
def test_reading_and_writing_a_namespace_loses_nothing(
    argv: list[str], config_class: Any, from_args: Any
) -> None:
    args = parsed(*argv)
    before = list(vars(args).items())

    config = from_args(args)
    written = to_namespace(config, base=args)

    assert list(vars(written).items()) == before
    assert all(getattr(written, name) is value for name, value in before)
    assert list(vars(args).items()) == before
    assert from_args(to_namespace(config)) == config


def test_a_namespace_holds_the_fields_of_all_configs_in_order() -> None:
    written = to_namespace(TrainingConfig(), ValidationConfig(eval_iters=3))

    assert list(vars(written)) == [field.name for c in BOTH for field in dataclasses.fields(c)]
    assert written.eval_iters == 3


def test_a_changed_config_changes_its_own_values_of_a_base_and_no_other() -> None:
    args = parsed(*ARGV)
    written = to_namespace(ValidationConfig(eval_iters=3), base=args)

    expected = {**vars(args), "eval_iters": 3}
    assert list(vars(written).items()) == list(expected.items())


def test_values_of_any_type_come_through_unchanged() -> None:
    args = parsed()
    args.train_iters = "not a number"
    config: Any = training_config_from_args(args)

    assert config.train_iters == "not a number"


def test_a_namespace_without_the_section_is_an_error_that_names_what_is_missing() -> None:
    args = parsed()
    del args.eval_iters, args.skip_train

    with pytest.raises(MissingValueError, match="lacks eval_iters, skip_train of") as error:
        validation_config_from_args(args)
    assert error.value.missing == ["eval_iters", "skip_train"]
    assert isinstance(error.value, CompatError)
    assert training_config_from_args(args) == TrainingConfig()
