"""The exceptions of the harness: one tree, each with the exit code that a tool ends with."""

from __future__ import annotations

from pathlib import Path

__all__ = [
    "CannotJudge",
    "ConfigError",
    "GoldenError",
    "SideError",
    "UnknownTypeError",
    "UsageError",
]


class GoldenError(Exception):
    """Base of all errors that a tool reports in one line; `exit_code` is what it exits with."""

    exit_code = 3


class UsageError(GoldenError):
    """The user's words are off: an unknown target, a missing file, a bad option."""

    exit_code = 2


class ConfigError(UsageError):
    """A wrong entry in a configuration file; `file` and `line` (1-based, None if unknown) say
    where.
    """

    def __init__(
        self, message: str, *, file: Path | str | None = None, line: int | None = None
    ) -> None:
        self.file = None if file is None else str(file)
        self.line = line
        where = "" if self.file is None else f"{self.file}{'' if line is None else f':{line}'}: "
        super().__init__(where + message)


class SideError(UsageError):
    """A control or candidate that cannot be loaded; `spec` is the text that named it."""

    def __init__(self, spec: str, message: str) -> None:
        self.spec = spec
        super().__init__(f"{spec}: {message}")


class CannotJudge(GoldenError):
    """Both sides ran, but no verdict is possible (an unstable control, a lost worker)."""


class UnknownTypeError(CannotJudge):
    """A value of a type without encoder; `type_name` is qualified, `path` says where it stood."""

    def __init__(self, type_name: str, path: str) -> None:
        self.type_name = type_name
        self.path = path
        super().__init__(
            f"no encoder for type {type_name} (at {path or 'the result'}); "
            "register one with argparity.golden.register_encoder("
            f"{type_name.rpartition('.')[2]}, function) in a module listed under `encoders` of the "
            "target"
        )
