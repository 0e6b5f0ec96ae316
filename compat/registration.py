"""Register a parser section by section, each by its backend.

Sections are switched here, not by merging the results of two parsers, because a command line
concerns the whole parser: an ambiguous prefix names flags of several sections, and every error
prints the usage of all. One parser with the sections in their legacy order gives the same help,
usage, values and errors in any mixture of backends.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any

from .argparse_internals import add_action
from .switchboard import Backend

Converter = Callable[[str], Any]

Registrar = Callable[[argparse.ArgumentParser], object]
"""Registers one section on a parser."""


def frozen_module(name: str) -> ModuleType:
    """A frozen module such as ``flame.config_manager``, from the package ``legacy`` next to this.

    The packaged parsers' frozen modules are imported only here, and only if a section needs one.
    """
    parent = (__package__ or "").rpartition(".")[0]
    return importlib.import_module(f"{parent}.legacy.{name}" if parent else f"legacy.{name}")


def register_sections(
    parser: argparse.ArgumentParser,
    backends: Mapping[str, Backend],
    sources: Mapping[Backend, Callable[[], Mapping[str, Registrar]]],
) -> None:
    """Register every section of ``backends`` on ``parser``, in that order.

    The source of a backend returns the registrar of each section. It is called only if a section
    has that backend: a backend that no section uses is not even imported.
    """
    registrars = {backend: sources[backend]() for backend in set(backends.values())}
    for section, backend in backends.items():
        registrars[backend][section](parser)


def adopt(
    parser: argparse.ArgumentParser,
    actions: Iterable[argparse.Action],
    converters: Mapping[Converter, Converter],
) -> None:
    """Move ``actions`` of another parser into ``parser``, in order and as they are.

    An action whose type is a key of ``converters`` gets the mapped one as its type: code that looks
    for flags by their converter then finds the same one in every mixture of backends. The other
    parser must not be used afterwards. Raises :class:`argparse.ArgumentError` for an option that
    ``parser`` already has.
    """
    for action in actions:
        for frozen, own in converters.items():
            if action.type is frozen:
                action.type = own
        add_action(parser, action)
