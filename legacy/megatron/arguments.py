"""Megatron-LM's training and validation arguments, registered by hand, kept as they were.

This module is the control: it is sealed, and what it does is what every replacement has to do.
"""

import argparse
import os

__all__ = ["add_megatron_arguments", "parse_args"]


def add_megatron_arguments(parser):
    """Register every argument; returns the parser."""
    training = _add_training_group(parser)
    _add_validation_args(parser)
    # Namespaces hold their keys in the order of registration, and this one comes last.
    _add_batch_size(training)
    return parser


def parse_args(extra_args_provider=None, ignore_unknown_args=False):
    """Parse the command line of this process.

    extra_args_provider is called with the parser, and the parser that it returns is used.
    ignore_unknown_args leaves out what the parser does not know.
    """
    parser = argparse.ArgumentParser(description="Megatron-LM Arguments",
                                     allow_abbrev=False)
    parser = add_megatron_arguments(parser)
    if extra_args_provider is not None:
        parser = extra_args_provider(parser)

    if ignore_unknown_args:
        args, _ = parser.parse_known_args()
    else:
        args = parser.parse_args()

    # Set by the launcher, and no flags.
    args.rank = int(os.getenv("RANK", "0"))
    args.world_size = int(os.getenv("WORLD_SIZE", "1"))
    return args


def _add_training_args(parser):
    """Register the arguments of group training on a parser; returns the parser."""
    _add_batch_size(_add_training_group(parser))
    return parser


def _add_training_group(parser):
    group = parser.add_argument_group(title="training")

    group.add_argument("--micro-batch-size", type=int, default=None,
                       help="Samples in one forward pass of one model replica; must be given to "
                            "train.")
    group.add_argument("--global-batch-size", type=int, default=None,
                       help="Samples in one optimizer step over all replicas, a multiple of the "
                            "micro batch size times the number of replicas; None means exactly "
                            "that product, one micro batch per step.")
    group.add_argument("--rampup-batch-size", nargs="*", default=None,
                       help="Growth of the global batch size as three whole numbers: first size, "
                            "increment, and samples until the full size is reached; None means the "
                            "full size from the first step on.")
    group.add_argument("--decrease-batch-size-if-needed", action="store_true",
                       help="Round a global batch size that does not divide evenly among the "
                            "replicas down to one that does, instead of stopping with an error.")
    group.add_argument("--iterations-to-skip", nargs="+", type=int, default=[],
                       help="Iterations to leave out, by number; their data is read and thrown "
                            "away.")
    group.add_argument("--empty-unused-memory-level", type=int,
                       default=0, choices=[0, 1, 2],
                       help="When to return cached GPU memory to the device: 0 never, 1 once in an "
                            "iteration, 2 at several points of it.")
    group.add_argument("--check-weight-hash-" + "across-dp-replicas-interval",
                       type=int, default=None,
                       help="Iterations between two checks that all data parallel replicas hold "
                            "equal weights; None means no checks.")
    group.add_argument("--train-sync-interval", type=int, default=None,
                       help="Iterations between two synchronizations of host and GPU, which keep "
                            "the host from running ahead; None means none.")
    group.add_argument("--train-iters", type=int, default=None,
                       help="Length of the training in iterations; None where it is given in "
                            "samples.")
    group.add_argument("--train-samples", type=int, default=None,
                       help="Length of the training in samples; None where it is given in "
                            "iterations.")
    group.add_argument("--exit-interval", type=int, default=None,
                       help="Stop after an iteration whose number this divides; None means do not.")
    group.add_argument("--exit-duration-in-mins", type=int, default=None,
                       help="Stop after this many minutes; None means no limit.")
    group.add_argument("--exit-signal-handler", action="store_true",
                       help="Save a checkpoint and stop when the exit signal arrives.")
    group.add_argument("--exit-signal", type=str,
                       default="SIGTERM", choices=["SIGTERM", "SIGINT", "SIGUSR1", "SIGUSR2"],
                       help="Name of the signal that the exit signal handler waits for.")
    group.add_argument("--manual-gc", action="store_true",
                       help="Turn Python's automatic garbage collection off, and collect at fixed "
                            "points on every rank.")
    group.add_argument("--manual-gc-interval", type=int, default=0,
                       help="Iterations between two manual garbage collections; 0 means none at "
                            "intervals.")
    group.add_argument("--no-manual-gc-eval", action="store_false",
                       dest="manual_gc_eval",
                       help="Collect manually at start and end of each evaluation, too; the flag "
                            "turns that off.")

    return group


def _add_batch_size(group):
    group.add_argument("--batch-size", type=int, default=None,
                       help="Has no effect any more; --micro-batch-size is its successor.")


def _add_validation_args(parser):
    """Register the arguments of group validation on a parser; returns the parser."""
    group = parser.add_argument_group(title="validation")

    group.add_argument("--full-validation", action="store_true",
                       help="Evaluate on all validation data each time, however many iterations "
                            "that takes.")
    group.add_argument("--multiple-validation-sets", action="store_true",
                       help="Evaluate on each validation data set by itself instead of on their "
                            "blend.")
    group.add_argument("--eval-iters", type=int, default=100,
                       help="Length of one evaluation, of validation or test data, in iterations.")
    group.add_argument("--eval-interval", type=int, default=1000,
                       help="Training iterations between two evaluations on validation data.")
    group.add_argument("--test-mode", action="store_true",
                       help="Run in the mode that functional tests use.")
    group.add_argument("--skip-train", action="store_true",
                       help="Leave out the training, evaluate and end.")

    return parser
