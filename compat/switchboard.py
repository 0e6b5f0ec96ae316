"""The backend that registers each section's arguments, by the switches file and the environment.

The switches file has one table per target (:mod:`.switches_file` has its other form)::

    format = 1

    [flame]
    job = "generated"
    model = "legacy"

A section that is not in its table has not been switched over: it stays ``legacy``.

The environment variable ``ARGPARITY_BACKENDS`` overrides the file, for a rollback without a deploy.
Its value is a comma-separated list of ``TARGET=BACKEND`` and ``TARGET.SECTION=BACKEND``. Empty
parts, and spaces around a part, are ignored; a later part overrides an earlier one::

    ARGPARITY_BACKENDS=flame=legacy
    ARGPARITY_BACKENDS=flame=legacy,flame.model=generated

Nothing is read until :meth:`Switchboard.backends` is called; every call reads both again.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Literal
from weakref import WeakSet

from .errors import (
    SwitchesFileError,
    UnknownBackendError,
    UnknownSectionError,
    UnknownTargetError,
)
from .switches_file import read_tables

Backend = Literal["legacy", "generated"]

BACKENDS: tuple[Backend, ...] = ("legacy", "generated")
ENVIRONMENT_VARIABLE = "ARGPARITY_BACKENDS"
_PACKAGED = Path(__file__).with_name("switches.toml")


class Switchboard:
    """The switches of one target.

    ``sections`` are all sections that the target has, in the order in which they register.
    ``path`` is the switches file, by default the one that ships with this package; ``variable``
    is the environment variable that overrides it. A target in the variable that is in no switches
    file of this process is taken for a typo.
    """

    def __init__(
        self,
        target: str,
        sections: Iterable[str],
        path: str | os.PathLike[str] | None = None,
        *,
        variable: str = ENVIRONMENT_VARIABLE,
    ) -> None:
        self.target = target
        self.sections = tuple(sections)
        self.path = _PACKAGED if path is None else Path(path)
        self.variable = variable
        _ALIVE.add(self)

    def backends(self) -> dict[str, Backend]:
        """The backend of every section, in the order of the sections.

        Raises :class:`~.errors.UnknownTargetError`,
        :class:`~.errors.UnknownSectionError` or
        :class:`~.errors.UnknownBackendError` for a name that does not exist, and
        :class:`~.errors.SwitchesFileError` for a file that is missing or malformed.
        """
        tables = read_tables(self.path)
        if self.target not in tables:
            raise UnknownTargetError(self.target, tables, source=str(self.path))
        chosen: dict[str, Backend] = dict.fromkeys(self.sections, "legacy")
        for section, backend in tables[self.target].items():
            self._switch(chosen, section, backend, source=str(self.path))
        for target, wanted, backend in self._overrides():
            if target not in tables and not _is_elsewhere(target):
                raise UnknownTargetError(target, tables, source=self.variable)
            if target == self.target:
                for section in self.sections if wanted is None else (wanted,):
                    self._switch(chosen, section, backend, source=self.variable)
        return chosen

    def _switch(
        self, chosen: dict[str, Backend], section: str, backend: object, *, source: str
    ) -> None:
        if section not in chosen:
            raise UnknownSectionError(section, self.sections, source=source, place=self.target)
        chosen[section] = _known_backend(backend, f"{self.target}.{section}", source)

    def _overrides(self) -> list[tuple[str, str | None, Backend]]:
        """The parts of the environment variable as (target, section or None, backend)."""
        parts = []
        for part in os.environ.get(self.variable, "").split(","):
            if not part.strip():
                continue
            place, equals, backend = map(str.strip, part.partition("="))
            if not equals:
                raise SwitchesFileError(
                    f"{part.strip()!r} is not TARGET=BACKEND or TARGET.SECTION=BACKEND",
                    source=self.variable,
                )
            target, dot, section = place.partition(".")
            checked = _known_backend(backend, place, self.variable)
            parts.append((target, section if dot else None, checked))
        return parts


_ALIVE: WeakSet[Switchboard] = WeakSet()
"""The switchboards of this process: one variable may name the targets of all of them."""


def _is_elsewhere(target: str) -> bool:
    """Whether another switches file of this process has that target."""
    for path in {_PACKAGED, *(switchboard.path for switchboard in _ALIVE)}:
        with contextlib.suppress(SwitchesFileError):
            if target in read_tables(path):
                return True
    return False


def _known_backend(backend: object, place: str, source: str) -> Backend:
    for known in BACKENDS:
        if backend == known:
            return known
    raise UnknownBackendError(backend, BACKENDS, source=source, place=place)
