"""Each class of values in each spelling, amid other occurrences, and over the key of the file."""

from __future__ import annotations

from collections.abc import Iterator

from argparity.golden.inputs.battery.arguments import Argument
from argparity.golden.inputs.battery.documents import usual_value
from argparity.golden.inputs.battery.subject import CaseDraft, Subject
from argparity.golden.inputs.battery.values import ordinary, words_of
from argparity.golden.sides.parsers.table import unique_lengths


def crossed(subject: Subject) -> Iterator[CaseDraft]:
    """The values of `values`, in all the other ways in which they can be given."""
    for level in subject.levels.values():
        unique = unique_lengths(flag for argument in level for flag in argument.flags)
        for argument in level:
            if argument.takes_words:
                flag = argument.flags[0]
                short = flag[: unique[flag]] if subject.abbreviates else flag
                yield from _spelled(subject, argument, short)


def _spelled(subject: Subject, argument: Argument, short: str) -> Iterator[CaseDraft]:
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
            yield subject.draft(argument, f"{argument.name} gets {word.label}, {how}", words)
        config = subject.key(argument, usual_value(argument))
        if config is not None:
            why = f"{argument.name} gets {word.label}, over its key"
            yield subject.draft(argument, why, separate, config)
