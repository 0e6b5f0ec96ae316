"""The schema of a target: its sections and arguments, and whether help texts are compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, get_args

from argparity.golden.model.case import Step
from argparity.golden.model.common import Common
from argparity.golden.model.encode import Tree
from argparity.golden.model.observation import Outcome
from argparity.golden.sides.parsers.table import ActionRow, ActionTable
from argparity.golden.sides.sections import Leaf, SectionRule

Level = Literal["values", "contract", "text"]
LEVELS: tuple[Level, ...] = get_args(Level)


@dataclass(frozen=True)
class Schema:
    """The sections and arguments that both sides declare, and how much of a run is compared.
    `control`, `candidate`: their action
    tables, None where a side shows no parser. `keys`, `words`: those of the target's entry.
    `unset`: by dest, the values that the sides give it when nothing, or only what is required, is
    given. `recorded`: by path of an argument, words that goldens give it. `common`: what every
    parse of the candidate does otherwise.
    """

    target: str
    sections: SectionRule
    control: ActionTable | None = None
    candidate: ActionTable | None = None
    help_compared: bool = True
    level: Level = "text"
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unset: Mapping[str, tuple[Tree, ...]] = field(default_factory=dict)
    recorded: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    common: Common = field(default_factory=Common)

    @property
    def tables(self) -> tuple[ActionTable, ...]:
        """The tables that are known, the control's first."""
        return tuple(table for table in (self.control, self.candidate) if table is not None)

    @cached_property
    def section_names(self) -> tuple[str, ...]:
        """The sections in the order in which they register. Help is no section's own."""
        rows = (row for table in self.tables for row in table.rows if row.action != "help")
        return tuple(dict.fromkeys(self.sections.section_of(row.dest) for row in rows))

    def key_path(self, row: ActionRow) -> tuple[str, ...]:
        """The keys that lead to an argument's value in a configuration file."""
        return self.given_key(row) or self.sections.place_of(row.dest)

    def given_key(self, row: ActionRow) -> tuple[str, ...] | None:
        """The keys that the target gives for an argument; None if it does not."""
        return next((self.keys[name] for name in _names(row) if name in self.keys), None)

    def given_words(self, row: ActionRow) -> tuple[str, ...]:
        """The words that the target says an argument takes."""
        return next((self.words[name] for name in _names(row) if name in self.words), ())

    def keys_of(self, row: ActionRow) -> tuple[str, ...]:
        """The keys of an argument in a configuration file: its last key, and that with dashes."""
        key = self.key_path(row)[-1]
        return tuple(dict.fromkeys((key, key.replace("_", "-"))))

    @cached_property
    def key_paths(self) -> dict[tuple[str, ...], ActionRow]:
        """The arguments of both sides by the keys that lead to their values."""
        rows = (row for table in reversed(self.tables) for row in reversed(table.rows))
        return {self.key_path(row): row for row in rows}

    def leaves(self, outcome: Outcome) -> dict[Leaf, Tree]:
        """The values of an outcome in order; none for a parse that was rejected."""
        return {} if outcome.values is None else dict(self.sections.leaves(outcome.values))

    def flag_of(self, dest: str) -> str:
        """The first flag with that dest, the dest itself if there is none."""
        for table in self.tables:
            row = table.by_dest(dest)
            if row is not None:
                return row.name
        return dest

    def given_rows(self, step: Step) -> list[ActionRow]:
        """The declared arguments that a step gives, in order; an ambiguous prefix gives all it can
        mean.
        """
        found: list[ActionRow] = []
        for meant in zip(*(self._meant(table, step) for table in self.tables), strict=True):
            rows = next(filter(None, meant), ())
            found += [row for row in rows if row not in found]
        return found

    def gives(self, step: Step, dest: str) -> bool:
        """Whether a step gives an argument with that dest, on either side."""
        return any(
            row.dest == dest
            for table in self.tables
            for rows in self._meant(table, step)
            for row in rows
        )

    @staticmethod
    def _meant(table: ActionTable, step: Step) -> Iterator[tuple[ActionRow, ...]]:
        """The rows that each argument of a step can mean to the parsers of one side."""
        return (table.resolve(argument, command) for argument, command in table.read_by(step.argv))

    def rows_named(self, step: Step, flag: str) -> list[ActionRow]:
        """The arguments that a message about a step calls by `flag`."""
        return [
            row for table in self.tables for row in table.resolve(flag, table.command_of(step.argv))
        ]

    def configures(self, step: Step, dest: str) -> bool:
        """Whether a configuration file of the step mentions the key of that dest."""
        if not step.files:
            return False
        rows = [row for table in self.tables if (row := table.by_dest(dest)) is not None]
        keys = [key for row in rows for key in self.keys_of(row)] or self.sections.keys_of(dest)
        text = b"\n".join(step.files).decode("utf-8", "replace")
        return any(key in text for key in keys)


def _names(row: ActionRow) -> tuple[str, ...]:
    """How a target's entry may call an argument, the most exact first."""
    names = (*row.flags, row.dest)
    return (*(" ".join((*row.command, name)) for name in names), *names)
