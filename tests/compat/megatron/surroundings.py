"""A parser like the one that Megatron-LM builds: hundreds of flags around and between ours.

It has what makes the real one hard to change in place: groups of dozens of flags, converters and
enums of its own, negated switches, flags of the sections ``training`` and ``validation`` that no
dataclass generates, standing between those that one does, and code that adds further flags later.
"""

from __future__ import annotations

import argparse
import enum
from collections.abc import Callable, Iterator

import argparity.legacy.megatron.arguments

# Group title -> subjects that have flags; each subject gets the flags of every aspect below.
GROUPS = {
    "network size": "layer hidden-state feed-forward attention-head query-group embedding position",
    "regularization": "attention-dropout hidden-dropout weight-decay gradient-clip sgd adam",
    "learning rate": "schedule decay warmup minimum override",
    "checkpointing": "save load pretrained async-save retention fully-parallel-save format",
    "mixed precision": "fp16 bf16 loss-scale fp8-recipe fp8-margin accumulate",
    "distributed": "tensor-parallel pipeline-parallel context-parallel expert-parallel ddp-bucket",
    "data": "blend split vocabulary merge-file sequence tokenizer loader-worker mock cache",
    "moe": "router load-balance token-dispatcher expert-capacity grouped-gemm shared-expert",
    "vision": "image patch crop augmentation class-count",
    "logging": "tensorboard wandb throughput memory timer straggler",
    "inference": "batch-limit kv-cache flash-decode buffer cuda-graph",
}


class Backend(enum.Enum):
    FLASH = 1
    FUSED = 2
    LOCAL = 3


def _pattern(word: str) -> list[int]:
    return [int(part) for part in word.split("|")]


Register = Callable[[argparse._ArgumentGroup, str], object]

# What a subject's flags are, in the manners of a parser that many people have written.
ASPECTS: list[Register] = [
    lambda group, name: group.add_argument(f"--{name}-size", type=int, default=None, help="N."),
    lambda group, name: group.add_argument(f"--{name}-rate", type=float, default=0.1, help="R."),
    lambda group, name: group.add_argument(f"--use-{name}", action="store_true"),
    lambda group, name: group.add_argument(
        f"--no-{name}-fusion",
        action="store_false",
        dest=f"{name.replace('-', '_')}_fusion",
        help="Fused is faster (%(default)s).",
    ),
    lambda group, name: group.add_argument(f"--{name}-path", type=str, default=None),
    lambda group, name: group.add_argument(f"--{name}-kinds", nargs="*", default=["a", "b"]),
    lambda group, name: group.add_argument(f"--{name}-pattern", type=_pattern, default=[1]),
    lambda group, name: group.add_argument(
        f"--{name}-backend",
        type=lambda word: Backend[word],
        default=Backend.FLASH,
        choices=list(Backend),
    ),
]


def add_arguments(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Register everything, with our sections in the middle."""
    titles = iter(GROUPS)
    for _ in range(4):
        _add_group(parser, next(titles))
    _interleave(parser, argparity.legacy.megatron.arguments._add_training_args, "recompute")
    _add_group(parser, next(titles))
    _interleave(parser, argparity.legacy.megatron.arguments._add_validation_args, "evaluation")
    for title in titles:
        _add_group(parser, title)
    parser.add_argument("--local-rank", type=int, default=0)
    return parser


def _add_group(parser: argparse.ArgumentParser, title: str) -> None:
    group = parser.add_argument_group(title=title)
    for subject in GROUPS[title].split():
        for aspect in ASPECTS:
            aspect(group, subject)


def _interleave(
    parser: argparse.ArgumentParser, register: Callable[..., object], subject: str
) -> None:
    """Let ``register`` make its group, and put a foreign flag behind every third of its own."""
    foreign = _foreign_aspects()

    class Interleaving(argparse._ArgumentGroup):
        def add_argument(self, *names: str, **keywords: object) -> argparse.Action:
            action = super().add_argument(*names, **keywords)  # type: ignore[arg-type]
            if len(self._group_actions) % 4 == 3:
                number, aspect = next(foreign)
                aspect(self, f"{subject}-{number}")
            return action

    class Receiver:
        def add_argument_group(self, title: str) -> Interleaving:
            group = Interleaving(parser, title)
            parser._action_groups.append(group)
            return group

    register(Receiver())


def _foreign_aspects() -> Iterator[tuple[int, Register]]:
    number = 0
    while True:
        for aspect in ASPECTS:
            number += 1
            yield number, aspect
