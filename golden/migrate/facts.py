"""The keywords of `add_argument` that make a given action."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from argparity.golden.errors import UnknownTypeError
from argparity.golden.model.encode import encode, qualified
from argparity.golden.sides.parsers.walk import ACTIONS, is_subcommand, off_switches

_NAMES: dict[type, str] = {kind: name for name, kind in ACTIONS.items()}
_KEYWORDS = ("nargs", "const", "type", "choices", "metavar")
# The keywords of each of argparse's own actions, besides flags, dest, default and help.
_ALL_KEYWORDS = (*_KEYWORDS, "required")
_ALLOWED: dict[type, tuple[str, ...]] = {
    ACTIONS["store_const"]: ("const", "required", "metavar"),
    ACTIONS["store_true"]: ("required",),
    ACTIONS["store_false"]: ("required",),
    ACTIONS["append_const"]: ("const", "required", "metavar"),
    ACTIONS["count"]: ("required",),
    argparse.BooleanOptionalAction: ("required", "metavar", "type", "choices"),
}
KEEPABLE = ("default", "type", "choices", "const", "metavar", "help")
"""The facts that can be left to the legacy code one at a time."""

_DEFAULT_SUFFIX = " (default: %(default)s)"


class NotExpressible(Exception):
    """An action that stays with the legacy code; the message says why, in one sentence."""


class Facts(NamedTuple):
    """The names and the keywords of one call. A positional has the name of its dest."""

    names: tuple[str, ...]
    keywords: dict[str, Any]
    positional: bool


def facts_of(action: argparse.Action) -> Iterator[Facts]:
    """The calls that may have made `action`, the likeliest first.

    Raises NotExpressible where there is none that a field could stand for.
    """
    _refuse(action)
    names = tuple(action.option_strings) or (action.dest,)
    keywords = _keywords_of(action, _allowed_keywords(type(action)))
    if type(action) is argparse.BooleanOptionalAction:
        made = off_switches(names)
        names = tuple(name for name in names if name not in made)
    yield Facts(names, keywords, not action.option_strings)
    if type(action) is argparse.BooleanOptionalAction and _ends_with_default(action):
        # Some Pythons add this to the help by themselves.
        text = str(action.help).removesuffix(_DEFAULT_SUFFIX)
        yield Facts(names, {**keywords, "help": text}, False)
    if type(action).__module__ != "argparse":
        yield from _fewer(type(action), Facts(names, keywords, not action.option_strings))


def _fewer(kind: type, whole: Facts) -> Iterator[Facts]:
    """The keywords that a program's own class may have been given; it added the others itself."""
    given = {name.replace("_", "-"): name for name in reversed(whole.names)}
    first_spellings = tuple(name for name in whole.names if given[name.replace("_", "-")] == name)
    for names in dict.fromkeys((whole.names, first_spellings, whole.names[:1])):
        for allowed in (_ALL_KEYWORDS, _signature(kind), ()):
            kept = {
                k: v for k, v in whole.keywords.items() if k not in _ALL_KEYWORDS or k in allowed
            }
            yield Facts(names, kept, whole.positional)


def _refuse(action: argparse.Action) -> None:
    if isinstance(action, (ACTIONS["help"], ACTIONS["version"])):
        raise NotExpressible("prints and exits; it holds no value")
    if is_subcommand(action):
        raise NotExpressible("chooses the subcommand; its parsers have sections of their own")
    if action.dest == argparse.SUPPRESS:
        raise NotExpressible("stores nothing")


def _allowed_keywords(kind: type) -> tuple[str, ...]:
    return _ALLOWED.get(kind, _ALL_KEYWORDS)


def _signature(kind: type) -> tuple[str, ...]:
    try:
        return tuple(inspect.signature(kind).parameters)
    except (TypeError, ValueError):
        return ()


def _keywords_of(action: argparse.Action, allowed: tuple[str, ...]) -> dict[str, Any]:
    kind = type(action)
    keywords: dict[str, Any] = {"dest": action.dest, "default": action.default}
    if kind is not ACTIONS["store"]:
        keywords["action"] = _NAMES.get(kind, kind)
    for name in _KEYWORDS:
        value = getattr(action, name)
        if name in allowed and value is not None:
            keywords[name] = value
    if action.option_strings and action.required and "required" in allowed:
        keywords["required"] = True
    if action.help is not None:
        keywords["help"] = action.help
    if getattr(action, "deprecated", False):
        keywords["deprecated"] = True
    return keywords


def _ends_with_default(action: argparse.Action) -> bool:
    return isinstance(action.help, str) and action.help.endswith(_DEFAULT_SUFFIX)


def differences(
    one: argparse.Action, other: argparse.Action, ignored: Collection[str] = ()
) -> list[str]:
    """The attributes in which two actions differ, `class` for their class, but for the `ignored`.

    Classes and functions are equal if their names are, as two loads of one file make them twice.
    """
    found = [] if same(one.help, other.help) or "help" in ignored else ["help"]
    if qualified(type(one)) != qualified(type(other)):
        found.append("class")
    if is_subcommand(one):
        return found  # the parsers inside are compared action by action
    names = (set(vars(one)) | set(vars(other))) - {"container", "help", *ignored}
    return found + [
        name
        for name in sorted(names)
        if not same(getattr(one, name, None), getattr(other, name, None))
    ]


def same(one: Any, other: Any) -> bool:
    """Whether two facts are equal in type, content and order."""
    if one is other:
        return True
    try:
        return bool(encode(one) == encode(other))
    except UnknownTypeError:
        return False
