"""Megatron-LM's first dataclasses for training and validation (commit 72230d25ca), as a candidate.

They are written as the difference from the faithful ones of `compat.megatron`: whatever is not here
was moved without a change. The fields hold what that commit made of the arguments; the generator
infers from them what its own did.
"""

from __future__ import annotations

import argparse
import os
import signal
from dataclasses import dataclass, field

from argparity.compat.megatron import training_config as faithful
from argparity.compat.megatron.argument_utils import ArgumentGroupFactory

# A field without a docstring has the help of the field that it replaces.


@dataclass(kw_only=True)
class TrainingConfig(faithful.TrainingConfig):
    """Training, as the commit declared it."""

    rampup_batch_size: list[int] | None = field(  # type: ignore[assignment]
        default=None, metadata={"argparse_meta": {"nargs": 3}}
    )
    exit_signal: signal.Signals = signal.SIGTERM  # type: ignore[assignment]
    manual_gc_eval: bool = True
    exit_signal_handler_for_dataloader: bool = False
    """Let the workers of the data loader handle the exit signal, too."""


@dataclass(kw_only=True)
class ValidationConfig(faithful.ValidationConfig):
    """Validation, as the commit declared it."""

    eval_interval: int | None = None  # type: ignore[assignment]


def parse_args() -> argparse.Namespace:
    """Parse `sys.argv` as the control does, with the generated groups."""
    parser = argparse.ArgumentParser(description="Megatron-LM Arguments", allow_abbrev=False)
    training = ArgumentGroupFactory(TrainingConfig).build_group(parser, title="training")
    ArgumentGroupFactory(ValidationConfig).build_group(parser, title="validation")
    training.add_argument(
        "--batch-size",
        type=int,
        help="Has no effect any more; --micro-batch-size is its successor.",
    )
    args = parser.parse_args()
    args.rank = int(os.getenv("RANK", "0"))
    args.world_size = int(os.getenv("WORLD_SIZE", "1"))
    return args
