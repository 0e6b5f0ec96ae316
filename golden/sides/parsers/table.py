"""The static table of a parser: one row of plain facts for each argparse action."""

from __future__ import annotations

import argparse
import bisect
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from argparity.golden.errors import UnknownTypeError
from argparity.golden.model.encode import Tree, encode, qualified
from argparity.golden.sides.parsers.mined import mined_words
from argparity.golden.sides.parsers.walk import (
    ACTIONS,
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

SUPPRESSED: Tree = encode(argparse.SUPPRESS)
"""argparse.SUPPRESS as a table holds it."""

_ACTION_NAMES = {
    **{qualified(kind): name for name, kind in ACTIONS.items()},
    qualified(argparse.BooleanOptionalAction): "boolean_optional",
}


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action. `flags` is empty for a positional; `command` is the chain of subcommands that
    leads to it.

    `default`, `const`, `choices`, `nargs` are trees (None where argparse holds None); `kind` and
    `type` qualified names. `exclusive` numbers the mutually exclusive group it belongs to (None:
    none; of several, one in the other, the outer one), and `exclusive_required` says that one
    member of it has to be given. `words`: what its converter may know; no fact of its own.
    `deprecated`: None where argparse does not know of it.
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
    words: tuple[str, ...] = field(default=(), compare=False)
    deprecated: bool | None = None

    @property
    def name(self) -> str:
        """How reports call it: its first flag, or the dest of a positional."""
        return self.flags[0] if self.flags else self.dest

    @property
    def path(self) -> str:
        """Its name behind the subcommands that lead to it."""
        return " ".join((*self.command, self.name))

    @property
    def ref(self) -> ActionRef:
        """A reference that finds the action in any parser."""
        return ActionRef(self.command, self.flags, self.dest)

    @property
    def action(self) -> str:
        """The name that `add_argument(action=...)` has for its class; "" for a program's own."""
        return _ACTION_NAMES.get(self.kind, "")

    @property
    def ends_parse(self) -> bool:
        """Whether it ends the program, as help and version do."""
        return self.action in ("help", "version")

    @property
    def is_subcommand(self) -> bool:
        """Whether it chooses a subcommand."""
        return self.action == "parsers"

    @property
    def is_switch(self) -> bool:
        """Whether its value is a bool by the kind of the action."""
        return self.action in ("store_true", "store_false", "boolean_optional")

    @property
    def sets_value(self) -> bool:
        """Whether it yields a value, unlike help, version and subcommands."""
        return not (self.ends_parse or self.is_subcommand or self.dest == argparse.SUPPRESS)

    @property
    def plain_nargs(self) -> str | int | None:
        """`nargs` as argparse holds it."""
        if self.nargs is None:
            return None
        value = str(self.nargs["value"])
        return int(value) if self.nargs["type"] == "int" else value

    @property
    def takes_values(self) -> bool:
        """Whether arguments of the command line can be its values; not for an nargs below one."""
        nargs = self.plain_nargs
        return not isinstance(nargs, int) or nargs > 0

    @property
    def converts(self) -> bool:
        """Whether it converts what it takes: a subcommand does not."""
        return self.takes_values and not self.is_subcommand

    @property
    def is_list(self) -> bool:
        """Whether its value is a list, by default or by `nargs`."""
        return self.default["type"] in ("list", "tuple") or self.plain_nargs not in (None, "?")

    @property
    def default_shows(self) -> bool:
        """Whether the default can ever be the value, or part of it.

        A required argument's default never shows, unless values accumulate.
        """
        if not self.flags:
            return self.plain_nargs in ("?", "*")
        return not self.required or self.action in ("append", "append_const", "extend", "count")


@dataclass(frozen=True)
class ActionTable:
    """All rows of a parser in registration order, subcommands included, and what holds for the
    whole parser.

    `commands`: a chain of subcommands, its last maybe an alias, to the command of its rows.
    `suggest_on_error`, `color`: None where argparse does not know of them.
    """

    rows: tuple[ActionRow, ...]
    allow_abbrev: bool
    prefix_chars: str
    commands: Mapping[Command, Command] = field(default_factory=dict, hash=False)
    suggest_on_error: bool | None = None
    color: bool | None = None

    @property
    def help_flags(self) -> tuple[str, ...]:
        """The flags that show the help of the whole parser."""
        helps = (row for row in self.rows if row.action == "help" and not row.command)
        return tuple(flag for row in helps for flag in row.flags)

    def by_dest(self, dest: str) -> ActionRow | None:
        """The first row with that dest."""
        return self._by_dest.get(dest)

    def by_flag(self, flag: str) -> ActionRow | None:
        """The first row that has exactly that flag."""
        return next(iter(self._by_flag.get(flag, ())), None)

    def read_by(self, argv: Iterable[str]) -> Iterator[tuple[str, Command]]:
        """Each argument with the subcommands that lead to the parser which reads it.

        A value that is spelled like a subcommand is taken for one.
        """
        command: Command = ()
        for argument in argv:
            yield argument, command
            command = self.commands.get((*command, argument), command)

    def command_of(self, argv: Sequence[str]) -> Command:
        """The subcommands that a command line chooses."""
        *_, (_, command) = self.read_by((*argv, ""))
        return command

    def resolve(self, argument: str, command: Command = ()) -> tuple[ActionRow, ...]:
        """The rows that an argument can mean where the parser of `command` reads it: an exact
        flag, or by prefix where abbreviations are on. Flags of other parsers count where that one
        has none.
        """
        flag = argument.split("=", 1)[0]
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

    @cached_property
    def abbreviations(self) -> dict[tuple[Command, str], str]:
        """The shortest abbreviation of each long flag that no other flag of its command shares, by
        command and flag.
        """
        flags: dict[Command, list[str]] = {}
        for row in self.rows:
            flags.setdefault(row.command, []).extend(row.flags)
        return {
            (command, flag): flag[: max(length, 3)]
            for command, known in flags.items()
            for flag, length in unique_lengths(known).items()
            if flag.startswith("--")
        }

    # A run looks up several hundred thousand arguments, in a table of up to a thousand flags.

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


def unique_lengths(flags: Iterable[str]) -> dict[str, int]:
    """For each flag the length of its shortest beginning that no other flag has."""
    ordered = sorted(set(flags))
    shared = dict.fromkeys(ordered, 0)
    for flag, following in itertools.pairwise(ordered):
        pairs = zip(flag, following, strict=False)
        common = len(list(itertools.takewhile(lambda pair: pair[0] == pair[1], pairs)))
        shared[flag] = max(shared[flag], common)
        shared[following] = max(shared[following], common)
    return {flag: length + 1 for flag, length in shared.items()}


def action_table(parser: Parser) -> ActionTable:
    """The table of `parser`. Raises UnknownTypeError for defaults and choices without encoder."""
    return ActionTable(
        tuple(_rows(parser)),
        getattr(parser, "allow_abbrev", True),
        parser.prefix_chars,
        {
            (*command, name): (*command, first)
            for command, action in walk(parser)
            for name, first in subcommands(action).items()
        },
        # Python 3.14 brought both.
        getattr(parser, "suggest_on_error", None),
        getattr(parser, "color", None),
    )


def _rows(root: Parser) -> Iterator[ActionRow]:
    group = titles(root)
    exclusive = {key: value for p in parsers(root) for key, value in _exclusive(p).items()}
    unknown: dict[str, str] = {}
    for command, action in walk(root):
        title = str(group.get(id(action)) or "")
        try:
            yield _row(action, command, title, exclusive.get(id(action), (None, False)))
        except UnknownTypeError as error:
            for name in error.places:
                unknown.setdefault(name, action.dest)
    if unknown:
        raise UnknownTypeError(*next(iter(unknown.items())), others=unknown)


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
        words=mined_words(action),
        deprecated=getattr(action, "deprecated", None),  # Python 3.13 brought it
    )
