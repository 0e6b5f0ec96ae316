"""What the judge knows of a target: its sections and arguments, and which texts are compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from argparity.golden.model.case import Step
from argparity.golden.sides.parsers.table import ActionRow, ActionTable
from argparity.golden.sides.sections import SectionRule

__all__ = ["Schema"]


@dataclass(frozen=True)
class Schema:
    """The sections and arguments that both sides declare. `control`, `candidate`: their action
    tables, None where a side shows no parser.
    """

    target: str
    sections: SectionRule
    control: ActionTable | None = None
    candidate: ActionTable | None = None
    help_compared: bool = True

    @property
    def tables(self) -> tuple[ActionTable, ...]:
        """The tables that are known, the control's first."""
        return tuple(table for table in (self.control, self.candidate) if table is not None)

    @cached_property
    def section_names(self) -> tuple[str, ...]:
        """The sections in the order in which they register. Help is no section's own."""
        rows = (row for table in self.tables for row in table.rows if row.action != "help")
        return tuple(dict.fromkeys(self.sections.section_of(row.dest) for row in rows))

    def flag_of(self, dest: str) -> str:
        """The first flag with that dest, the dest itself if there is none."""
        for table in self.tables:
            row = table.by_dest(dest)
            if row is not None:
                return row.name
        return dest

    def given_rows(self, step: Step) -> list[ActionRow]:
        """The arguments that the words of a step name, in order; an ambiguous prefix names all it
        can mean.
        """
        found: list[ActionRow] = []
        for meant in zip(*(self._meant(table, step) for table in self.tables), strict=True):
            rows = next(filter(None, meant), ())
            found += [row for row in rows if row not in found]
        return found

    def gives(self, step: Step, dest: str) -> bool:
        """Whether the words of a step name an argument with that dest, on either side."""
        return any(
            row.dest == dest
            for table in self.tables
            for rows in self._meant(table, step)
            for row in rows
        )

    @staticmethod
    def _meant(table: ActionTable, step: Step) -> Iterator[tuple[ActionRow, ...]]:
        """What each word of a step means to the parsers of one side."""
        return (table.resolve(word, command) for word, command in table.read_by(step.argv))

    def rows_named(self, step: Step, flag: str) -> list[ActionRow]:
        """The arguments that a message about a step calls by `flag`."""
        return [
            row for table in self.tables for row in table.resolve(flag, table.command_of(step.argv))
        ]

    def configures(self, step: Step, dest: str) -> bool:
        """Whether the step's configuration file speaks of the key of that dest."""
        if step.config is None:
            return False
        text = step.config.decode("utf-8", "replace")
        return any(key in text for key in self.sections.keys_of(dest))
