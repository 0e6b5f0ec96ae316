"""The exit codes of the tools, and the exceptions of the harness: one tree, each with its code."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path


class ExitCode(IntEnum):
    """The exit codes of the tools. `--help` of each lists them by name."""

    MATCHED = 0
    MISMATCHED = 1
    USAGE = 2
    COULD_NOT_JUDGE = 3
    NOTHING_WAS_JUDGED = 5
    INTERRUPTED = 130

    @classmethod
    def explained(cls) -> str:
        """All codes in one sentence."""
        codes = (f"{code:d} {code.name.lower().replace('_', ' ')}" for code in cls)
        return f"Exit codes: {', '.join(codes)}."


class GoldenError(Exception):
    """Base class of all errors that a tool reports in one line; it exits with `exit_code`."""

    exit_code: ExitCode = ExitCode.COULD_NOT_JUDGE


class UsageError(GoldenError):
    """The user asked for something wrong: an unknown target, a missing file, a bad option."""

    exit_code = ExitCode.USAGE


class ConfigError(UsageError):
    """An invalid entry in a configuration file, at `file` and `line` (from 1, None if unknown)."""

    def __init__(
        self, message: str, *, file: Path | str | None = None, line: int | None = None
    ) -> None:
        self.message = message
        self.file = None if file is None else str(file)
        self.line = line
        where = "" if self.file is None else f"{self.file}{'' if line is None else f':{line}'}: "
        super().__init__(where + message)


class SideError(UsageError):
    """A control or candidate that cannot be loaded; `spec` is the string that named it."""

    def __init__(self, spec: str, message: str) -> None:
        self.spec = spec
        super().__init__(f"{spec}: {message}")


class CannotJudge(GoldenError):
    """Both sides ran, but no verdict is possible (an unstable control, a lost worker)."""


class UnreadableValue(CannotJudge):
    """A value that cannot be compared: it costs its case, and no other one."""


class UnknownTypeError(UnreadableValue):
    """Values of types without encoder; `type_name` is that of the first, qualified, and `path` says
    where it is. `places`: where each of the types is found first.
    """

    def __init__(self, type_name: str, path: str, others: Mapping[str, str] | None = None) -> None:
        self.type_name, self.path = type_name, path
        self.places = {type_name: path, **(others or {})}
        super().__init__(missing_encoders(self.places))


def missing_encoders(places: Mapping[str, str]) -> str:
    """What is missing for types without encoder, and how it is given."""
    types = ", ".join(f"{name} (at {path or 'the result'})" for name, path in places.items())
    options = " ".join(f"--encoder '{name}=vars'" for name in places)
    entry = ", ".join(f'"{name}=vars"' for name in places)
    calls = ", ".join(f"{name.rpartition('.')[2]}, function" for name in places)
    return (
        f"no encoder for type {types}; if its attributes are all that counts: {options}, or "
        f"encoders = [{entry}] in the entry of the target; or register one with "
        f"argparity.golden.register_encoder({calls}) in a module listed there"
    )
