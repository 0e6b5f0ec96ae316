"""Converters from command-line arguments to typed values, beyond ``int`` and ``str``.

Converters that belong to a type are values: two made for the same type are equal. An argument that
cannot be converted is a usage error (exit code 2) whose message lists what can be.
"""

from __future__ import annotations

import argparse
import enum
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

_BOOLEANS = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}


def true_or_false(argument: str) -> bool:
    """The bool that ``true``/``false``, ``yes``/``no``, ``on``/``off`` or ``1``/``0`` spells."""
    try:
        return _BOOLEANS[argument.lower()]
    except KeyError:
        raise _invalid_choice(argument, _BOOLEANS) from None


class EnumName(NamedTuple):
    """Converts the name of a member, or of an alias, to the member."""

    members: type[enum.Enum]

    def __call__(self, argument: str | enum.Enum) -> enum.Enum:
        # argparse also converts a default that is a string, as a member of a str enum is.
        if isinstance(argument, self.members):
            return argument
        try:
            return self.members[argument]  # type: ignore[index]  # not a member, so a string
        except KeyError:
            raise _invalid_choice(argument, self.members.__members__) from None


class ChoiceSpelling(NamedTuple):
    """Converts the spelling of one of ``values``, which may be of several types, to that value.

    A member of an enum is spelled by its name, True and False also in lower case, and everything
    else as ``str`` does.
    """

    values: tuple[object, ...]

    def __call__(self, argument: str) -> object:
        for value in self.values:
            also = str(value).lower() if isinstance(value, bool) else spelling(value)
            if argument in (spelling(value), also):
                return value
        raise _invalid_choice(argument, map(spelling, self.values))


class KeyValue(NamedTuple):
    """Converts ``KEY=VALUE`` to the pair of the key and the converted value.

    ``choices`` are the values that are accepted; None accepts every value that ``convert`` does.
    """

    convert: Callable[[str], object]
    choices: Sequence[object] | None = None

    def __call__(self, argument: str) -> tuple[str, object]:
        key, equals, text = argument.partition("=")
        if not equals:
            raise argparse.ArgumentTypeError(f"{argument!r} is not of the form KEY=VALUE")
        try:
            value = self.convert(text)
        except (TypeError, ValueError):
            kind = getattr(self.convert, "__name__", repr(self.convert))
            raise argparse.ArgumentTypeError(f"invalid {kind} value in {argument!r}") from None
        if self.choices is not None and value not in self.choices:
            raise _invalid_choice(text, map(spelling, self.choices))
        return key, value


class CollectAction(argparse.Action):
    """Action that stores the values of one occurrence of a flag as ``collect(values)``."""

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
    """Action of a switch with names that turn it on and names, ``off_names``, that turn it off.

    A bool needs it if its default is neither True nor False, or is unknown.
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
    """``value`` as it is written on a command line."""
    return value.name if isinstance(value, enum.Enum) else str(value)


def _invalid_choice(argument: object, choices: Iterable[str]) -> argparse.ArgumentTypeError:
    listed = ", ".join(map(repr, choices))
    return argparse.ArgumentTypeError(f"invalid choice: {argument!r} (choose from {listed})")
