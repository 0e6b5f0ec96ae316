"""Kinds of cases about the configuration file's keys, alone and under the command line."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

from argparity.golden.inputs.battery.arguments import Argument
from argparity.golden.inputs.battery.documents import settings_of, usual_value
from argparity.golden.inputs.battery.subject import CaseDraft, Subject
from argparity.golden.inputs.battery.values import ordinary, texts_in
from argparity.golden.model.encode import Tree


def keyed(subject: Subject) -> Iterator[CaseDraft]:
    """Each key with each class of values, and nothing on the command line."""
    if subject.writer is None:
        return
    for argument in subject.keyed.values():
        for setting in settings_of(argument, subject.writer.kind):
            why = f"the key of {argument.name} is {setting.label}"
            yield subject.draft(
                argument, why, _bare(argument), subject.key(argument, setting.value)
            )


def _bare(argument: Argument) -> tuple[str, ...]:
    """Arguments that satisfy the parser without setting the argument, although it is required."""
    return (*argument.flags[:1], *ordinary(argument)) if argument.required else ()


def _bare_names(argument: Argument, outer: Iterable[str]) -> list[str]:
    """The long flag without its dashes in front and its table, with and without inner dashes."""
    names = [flag.lstrip(flag[0]) for flag in argument.flags if flag[:1] == flag[1:2]][:1]
    bare = [name.removeprefix("".join(f"{table}." for table in outer)) for name in names]
    return [spelling for name in bare for spelling in (name, name.replace("-", "_"))]


def near_spellings(subject: Subject) -> Iterator[CaseDraft]:
    """Each key under a name close to it: other dashes, another case, at another level."""
    writer = subject.writer
    if writer is None:
        return
    for argument in subject.keyed.values():
        *outer, key = subject.path(argument)
        section = outer[0] if outer else argument.section
        close = {
            **{(*outer, name): "spelled as its bare flag" for name in _bare_names(argument, outer)},
            (*outer, key.replace("_", "-")): "with dashes",
            (*outer, key.replace("-", "_")): "with underscores",
            (*outer, key.upper()): "in capitals",
            (key,): "at the top level",
            (section, key): "in a table of its section",
            (*outer, argument.rows[0].name): "spelled as its flag",
            (argument.dest,): "spelled as its dest",
        }
        close.pop((*outer, key), None)
        value = usual_value(argument)
        for place, label in close.items():
            why = f"the key of {argument.name} {label}"
            yield subject.draft(argument, why, _bare(argument), writer.settings([(place, value)]))
            if label.startswith("with "):
                both = writer.settings([((*outer, key), value), (place, "word")])
                yield subject.draft(argument, f"{why} beside the real one", _bare(argument), both)


def layered(subject: Subject) -> Iterator[CaseDraft]:
    """Each argument in the file and on the command line at once, in all their strengths."""
    writer = subject.writer
    if writer is None:
        return
    for argument in subject.optionals:
        if subject.path(argument) in subject.keyed:
            for why, words, value in _layers(argument):
                yield subject.draft(argument, why, words, subject.key(argument, value))


def _as_words(value: Tree, converts: bool) -> Iterator[tuple[str, ...]]:
    """A value as words of the command line: one, of a collection joined or all."""
    texts = texts_in(value)
    yield from ((text,) for text in texts[:1])
    if len(texts) > 1:
        yield (",".join(texts),)
        yield tuple(texts)
    if value["type"] in ("bool", "NoneType") and converts:
        yield (str(value["value"]),)


def _layers(argument: Argument) -> Iterator[tuple[str, tuple[str, ...], Any]]:
    """`(why, words, value in the file)` of each combination."""
    flag, words, value = argument.flags[0], ordinary(argument), usual_value(argument)
    given = (flag, *words)
    yield f"{flag} and its key", given, value
    unset = [*(row.default for row in argument.rows), *argument.unset]
    converts = any(row.converts for row in argument.rows)
    defaults = [words for value in unset for words in _as_words(value, converts)]
    if defaults and argument.takes_words:
        for default in dict.fromkeys(defaults):
            yield f"{flag} as its default, and its key", (flag, *default), value
    elif argument.takes_words:
        yield f"{flag} empty, and its key", (flag, ""), value
    else:
        yield f"{flag} and its key the other way round", given, not value
    yield f"{flag} and a string as its key", given, "junk"
    yield f"{flag} joined, and its key", (f"{flag}={(words or ('true',))[0]}", *words[1:]), value
    yield f"{flag} without its last letter, and its key", (flag[:-1], *words), value
    yield f"{flag} twice, and its key", (*given, flag, *ordinary(argument, 1)), value
    yield f"{flag} and a table as its key", given, {"a": 1}
    if argument.takes_words:
        yield f"{flag} with an unusual value, and its key", (flag, "junk"), value
        yield f"{flag} with one more argument, and its key", (*given, "more"), value
        yield f"{flag} bare, and its key", (flag,), value
    for alias in argument.flags[1:]:
        yield f"{alias} and its key", (alias, *words), value


def conflicts(subject: Subject) -> Iterator[CaseDraft]:
    """Two flags of one dest, or of one exclusive group, over the key of the first in the file."""
    writer = subject.writer
    if writer is None:
        return
    for group in subject.conflicts:
        for argument, other in itertools.permutations(group, 2):
            words = (argument.flags[0], *ordinary(argument), other.flags[0], *ordinary(other))
            for value in (True, False, "junk"):
                why = f"{argument.flags[0]}, then {other.flags[0]}, and the key {value!r}"
                yield subject.draft(argument, why, words, subject.key(argument, value))


def mixed(subject: Subject) -> Iterator[CaseDraft]:
    """One flag on the command line, the key of the next flag of its section in the file."""
    writer = subject.writer
    if writer is None:
        return
    for flags in subject.sections.values():
        for argument, other in zip(flags, [*flags[1:], *flags[:1]], strict=True):
            if other is not argument and subject.path(other) in subject.keyed:
                words = (argument.flags[0], *ordinary(argument))
                why = f"{argument.flags[0]}, and the key of {other.flags[0]}"
                yield subject.draft(argument, why, words, subject.key(other, usual_value(other)))
