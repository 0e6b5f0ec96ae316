"""Kinds of cases in which many arguments meet: a covering array over flags and situations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from argparity.golden.inputs.battery.arguments import Argument
from argparity.golden.inputs.battery.documents import usual_value
from argparity.golden.inputs.battery.subject import CaseDraft, Subject
from argparity.golden.inputs.battery.values import ordinary
from argparity.golden.model.case import Step


def covering(subject: Subject) -> Iterator[CaseDraft]:
    """For each two flags of a level all nine pairs of situations: left out, given, and in the file
    (or, without a file, given other words).

    The variables of the target are among them: unset, a number, a word.

    An array of strength two by linear functions over the numbers modulo 3: two flags differ in a
    digit of their places, and a line for each digit, factor and shift has each pair of situations.
    """
    variables = subject.target.environment
    for command, level in subject.levels.items():
        flags = _together(subject, level)
        count = len(flags) + len(variables)
        for number, line in enumerate(_lines(count) if count > 1 else ()):
            words: list[str] = []
            pairs: list[tuple[tuple[str, ...], Any]] = []
            for argument, situation in zip(flags, line, strict=False):
                path = subject.path(argument)
                if situation == 2 and subject.writer is not None and path in subject.keyed:
                    pairs.append((path, usual_value(argument)))
                elif situation:
                    words += [argument.flags[0], *ordinary(argument, situation - 1)]
            around = subject.filler.at(command).around(words)
            config = None
            if subject.writer is not None:
                config = subject.writer.settings(pairs)
            why = f"flags and keys together, line {number + 1} of a covering array"
            env = _set_variables(variables, line[len(flags) :])
            yield CaseDraft(" ".join(command) or "covering", why, (Step(around, config),), env)


def _set_variables(names: Iterable[str], line: Iterable[int]) -> tuple[tuple[str, str], ...]:
    situations = zip(names, line, strict=True)
    return tuple(sorted((name, ("3", "word")[at - 1]) for name, at in situations if at))


def _together(subject: Subject, level: list[Argument]) -> list[Argument]:
    """The flags of a level that may come together: one of a dest and of what excludes each other,
    none that ends the parse, names the file, or is filled in as required.
    """
    found: dict[object, Argument] = {}
    for argument in level:
        row = argument.rows[0]
        filled = argument.required or row.exclusive_required
        if argument.ends or filled or argument is subject.config_argument or argument.variable:
            continue
        found.setdefault(argument.dest if row.exclusive is None else row.exclusive, argument)
    return list(found.values())


def _lines(count: int) -> Iterator[tuple[int, ...]]:
    digits = 1
    while 3**digits < count:
        digits += 1
    for digit in range(digits):
        for factor in (1, 2, 0) if not digit else (1, 2):
            for shift in range(3):
                yield tuple(
                    (factor * (place // 3**digit % 3) + shift) % 3 for place in range(count)
                )
