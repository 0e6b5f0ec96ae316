"""Values that an entry leaves out of the comparison, and those that should be: they differ from one
run of the same program to the next.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import fields
from typing import Any

from argparity.golden.model.encode import Tree
from argparity.golden.model.observation import Observation, Outcome

_LEFT_OUT: Tree = {"type": "left out", "value": ""}


def without(tree: Tree, names: Collection[str], above: tuple[str, ...] = ()) -> Tree:
    """The tree of a result without the values of these names: keys, or the ends of dotted paths."""
    held = tree["value"]
    if not names or not isinstance(held, list):
        return tree
    return {**tree, "value": [_item(item, names, above) for item in held]}


def _item(item: Any, names: Collection[str], above: tuple[str, ...]) -> Any:
    if isinstance(item, dict):
        return without(item, names, above)
    key, value = item
    here = (*above, str(key["value"]))
    if any(".".join(here[at:]) in names for at in range(len(here))):
        return [key, _LEFT_OUT]
    return [key, without(value, names, here)]


def departures(one: Observation, other: Observation) -> dict[str, tuple[str, str]]:
    """What differs between two observations of one case: the dotted paths of values, or the name of
    what else it is in parentheses; with the two forms of each.
    """
    found: dict[str, tuple[str, str]] = {}
    for left, right in zip(one.outcomes, other.outcomes, strict=True):
        if left.values is not None and right.values is not None:
            found.update(_of_trees(left.values, right.values, ""))
        if found:  # what else differs may tell of the same values
            continue
        for field in fields(Outcome):
            parts = getattr(left, field.name), getattr(right, field.name)
            if parts[0] != parts[1]:
                found.setdefault(f"({field.name})", (str(parts[0]), str(parts[1])))
    return found


def _of_trees(left: Tree, right: Tree, path: str) -> Iterator[tuple[str, tuple[str, str]]]:
    if left == right:
        return
    pairs = _pairs(left), _pairs(right)
    if pairs[0] is None or pairs[1] is None or pairs[0].keys() != pairs[1].keys():
        yield path or "(result)", (_shown(left), _shown(right))
        return
    for key in pairs[0]:
        yield from _of_trees(pairs[0][key], pairs[1][key], f"{path}.{key}" if path else key)


def _pairs(tree: Tree) -> dict[str, Tree] | None:
    """The values of a mapping by their keys, None for any other tree."""
    held = tree["value"]
    if not isinstance(held, list) or not all(isinstance(item, list) for item in held):
        return None
    return {str(key["value"]): value for key, value in held}


def _shown(tree: Tree) -> str:
    return str(tree["value"])
