"""A drop-in for any hand-written parser: its frozen code, with generated arguments swapped in.

The frozen code builds its parser. Then the arguments of each section that the switchboard sets to
``generated`` are replaced, in place, by those of the section's dataclasses. Everything else stays
as the frozen code made it: the order of the flags, groups and mutual exclusions, subcommands, the
program's own classes, and every argument that no field describes::

    DROP_IN = DropIn("train", SECTIONS, switches=Path(__file__).with_name("switches.toml"))
    build_parser = DROP_IN.builder(FROZEN.build_parser)
"""

from __future__ import annotations

import argparse
import copy
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, update_wrapper
from typing import Any, TypeVar
from weakref import WeakSet

from .argparse_internals import subcommands_of
from .errors import DropInError
from .first_parse import captured_parser, on_first_parse
from .section import Section, SectionFactory
from .swapping import swap_actions
from .switchboard import Switchboard

T = TypeVar("T")


class DropIn:
    """The sections of ``target``, and the switches file that says who registers each of them.

    A section has one or more dataclasses, each with its place.
    """

    def __init__(
        self,
        target: str,
        sections: Mapping[str, Sequence[Section]],
        *,
        switches: str | os.PathLike[str],
    ) -> None:
        self.sections = {name: tuple(given) for name, given in sections.items()}
        self._swapped: WeakSet[argparse.ArgumentParser] = WeakSet()
        self.switchboard = Switchboard(target, self.sections, switches)

    def parser(self, frozen: argparse.ArgumentParser) -> argparse.ArgumentParser:
        """The drop-in for a parser; the frozen one is not changed."""
        return self.swap(copy.deepcopy(frozen))

    def builder(self, frozen: Callable[..., argparse.ArgumentParser]) -> Any:
        """The drop-in for a callable that returns a parser."""
        return _like(frozen, lambda *args, **kwargs: self.swap(frozen(*args, **kwargs)))

    def adder(self, frozen: Callable[..., Any]) -> Any:
        """The drop-in for a callable that adds arguments to its first argument, a parser."""

        def add(parser: Any, *args: Any, **kwargs: Any) -> Any:
            returned = frozen(parser, *args, **kwargs)
            self.swap(returned if isinstance(returned, argparse.ArgumentParser) else parser)
            return returned

        return _like(frozen, add)

    def function(self, frozen: Callable[..., Any]) -> Any:
        """The drop-in for a callable that parses: the parser it first parses with is swapped."""

        def parse(*args: Any, **kwargs: Any) -> Any:
            with on_first_parse(self._swap_once):
                return frozen(*args, **kwargs)

        return _like(frozen, parse)

    def parsing_class(self, frozen: type) -> Any:
        """The drop-in for a class with ``parse_args``: a subclass of the same name."""
        drop_in = self

        def parse_args(instance: Any, *args: Any, **kwargs: Any) -> Any:
            with on_first_parse(drop_in._swap_once):
                return frozen.parse_args(instance, *args, **kwargs)  # type: ignore[attr-defined]

        kept = {name: getattr(frozen, name) for name in ("__module__", "__qualname__", "__doc__")}
        method = _like(frozen.parse_args, parse_args)  # type: ignore[attr-defined]
        return type(frozen)(frozen.__name__, (frozen,), {**kept, "parse_args": method})

    def capture(self, run: Callable[[], object]) -> argparse.ArgumentParser:
        """The drop-in for the parser that ``run()`` first parses with, where it is stopped."""
        parser = captured_parser(run)
        if parser is None:
            raise DropInError("the frozen program ended without parsing a command line")
        return self.swap(parser)

    def swap(self, parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
        """Replace the arguments of every section switched to ``generated``; returns ``parser``.

        Raises DropInError, before anything is changed, if a section's subcommand is missing.
        """
        backends = self.switchboard.backends()
        places = [
            (_at_command(parser, section.command), factory)
            for name, factories in self.factories.items()
            for section, factory in zip(self.sections[name], factories, strict=True)
            if backends[name] == "generated"
        ]
        for place, factory in places:
            swap_actions(place, factory, factory.kept)
        return parser

    def _swap_once(self, parser: argparse.ArgumentParser) -> None:
        # Swap once: defaults changed by earlier parses must survive.
        if parser not in self._swapped:
            self._swapped.add(self.swap(parser))

    @cached_property
    def factories(self) -> dict[str, tuple[SectionFactory, ...]]:
        """The factories of every section, made once so that they infer once."""
        return {
            name: tuple(section.factory() for section in sections)
            for name, sections in self.sections.items()
        }

    def read(self, namespace: argparse.Namespace, config: type[T]) -> T:
        """The values of ``namespace`` as an instance of the section ``config``.

        A value that the namespace lacks (a suppressed default) is the field's own default.
        """
        values = {
            field: getattr(namespace, dest)
            for field, dest in self._fields_of(config)
            if hasattr(namespace, dest)
        }
        return config(**values)

    def _fields_of(self, config: type) -> Iterator[tuple[str, str]]:
        for factories in self.factories.values():
            for factory in factories:
                if factory.src_cfg_class is config:
                    yield from (
                        (found.field, found.keywords["dest"]) for found in factory.arguments
                    )
                    return
        known = ", ".join(s.config.__name__ for some in self.sections.values() for s in some)
        raise DropInError(f"{config.__name__} is no section's dataclass; those are: {known}")


def _like(frozen: Callable[..., Any], wrapper: Callable[..., Any]) -> Callable[..., Any]:
    """``wrapper`` with the name, signature and documentation of ``frozen``."""
    return update_wrapper(wrapper, frozen)


def _at_command(
    parser: argparse.ArgumentParser, command: tuple[str, ...]
) -> argparse.ArgumentParser:
    for depth, name in enumerate(command, 1):
        inner = subcommands_of(parser)
        if name not in inner:
            known = ", ".join(inner) or "none"
            raise DropInError(
                f"the parser has no subcommand {' '.join(command[:depth])!r}; it has: {known}"
            )
        parser = inner[name]
    return parser
