"""The sections ``training`` and ``validation`` as dataclasses, read from and written to namespaces.

The fields are the arguments that Megatron-LM registered by hand before its own dataclasses
(commit 72230d25ca): same flags, same defaults, same types. Where those dataclasses changed what a
command line does, these do not.
"""

from __future__ import annotations

import argparse
import dataclasses
import signal
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from ..errors import MissingValueError

__all__ = [
    "MissingValueError",
    "TrainingConfig",
    "ValidationConfig",
    "to_namespace",
    "training_config_from_args",
    "validation_config_from_args",
]

_Config = TypeVar("_Config")


@dataclass(kw_only=True)
class TrainingConfig:
    """How long to train, on batches of which size, and when to stop."""

    micro_batch_size: int | None = None
    """Samples in one forward pass of one model replica; must be given to train."""

    global_batch_size: int | None = None
    """Samples in one optimizer step over all replicas, a multiple of the micro batch size times the
    number of replicas; None means exactly that product, one micro batch per step."""

    rampup_batch_size: list[str] | None = field(
        default=None,
        # Values stay strings, any number of them: the reader counts and converts them.
        metadata={"argparse_meta": {"nargs": "*", "type": None}},
    )
    """Growth of the global batch size as three whole numbers: first size, increment, and samples
    until the full size is reached; None means the full size from the first step on."""

    decrease_batch_size_if_needed: bool = False
    """Round a global batch size that does not divide evenly among the replicas down to one that
    does, instead of stopping with an error."""

    iterations_to_skip: list[int] = field(default_factory=list)
    """Iterations to leave out, by number; their data is read and thrown away."""

    empty_unused_memory_level: Literal[0, 1, 2] = 0
    """When to return cached GPU memory to the device: 0 never, 1 once in an iteration, 2 at several
    points of it."""

    check_weight_hash_across_dp_replicas_interval: int | None = None
    """Iterations between two checks that all data parallel replicas hold equal weights; None means
    no checks."""

    train_sync_interval: int | None = None
    """Iterations between two synchronizations of host and GPU, which keep the host from running
    ahead; None means none."""

    train_iters: int | None = None
    """Length of the training in iterations; None where it is given in samples."""

    train_samples: int | None = None
    """Length of the training in samples; None where it is given in iterations."""

    exit_interval: int | None = None
    """Stop after an iteration whose number this divides; None means do not."""

    exit_duration_in_mins: int | None = None
    """Stop after this many minutes; None means no limit."""

    exit_signal_handler: bool = False
    """Save a checkpoint and stop when the exit signal arrives."""

    exit_signal: Literal["SIGTERM", "SIGINT", "SIGUSR1", "SIGUSR2"] = "SIGTERM"
    """Name of the signal that the exit signal handler waits for."""

    manual_gc: bool = False
    """Turn Python's automatic garbage collection off, and collect at fixed points on every rank."""

    manual_gc_interval: int = 0
    """Iterations between two manual garbage collections; 0 means none at intervals."""

    manual_gc_eval: bool = field(
        default=True,
        # The one name it has always had; there is no --disable-manual-gc-eval.
        metadata={"argparse_meta": {"arg_names": ["--no-manual-gc-eval"]}},
    )
    """Collect manually at start and end of each evaluation, too; the flag turns that off."""

    @property
    def exit_signal_member(self) -> signal.Signals:
        """The member that ``exit_signal`` names, as ``signal.signal`` takes it.

        Raises KeyError for a name that the operating system does not have.
        """
        return signal.Signals[self.exit_signal]


@dataclass(kw_only=True)
class ValidationConfig:
    """How often to evaluate, and on how much data."""

    full_validation: bool = False
    """Evaluate on all validation data each time, however many iterations that takes."""

    multiple_validation_sets: bool = False
    """Evaluate on each validation data set by itself instead of on their blend."""

    eval_iters: int = 100
    """Length of one evaluation, of validation or test data, in iterations."""

    eval_interval: int = 1000
    """Training iterations between two evaluations on validation data."""

    test_mode: bool = False
    """Run in the mode that functional tests use."""

    skip_train: bool = False
    """Leave out the training, evaluate and end."""


def training_config_from_args(args: argparse.Namespace) -> TrainingConfig:
    """The section ``training`` of a parsed command line.

    Values are taken as they are, neither copied nor converted; those of other sections are ignored.
    Raises :class:`MissingValueError` if one is missing.
    """
    return _from_args(TrainingConfig, args)


def validation_config_from_args(args: argparse.Namespace) -> ValidationConfig:
    """The section ``validation`` of a parsed command line, in the same way."""
    return _from_args(ValidationConfig, args)


def to_namespace(
    *configs: TrainingConfig | ValidationConfig, base: argparse.Namespace | None = None
) -> argparse.Namespace:
    """A new namespace with the values of all ``configs``, in the order of their fields.

    With a ``base``, its values come first and keep their places, and those that a config has are
    replaced: reading configs from a namespace and writing them back gives an equal one.
    """
    values: dict[str, Any] = {} if base is None else dict(vars(base))
    for config in configs:
        values.update((f.name, getattr(config, f.name)) for f in dataclasses.fields(config))
    namespace = argparse.Namespace()
    vars(namespace).update(values)
    return namespace


def _from_args(config_class: type[_Config], args: argparse.Namespace) -> _Config:
    names = [f.name for f in dataclasses.fields(config_class)]  # type: ignore[arg-type]
    missing = [name for name in names if not hasattr(args, name)]
    if missing:
        raise MissingValueError(config_class, missing)
    return config_class(**{name: getattr(args, name) for name in names})
