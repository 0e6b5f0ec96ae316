"""Where a configuration file holds the values of arguments: a side is tried, key by key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from argparity.golden.inputs.battery.arguments import Argument
from argparity.golden.inputs.battery.documents import DocumentWriter, usual_value
from argparity.golden.inputs.battery.subject import Subject
from argparity.golden.inputs.battery.values import ordinary
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case, Step
from argparity.golden.model.encode import Tree
from argparity.golden.observe.side_server import ApartSide
from argparity.golden.sides.target import Target

_TRIED = 100
"""So many arguments at most are tried one by one."""


@dataclass(frozen=True)
class Heard:
    """`keys`: of the arguments that are heard elsewhere than their names say. `unheard`: the names
    of those of which no key changed any value.
    """

    keys: Mapping[str, tuple[str, ...]]
    unheard: tuple[str, ...] = ()


def heard_keys(comparator: Comparator, target: Target, side: ApartSide) -> Heard:
    """What a side of a target with a configuration file hears of its keys."""
    subject = Subject(target, comparator.schema)
    if subject.writer is None:
        return Heard({})
    listening = _Listening(comparator, side, subject, subject.writer)
    heard = listening.all_at_once(a for a in subject.keyed.values() if _is_open(subject, a))
    left = [a for a in subject.arguments if _is_open(subject, a) and a not in heard]
    keys: dict[str, tuple[str, ...]] = {}
    unheard: list[str] = []
    for argument in left[:_TRIED]:
        path = listening.path(argument)
        if path is None:
            unheard.append(argument.name)
        elif path != subject.path(argument):
            keys[argument.name] = path
    return Heard(keys, tuple(unheard))


def _is_open(subject: Subject, argument: Argument) -> bool:
    """Whether an argument may have a key that the target does not give."""
    holds_nothing = argument.ends or argument.subcommands or argument is subject.config_argument
    return not holds_nothing and subject.schema.given_key(argument.rows[0]) is None


class _Listening:
    """Runs of a side with and without keys."""

    def __init__(
        self, comparator: Comparator, side: ApartSide, subject: Subject, writer: DocumentWriter
    ) -> None:
        self.comparator, self.side, self.subject, self.writer = comparator, side, subject, writer
        self._plain: dict[tuple[str, ...], dict[str, Tree] | None] = {}

    def all_at_once(self, arguments: Iterable[Argument]) -> list[Argument]:
        """The arguments that are heard where their names say, in one file with the keys of all.
        None if that file is rejected.
        """
        found = list(arguments)
        words = self.subject.whole("", "required").steps[0].argv
        pairs = [(self.subject.path(argument), usual_value(argument)) for argument in found]
        there, plain = self._values(words, self.writer.settings(pairs)), self._without(words)
        return [a for a in found if there and plain and a.dest in _moved(plain, there)]

    def path(self, argument: Argument) -> tuple[str, ...] | None:
        """The first path at which the side hears the argument."""
        bare = (*argument.flags[:1], *ordinary(argument)) if argument.required else ()
        words = self.subject.draft(argument, "its key alone", bare).steps[0].argv
        plain = self._without(words)
        if plain is None:
            return None
        for path in dict.fromkeys((self.subject.path(argument), *_places(argument))):
            for value in _values_of(argument):
                there = self._values(words, self.writer.settings([(path, value)]))
                moved = set() if there is None else _moved(plain, there)
                if moved & {argument.dest, *plain}:
                    return path
        return None

    def _without(self, words: tuple[str, ...]) -> dict[str, Tree] | None:
        if words not in self._plain:
            self._plain[words] = self._values(words, self.writer.document({}))
        return self._plain[words]

    def _values(self, words: tuple[str, ...], config: bytes) -> dict[str, Tree] | None:
        """The values by dest that the side gives; None where it rejects the input."""
        case = Case(id="", why="", steps=(Step(words, config),))
        values = self.comparator.run(self.side, case).last.values
        if values is None:
            return None
        return {leaf.dest: tree for leaf, tree in self.comparator.schema.sections.leaves(values)}


def _moved(before: Mapping[str, Tree], after: Mapping[str, Tree]) -> set[str]:
    """The dests whose values differ, those that came included."""
    return {dest for dest, tree in after.items() if before.get(dest) != tree}


def _values_of(argument: Argument) -> Iterator[Any]:
    """Values that a side may take for the key: a usual one, those of the command line."""
    yield usual_value(argument)
    words = ordinary(argument)
    if words:
        yield words[0]
        yield list(words)


_SEPARATORS = (".", "__", "_", "-", ":", "/")


def _places(argument: Argument) -> Iterator[tuple[str, ...]]:
    """Paths at which programs keep an argument: at the top, in a table of its subcommand, of its
    section or of the beginning of its name, by its dest or spelled like its flag.
    """
    bare = [flag.lstrip(flag[0]) for flag in argument.flags if flag[:1] == flag[1:2]]
    names = dict.fromkeys((argument.dest, *bare, *(name.replace("-", "_") for name in bare)))
    title = re.sub(r"\W+", "_", argument.rows[0].group).strip("_")
    tables = [argument.command, argument.command[-1:], (argument.section,), (title,)]
    tables += [(title.lower(),), (title.removesuffix("_arguments").lower(),)]
    for name in names:
        yield (name,)
        yield from ((*table, name) for table in tables if all(table))
        for separator in _SEPARATORS:
            head, _, rest = name.partition(separator)
            if head and rest:
                yield (head, rest)
                yield (*argument.command, head, rest)
        yield tuple(filter(None, name.split(".")))
