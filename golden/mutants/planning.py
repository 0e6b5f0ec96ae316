"""All mutants of a target: each operator on each place where its fault would change something."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from argparity.golden.mutants import (
    conversion,
    layers,
    names,
    outcomes,
    shape,
    texts,
    values,
)
from argparity.golden.mutants.drafts import MutantDraft
from argparity.golden.mutants.mutant import ActionFault, Fault, Mutant
from argparity.golden.sides.parsers.table import ActionRow, ActionTable
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.sections import SectionRule
from argparity.golden.sides.target import Target

OPERATORS = {
    "default-value": "another default",
    "default-type": "a default of another type",
    "type": "another converter",
    "strictness": "a converter that accepts more or less",
    "choices": "a choice dropped, added, or all reordered",
    "nargs": "another nargs",
    "const": "another constant",
    "alias": "a spelling dropped or added",
    "switch": "store_true for store_false or the other way round",
    "boolean-optional": "an off switch for a store_true",
    "accumulate": "append, extend or count keep the last occurrence",
    "dest": "another dest",
    "abbreviation": "abbreviations on or off, or a new flag that makes one ambiguous",
    "required-order": "required or not, positionals in another order",
    "exclusive-group": "an exclusive group dissolved",
    "suppress-none": "no default for None or the other way round",
    "precedence": "two neighbouring layers swapped",
    "config-key": "a key of the file dropped, a near spelling taken for it, unknown keys dropped",
    "config-coercion": "values of the file converted",
    "config-syntax": "files of TOML 1.1 refused",
    "outcome": "another exit code, another error text, unknown arguments that pass",
    "texts": "deprecated or not, suggestions for a choice or colours turned on or off",
}
"""The kinds of faults, and what each does. `texts` and `config-syntax` are planned where argparse
and the reader of TOML know of it, which recent releases of Python do.
"""

_OF_A_ROW: tuple[Callable[[ActionRow, bool], Iterator[MutantDraft]], ...] = (
    values.default_value,
    values.default_type,
    conversion.converter,
    conversion.strictness,
    conversion.choices,
    shape.nargs,
    shape.constant,
    shape.switch,
    shape.boolean_optional,
    shape.accumulation,
    names.destination,
    shape.required,
    values.suppressed_or_none,
    outcomes.rejections,
    texts.deprecation,
)


def plan(table: ActionTable, target: Target, schema: Schema | None = None) -> list[Mutant]:
    """All mutants of the candidate whose action table this is, in a stable order with stable ids.

    `schema`: the judge's, which knows where a file holds what; without it the target alone says so.

    Mutants that could not differ from the candidate are not planned: a default behind an argument
    that always has to be given, that of a second flag with the same dest, a spelling that lives on
    as an abbreviation, a short flag's off switch, an ambiguous neighbour where there are no
    abbreviations, a layer for a target without a file.
    """
    if schema is None:
        keys = {} if target.config_file is None else target.config_file.keys
        schema = Schema(target.name, target.sections.with_table(table), keys=keys)
    planner = _Planner(table, target, schema)
    return [*planner.of_rows(), *planner.of_groups(), *planner.of_layers(), *planner.of_the_whole()]


class _Planner:
    """Turns drafts into mutants."""

    def __init__(self, table: ActionTable, target: Target, schema: Schema) -> None:
        self.table, self.target, self.schema = table, target, schema
        self.rule: SectionRule = target.sections.with_table(table)
        seen: set[tuple[tuple[str, ...], str]] = set()
        self.first: dict[int, bool] = {}
        for row in table.rows:
            self.first[id(row)] = (row.command, row.dest) not in seen
            seen.add((row.command, row.dest))
        # A fault in a value that is left out cannot show.
        self.compared = [row for row in table.rows if row.dest not in target.left_out]

    def of_rows(self) -> Iterator[Mutant]:
        """Those of single actions."""
        for row in self.compared:
            for operator in _OF_A_ROW:
                for draft in operator(row, self.first[id(row)]):
                    if not self._is_config_default(row, draft):
                        yield self._mutant(row, draft)
            for draft in (*names.spellings(row, self.table), *names.neighbours(row, self.table)):
                yield self._mutant(row, draft)

    def _is_config_default(self, row: ActionRow, draft: MutantDraft) -> bool:
        """Another default file would be a missing one: a crash of every parse, and no test of the
        gate.
        """
        config = self.target.config_file
        return draft.operator == "default-value" and config is not None and config.flag in row.flags

    def of_groups(self) -> Iterator[Mutant]:
        """Those of several actions together."""
        for row, draft in (*shape.order(self.table.rows), *shape.exclusive_groups(self.table.rows)):
            yield self._mutant(row, draft)

    def of_layers(self) -> Iterator[Mutant]:
        """Those of the configuration file and the environment."""
        for row in self.compared:
            if self.first[id(row)]:
                for draft in layers.layers(row, self.table, self.schema, self.target):
                    yield self._mutant(row, draft)
        for section in self._config_sections():
            for draft in layers.unknown_keys(section, self.table, self.schema, self.target):
                yield self._plain(section or "", "", draft)
        for name, draft in layers.environment(self.target):
            yield self._plain("", name, draft)
        for draft in layers.syntax(self.target):
            yield self._plain("", "", draft)

    def _config_sections(self) -> list[str | None]:
        paths = [self.schema.key_path(row) for row in self.table.rows]
        return [*dict.fromkeys(path[0] for path in paths if len(path) > 1), None]

    def of_the_whole(self) -> Iterator[Mutant]:
        """Those of the parser as a whole."""
        for draft in (
            *names.abbreviations(self.table),
            *outcomes.whole_parse(self.table),
            *texts.suggestions(self.table),
            *texts.colours(self.table),
        ):
            yield self._plain("", "", draft)

    def _mutant(self, row: ActionRow, draft: MutantDraft) -> Mutant:
        fault = draft.fault if isinstance(draft.fault, Fault) else ActionFault(row.ref, draft.fault)
        name = " ".join((*row.command, row.name))
        return Mutant(
            id=f"{draft.operator}:{draft.variant}:{name}",
            operator=draft.operator,
            section=self.rule.section_of(row.dest),
            flag=row.name,
            description=f"{name} {draft.description}",
            fault=fault,
            shows=draft.shows,
            # A second flag with the dest of the first shows what is broken in the first.
            names=tuple(
                f for other in self.table.rows if other.dest == row.dest for f in other.flags
            ),
            keys=self.schema.keys_of(row),
        )

    def _plain(self, section: str, flag: str, draft: MutantDraft) -> Mutant:
        assert isinstance(draft.fault, Fault)
        place = flag or section or "parser"
        return Mutant(
            id=f"{draft.operator}:{draft.variant}:{place}",
            operator=draft.operator,
            section=section,
            flag=flag,
            description=f"{place} {draft.description}",
            fault=draft.fault,
            shows=draft.shows,
            names=draft.names or tuple(flag for row in self.table.rows for flag in row.flags),
            keys=draft.keys or ((section,) if section else ()),
        )
