"""A section of a drop-in: a dataclass, its place in the parser, and how its fields are written.

::

    @dataclass(kw_only=True)
    class Training:
        steps: int = 10_000
        \"\"\"Training length, in optimizer steps.\"\"\"

        dump: str | None = argument(None, metavar="FOLDER")
        \"\"\"Where to write.\"\"\"
"""

from __future__ import annotations

import argparse
import copy
import dataclasses
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from .argparse_meta import KEY, read_meta
from .argument_group import Argument, ArgumentGroupFactory
from .errors import TypeInferenceError
from .flag_style import DASHED, FlagStyle

_MISSING: Any = dataclasses.MISSING


class _Kept:
    """Placeholder for a fact that the frozen code provides."""

    def __repr__(self) -> str:
        return "KEPT"


KEPT: Any = _Kept()
"""As a keyword of :func:`argument`: this one fact comes from the frozen code's own argument, as it
is when the parser is built. It is meant for facts that no expression can state: a converter made
inside a function, a default computed where the program runs, choices that grow."""


def argument(
    value: Any = _MISSING, /, *, factory: Callable[[], Any] = _MISSING, **meta: Any
) -> Any:
    """A field of a section, with its default ``value`` or the ``factory`` that makes it.

    ``meta`` holds any keyword of ``add_argument`` that the annotation does not imply
    (:mod:`.argparse_meta`). With neither value nor factory, the argument is required.
    """
    return dataclasses.field(default=value, default_factory=factory, metadata={KEY: meta})


class Section(NamedTuple):
    """Where the arguments of one dataclass belong, and how the frozen code spells common things."""

    config: type
    """The dataclass."""

    command: tuple[str, ...] = ()
    """The subcommands that lead to its parser."""

    prefix: str = ""
    style: FlagStyle = DASHED

    text: type | None = str
    """The type that the frozen code registers for strings: ``str``, or None for no type."""

    choices: Callable[[tuple[Any, ...]], Any] = tuple
    """The container in which the frozen code lists choices."""

    def factory(self) -> SectionFactory:
        """The factory of its arguments."""
        return SectionFactory(self)


class SectionFactory(ArgumentGroupFactory):
    """Generates the arguments of a section, in the spelling of the frozen code."""

    def __init__(self, section: Section) -> None:
        super().__init__(section.config, prefix=section.prefix, style=section.style)
        self._section = section
        self._kept: dict[str, frozenset[str]] = {}

    @cached_property
    def kept(self) -> tuple[frozenset[str], ...]:
        """For each of ``arguments``: the keywords taken from the argument that it replaces."""
        return tuple(self._kept.get(argument.field, frozenset()) for argument in self.arguments)

    def _arguments_of(self, field: dataclasses.Field[Any]) -> Iterator[Argument]:
        meta = read_meta(self.src_cfg_class, field) or {}
        kept = {key for key, value in meta.items() if value is KEPT}
        if kept:
            self._kept[field.name] = frozenset(kept)
            field = copy.copy(field)
            field.metadata = {KEY: {key: v for key, v in meta.items() if key not in kept}}  # type: ignore[assignment]
        return super()._arguments_of(field)

    def _check_help(self, argument: Argument, action: argparse.Action) -> None:
        """Do nothing: whatever the frozen code registers without complaint is registered."""

    def _inferred_from_type(self, field: dataclasses.Field[Any]) -> dict[str, Any]:
        kept = self._kept.get(field.name, frozenset())
        if "type" in kept:
            return {}
        meta = read_meta(self.src_cfg_class, field) or {}
        try:
            inferred = super()._inferred_from_type(field)
        except TypeInferenceError:
            # The annotation is only for people: the field itself says how arguments are converted.
            if "type" in meta or "action" in meta:
                return {}
            raise
        if inferred.get("type") is str and self._section.text is None:
            del inferred["type"]
        if "choices" in inferred:
            inferred["choices"] = self._section.choices(inferred["choices"])
        return {key: value for key, value in inferred.items() if key not in kept}
