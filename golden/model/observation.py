"""The record of one run: an outcome for each parse of the case, as strings and trees."""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from dataclasses import KW_ONLY, asdict, dataclass, fields
from typing import Any, Literal

from argparity.golden.errors import UnreadableValue
from argparity.golden.model.encode import Tree

OutcomeKind = Literal["ok", "exit", "raise", "lost", "unread"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One parse. `kind` is `ok`, `exit` (SystemExit), `raise` (any other exception), `lost` (the
    process of the side ended, or hung) or `unread` (it gave a value that cannot be compared).

    `values`: tree of the result (ok). `surface`: tree of what the result object shows besides its
    values, None where the result is nothing but its values. `code`: tree of the exit status.
    `error`: qualified exception type. `message`: what it says. `log`, `warnings`, `effects`: one
    string each, in order of appearance.
    """

    kind: OutcomeKind
    _: KW_ONLY
    values: Tree | None = None
    surface: Tree | None = None
    code: Tree | None = None
    error: str = ""
    message: str = ""
    stdout: str = ""
    stderr: str = ""
    log: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The outcome without what is empty."""
        shown = {key: list(v) if isinstance(v, tuple) else v for key, v in asdict(self).items()}
        return {key: value for key, value in shown.items() if value not in (None, "", [])}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Outcome:
        """The inverse of `to_json`; raises TypeError for unknown names."""
        fields: dict[str, Any] = {
            k: tuple(v) if isinstance(v, list) else v for k, v in data.items()
        }
        return cls(**fields)


@dataclass(frozen=True, slots=True)
class Observation:
    """The outcomes of a case's steps, in order."""

    outcomes: tuple[Outcome, ...]

    def to_bytes(self) -> bytes:
        """The observation for another process; equal observations give equal bytes.

        Raises UnreadableValue for values that are nested too deeply.
        """
        plain = tuple(tuple(getattr(one, name) for name in _NAMES) for one in self.outcomes)
        try:
            # Version 2 has no references between equal objects, which differ from run to run.
            return marshal.dumps(plain, 2)
        except ValueError:
            raise UnreadableValue("a value is nested too deeply to be compared") from None

    @classmethod
    def from_bytes(cls, data: bytes) -> Observation:
        """The inverse of `to_bytes`."""
        plain = (dict(zip(_NAMES, one, strict=True)) for one in marshal.loads(data))
        return cls(tuple(Outcome(**named) for named in plain))

    @classmethod
    def without_result(
        cls, kind: Literal["lost", "unread"], message: str, error: str = ""
    ) -> Observation:
        """That of a case of which nothing but this is known."""
        return cls((Outcome(kind, error=error, message=message),))

    @property
    def last(self) -> Outcome:
        """The outcome of the parse that the case is about."""
        return self.outcomes[-1]


_NAMES = tuple(field.name for field in fields(Outcome))
