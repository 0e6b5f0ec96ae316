"""The annotation that a person would give to the value of an argument."""

from __future__ import annotations

import argparse
import pathlib
import typing
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from argparity.golden.migrate.expressions import Imports, NoSource
from argparity.golden.migrate.facts import Facts

_PLAIN = (str, int, float, complex)
_LISTS = ("*", "+", "...", "A...")


class Hint(NamedTuple):
    """An annotation: its source, and the object that inference is tried with."""

    text: str
    meaning: Any


def hint_of(facts: Facts, imports: Imports, *, default_kept: bool = False) -> Hint:
    """The annotation of the value that `facts` describe; a default that is left to the legacy code
    is None in the dataclass.
    """
    keywords = facts.keywords
    hint = _by_action(keywords, imports)
    default = keywords["default"]
    absent = default is None or default is argparse.SUPPRESS or default_kept
    if absent and hint.text != "Any" and not _always_given(facts):
        return Hint(f"{hint.text} | None", hint.meaning | None)
    return hint


def _always_given(facts: Facts) -> bool:
    """Whether every parse gives it a value, an empty list at least."""
    if facts.positional:
        return facts.keywords.get("nargs") != "?"
    return bool(facts.keywords.get("required"))


def _by_action(keywords: dict[str, Any], imports: Imports) -> Hint:
    action = keywords.get("action", "store")
    if action in ("store_true", "store_false", argparse.BooleanOptionalAction):
        return Hint("bool", bool)
    if action == "count":
        return Hint("int", int)
    if action in ("store_const", "append_const"):
        one = _of_values([keywords.get("const"), keywords["default"]], imports)
        return _listed(_of_values([keywords.get("const")], imports)) if "app" in action else one
    if isinstance(action, type):
        return _of_values([keywords["default"]], imports)
    one = _one_word(keywords, imports)
    many = keywords.get("nargs") in _LISTS or isinstance(keywords.get("nargs"), int)
    if many:
        one = _listed(one)
    return _listed(one) if action == "append" else one


def _listed(hint: Hint) -> Hint:
    return Hint(f"list[{hint.text}]", list[hint.meaning])  # type: ignore[name-defined]


def _one_word(keywords: dict[str, Any], imports: Imports) -> Hint:
    choices, kind = keywords.get("choices"), keywords.get("type")
    literal = _literal(choices, kind, imports)
    if literal is not None:
        return literal
    if kind is None:
        return Hint("str", str)
    if kind is bool or kind in _PLAIN:
        return Hint(kind.__name__, kind)
    if isinstance(kind, type):
        return _of_class(kind, imports)
    return _returned(kind, keywords, imports)


def _literal(choices: Any, kind: Any, imports: Imports) -> Hint | None:
    if not isinstance(choices, (list, tuple)) or not choices or kind not in (None, str, int):
        return None
    wanted = int if kind is int else str
    if any(type(choice) is not wanted for choice in choices) or len(set(choices)) < len(choices):
        return None
    inner = ", ".join(map(repr, choices))
    meaning: Any = Literal[tuple(choices)]
    return Hint(f"{imports.name('typing', 'Literal')}[{inner}]", meaning)


def _of_class(kind: type, imports: Imports) -> Hint:
    if issubclass(kind, pathlib.PurePath) and kind.__module__.startswith("pathlib"):
        return Hint(imports.name("pathlib", kind.__name__), kind)
    try:
        return Hint(imports.thing(kind), kind)
    except NoSource:
        return _any(imports)


def _returned(kind: Callable[..., Any], keywords: dict[str, Any], imports: Imports) -> Hint:
    """What a converter says that it returns; failing that, what the default is."""
    try:
        returns = typing.get_type_hints(kind).get("return")
    except Exception:
        returns = None
    if isinstance(returns, type) and typing.get_origin(returns) is None:
        return _of_class(returns, imports) if returns is not type(None) else _any(imports)
    default = keywords["default"]
    if isinstance(default, str):  # argparse converts it
        return _any(imports)
    return _of_values([default], imports)


def _of_values(values: list[Any], imports: Imports) -> Hint:
    kinds = {type(v) for v in values if v is not None and v is not argparse.SUPPRESS}
    if len(kinds) == 1 and (kind := kinds.pop()) in (*_PLAIN, bool):
        return Hint(kind.__name__, kind)
    return _any(imports)


def _any(imports: Imports) -> Hint:
    return Hint(imports.name("typing", "Any"), Any)
