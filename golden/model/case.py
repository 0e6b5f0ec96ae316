"""A case: one input to both sides, and why it exists.

A case is one parse or several parses in a row on the same object (`steps`). Arguments may hold
placeholders, which observation replaces by real paths, and back again in what it records:

`<TOML>` the step's configuration file, `<TOML2>` and `<TOML3>` further ones, `<FILE>` another file,
`<DIR>` an existing folder, `<MISSING>` a path where nothing is, `<UNREADABLE>` a file that may not
be read.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

MOST_FILES = 3
"""The number of configuration files that a parse may have."""


@dataclass(frozen=True)
class Step:
    """One parse: its arguments and the bytes of its configuration file (None: no file).

    `more`: those of further files, which the arguments name `<TOML2>` and `<TOML3>`.
    """

    argv: tuple[str, ...] = ()
    config: bytes | None = None
    more: tuple[bytes, ...] = ()

    @property
    def files(self) -> tuple[bytes, ...]:
        """The bytes of all configuration files, in order."""
        return self.more if self.config is None else (self.config, *self.more)

    @property
    def config_text(self) -> str | None:
        """The configuration file as a string; bytes that are not UTF-8 come as lone surrogates."""
        return None if self.config is None else self.config.decode("utf-8", "surrogateescape")

    def to_json(self) -> dict[str, object]:
        """`{"argv": [...], "toml": string | {"base64": string} | None}`; with further files, those
        as a list `more_toml`.
        """
        toml = None if self.config is None else _stored(self.config)
        data: dict[str, object] = {"argv": list(self.argv), "toml": toml}
        if self.more:
            data["more_toml"] = list(map(_stored, self.more))
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Step:
        """The inverse of `to_json`; raises ValueError for anything else."""
        argv, toml, more = data.get("argv", []), data.get("toml"), data.get("more_toml", [])
        if not isinstance(argv, list) or not all(isinstance(argument, str) for argument in argv):
            raise ValueError(f"argv is not a list of strings: {argv!r}")
        if not isinstance(more, list) or len(more) >= MOST_FILES:
            raise ValueError(f"more_toml is not a list of at most {MOST_FILES - 1} files: {more!r}")
        config = None if toml is None else _bytes_of(toml)
        return cls(tuple(argv), config, tuple(map(_bytes_of, more)))


def _stored(file: bytes) -> object:
    try:
        return file.decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(file).decode("ascii")}


def _bytes_of(stored: object) -> bytes:
    if isinstance(stored, dict):
        return base64.b64decode(str(stored["base64"]), validate=True)
    if not isinstance(stored, str):
        raise ValueError(f"toml is neither a string nor base64: {stored!r}")
    return stored.encode("utf-8")


@dataclass(frozen=True, kw_only=True)
class Case:
    """One input: `steps` parses on one object, with `env` set. `why` is one sentence for the
    reader.
    """

    id: str
    why: str
    steps: tuple[Step, ...]
    env: tuple[tuple[str, str], ...] = field(default=())

    @classmethod
    def of(
        cls,
        argv: Iterable[str] = (),
        config: bytes | str | None = None,
        *,
        env: Mapping[str, str] | None = None,
        id: str = "",
        why: str = "",
        more: Iterable[bytes] = (),
    ) -> Case:
        """A case of one parse. Without `id` its digest serves as one. `more`: see Step."""
        raw = config.encode("utf-8", "surrogateescape") if isinstance(config, str) else config
        case = cls(
            id=id,
            why=why,
            steps=(Step(tuple(argv), raw, tuple(more)),),
            env=tuple(sorted((env or {}).items())),
        )
        return case if id else replace(case, id=f"x:{case.digest[:12]}")

    @property
    def argv(self) -> tuple[str, ...]:
        """The arguments of the last parse: the one that the case is about."""
        return self.steps[-1].argv

    @property
    def config(self) -> bytes | None:
        """The configuration file of the last parse."""
        return self.steps[-1].config

    @property
    def digest(self) -> str:
        """SHA-256 of the input alone (not of `id` and `why`), in hexadecimal."""
        plain = json.dumps([self.env, [step.to_json() for step in self.steps]])
        return hashlib.sha256(plain.encode("ascii")).hexdigest()

    def under(self, environ: Mapping[str, str]) -> Case:
        """The same case with the variables of `environ` that it does not set itself."""
        if not environ:
            return self
        return replace(self, env=tuple(sorted({**environ, **dict(self.env)}.items())))

    def with_last(self, step: Step) -> Case:
        """The same case with another last parse and a new id."""
        changed = replace(self, steps=(*self.steps[:-1], step))
        return replace(changed, id=f"x:{changed.digest[:12]}")

    def witness(self) -> dict[str, object]:
        """The form that reports use: `{"argv", "toml", "env"}`, and `before` if earlier parses
        belong to it.
        """
        shown: dict[str, object] = {**self.steps[-1].to_json(), "env": dict(self.env)}
        if len(self.steps) > 1:
            shown["before"] = [step.to_json() for step in self.steps[:-1]]
        return shown

    def to_json(self) -> dict[str, object]:
        """The stored form: `id`, `why`, then `argv`/`toml` or `steps`, and `env` unless empty."""
        data: dict[str, object] = {"id": self.id, "why": self.why}
        if len(self.steps) == 1:
            data.update((k, v) for k, v in self.steps[0].to_json().items() if v is not None)
        else:
            data["steps"] = [_without_none(step.to_json()) for step in self.steps]
        if self.env:
            data["env"] = dict(self.env)
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Case:
        """The inverse of `to_json`; raises ValueError or KeyError for anything else."""
        steps, env = data.get("steps", [data]), data.get("env", {})
        if not isinstance(steps, Sequence) or not isinstance(env, Mapping) or not steps:
            raise ValueError("steps is not a list or env not a table")
        return cls(
            id=str(data["id"]),
            why=str(data["why"]),
            steps=tuple(Step.from_json(step) for step in steps),
            env=tuple(sorted((str(k), str(v)) for k, v in env.items())),
        )


def _without_none(data: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in data.items() if value is not None}
