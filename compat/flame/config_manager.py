"""Drop-in for ``flame.config_manager``: the same names, signatures and behaviour.

The flags come from the dataclasses of :mod:`.flame.sections`, or section by section from
the frozen parser, as the switchboard says; see :mod:`.switchboard` for a rollback. With
every section on ``legacy`` a :class:`JobConfig` runs the frozen class's own code only.

Errors of the configuration file are logged to the root logger, which torchtitan uses as well.
"""

from __future__ import annotations

import argparse
import sys
import types
from collections import defaultdict
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from .. import layering, registration
from .._toml import TOMLDecodeError, read_toml
from ..argparse_internals import actions_of
from ..switchboard import Switchboard
from .string_lists import check_string_list_argument, string_list

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .sections import (
        ActivationCheckpoint,
        ActivationOffload,
        Checkpoint,
        Comm,
        Experimental,
        FaultTolerance,
        Float8,
        Job,
        LrScheduler,
        MemoryEstimation,
        Metrics,
        Model,
        Optimizer,
        Profiling,
        Training,
    )

    TORCH_DTYPE_MAP: dict[str, Any]

__all__ = ["TORCH_DTYPE_MAP", "JobConfig", "check_string_list_argument", "string_list"]

_FROZEN = "flame.config_manager"

_ARGV_AT_IMPORT = sys.argv[1:]


def __getattr__(name: str) -> Any:
    """``TORCH_DTYPE_MAP``: name to ``torch.dtype``; torch is imported on first use."""
    if name != "TORCH_DTYPE_MAP":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import torch  # pyright: ignore[reportMissingImports]  # an extra

    table = {dtype: getattr(torch, dtype) for dtype in ("float16", "float32", "bfloat16")}
    globals()[name] = table
    return table


class JobConfig:
    """The configuration of one training job: the command line over a TOML file over defaults.

    A flag ``--training.steps`` is the key ``steps`` of the TOML table ``[training]`` and, after
    :meth:`parse_args`, the attribute ``training.steps`` of this object. Keys and tables that only
    the file has become attributes as well. A section is an instance of a class made for it, which
    holds the values as class attributes: ``vars(config.training)`` is empty, and the annotations
    below say what to expect, not what is checked.

    ``parser`` may be given further flags, named ``--section.name``, before parsing.
    """

    job: Job
    model: Model
    profiling: Profiling
    optimizer: Optimizer
    lr_scheduler: LrScheduler
    training: Training
    metrics: Metrics
    experimental: Experimental
    checkpoint: Checkpoint
    activation_checkpoint: ActivationCheckpoint
    activation_offload: ActivationOffload
    float8: Float8
    comm: Comm
    memory_estimation: MemoryEstimation
    fault_tolerance: FaultTolerance

    def __init__(self) -> None:
        backends = SWITCHBOARD.backends()
        if set(backends.values()) == {"legacy"}:
            own_class: type = type(self)
            self.__class__ = _on_frozen_code(own_class)
            _frozen_job_config().__init__(self)
            return
        self.args_dict: defaultdict[str, defaultdict[str, Any]] | None = None
        self.parser = argparse.ArgumentParser(description="Configuration of a flame training job.")
        registration.register_sections(
            self.parser,
            backends,
            {"legacy": _frozen_registrars, "generated": _generated_registrars},
        )

    def to_dict(self) -> defaultdict[str, defaultdict[str, Any]] | None:
        """The values by section and name, or None before the first parse.

        The mapping is live: reading a missing section creates it.
        """
        return self.args_dict

    def parse_args(self, args_list: list[str] = _ARGV_AT_IMPORT) -> None:
        """Parse, and set one attribute per section.

        The default is the command line at the time of import; None reads the current one.
        A usage error ends the program with code 2. Raises OSError or TOMLDecodeError for the
        configuration file, TypeError or ValueError if the file's top level holds something other
        than tables or if a name cannot be an attribute, and AssertionError (not under ``-O``) if
        the model's configuration or tokenizer is empty.
        """
        args, cmd_args = self.parse_args_from_command_line(args_list)
        args_dict = self._args_to_two_level_dict(args)
        config_file = getattr(args, "job.config_file", None)
        if config_file is not None:
            layering.merge_tables(args_dict, _read_config_file(config_file))
        # A list from the command line is already split; TOML may hold it as one string.
        for name in self._get_string_list_argument_names():
            check_string_list_argument(args_dict, name)
        layering.override(args_dict, self._args_to_two_level_dict(cmd_args))

        self.args_dict = args_dict
        for section, values in args_dict.items():
            # The values become attributes of the class, and a key may be anything: a key such as
            # __init__ fails here, and vars(section) is empty.
            section_class = type(section.title(), (), values)
            setattr(self, section, section_class())
        self._validate_config()

    def parse_args_from_command_line(
        self, args_list: list[str] | None
    ) -> tuple[argparse.Namespace, argparse.Namespace]:
        """All values, and in a second namespace those that ``args_list`` gives explicitly."""
        args = self.parser.parse_args(args_list)
        converters = dict.fromkeys(self._get_string_list_argument_names(), string_list)
        return args, layering.given_arguments(args, args_list, converters)

    def _args_to_two_level_dict(
        self, args: argparse.Namespace
    ) -> defaultdict[str, defaultdict[str, Any]]:
        return layering.two_levels(args)

    def _validate_config(self) -> None:
        # Assertions, as callers may catch AssertionError; under -O nothing is checked.
        assert self.model.config
        assert self.model.tokenizer_path

    def _get_string_list_argument_names(self) -> list[str]:
        return [action.dest for action in actions_of(self.parser) if action.type is string_list]


SWITCHBOARD = Switchboard("flame", JobConfig.__annotations__)
"""The switches of the fifteen sections; read when a :class:`JobConfig` is made."""


def _read_config_file(path: str) -> dict[str, Any]:
    """The document; an error for a missing or malformed file is logged twice and raised."""
    try:
        return read_toml(path)
    except (FileNotFoundError, TOMLDecodeError) as error:
        import logging

        logger = logging.getLogger()
        logger.exception("Error while loading the configuration file: %s", path)
        logger.exception("Error details: %s", error)
        raise


@cache
def _generated_registrars() -> Mapping[str, registration.Registrar]:
    from ..argument_group import ArgumentGroupFactory
    from ..flag_style import DOTTED
    from .sections import SECTIONS

    return {
        name: ArgumentGroupFactory(section, prefix=name, style=DOTTED).add_arguments
        for name, section in SECTIONS.items()
    }


def _frozen_registrars() -> Mapping[str, registration.Registrar]:
    frozen = registration.frozen_module(_FROZEN)
    sections: dict[str, list[argparse.Action]] = {}
    for action in actions_of(frozen.JobConfig().parser):
        sections.setdefault(action.dest.partition(".")[0], []).append(action)
    converters = {frozen.string_list: string_list}
    return {
        name: partial(registration.adopt, actions=actions, converters=converters)
        for name, actions in sections.items()
    }


@cache
def _on_frozen_code(cls: type) -> type:
    """``cls`` with the frozen class's methods in place of :class:`JobConfig`'s own.

    Classes derived from :class:`JobConfig` keep their methods, so a user's subclass works on the
    frozen code through ``super()``. It looks the same: name, module and documentation stay.
    """
    base = _frozen_job_config()
    if issubclass(cls, base):
        return cls
    bases = (base,) if cls is JobConfig else (cls, base)
    kept = {name: getattr(cls, name) for name in ("__module__", "__qualname__", "__doc__")}
    kept["__slots__"] = ()
    return types.new_class(cls.__name__, bases, exec_body=lambda body: body.update(kept))


@cache
def _frozen_job_config() -> type[JobConfig]:
    frozen: Any = registration.frozen_module(_FROZEN)

    class FrozenJobConfig(frozen.JobConfig, JobConfig):  # type: ignore[misc]
        __slots__ = ()

        # The frozen code's own default is the command line when *it* was imported, which is later.
        def parse_args(self, args_list: list[str] = _ARGV_AT_IMPORT) -> None:
            super().parse_args(args_list)

        def _get_string_list_argument_names(self) -> list[str]:
            # The user's own flags carry this module's converter, which the frozen code does
            # not know.
            own = JobConfig._get_string_list_argument_names(self)
            return [*super()._get_string_list_argument_names(), *own]

    return FrozenJobConfig
