"""The shape of the frozen parser; what it does is tested beside the drop-in."""

from __future__ import annotations

import itertools

from argparity.legacy.flame.config_manager import JobConfig, string_list

ACTIONS = JobConfig().parser._actions[1:]  # without --help


def test_it_has_101_flags_for_100_values() -> None:
    assert len(ACTIONS) == 101
    assert len({action.dest for action in ACTIONS}) == 100


def test_the_flags_of_a_section_stand_together() -> None:
    sections = [action.dest.partition(".")[0] for action in ACTIONS]

    assert [(name, len(list(run))) for name, run in itertools.groupby(sections)] == [
        ("job", 5),
        ("model", 5),
        ("profiling", 5),
        ("optimizer", 8),
        ("lr_scheduler", 4),
        ("training", 29),
        ("metrics", 6),
        ("experimental", 10),
        ("checkpoint", 13),
        ("activation_checkpoint", 2),
        ("activation_offload", 1),
        ("float8", 4),
        ("comm", 3),
        ("memory_estimation", 2),
        ("fault_tolerance", 4),
    ]


def test_every_flag_but_one_is_called_like_its_value() -> None:
    other = [action for action in ACTIONS if action.option_strings != [f"--{action.dest}"]]

    assert [action.const for action in other] == [False]
    assert other[0].dest == "checkpoint.initial_load_model_weights_only"


def test_three_flags_take_lists() -> None:
    lists = {action.dest: action.nargs for action in ACTIONS if action.type is string_list}

    assert lists == {
        "model.converters": "+",
        "experimental.pipeline_parallel_split_points": "+",
        "checkpoint.exclude_from_loading": "*",
    }


def test_six_text_flags_have_no_type() -> None:
    untyped = [action.dest for action in ACTIONS if action.nargs is None and action.type is None]

    assert untyped == [
        "training.dataset",
        "training.dataset_name",
        "training.dataset_split",
        "training.data_dir",
        "training.data_files",
        "training.data_probs",
    ]


def test_seven_flags_have_choices() -> None:
    choices = {action.dest: action.choices for action in ACTIONS if action.choices is not None}

    assert choices == {
        "optimizer.implementation": ["for-loop", "foreach", "fused"],
        "lr_scheduler.decay_type": ["linear", "sqrt", "cosine"],
        "training.fsdp_reshard_after_forward": ["default", "always", "never"],
        "training.mixed_precision_param": ["bfloat16", "float32"],
        "training.mixed_precision_reduce": ["float32"],
        "checkpoint.export_dtype": ["float16", "bfloat16", "float32"],
        "float8.recipe_name": ["tensorwise", "rowwise", "rowwise_with_gw_hp"],
    }
