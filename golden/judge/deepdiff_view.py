"""Explain a difference to people: DeepDiff over the encoded observations."""

from __future__ import annotations

from typing import Any

from deepdiff import DeepDiff

from argparity.golden.model.encode import Tree
from argparity.golden.model.observation import Observation


def deep_difference(control: Any, candidate: Any) -> DeepDiff:
    """DeepDiff of two trees or JSON-able things; empty exactly if they are equal.

    Private names count (`__slots__` as a key is a key like any other), and order does.
    """
    return DeepDiff(control, candidate, ignore_private_variables=False, verbose_level=2)


def explain(control: Observation, candidate: Observation) -> list[str]:
    """One line for each difference that DeepDiff finds, with its path."""
    left = [outcome.to_json() for outcome in control.outcomes]
    right = [outcome.to_json() for outcome in candidate.outcomes]
    shown = deep_difference(plain(left), plain(right)).pretty()
    return [line for line in str(shown).splitlines() if line]


def plain(thing: Any) -> Any:
    """Trees with dict-like pairs turned into mappings by key, so that paths read
    `['training']['steps']`.
    """
    if isinstance(thing, list):
        return [plain(item) for item in thing]
    if not isinstance(thing, dict):
        return thing
    pairs = thing.get("value")
    if "type" in thing and isinstance(pairs, list) and pairs and isinstance(pairs[0], list):
        rest: Tree = {key: value for key, value in thing.items() if key != "value"}
        named = {
            key["value"] if key["type"] == "str" else repr(key): plain(value)
            for key, value in pairs
        }
        return {**rest, **named} if not rest.keys() & named.keys() else {**rest, "value": named}
    return {key: plain(value) for key, value in thing.items()}
