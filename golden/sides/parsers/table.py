"""The static table of a parser: one row for each argparse action, as plain facts."""

from __future__ import annotations

import argparse
import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from argparity.golden.model.encode import Tree, encode, qualified
from argparity.golden.sides.parsers.walk import (
    ActionRef,
    Command,
    Parser,
    exclusive_groups,
    is_subcommand,
    parsers,
    subcommands,
    titles,
    walk,
)

__all__ = ["ActionRow", "ActionTable", "action_table"]


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action. `flags` is empty for a positional; `command` is the chain of subcommands that
    leads to it.

    `default`, `const`, `choices`, `nargs` are trees (None where argparse holds None); `kind` and
    `type` qualified names;
    `exclusive` numbers the mutually exclusive group it belongs to (None: none; of several, one in
    the other, the outer one), and `exclusive_required` says that one member of it has to be given.
    """

    flags: tuple[str, ...]
    dest: str
    kind: str
    default: Tree
    type: str | None
    nargs: Tree | None
    const: Tree | None
    choices: Tree | None
    required: bool
    group: str
    exclusive: int | None
    metavar: Tree | None
    help: str | None
    command: Command = ()
    exclusive_required: bool = False

    @property
    def name(self) -> str:
        """How reports call it: its first flag, or the dest of a positional."""
        return self.flags[0] if self.flags else self.dest

    @property
    def ref(self) -> ActionRef:
        """What finds the action in any parser."""
        return ActionRef(self.command, self.flags, self.dest)


@dataclass(frozen=True)
class ActionTable:
    """All rows of a parser in registration order, subcommands included, and what holds for the
    whole parser.

    `commands`: a chain of subcommands, its last maybe an alias, to the chain under which its rows
    stand.
    """

    rows: tuple[ActionRow, ...]
    allow_abbrev: bool
    prefix_chars: str
    commands: Mapping[Command, Command] = field(default_factory=dict, hash=False)

    def by_dest(self, dest: str) -> ActionRow | None:
        """The first row with that dest."""
        return self._by_dest.get(dest)

    def by_flag(self, flag: str) -> ActionRow | None:
        """The first row that has exactly that flag."""
        return next(iter(self._by_flag.get(flag, ())), None)

    def read_by(self, argv: Iterable[str]) -> Iterator[tuple[str, Command]]:
        """Each word with the subcommands that lead to the parser which reads it.

        A value that is spelled like a subcommand is taken for one.
        """
        command: Command = ()
        for word in argv:
            yield word, command
            command = self.commands.get((*command, word), command)

    def command_of(self, argv: Sequence[str]) -> Command:
        """The subcommands that the words choose."""
        *_, (_, command) = self.read_by((*argv, ""))
        return command

    def resolve(self, word: str, command: Command = ()) -> tuple[ActionRow, ...]:
        """The rows that a word of argv can mean where the parser of `command` reads it: an exact
        flag, or by prefix where abbreviations are on. Flags of other parsers count where that one
        has none.
        """
        flag = word.split("=", 1)[0]
        exact = self._by_flag.get(flag)
        if exact is not None:
            return _read_there(exact, command)[:1]
        if not self.allow_abbrev or len(flag) < 3 or flag[0] not in self.prefix_chars:
            return ()
        places: set[int] = set()
        for at in range(bisect.bisect_left(self._sorted, (flag, -1)), len(self._sorted)):
            found, place = self._sorted[at]
            if not found.startswith(flag):
                break
            places.add(place)
        return _read_there(tuple(self.rows[place] for place in sorted(places)), command)

    # A run looks up some hundred thousand words, in a table that may hold a thousand flags.

    @cached_property
    def _by_dest(self) -> dict[str, ActionRow]:
        return {row.dest: row for row in reversed(self.rows)}

    @cached_property
    def _by_flag(self) -> dict[str, tuple[ActionRow, ...]]:
        found: dict[str, tuple[ActionRow, ...]] = {}
        for row in self.rows:
            for flag in row.flags:
                found[flag] = (*found.get(flag, ()), row)
        return found

    @cached_property
    def _sorted(self) -> list[tuple[str, int]]:
        return sorted((flag, place) for place, row in enumerate(self.rows) for flag in row.flags)


def _read_there(rows: tuple[ActionRow, ...], command: Command) -> tuple[ActionRow, ...]:
    return tuple(row for row in rows if row.command == command) or rows


def action_table(parser: Parser) -> ActionTable:
    """The table of `parser`. Raises UnknownTypeError for a default or choice without encoder."""
    return ActionTable(
        tuple(_rows(parser)),
        getattr(parser, "allow_abbrev", True),
        parser.prefix_chars,
        {
            (*command, name): (*command, first)
            for command, action in walk(parser)
            for name, first in subcommands(action).items()
        },
    )


def _rows(root: Parser) -> Iterator[ActionRow]:
    group = titles(root)
    exclusive = {key: value for p in parsers(root) for key, value in _exclusive(p).items()}
    for command, action in walk(root):
        title = str(group.get(id(action)) or "")
        yield _row(action, command, title, exclusive.get(id(action), (None, False)))


def _exclusive(parser: Parser) -> dict[int, tuple[int, bool]]:
    """For each action of a mutually exclusive group the number of that group, and whether one of
    it has to be given.

    A group inside a group excludes nothing that the outer one, which holds its members as well,
    does not exclude; but either may want one of them.
    """
    found: dict[int, tuple[int, bool]] = {}
    for place, (wanted, members) in enumerate(exclusive_groups(parser)):
        for action in members:
            outer, required = found.get(id(action), (place, False))
            found[id(action)] = outer, required or wanted
    return found


def _row(
    action: argparse.Action, command: Command, group: str, exclusive: tuple[int | None, bool]
) -> ActionRow:
    choices: object = action.choices
    if is_subcommand(action) or (
        choices is not None and not isinstance(choices, (list, tuple, set, frozenset, dict, range))
    ):
        choices = list(action.choices or ())
    return ActionRow(
        flags=tuple(action.option_strings),
        dest=action.dest,
        kind=qualified(type(action)),
        default=encode(action.default),
        type=None if action.type is None else qualified(action.type),
        nargs=None if action.nargs is None else encode(action.nargs),
        const=None if action.const is None else encode(action.const),
        choices=None if choices is None else encode(choices),
        required=bool(getattr(action, "required", False)),
        group=group,
        exclusive=exclusive[0],
        metavar=None if action.metavar is None else encode(action.metavar),
        help=None if action.help is None else str(action.help),
        command=command,
        exclusive_required=exclusive[1],
    )
