"""The arguments of a target: both sides' rows merged, and what a case needs around one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from argparity.golden.model.encode import Tree
from argparity.golden.sides.parsers.table import ActionRow
from argparity.golden.sides.schema import Schema

VARIABLE = ("?", "*", "+", "...", "A...")
"""The values of nargs that do not fix a number of words."""


@dataclass(frozen=True, eq=False)
class Argument:
    """One argument of the union of both tables; equal to itself alone.

    `rows`: the control's row, then the candidate's, as far as they have one. `words`: what the
    target says that it takes. `unset`: its values where it is not given. `recorded`: what goldens
    give it.
    """

    rows: tuple[ActionRow, ...]
    section: str
    words: tuple[str, ...] = ()
    unset: tuple[Tree, ...] = ()
    recorded: tuple[str, ...] = ()
    flags: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        flags = dict.fromkeys(flag for row in self.rows for flag in row.flags)
        object.__setattr__(self, "flags", tuple(flags))

    @property
    def name(self) -> str:
        """Its first flag, or the dest of a positional; behind the subcommands that lead to it."""
        return self.rows[0].path

    @property
    def dest(self) -> str:
        """The control's dest; the candidate's where only that has the argument."""
        return self.rows[0].dest

    @property
    def command(self) -> tuple[str, ...]:
        """The subcommands that lead to it."""
        return self.rows[0].command

    @property
    def positional(self) -> bool:
        """Whether it is given by place."""
        return not self.flags

    @property
    def subcommands(self) -> bool:
        """Whether it is the place of a subcommand."""
        return any(row.is_subcommand for row in self.rows)

    @property
    def ends(self) -> bool:
        """Whether it ends the program, as help and version do."""
        return any(row.ends_parse for row in self.rows)

    @property
    def wordless(self) -> bool:
        """Whether its ordinary use takes no value (a switch)."""
        return not self.rows[0].takes_values

    @property
    def takes_words(self) -> bool:
        """Whether either side lets it take values."""
        return any(row.takes_values for row in self.rows)

    @property
    def variable(self) -> bool:
        """Whether it takes as many values as it can get."""
        return self.rows[0].plain_nargs in VARIABLE

    @property
    def required(self) -> bool:
        """Whether either side rejects a command line without it."""
        return any(row.required and not _may_be_empty(row) for row in self.rows)

    @property
    def count(self) -> int:
        """The number of values in its ordinary use."""
        nargs = self.rows[0].plain_nargs
        return nargs if isinstance(nargs, int) and nargs >= 0 else 1

    def counts(self) -> tuple[int, ...]:
        """Numbers of values around those that either side takes: one fewer, as many, one more."""
        found: set[int] = set()
        for row in self.rows:
            nargs = row.plain_nargs
            if isinstance(nargs, int) and nargs >= 0:
                found |= {max(nargs - 1, 0), nargs, nargs + 1}
            else:
                found |= {0, 1, 2} if nargs in (None, "?") else {0, 1, 2, 3}
        return tuple(sorted(found))


def _may_be_empty(row: ActionRow) -> bool:
    # Python 3.10 and 3.11 call a positional of any number of words required.
    return not row.flags and row.plain_nargs in ("?", "*", "...")


def arguments_of(schema: Schema) -> tuple[Argument, ...]:
    """All arguments of both tables in the control's order, then those only of the candidate."""
    merged: list[list[ActionRow]] = []
    index: dict[tuple[tuple[str, ...], str], list[ActionRow]] = {}
    for table in schema.tables:
        for row in table.rows:
            names = [(row.command, name) for name in row.flags or (row.dest,)]
            rows = next((index[name] for name in names if name in index), None)
            if rows is None:
                rows = []
                merged.append(rows)
            rows.append(row)
            for name in names:
                index.setdefault(name, rows)
    return tuple(
        Argument(
            tuple(rows),
            schema.sections.section_of(rows[0].dest),
            words=schema.given_words(rows[0]),
            unset=schema.unset.get(rows[0].dest, ()),
            recorded=schema.recorded.get(rows[0].path, ()),
        )
        for rows in merged
    )


@dataclass(frozen=True)
class Padding:
    """The tokens that a command line needs before and after those of one argument."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    def around(self, words: Iterable[str]) -> tuple[str, ...]:
        """A whole command line."""
        return (*self.before, *words, *self.after)


class Filler:
    """Fills in what a parser requires, so that a case about one argument gets through.

    `ordinary` gives the words of each argument's ordinary use; `aliases` leads from another name of
    a subcommand to the one that its arguments are known by, both as chains.
    """

    def __init__(
        self,
        arguments: Iterable[Argument],
        ordinary: Callable[[Argument], tuple[str, ...]],
        aliases: Mapping[tuple[str, ...], tuple[str, ...]],
    ) -> None:
        # By level, and only what might have to be filled in.
        self._levels: dict[tuple[str, ...], list[Argument]] = {}
        for argument in arguments:
            if argument.positional or argument.required or argument.rows[0].exclusive_required:
                self._levels.setdefault(argument.command, []).append(argument)
        self._ordinary = ordinary
        self._aliases = aliases

    def around(self, focus: Argument) -> Padding:
        """The tokens to put around those of `focus`, at its own level of subcommands."""
        return self.at(focus.command, focus)

    def at(self, command: tuple[str, ...], focus: Argument | None = None) -> Padding:
        """The tokens to put around others at the level of the subcommands `command`."""
        before: list[str] = []
        for depth, name in enumerate(command):
            before += [*self._level(command[:depth], focus).before, name]
        own = self._level(command, focus)
        return Padding((*before, *own.before), (*own.after, *self._below(command, focus)))

    def _needy(self, command: tuple[str, ...]) -> list[Argument]:
        known: tuple[str, ...] = ()
        for name in command:
            known = self._aliases.get((*known, name), (*known, name))
        return self._levels.get(known, [])

    def _level(self, command: tuple[str, ...], focus: Argument | None) -> Padding:
        """The words of one level: positionals first, as a flag of many words would take theirs."""
        first, rest = self._positionals(command, focus)
        flags = [w for argument in self._needed(command, focus) for w in self._bounded(argument)]
        if focus is not None and focus.positional and focus.command == command:
            return Padding((*flags, *first), tuple(rest))
        return Padding((*first, *rest, *flags))

    def _below(self, command: tuple[str, ...], focus: Argument | None) -> tuple[str, ...]:
        """The first subcommand and what it needs, if one is required and is not the focus."""
        for argument in self._needy(command):
            if argument.subcommands and argument.required and argument is not focus:
                name = self._ordinary(argument)[0]
                inner = (*command, name)
                level = self._level(inner, focus)
                return (name, *level.before, *level.after, *self._below(inner, focus))
        return ()

    def _positionals(
        self, command: tuple[str, ...], focus: Argument | None
    ) -> tuple[list[str], list[str]]:
        """Words of the required positionals that stand before and after the focus; of optional
        ones, too, that stand before a positional focus and would take its words.
        """
        parts: tuple[list[str], list[str]] = ([], [])
        seen = 0
        level = self._needy(command)
        takers = level[: level.index(focus)] if focus in level and focus.positional else []
        for argument in level:
            if argument is focus:
                seen = 1
            elif not argument.positional or argument.subcommands:
                continue
            elif argument.required or argument in takers:
                parts[seen].extend(self._ordinary(argument))
        return parts

    def _needed(self, command: tuple[str, ...], focus: Argument | None) -> Iterator[Argument]:
        """Required flags, and one of each exclusive group of which one is required."""
        groups: dict[int, list[Argument]] = {}
        for argument in self._needy(command):
            row = argument.rows[0]
            if not argument.flags:
                continue
            if row.exclusive is not None and row.exclusive_required:
                groups.setdefault(row.exclusive, []).append(argument)
            elif argument.required and argument is not focus:
                yield argument
        yield from (members[0] for members in groups.values() if focus not in members)

    def _bounded(self, argument: Argument) -> list[str]:
        """A flag with its words, written so that it takes none of the words that follow."""
        flag, words = argument.flags[0], self._ordinary(argument)
        if argument.variable and len(words) == 1:
            return [f"{flag}={words[0]}"]
        return [flag, *words]
