"""Swap generated arguments into a parser that other code has built.

A framework's own functions have registered hundreds of flags, and some sections of these now have a
dataclass. The overlay replaces exactly these, each in its place: the order of registration, the
groups, the help texts and every other flag stay as they are. It does so only if the flags it finds
are the ones it would register, and otherwise changes nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from .argparse_internals import (
    actions_of,
    argument_groups,
    members_of,
    mutually_exclusive_groups,
)
from .argument_group import ArgumentGroupFactory
from .errors import OverlayError
from .swapping import generated_actions, swap_actions

_COMPARED = (
    "option_strings",
    "nargs",
    "const",
    "default",
    "type",
    "choices",
    "required",
    "deprecated",
)
_KEPT = frozenset({"help", "metavar"})


class Difference(NamedTuple):
    """A difference between a parser and the arguments that the overlay expects."""

    section: str
    argument: str
    """The flags of the argument, or its dest; empty if the whole section is meant."""

    what: str
    """The attribute of the action that differs, or a sentence."""

    expected: object = None
    found: object = None

    def __str__(self) -> str:
        where = f"{self.section} {self.argument}".rstrip()
        if self.what in (*_COMPARED, "action"):
            return f"{where}: {self.what}: expected {self.expected!r}, found {self.found!r}"
        return f"{where}: {self.what}"


def overlay(
    parser: argparse.ArgumentParser, sections: Mapping[str, ArgumentGroupFactory]
) -> argparse.ArgumentParser:
    """Replace the arguments of each section in ``parser``, in place; returns ``parser``.

    ``sections`` maps the title of an argument group to its factory. A group may hold further
    arguments. Raises :class:`OverlayError`, before anything is changed, if an argument is missing,
    is in another group, or differs in anything but help and metavar.
    """
    differences = [
        difference
        for title, factory in sections.items()
        for difference in _differences(parser, title, generated_actions(parser, factory))
    ]
    if differences:
        raise OverlayError(differences)
    for factory in sections.values():
        swap_actions(parser, factory, kept=[_KEPT] * len(factory.arguments))
    return parser


def _differences(
    parser: argparse.ArgumentParser, title: str, generated: Iterable[argparse.Action]
) -> Iterator[Difference]:
    groups = [group for group in argument_groups(parser) if group.title == title]
    if not groups:
        yield Difference(title, "", "the parser has no argument group of this title")
        return
    members = [action for group in groups for action in members_of(group)]
    by_dest: dict[str, list[argparse.Action]] = {}
    for action in generated:
        by_dest.setdefault(action.dest, []).append(action)
    for dest, wanted in by_dest.items():
        present = [action for action in actions_of(parser) if action.dest == dest]
        if len(present) != len(wanted):
            names = ", ".join(map(_name, wanted))
            what = f"{len(present)} arguments have the dest {dest!r}, not {len(wanted)}"
            yield Difference(title, names, what)
            continue
        for old, new in zip(present, wanted, strict=True):
            if old not in members:
                yield Difference(title, _name(new), "is in another group")
            if any(old in members_of(group) for group in mutually_exclusive_groups(parser)):
                yield Difference(title, _name(new), "is part of a mutually exclusive group")
            yield from _differing_attributes(title, old, new)


def _differing_attributes(
    title: str, present: argparse.Action, generated: argparse.Action
) -> Iterator[Difference]:
    expected_kind, found_kind = (type(action).__qualname__ for action in (generated, present))
    if expected_kind != found_kind:
        yield Difference(title, _name(generated), "action", expected_kind, found_kind)
    for attribute in _COMPARED:
        expected, found = _fact(generated, attribute), _fact(present, attribute)
        if not _same(expected, found):
            yield Difference(title, _name(generated), attribute, expected, found)


def _fact(action: argparse.Action, attribute: str) -> Any:
    # Below Python 3.13 an action does not say whether it is deprecated.
    value: Any = getattr(action, attribute, False)
    # The container of the choices makes no difference to a parser.
    return list(value) if attribute == "choices" and value is not None else value


def _same(one: object, other: object) -> bool:
    # 1 == True, and so are lists of them; their reprs differ.
    return one is other or (type(one) is type(other) and one == other and repr(one) == repr(other))


def _name(action: argparse.Action) -> str:
    return "/".join(action.option_strings) or action.dest
