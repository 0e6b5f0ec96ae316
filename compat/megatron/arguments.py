"""Drop-in for the argument functions of Megatron-LM: the groups, and ``parse_args``.

Each section is registered by the backend that the switchboard gives it. With every section on
``legacy``, :func:`parse_args` is the frozen one from start to end.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial

from .. import registration
from ..argparse_internals import argument_groups
from ..argument_group import ArgumentGroupFactory
from ..switchboard import Switchboard
from .training_config import TrainingConfig, ValidationConfig

__all__ = [
    "SECTIONS",
    "SWITCHBOARD",
    "add_megatron_arguments",
    "overlay_megatron_arguments",
    "parse_args",
]

SECTIONS: dict[str, type] = {"training": TrainingConfig, "validation": ValidationConfig}
"""The dataclass that generates each section; the section is the argument group of that title."""

SWITCHBOARD = Switchboard("megatron", SECTIONS)
"""The switches of both sections; read whenever a parser is built."""

_FROZEN = "megatron.arguments"


def add_megatron_arguments(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Register every argument on ``parser``; returns ``parser``."""
    _register(parser, SECTIONS)
    # Namespaces hold keys in the order of registration, and this one comes last.
    _add_batch_size(parser)
    return parser


def overlay_megatron_arguments(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Swap the generated arguments into a parser that Megatron-LM's own functions have built.

    Returns ``parser``. Only the sections whose backend is ``generated`` change; the help of their
    arguments, and everything else in the parser, stays as it is. Raises
    :class:`~.errors.OverlayError`, before anything is changed, if the installed Megatron-LM
    registers these flags differently from the dataclasses.
    """
    from ..overlaying import overlay

    backends = SWITCHBOARD.backends()
    factories = _factories()
    return overlay(
        parser, {title: factories[title] for title in SECTIONS if backends[title] == "generated"}
    )


def parse_args(
    extra_args_provider: Callable[[argparse.ArgumentParser], argparse.ArgumentParser] | None = None,
    ignore_unknown_args: bool = False,
) -> argparse.Namespace:
    """Parse ``sys.argv`` as it is now, and add ``rank`` and ``world_size`` from the environment.

    ``extra_args_provider`` is called with the parser, and the parser that it returns is used.
    With ``ignore_unknown_args``, unknown arguments are left out; a bad value of a known flag still
    ends the program with code 2. Raises ValueError if ``RANK`` or ``WORLD_SIZE`` is set to anything
    but an integer.
    """
    if set(SWITCHBOARD.backends().values()) == {"legacy"}:
        frozen = registration.frozen_module(_FROZEN)
        args: argparse.Namespace = frozen.parse_args(extra_args_provider, ignore_unknown_args)
        return args
    parser = argparse.ArgumentParser(description="Megatron-LM Arguments", allow_abbrev=False)
    parser = add_megatron_arguments(parser)
    if extra_args_provider is not None:
        parser = extra_args_provider(parser)
    args = parser.parse_known_args()[0] if ignore_unknown_args else parser.parse_args()
    args.rank = int(os.getenv("RANK", "0"))
    args.world_size = int(os.getenv("WORLD_SIZE", "1"))
    return args


def _add_training_args(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Register the group ``training``; returns ``parser``."""
    _register(parser, ["training"])
    _add_batch_size(parser)
    return parser


def _add_validation_args(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Register the group ``validation``; returns ``parser``."""
    _register(parser, ["validation"])
    return parser


def _register(parser: argparse.ArgumentParser, sections: Iterable[str]) -> None:
    backends = SWITCHBOARD.backends()
    registration.register_sections(
        parser,
        {section: backends[section] for section in sections},
        {"legacy": _frozen_registrars, "generated": _generated_registrars},
    )


def _add_batch_size(parser: argparse.ArgumentParser) -> None:
    # Deprecated, so it was never moved to the dataclass: nothing may read it from there.
    training = [group for group in argument_groups(parser) if group.title == "training"][-1]
    training.add_argument(
        "--batch-size",
        type=int,
        default=None,
        help="Has no effect any more; --micro-batch-size is its successor.",
    )


@cache
def _factories() -> Mapping[str, ArgumentGroupFactory]:
    return {title: ArgumentGroupFactory(config) for title, config in SECTIONS.items()}


def _generated_registrars() -> Mapping[str, registration.Registrar]:
    return {title: partial(_add_group, title, factory) for title, factory in _factories().items()}


def _add_group(title: str, factory: ArgumentGroupFactory, parser: argparse.ArgumentParser) -> None:
    # A hand-written group has no description, so this is not the factory's build_group.
    factory.add_arguments(parser.add_argument_group(title=title))


def _frozen_registrars() -> Mapping[str, registration.Registrar]:
    frozen = registration.frozen_module(_FROZEN)
    return {
        "training": frozen._add_training_group,
        "validation": frozen._add_validation_args,
    }
