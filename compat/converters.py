"""From the words of a command line to typed values, beyond what ``int`` and ``str`` do.

Converters that belong to a type are values: two made for the same type are equal. A word that none
of them takes is a usage error (exit code 2) whose text lists what would have been taken.
"""

from __future__ import annotations

import argparse
import enum
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

__all__ = [
    "ChoiceWord",
    "CollectAction",
    "EnumName",
    "KeyValue",
    "OnOffAction",
    "boolean_word",
    "spelling",
]

_BOOLEAN_WORDS = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}


def boolean_word(word: str) -> bool:
    """``true``/``false``, ``yes``/``no``, ``on``/``off`` or ``1``/``0``, in any case, to a bool."""
    try:
        return _BOOLEAN_WORDS[word.lower()]
    except KeyError:
        raise _invalid_choice(word, _BOOLEAN_WORDS) from None


class EnumName(NamedTuple):
    """The name of a member, or of an alias, to the member."""

    members: type[enum.Enum]

    def __call__(self, word: str | enum.Enum) -> enum.Enum:
        # argparse converts a default that is a text, and a member of a text enum is one.
        if isinstance(word, self.members):
            return word
        try:
            return self.members[word]  # type: ignore[index]  # not a member, so a text
        except KeyError:
            raise _invalid_choice(word, self.members.__members__) from None


class ChoiceWord(NamedTuple):
    """The spelling of one of ``values``, which may be of several types, to that value.

    A member of an enum is spelled by its name, True and False also in lower case, and all else as
    ``str`` does.
    """

    values: tuple[object, ...]

    def __call__(self, word: str) -> object:
        for value in self.values:
            if word == spelling(value) or (isinstance(value, bool) and word == str(value).lower()):
                return value
        raise _invalid_choice(word, map(spelling, self.values))


class KeyValue(NamedTuple):
    """``KEY=VALUE`` to the pair of the key and the converted value.

    ``choices`` are the values that are taken; None takes every value that ``convert`` takes.
    """

    convert: Callable[[str], object]
    choices: Sequence[object] | None = None

    def __call__(self, word: str) -> tuple[str, object]:
        key, equals, text = word.partition("=")
        if not equals:
            raise argparse.ArgumentTypeError(f"{word!r} is not of the form KEY=VALUE")
        try:
            value = self.convert(text)
        except (TypeError, ValueError):
            kind = getattr(self.convert, "__name__", repr(self.convert))
            raise argparse.ArgumentTypeError(f"invalid {kind} value in {word!r}") from None
        if self.choices is not None and value not in self.choices:
            raise _invalid_choice(text, map(spelling, self.choices))
        return key, value


class CollectAction(argparse.Action):
    """Store the values of one occurrence of a flag as what ``collect`` makes of them."""

    def __init__(
        self, *args: Any, collect: Callable[[Iterable[Any]], object], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.collect = collect

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        collected = self.collect(values) if isinstance(values, list) else values
        setattr(namespace, self.dest, collected)


class OnOffAction(argparse.Action):
    """One switch with names that turn it on and names, ``off_names``, that turn it off.

    It is what a bool needs whose default is neither True nor False, or is not known.
    """

    def __init__(
        self, option_strings: Sequence[str], dest: str, off_names: Iterable[str], **kwargs: Any
    ) -> None:
        super().__init__(option_strings, dest, nargs=0, **kwargs)
        self.off_names = frozenset(off_names)

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        setattr(namespace, self.dest, option_string not in self.off_names)

    def format_usage(self) -> str:
        return " | ".join(self.option_strings)


def spelling(value: object) -> str:
    """How ``value`` is written as a word of a command line."""
    return value.name if isinstance(value, enum.Enum) else str(value)


def _invalid_choice(word: object, choices: Iterable[str]) -> argparse.ArgumentTypeError:
    listed = ", ".join(map(repr, choices))
    return argparse.ArgumentTypeError(f"invalid choice: {word!r} (choose from {listed})")
