"""The frozen Megatron parser, flag by flag, and its wrapper around the command line."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import pytest

from argparity.legacy.megatron import arguments

STORE: dict[str, Any] = {"type": None, "nargs": None, "choices": None, "kind": "_StoreAction"}
ON: dict[str, Any] = {**STORE, "nargs": 0, "default": False, "kind": "_StoreTrueAction"}
INT: dict[str, Any] = {**STORE, "type": int, "default": None}

# Every flag as Megatron-LM registered it before commit 72230d25ca.
TRAINING = {
    "--micro-batch-size": INT,
    "--global-batch-size": INT,
    "--rampup-batch-size": {**STORE, "nargs": "*", "default": None},
    "--decrease-batch-size-if-needed": ON,
    "--iterations-to-skip": {**INT, "nargs": "+", "default": []},
    "--empty-unused-memory-level": {**INT, "default": 0, "choices": [0, 1, 2]},
    "--check-weight-hash-" + "across-dp-replicas-interval": INT,
    "--train-sync-interval": INT,
    "--train-iters": INT,
    "--train-samples": INT,
    "--exit-interval": INT,
    "--exit-duration-in-mins": INT,
    "--exit-signal-handler": ON,
    "--exit-signal": {
        **STORE,
        "type": str,
        "default": "SIGTERM",
        "choices": ["SIGTERM", "SIGINT", "SIGUSR1", "SIGUSR2"],
    },
    "--manual-gc": ON,
    "--manual-gc-interval": {**INT, "default": 0},
    "--no-manual-gc-eval": {**ON, "default": True, "kind": "_StoreFalseAction"},
}
VALIDATION = {
    "--full-validation": ON,
    "--multiple-validation-sets": ON,
    "--eval-iters": {**INT, "default": 100},
    "--eval-interval": {**INT, "default": 1000},
    "--test-mode": ON,
    "--skip-train": ON,
}


def described(action: argparse.Action) -> dict[str, Any]:
    return {
        "type": action.type,
        "nargs": action.nargs,
        "default": action.default,
        "choices": action.choices,
        "kind": type(action).__name__,
    }


def parser_of(*register: Any) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    for function in register:
        assert function(parser) is parser
    return parser


@pytest.mark.parametrize(
    ("register", "title", "expected"),
    [
        (arguments._add_training_args, "training", {**TRAINING, "--batch-size": INT}),
        (arguments._add_validation_args, "validation", VALIDATION),
    ],
)
def test_a_group_holds_its_flags_in_order(
    register: Any, title: str, expected: dict[str, dict[str, Any]]
) -> None:
    group = parser_of(register)._action_groups[-1]

    assert (group.title, group.description) == (title, None)
    assert [action.option_strings for action in group._group_actions] == [[f] for f in expected]
    assert [described(action) for action in group._group_actions] == list(expected.values())
    for action in group._group_actions:
        flag = action.option_strings[0]
        expected_dest = "manual_gc_eval" if "gc-eval" in flag else flag[2:].replace("-", "_")
        assert (action.dest, action.required, action.metavar) == (expected_dest, False, None)


def test_all_arguments_are_both_groups_with_the_deprecated_one_at_the_end() -> None:
    parser = parser_of(arguments.add_megatron_arguments)

    flags = [action.option_strings[0] for action in parser._actions]
    assert flags == [*TRAINING, *VALIDATION, "--batch-size"]
    training = parser._action_groups[-2]
    assert training.title == "training"
    assert training._group_actions[-1].option_strings == ["--batch-size"]


def test_every_argument_has_help() -> None:
    parser = parser_of(arguments.add_megatron_arguments)

    assert all(action.help for action in parser._actions)


def test_the_wrapper_reads_the_present_command_line_and_the_launcher(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["prog", "--train-iters", "5"])
    monkeypatch.setenv("RANK", "3")
    monkeypatch.delenv("WORLD_SIZE", raising=False)

    args = arguments.parse_args()

    assert (args.train_iters, args.rank, args.world_size) == (5, 3, 1)
    assert list(vars(args))[-3:] == ["batch_size", "rank", "world_size"]
