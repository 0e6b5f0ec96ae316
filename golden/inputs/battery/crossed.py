"""Each class of values in each spelling, amid other occurrences, and over the key of the file."""

from __future__ import annotations

from collections.abc import Iterator

from argparity.golden.inputs.battery.arguments import Argument
from argparity.golden.inputs.battery.documents import usual_value
from argparity.golden.inputs.battery.subject import Draft, Ground
from argparity.golden.inputs.battery.values import ordinary, words_of
from argparity.golden.sides.parsers.table import unique_lengths


def crossed(ground: Ground) -> Iterator[Draft]:
    """What `values` gives separately, in all the other ways in which a word can come."""
    for level in ground.levels.values():
        unique = unique_lengths(flag for argument in level for flag in argument.flags)
        for argument in level:
            if argument.takes_words:
                flag = argument.flags[0]
                short = flag[: unique[flag]] if ground.abbreviates else flag
                yield from _spelled(ground, argument, short)


def _spelled(ground: Ground, argument: Argument, short: str) -> Iterator[Draft]:
    flag, usual, rest = argument.flags[0], ordinary(argument), ordinary(argument, 1)[1:]
    for word in words_of(argument):
        separate = (flag, word.text, *rest)
        for words, how in (
            ((f"{flag}={word.text}", *rest), "joined"),
            ((short, word.text, *rest), "under its shortest beginning"),
            ((flag, *usual, *separate), "after an ordinary value"),
            ((*separate, flag, *usual), "before an ordinary value"),
            ((*separate, "more"), "and one word more"),
        ):
            yield ground.draft(argument, f"{argument.name} gets {word.label}, {how}", words)
        config = ground.key(argument, usual_value(argument))
        if config is not None:
            why = f"{argument.name} gets {word.label}, over its key"
            yield ground.draft(argument, why, separate, config)
