"""This package's own errors, in one tree; what legacy code raises passes through unchanged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .overlaying import Difference


class CompatError(Exception):
    """Base class of all errors of this package, and of none of argparse's."""


class SwitchError(CompatError, ValueError):
    """A switch that cannot be applied.

    ``source`` is where it was read: the path of the switches file or the name of the environment
    variable.
    """

    def __init__(self, message: str, *, source: str) -> None:
        super().__init__(f"{source}: {message}")
        self.source = source


class SwitchesFileError(SwitchError):
    """A malformed or missing switches file, or a malformed environment variable."""


class _UnknownNameError(SwitchError):
    """A name that is not among ``known``."""

    kind = "name"

    def __init__(self, name: object, known: Iterable[str], *, source: str, place: str = "") -> None:
        self.name = name
        self.known = tuple(known)
        where = f" for {place}" if place else ""
        choices = ", ".join(self.known) or "none"
        super().__init__(
            f"unknown {self.kind} {name!r}{where}; known are: {choices}", source=source
        )


class UnknownTargetError(_UnknownNameError):
    """A target that is in no switches file."""

    kind = "target"


class UnknownSectionError(_UnknownNameError):
    """A section that the target does not have."""

    kind = "section"


class UnknownBackendError(_UnknownNameError):
    """A backend other than ``legacy`` and ``generated``."""

    kind = "backend"


class TypeInferenceError(CompatError, TypeError):
    """No argument can be derived from an annotation.

    ``problem`` says what is wrong, ``remedy`` what to write instead, and ``cls`` and ``field`` (a
    name) where, if known.
    """

    def __init__(
        self, problem: str, *, remedy: str = "", cls: type | None = None, field: str | None = None
    ) -> None:
        self.problem = problem
        self.remedy = remedy
        self.cls = cls
        self.field = field
        super().__init__(self.without_remedy() + (f"; {remedy}" if remedy else ""))

    def without_remedy(self) -> str:
        """The place and the problem, as one line."""
        where = "" if self.cls is None else f"{self.cls.__qualname__}.{self.field}: "
        return where + self.problem


class FieldError(CompatError, TypeError):
    """A field that cannot be registered in the way that its metadata or the factory asks for.

    ``cls`` and ``field`` (a name) identify it.
    """

    def __init__(self, cls: type, field: str, problem: str) -> None:
        self.cls = cls
        self.field = field
        super().__init__(f"{cls.__qualname__}.{field}: {problem}")


class FrozenFileError(CompatError, ImportError):
    """A frozen file, or the file of a shim, that does not exist."""


class DropInError(CompatError):
    """A parser without a section's subcommand, or a program or class that a drop-in cannot use."""


class OverlayError(CompatError, ValueError):
    """A parser whose arguments differ from those that the overlay expects; it was not changed.

    ``differences`` lists every difference, in all sections.
    """

    def __init__(self, differences: list[Difference]) -> None:
        self.differences = differences
        listed = "\n".join(f"  {difference}" for difference in differences)
        super().__init__(
            f"the parser was left as it is, as it differs from what is expected:\n{listed}\n"
            "change the dataclass to match, or leave the section with its own code"
        )


class MissingValueError(CompatError, AttributeError):
    """A namespace that lacks values of fields; ``missing`` lists these fields."""

    def __init__(self, config_class: type, missing: list[str]) -> None:
        self.missing = missing
        super().__init__(
            f"the namespace lacks {', '.join(missing)} of {config_class.__name__}; "
            "was the section registered on the parser that made it?"
        )
