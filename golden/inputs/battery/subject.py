"""The material of cases: the target's arguments, their requirements, the writer of its file."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from argparity.golden.inputs.battery.arguments import Argument, Filler, Padding, arguments_of
from argparity.golden.inputs.battery.documents import DocumentWriter, writer_of
from argparity.golden.inputs.battery.values import ordinary, texts_in
from argparity.golden.model.case import Step
from argparity.golden.sides.parsers.table import SUPPRESSED
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.target import Target


@dataclass(frozen=True, slots=True)
class CaseDraft:
    """A case before it has its id; `about` is the flag, section or input that it is about."""

    about: str
    why: str
    steps: tuple[Step, ...]
    env: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Subject:
    """A target under enumeration. Equal targets with equal tables give equal cases."""

    target: Target
    schema: Schema
    _around: dict[Argument, Padding] = field(init=False, default_factory=dict)

    @cached_property
    def arguments(self) -> tuple[Argument, ...]:
        """All arguments of both sides."""
        return arguments_of(self.schema)

    @cached_property
    def filler(self) -> Filler:
        """Fills in what the parser requires."""
        return Filler(self.arguments, ordinary, self._aliases)

    @property
    def _aliases(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        """Each further name of a subcommand, as a chain; it follows the name that has arguments."""
        levels = {argument.command for argument in self.arguments}
        found: dict[tuple[str, ...], tuple[str, ...]] = {}
        for argument in self.arguments:
            first: tuple[str, ...] = ()
            for name in texts_in(argument.rows[0].choices) if argument.subcommands else ():
                chain = (*argument.command, name)
                first = chain if chain in levels else first or chain
                found[chain] = first
        return found

    @cached_property
    def writer(self) -> DocumentWriter | None:
        """Writes the target's configuration file, if it has one."""
        return writer_of(self.target)

    @cached_property
    def optionals(self) -> list[Argument]:
        """The arguments that are given by a flag."""
        return [argument for argument in self.arguments if argument.flags]

    @property
    def config_argument(self) -> Argument | None:
        """The argument that names the configuration file."""
        flag = None if self.target.config_file is None else self.target.config_file.flag
        return next((a for a in self.arguments if flag in a.flags), None)

    @cached_property
    def keyed(self) -> dict[tuple[str, ...], Argument]:
        """The arguments whose keys a configuration file can hold, by the path of the key."""
        by_path: dict[tuple[str, ...], Argument] = {}
        for argument in self.arguments:
            silent = argument.rows[0].default == SUPPRESSED and argument.ends
            if not silent and not argument.subcommands:
                by_path.setdefault(self.path(argument), argument)
        return by_path

    def path(self, argument: Argument) -> tuple[str, ...]:
        """The keys that lead to the argument's value in a configuration file."""
        return self.schema.key_path(argument.rows[0])

    @property
    def abbreviates(self) -> bool:
        """Whether either side takes the beginning of a flag for it."""
        return any(table.allow_abbrev for table in self.schema.tables)

    @cached_property
    def levels(self) -> dict[tuple[str, ...], list[Argument]]:
        """The flags by the subcommands that lead to them, in order."""
        return _grouped(self.optionals, lambda a: a.command)

    @cached_property
    def sections(self) -> dict[str, list[Argument]]:
        """The flags by section and by level of subcommands, in order."""
        return _grouped(self.optionals, lambda a: " ".join((*a.command, a.section)))

    @cached_property
    def conflicts(self) -> list[list[Argument]]:
        """The flags of one level that set one dest or exclude each other, two or more together."""
        dests = _grouped(self.optionals, lambda a: (a.command, a.dest))
        groups = _grouped(
            (a for a in self.optionals if a.rows[0].exclusive is not None),
            lambda a: (a.command, a.rows[0].exclusive),
        )
        return [group for group in (*dests.values(), *groups.values()) if len(group) > 1]

    @cached_property
    def followers(self) -> dict[Argument, Argument]:
        """For each argument, the next flag of its level that is not help or version."""
        found: dict[Argument, Argument] = {}
        for level in _grouped(self.arguments, lambda a: a.command).values():
            following: Argument | None = None
            for argument in (*reversed(level), *reversed(level)):
                if following is not None and following is not argument:
                    found[argument] = following
                if argument.flags and not argument.ends:
                    following = argument
        return found

    def draft(
        self,
        argument: Argument,
        why: str,
        words: Iterable[str],
        config: bytes | None = None,
    ) -> CaseDraft:
        """A case about one argument: `words` together with all that the parser requires."""
        around = self._around.get(argument)
        if around is None:
            around = self._around[argument] = self.filler.around(argument)
        argv = around.around(words)
        return CaseDraft(argument.name, why, (Step(argv, config),))

    def whole(
        self,
        about: str,
        why: str,
        words: Iterable[str] = (),
        config: bytes | None = None,
        env: Mapping[str, str] | None = None,
    ) -> CaseDraft:
        """A case about the parser as a whole: `words` first, then all that it requires."""
        required = self.filler.at(())
        argv = (*words, *required.before, *required.after)
        return CaseDraft(about, why, (Step(argv, config),), tuple(sorted((env or {}).items())))

    def key(self, argument: Argument, value: Any) -> bytes | None:
        """A configuration file that sets one argument; None for a target without such a file, and
        for an argument that has no key.
        """
        if self.writer is None or self.path(argument) not in self.keyed:
            return None
        return self.writer.settings([(self.path(argument), value)])


K = TypeVar("K", bound=Hashable)


def _grouped(
    arguments: Iterable[Argument], key: Callable[[Argument], K]
) -> dict[K, list[Argument]]:
    groups: dict[K, list[Argument]] = {}
    for argument in arguments:
        groups.setdefault(key(argument), []).append(argument)
    return groups
