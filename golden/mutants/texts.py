"""Faults of what recent releases of argparse say: deprecations, suggestions, colours.

None is planned where argparse does not know of it yet.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from argparity.golden.inputs.battery.values import texts_in
from argparity.golden.inputs.battery.whole_parser import IN_COLOUR
from argparity.golden.model.case import Case
from argparity.golden.mutants.drafts import MutantDraft
from argparity.golden.mutants.mutant import ParserFault
from argparity.golden.sides.parsers.table import ActionRow, ActionTable
from argparity.golden.sides.parsers.walk import parsers


def deprecation(row: ActionRow, first: bool) -> Iterator[MutantDraft]:
    """An option that warns when it is given, or no longer does."""
    if row.flags and row.sets_value and row.deprecated is not None:
        what = "warns no more that it is deprecated" if row.deprecated else "warns: deprecated"
        yield MutantDraft("texts", "deprecated", what, _turn_deprecation, shows=("named",))


def _turn_deprecation(parser: argparse.ArgumentParser, action: argparse.Action) -> None:
    vars(action)["deprecated"] = not vars(action)["deprecated"]


def suggestions(table: ActionTable) -> Iterator[MutantDraft]:
    """The nearest choice suggested or not; where an option has choices that are strings."""
    if table.suggest_on_error is None:
        return
    for row in table.rows:
        if row.flags and not row.command and row.action == "store" and _has_words(row):
            word = f"{texts_in(row.choices)[0]}x"
            fault = ParserFault(_Turned("suggest_on_error"), Case.of((row.flags[0], word)))
            what = "suggests no choice" if table.suggest_on_error else "suggests the nearest choice"
            yield MutantDraft(
                "texts", "suggestions", what, fault, shows=("named",), names=row.flags
            )
            return


def _has_words(row: ActionRow) -> bool:
    if row.choices is None or not isinstance(row.choices["value"], list):
        return False
    kinds = {item["type"] for item in row.choices["value"] if isinstance(item, dict)}
    return kinds == {"str"}


def colours(table: ActionTable) -> Iterator[MutantDraft]:
    """Texts with colours or without."""
    if table.color is not None and table.help_flags:
        fault = ParserFault(_Turned("color"), Case.of(table.help_flags[-1:], env=dict(IN_COLOUR)))
        what = "prints without colours" if table.color else "prints in colour"
        yield MutantDraft("texts", "colours", what, fault, shows=("named",), names=table.help_flags)


@dataclass(frozen=True)
class _Turned:
    """Turns an attribute of the parser and of those of its subcommands."""

    name: str

    def __call__(self, root: argparse.ArgumentParser) -> None:
        turned = not vars(root)[self.name]
        for parser in parsers(root):
            vars(parser)[self.name] = turned
