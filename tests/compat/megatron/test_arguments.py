"""The drop-in argument functions: what a launch script sees, whoever registers the sections."""

from __future__ import annotations

import argparse
import inspect
import random
import sys
from types import ModuleType
from typing import Any

import pytest

import argparity.compat.megatron.arguments
import argparity.legacy.megatron.arguments
from argparity.compat.errors import UnknownSectionError

DEFAULTS: dict[str, object] = {
    "micro_batch_size": None,
    "global_batch_size": None,
    "rampup_batch_size": None,
    "decrease_batch_size_if_needed": False,
    "iterations_to_skip": [],
    "empty_unused_memory_level": 0,
    "check_weight_hash_" + "across_dp_replicas_interval": None,
    "train_sync_interval": None,
    "train_iters": None,
    "train_samples": None,
    "exit_interval": None,
    "exit_duration_in_mins": None,
    "exit_signal_handler": False,
    "exit_signal": "SIGTERM",
    "manual_gc": False,
    "manual_gc_interval": 0,
    "manual_gc_eval": True,
    "full_validation": False,
    "multiple_validation_sets": False,
    "eval_iters": 100,
    "eval_interval": 1000,
    "test_mode": False,
    "skip_train": False,
    "batch_size": None,
}


def parser_of(module: ModuleType) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="prog", description="Megatron-LM Arguments", allow_abbrev=False
    )
    returned: object = module.add_megatron_arguments(parser)
    assert returned is parser
    return parser


def run(monkeypatch: pytest.MonkeyPatch, module: ModuleType, *argv: str, **options: Any) -> Any:
    monkeypatch.setattr(sys, "argv", ["prog", *argv])
    return module.parse_args(**options)


def test_defaults_come_in_the_order_of_registration(arguments: ModuleType) -> None:
    values = vars(parser_of(arguments).parse_args([]))

    assert list(values.items()) == list(DEFAULTS.items())
    assert [type(value) for value in values.values()] == [type(v) for v in DEFAULTS.values()]


@pytest.mark.parametrize(
    ("argv", "dest", "expected"),
    [
        (["--micro-batch-size", "8"], "micro_batch_size", 8),
        (["--rampup-batch-size", "16", "8", "300000"], "rampup_batch_size", ["16", "8", "300000"]),
        (["--rampup-batch-size"], "rampup_batch_size", []),
        (["--rampup-batch-size=16"], "rampup_batch_size", ["16"]),
        (["--iterations-to-skip", "1", "-2"], "iterations_to_skip", [1, -2]),
        (["--empty-unused-memory-level", "2"], "empty_unused_memory_level", 2),
        (["--exit-signal", "SIGUSR1"], "exit_signal", "SIGUSR1"),
        (["--manual-gc"], "manual_gc", True),
        (["--no-manual-gc-eval"], "manual_gc_eval", False),
        (["--eval-interval", "1_000"], "eval_interval", 1000),
        (["--train-iters", "1", "--train-iters", "2"], "train_iters", 2),
        (["--batch-size", "4"], "batch_size", 4),
    ],
)
def test_a_flag_sets_its_value_and_no_other(
    arguments: ModuleType, argv: list[str], dest: str, expected: object
) -> None:
    assert vars(parser_of(arguments).parse_args(argv)) == {**DEFAULTS, dest: expected}


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--train-iters", "1.5"], "argument --train-iters: invalid int value: '1.5'"),
        (["--iterations-to-skip"], "argument --iterations-to-skip: expected at least one argument"),
        (["--manual-gc=1"], "argument --manual-gc: ignored explicit argument '1'"),
        (["--train-it", "5"], "unrecognized arguments: --train-it 5"),  # no abbreviations
        (["--manual-gc-eval"], "unrecognized arguments: --manual-gc-eval"),
        (["--disable-manual-gc-eval"], "unrecognized arguments: --disable-manual-gc-eval"),
        (["--no-skip-train"], "unrecognized arguments: --no-skip-train"),
    ],
)
def test_a_bad_command_line_ends_the_program_with_the_same_words(
    arguments: ModuleType, capsys: pytest.CaptureFixture[str], argv: list[str], message: str
) -> None:
    with pytest.raises(SystemExit) as exit_:
        parser_of(arguments).parse_args(argv)

    stderr = capsys.readouterr().err
    assert exit_.value.code == 2
    assert stderr.splitlines()[-1] == f"prog: error: {message}"
    assert stderr.startswith(parser_of(argparity.legacy.megatron.arguments).format_usage())


def test_help_is_the_same_to_the_byte(arguments: ModuleType) -> None:
    expected = parser_of(argparity.legacy.megatron.arguments).format_help()

    assert parser_of(arguments).format_help() == expected


def test_each_group_can_be_registered_alone(arguments: ModuleType) -> None:
    for register, dests in [
        (arguments._add_training_args, [*list(DEFAULTS)[:17], "batch_size"]),
        (arguments._add_validation_args, list(DEFAULTS)[17:23]),
    ]:
        parser = argparse.ArgumentParser()
        assert register(parser) is parser
        assert list(vars(parser.parse_args([]))) == dests


def test_the_command_line_is_the_one_at_the_time_of_the_call(
    arguments: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(monkeypatch, arguments, "--train-iters", "1").train_iters == 1
    assert run(monkeypatch, arguments, "--train-iters", "2").train_iters == 2


def test_abbreviations_are_off(arguments: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit):
        run(monkeypatch, arguments, "--train-iter", "1")


def test_the_parser_that_the_provider_returns_is_used(
    arguments: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def extend(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
        parser.add_argument_group("mine").add_argument("--mine", type=int, default=1)
        return parser

    def replace(_: argparse.ArgumentParser) -> argparse.ArgumentParser:
        other = argparse.ArgumentParser()
        other.add_argument("--mine", type=int, default=1)
        return other

    extended = run(monkeypatch, arguments, "--mine", "2", extra_args_provider=extend)
    replaced = run(monkeypatch, arguments, "--mine", "2", extra_args_provider=replace)

    assert (extended.mine, extended.eval_iters) == (2, 100)
    assert vars(replaced) == {"mine": 2, "rank": 0, "world_size": 1}


def test_a_provider_that_returns_nothing_is_an_attribute_error(
    arguments: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(AttributeError, match="'NoneType' object has no attribute 'parse_args'"):
        run(monkeypatch, arguments, extra_args_provider=lambda parser: None)


def test_unknown_words_can_be_ignored_and_bad_values_cannot(
    arguments: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    argv = ["--unknown", "5", "--eval-iters", "7", "word"]

    assert run(monkeypatch, arguments, *argv, ignore_unknown_args=True).eval_iters == 7
    with pytest.raises(SystemExit):
        run(monkeypatch, arguments, *argv)
    with pytest.raises(SystemExit):
        run(monkeypatch, arguments, "--eval-iters", "x", ignore_unknown_args=True)


def test_rank_and_world_size_come_from_the_environment_alone(
    arguments: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    args = run(monkeypatch, arguments)
    assert (args.rank, args.world_size) == (0, 1)
    assert list(vars(args))[-2:] == ["rank", "world_size"]

    monkeypatch.setenv("RANK", " 3 ")
    monkeypatch.setenv("WORLD_SIZE", "8")
    args = run(monkeypatch, arguments)
    assert (args.rank, args.world_size) == (3, 8)
    with pytest.raises(SystemExit):
        run(monkeypatch, arguments, "--rank", "1")


@pytest.mark.parametrize("name", ["RANK", "WORLD_SIZE"])
@pytest.mark.parametrize("text", ["", "x", "1.5"])
def test_an_environment_without_a_whole_number_is_a_value_error(
    arguments: ModuleType, monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    monkeypatch.setenv(name, text)

    with pytest.raises(ValueError, match="invalid literal for int"):
        run(monkeypatch, arguments)


def test_random_command_lines_end_as_on_the_frozen_parser(
    arguments: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    control, candidate = parser_of(argparity.legacy.megatron.arguments), parser_of(arguments)
    rng = random.Random(20)
    words = ["1", "-1", "x", "", "2", "SIGINT", "SIGHUP", "1.0", "--", "--skip-train", "--bogus"]

    def observe(parser: argparse.ArgumentParser, argv: list[str]) -> object:
        try:
            return repr(parser.parse_args(argv))
        except SystemExit as exit_:
            return exit_.code, capsys.readouterr()

    for _ in range(80):
        actions = rng.choices(control._actions[1:], k=rng.randint(1, 4))
        argv = [
            word
            for action in actions
            for word in [action.option_strings[0], *rng.choices(words, k=rng.randint(0, 2))]
        ]
        assert observe(candidate, argv) == observe(control, argv), argv


def test_the_drop_in_has_the_signatures_of_the_frozen_module() -> None:
    frozen, drop_in = argparity.legacy.megatron.arguments, argparity.compat.megatron.arguments

    assert set(frozen.__all__) <= set(drop_in.__all__)
    for name in (*frozen.__all__, "_add_training_args", "_add_validation_args"):
        parameters = [
            [(p.name, p.kind, p.default) for p in inspect.signature(function).parameters.values()]
            for function in (getattr(frozen, name), getattr(drop_in, name))
        ]
        assert parameters[0] == parameters[1]


def test_with_every_section_on_legacy_the_frozen_wrapper_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ARGPARITY_BACKENDS", "megatron=legacy")
    calls: list[tuple[object, ...]] = []

    def parse_args(*given: object) -> str:
        calls.append(given)
        return "parsed"

    monkeypatch.setattr(argparity.legacy.megatron.arguments, "parse_args", parse_args)

    assert argparity.compat.megatron.arguments.parse_args(None, True) == "parsed"
    assert calls == [(None, True)]


def test_a_section_that_does_not_exist_is_an_error_that_lists_the_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ARGPARITY_BACKENDS", "megatron.trainign=legacy")

    with pytest.raises(UnknownSectionError, match="known are: training, validation"):
        run(monkeypatch, argparity.compat.megatron.arguments)
