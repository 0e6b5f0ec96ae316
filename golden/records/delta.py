"""Deltas: a tree written as its difference from another one, and read back.

A delta follows the mappings of the trees: `{"training": {"steps": TREE, "seed": null}}` replaces
the value of `training.steps` and removes `training.seed`. An entry that the base lacks comes last,
in the order of the delta. A difference that cannot be written like that (another type, another
order, keys that are not strings) is a whole tree. A tree differs from a delta by its `type`, which
is a string.

For people to review, trees are written in a shorter form: a mapping holds its values by key, as
`keys`; in the full form it holds a list of pairs of trees.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from argparity.golden.model.encode import Tree

Delta: TypeAlias = "dict[str, Any]"


def delta(base: Tree, tree: Tree) -> Delta:
    """The delta that `apply_delta` turns back into `tree`; `{}` for equal trees."""
    if base == tree:
        return {}
    left, right = _entries(base), _entries(tree)
    if left is None or right is None or _frame(base) != _frame(tree):
        return tree
    changes: Delta = {key: None for key in left if key not in right}
    for key, value in right.items():
        if key not in left:
            changes[key] = value
        elif left[key] != value:
            changes[key] = delta(left[key], value)
    # A delta would lose another order of the keys.
    return changes if apply_delta(base, changes) == tree else tree


def apply_delta(base: Tree, changes: Delta) -> Tree:
    """`base` with `changes` applied. Raises ValueError if they do not fit it."""
    if _is_tree(changes):
        return changes
    if not changes:
        return base
    entries = _entries(base)
    if entries is None:
        raise ValueError(f"a delta of {', '.join(changes)} for a base that has no keys")
    for key, change in changes.items():
        if _is_tree(change):
            entries[key] = change
        elif key not in entries:
            raise ValueError(f"a change of {key!r}, which the base does not have")
        elif change is None:
            del entries[key]
        else:
            entries[key] = apply_delta(entries[key], change)
    return {**base, "value": _pairs(entries)}


def short(thing: Any) -> Any:
    """A tree, or a delta with all trees in it, in the short form."""
    if not _is_tree(thing):
        return {key: value if value is None else short(value) for key, value in thing.items()}
    entries = _entries(thing)
    if entries:
        return {**_frame(thing), "keys": {key: short(value) for key, value in entries.items()}}
    return {**_frame(thing), "value": _each(thing["value"], short)}


def full(thing: Any) -> Any:
    """The inverse of `short`."""
    if not _is_tree(thing):
        return {key: value if value is None else full(value) for key, value in thing.items()}
    if "keys" in thing:
        entries = {key: full(value) for key, value in thing["keys"].items()}
        return {**{k: v for k, v in thing.items() if k != "keys"}, "value": _pairs(entries)}
    return {**_frame(thing), "value": _each(thing["value"], full)}


def _each(value: Any, form: Callable[[Any], Any]) -> Any:
    if isinstance(value, list):
        return [_each(item, form) for item in value]
    return form(value) if isinstance(value, dict) else value


def _pairs(entries: dict[str, Tree]) -> list[list[Tree]]:
    return [[{"type": "str", "value": key}, tree] for key, tree in entries.items()]


def _is_tree(thing: Any) -> bool:
    return isinstance(thing, dict) and isinstance(thing.get("type"), str)


def _entries(tree: Tree) -> dict[str, Tree] | None:
    """The values of a mapping's tree by key; None for other trees, and for keys not strings."""
    pairs = tree["value"]
    if not isinstance(pairs, list):
        return None
    entries: dict[str, Tree] = {}
    for pair in pairs:
        if not isinstance(pair, list) or set(pair[0]) != {"type", "value"}:
            return None
        key, value = pair
        if key["type"] != "str" or key["value"] in entries:
            return None
        entries[key["value"]] = value
    return entries


def _frame(tree: Tree) -> Tree:
    """A tree without its entries: its type and other attributes."""
    return {key: value for key, value in tree.items() if key != "value"}
