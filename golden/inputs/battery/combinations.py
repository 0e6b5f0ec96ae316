"""Kinds of cases about several flags, and about the beginnings of their names."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from argparity.golden.inputs.battery.arguments import Argument
from argparity.golden.inputs.battery.subject import CaseDraft, Subject
from argparity.golden.inputs.battery.values import ordinary
from argparity.golden.sides.parsers.table import unique_lengths

PAIRS_LIMIT = 2_500
"""Ordered pairs made for one section; beyond, flags far from each other are not paired."""


def pairs(subject: Subject) -> Iterator[CaseDraft]:
    """Every ordered pair of flags of a section, near ones first; see PAIRS_LIMIT."""
    for flags in subject.sections.values():
        number = len(flags)
        for distance in range(1, number):
            if distance * number > PAIRS_LIMIT:
                break
            for place, argument in enumerate(flags):
                yield _both(subject, argument, flags[(place + distance) % number])


def _both(subject: Subject, argument: Argument, other: Argument) -> CaseDraft:
    words = (argument.flags[0], *ordinary(argument), other.flags[0], *ordinary(other))
    return subject.draft(argument, f"{argument.flags[0]}, then {other.flags[0]}", words)


def exclusive(subject: Subject) -> Iterator[CaseDraft]:
    """Pairs of an exclusive group and of flags with one dest, wherever their sections are."""
    for group in subject.conflicts:
        for argument, other in itertools.permutations(group, 2):
            yield _both(subject, argument, other)


def prefixes(subject: Subject) -> Iterator[CaseDraft]:
    """Every beginning of every flag, unique or not; two of each where no side abbreviates."""
    for level in subject.levels.values():
        unique = unique_lengths(flag for a in level for flag in a.flags)
        seen: set[str] = set()
        for argument in level:
            for flag in argument.flags:
                for prefix in _beginnings(flag, unique[flag], subject.abbreviates):
                    if prefix not in seen:
                        seen.add(prefix)
                        yield from _abbreviated(
                            subject, argument, flag, prefix, len(prefix) == unique[flag]
                        )


def _abbreviated(
    subject: Subject, argument: Argument, flag: str, prefix: str, shortest: bool
) -> Iterator[CaseDraft]:
    words = ordinary(argument)
    yield subject.draft(
        argument, f"{flag} abbreviated to {len(prefix)} characters", (prefix, *words)
    )
    if shortest:
        texts = words or ("true",)
        why = f"{flag} in its shortest unique form, joined"
        yield subject.draft(argument, why, (f"{prefix}={texts[0]}", *texts[1:]))


def _beginnings(flag: str, unique: int, every: bool) -> list[str]:
    """Beginnings of a flag: the shortest unique one, the one before it, the longest, the rest."""
    lengths = [unique, unique - 1, len(flag) - 1]
    if every:
        lengths += range(unique + 1, len(flag))
        lengths += range(unique - 2, 1, -1)
    else:
        lengths.remove(unique - 1)
    dashes = 2 if flag[1:2] == flag[0] else 1
    return [flag[:length] for length in dict.fromkeys(lengths) if dashes < length < len(flag)]
