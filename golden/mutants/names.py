"""Faults of names: spellings, dest, abbreviations."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial

from argparity.golden.mutants.drafts import MutantDraft
from argparity.golden.mutants.mutant import ParserFault
from argparity.golden.sides.parsers.edit import set_flags
from argparity.golden.sides.parsers.table import ActionRow, ActionTable


def destination(row: ActionRow, first: bool) -> Iterator[MutantDraft]:
    """The value gets another name."""
    if row.sets_value:
        yield MutantDraft("dest", "renamed", "has another dest", _rename, shows=("plain", "named"))


def _rename(parser: argparse.ArgumentParser, action: argparse.Action) -> None:
    action.dest += "_renamed"


def spellings(row: ActionRow, table: ActionTable) -> Iterator[MutantDraft]:
    """A spelling dropped, or one more."""
    if not row.flags or not row.sets_value:
        return
    last = row.flags[-1]
    # Where another spelling begins with the dropped one, that goes on to work as an abbreviation.
    if len(row.flags) > 1 and not any(flag.startswith(last) for flag in row.flags[:-1]):
        change = partial(_set_flags, flags=row.flags[:-1])
        yield MutantDraft(
            "alias", "dropped", f"lacks the spelling {last}", change, shows=("named",)
        )
    added = _another_spelling(row.flags[0])
    if table.by_flag(added) is None:
        change = partial(_set_flags, flags=(*row.flags, added))
        yield MutantDraft(
            "alias", "added", f"has the spelling {added} as well", change, shows=("named",)
        )


def _another_spelling(flag: str) -> str:
    """The flag with dashes and underscores exchanged, as generators do by themselves; else a longer
    one.
    """
    prefix = flag[: len(flag) - len(flag.lstrip("-"))]
    name = flag[len(prefix) :]
    near = name.replace("_", "-") if "_" in name else name.replace("-", "_")
    return prefix + near if near != name else f"--{name}-x"


def _set_flags(
    parser: argparse.ArgumentParser, action: argparse.Action, *, flags: Sequence[str]
) -> None:
    set_flags(parser, action, flags)


def neighbours(row: ActionRow, table: ActionTable) -> Iterator[MutantDraft]:
    """A new flag makes abbreviations of this one ambiguous; it shows nowhere else."""
    long = next((flag for flag in row.flags if flag.startswith("--") and len(flag) > 3), None)
    if table.allow_abbrev and long is not None and table.by_flag(long + "-near") is None:
        change = partial(_add_neighbour, flag=long + "-near")
        description = f"has a neighbour {long}-near that makes abbreviations ambiguous"
        yield MutantDraft("abbreviation", "neighbour", description, change, shows=("abbreviated",))


def _add_neighbour(parser: argparse.ArgumentParser, action: argparse.Action, *, flag: str) -> None:
    suppress = argparse.SUPPRESS
    parser.add_argument(flag, dest="argparity_neighbour", default=suppress, help=suppress)


def abbreviations(table: ActionTable) -> Iterator[MutantDraft]:
    """Abbreviations off where they are on, or the other way round."""
    if any(flag.startswith("--") and len(flag) > 3 for row in table.rows for flag in row.flags):
        what = "takes no abbreviations" if table.allow_abbrev else "takes abbreviations"
        fault = ParserFault(_turn_abbreviations)
        yield MutantDraft("abbreviation", "turned", what, fault, shows=("abbreviated",))


def _turn_abbreviations(parser: argparse.ArgumentParser) -> None:
    parser.allow_abbrev = not parser.allow_abbrev
