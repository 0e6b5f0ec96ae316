"""Every error that is this package's own, as one tree; what legacy raised is raised unchanged."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = [
    "CompatError",
    "SwitchError",
    "SwitchesFileError",
    "UnknownBackendError",
    "UnknownSectionError",
    "UnknownTargetError",
]


class CompatError(Exception):
    """Base of the tree: catch this to catch everything of ours and nothing of argparse's."""


class SwitchError(CompatError, ValueError):
    """A switch that cannot be obeyed.

    ``source`` is where it was read: the path of the switches file or the name of the
    environment variable.
    """

    def __init__(self, message: str, *, source: str) -> None:
        super().__init__(f"{source}: {message}")
        self.source = source


class SwitchesFileError(SwitchError):
    """The switches file, or the environment variable, does not have the form it must have."""


class _UnknownNameError(SwitchError):
    """A name that is none of ``known``."""

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
    """A target that neither the switches file nor its reader knows."""

    kind = "target"


class UnknownSectionError(_UnknownNameError):
    """A section that the target does not have."""

    kind = "section"


class UnknownBackendError(_UnknownNameError):
    """A backend other than ``legacy`` and ``generated``."""

    kind = "backend"
