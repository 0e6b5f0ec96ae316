"""Faults of how a parse ends: exit codes, error messages, unknown arguments that pass."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from argparity.golden.model.case import Case
from argparity.golden.model.observation import Outcome
from argparity.golden.mutants.drafts import (
    ADDED,
    MutantDraft,
)
from argparity.golden.mutants.mutant import OutcomeFault, ParserFault
from argparity.golden.observe.messages import flags_in_message, is_help
from argparity.golden.sides.parsers.table import ActionRow, ActionTable

_ZERO = {"type": "int", "value": "0"}
_ONE = {"type": "int", "value": "1"}


def rejections(row: ActionRow, first: bool) -> Iterator[MutantDraft]:
    """A rejection that is about this flag exits with another code, or another message.

    Only for flags that can be used wrongly: without a value where they need one, with a value where
    they take none.
    """
    if not row.flags or not row.sets_value:
        return
    if (
        row.converts
        and row.plain_nargs in ("?", "*", "...")
        and row.type is None
        and row.choices is None
    ):
        return
    # Without a value, or with one too many; where no number of values is wrong, some value may be.
    wrong = (row.flags[0],) if row.converts else (f"{row.flags[0]}={ADDED}",)
    probe = Case.of(wrong) if row.plain_nargs not in ("?", "*", "...") else None
    for variant, change, description in (
        ("code", _other_code, "exits with 1 when it is used wrongly"),
        ("message", _other_message, "has another error message"),
    ):
        fault = OutcomeFault(_About(row.flags, change), probe)
        yield MutantDraft("outcome", variant, description, fault, shows=("named",))


@dataclass(frozen=True)
class _About:
    """Changes the outcomes that reject a parse because of one of these flags."""

    flags: tuple[str, ...]
    change: Callable[[Outcome], Outcome]

    def __call__(self, outcome: Outcome) -> Outcome:
        rejected = outcome.kind == "exit" and outcome.code != _ZERO
        if rejected and set(self.flags) & set(flags_in_message(outcome.stderr)):
            return self.change(outcome)
        return outcome


def _other_code(outcome: Outcome) -> Outcome:
    return replace(outcome, code=_ONE)


def _other_message(outcome: Outcome) -> Outcome:
    return replace(outcome, stderr=outcome.stderr.rstrip("\n") + " (see the manual)\n")


def whole_parse(table: ActionTable) -> Iterator[MutantDraft]:
    """Help exits with 1, and unknown arguments pass."""
    flags = table.help_flags
    if flags:
        fault = OutcomeFault(_help_fails, Case.of((flags[-1],)))
        yield MutantDraft(
            "outcome", "help", "exits with 1 after help", fault, shows=("named",), names=flags
        )
    unknown = ParserFault(_let_unknown_pass, Case.of((f"--{ADDED}",)))
    yield MutantDraft("outcome", "known-args", "lets unknown arguments pass", unknown, shows=())


def _help_fails(outcome: Outcome) -> Outcome:
    printed = outcome.kind == "exit" and outcome.code == _ZERO and is_help(outcome.stdout)
    return _other_code(outcome) if printed else outcome


def _let_unknown_pass(parser: argparse.ArgumentParser) -> None:
    original: Any = parser.error

    def error(message: str) -> None:
        if not message.startswith("unrecognized arguments"):
            original(message)

    vars(parser)["error"] = error
