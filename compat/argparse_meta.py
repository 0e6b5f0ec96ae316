"""A field's own keywords for its argument: ``metadata={"argparse_meta": {...}}``.

The dict may hold any keyword of ``add_argument``; it overrides the inferred one, key by key. Two
keys are this package's own:

``arg_names``
    a list of strings: the names of the argument, instead of those made from the field's name. A
    name without a leading dash makes it a positional argument.
``companions``
    a list of dicts, each with ``arg_names`` and any keyword of ``add_argument``: further flags with
    the same dest and default, registered right after the first. Nothing is inferred for them.

Inferred keywords that do not fit an override are dropped: a ``store_const`` has no type, and a bool
with a ``type`` takes a value.
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from .argparse_internals import AppendAction
from .converters import OnOffAction, spelling
from .errors import FieldError
from .inference import infer

KEY = "argparse_meta"
"""The key of the field's metadata."""

_VALUELESS: tuple[object, ...] = (
    "store_const",
    "store_true",
    "store_false",
    "append_const",
    "count",
    "help",
    "version",
    argparse.BooleanOptionalAction,
    OnOffAction,
)
_OF_VALUES = ("type", "nargs", "choices", "metavar")
_TAKES_A_VALUE = ("type", "nargs", "choices")


def read_meta(cls: type, field: dataclasses.Field[Any]) -> Mapping[str, Any] | None:
    """The metadata of one field, None where it has none; :class:`FieldError` if malformed."""
    meta = field.metadata.get(KEY)
    if meta is None:
        return None
    if not isinstance(meta, Mapping):
        raise FieldError(cls, field.name, f"{KEY} is a {type(meta).__name__}, and must be a dict")
    _check_names(cls, field.name, meta, KEY, required=False)
    companions = meta.get("companions", ())
    if not isinstance(companions, list | tuple):
        raise FieldError(cls, field.name, "companions must be a list of dicts")
    for companion in companions:
        _check_names(cls, field.name, companion, "each of the companions", required=True)
    return meta


def combine(inferred: Mapping[str, Any], meta: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords of an argument: ``meta`` overrides ``inferred``, key by key.

    Inferred keys that make no sense together with a key of ``meta`` are left out.
    """
    kept = dict(inferred)
    if kept.get("action") in _VALUELESS and not meta.keys().isdisjoint(_TAKES_A_VALUE):
        del kept["action"]
        kept.update(infer(bool))
    for key in _superseded(kept, meta):
        kept.pop(key, None)
    if "choices" in meta and "metavar" in kept:
        kept["metavar"] = "{" + ",".join(map(spelling, meta["choices"])) + "}"
    own = {key: value for key, value in meta.items() if key not in ("arg_names", "companions")}
    return {**kept, **own}


def companions_of(
    meta: Mapping[str, Any], keywords: Mapping[str, Any]
) -> Iterable[tuple[tuple[str, ...], dict[str, Any]]]:
    """Names and keywords of each companion of the argument that has ``keywords``."""
    shared = {key: keywords[key] for key in ("dest", "default") if key in keywords}
    for companion in meta.get("companions", ()):
        own = {key: value for key, value in companion.items() if key != "arg_names"}
        yield tuple(companion["arg_names"]), {**shared, **own}


def _superseded(kept: Mapping[str, Any], meta: Mapping[str, Any]) -> set[str]:
    gone: set[str] = set()
    if "action" in meta:
        gone |= {"action", "collect"}
        if meta["action"] in _VALUELESS:
            gone |= {*_OF_VALUES}
        if meta["action"] in ("append", AppendAction):
            gone |= {"nargs"}  # each occurrence adds one value to the list
        if meta["action"] in ("help", "version"):
            gone |= {"required"}
    if "type" in meta and not isinstance(kept.get("type"), type):
        gone |= {"choices", "metavar"}  # values that only the inferred converter yields
    if "default" in meta:
        gone |= {"required"}
    return gone


def _check_names(cls: type, field: str, meta: object, what: str, *, required: bool) -> None:
    if not isinstance(meta, Mapping):
        raise FieldError(cls, field, f"{what} must be a dict of keywords")
    if "arg_names" not in meta and not required:
        return
    names = meta.get("arg_names")
    if not isinstance(names, list | tuple) or not names:
        raise FieldError(cls, field, f'{what} must name its flags: "arg_names": ["--name"]')
    if not all(isinstance(name, str) and name for name in names):
        raise FieldError(cls, field, f"arg_names must be strings, and are {names!r}")
