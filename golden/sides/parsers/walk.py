"""The one walk over a built parser: its actions, groups and subparsers."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from argparity.compat.argparse_internals import (
    actions_of,
    argument_groups,
    members_of,
    mutually_exclusive_groups,
)

Parser: TypeAlias = argparse.ArgumentParser

Command: TypeAlias = "tuple[str, ...]"
"""A chain of subcommands that leads to a parser, each by its first name."""

ACTIONS: dict[str, type[argparse.Action]] = {
    name: kind for name, kind in Parser()._registries["action"].items() if name is not None
}
"""argparse's own classes, by the names that `add_argument(action=...)` takes."""


def parsers(root: Parser) -> Iterator[Parser]:
    """A parser and all its subparsers."""
    yield root
    for action in actions_of(root):
        for inner in subparsers(action).values():
            yield from parsers(inner)


def walk(root: Parser, command: Command = ()) -> Iterator[tuple[Command, argparse.Action]]:
    """Every action of a parser and its subparsers, behind the command that leads to it."""
    for action in actions_of(root):
        yield command, action
        for name, inner in subparsers(action).items():
            yield from walk(inner, (*command, name))


def is_subcommand(action: argparse.Action | None) -> bool:
    """Whether an action chooses a subcommand."""
    return isinstance(action, argparse._SubParsersAction)


def subparsers(action: argparse.Action) -> dict[str, Parser]:
    """The parsers that an action chooses from, each under its first name."""
    first = {id(inner): name for name, inner in reversed(_choices(action))}
    return {name: inner for name, inner in _choices(action) if first[id(inner)] == name}


def subcommands(action: argparse.Action) -> dict[str, str]:
    """The names that an action chooses from, aliases too, each with the first of its parser."""
    first = {id(inner): name for name, inner in subparsers(action).items()}
    return {name: first[id(inner)] for name, inner in _choices(action)}


def parser_at(root: Parser, command: Command) -> Parser | None:
    """The parser that a chain of subcommands leads to, also by aliases; None if there is none."""
    parser = root
    for name in command:
        known = (pair for action in actions_of(parser) for pair in _choices(action))
        found = next((inner for other, inner in known if other == name), None)
        if found is None:
            return None
        parser = found
    return parser


def _choices(action: argparse.Action) -> list[tuple[str, Parser]]:
    return list(action.choices.items()) if isinstance(action, argparse._SubParsersAction) else []


@dataclass(frozen=True, slots=True)
class ActionRef:
    """How to find an action in any parser: the subcommands that lead to it, its flags, its dest."""

    command: Command
    flags: tuple[str, ...]
    dest: str

    def parser(self, root: Parser) -> Parser | None:
        """The parser that holds it, None if there is no such subcommand."""
        return parser_at(root, self.command)

    def action(self, root: Parser) -> argparse.Action | None:
        """The action itself: by any of its flags, a positional by its dest; None if it is not
        there.
        """
        parser = self.parser(root)
        for action in () if parser is None else actions_of(parser):
            if set(self.flags) & set(action.option_strings):
                return action
            if not self.flags and not action.option_strings and action.dest == self.dest:
                return action
        return None


def off_switches(flags: Iterable[str]) -> list[str]:
    """The flags that `BooleanOptionalAction` adds to these: to `--wide` always, to `-wide` from
    Python 3.15 on.
    """
    made: list[str] = []
    for flag in flags:
        with contextlib.suppress(ValueError):  # from Python 3.14 on, for an off switch itself
            made += argparse.BooleanOptionalAction([flag], "dest").option_strings[1:]
    return made


def titles(root: Parser) -> dict[int, str | None]:
    """The title of the argument group that each action is in, by the action's identity."""
    return {
        id(action): group.title
        for parser in parsers(root)
        for group in argument_groups(parser)
        for action in members_of(group)
    }


def exclusive_groups(parser: Parser) -> list[tuple[bool, list[argparse.Action]]]:
    """The mutually exclusive groups: whether one member is required, and the members."""
    return [
        (bool(group.required), list(members_of(group)))
        for group in mutually_exclusive_groups(parser)
    ]
