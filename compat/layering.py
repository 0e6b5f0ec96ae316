"""Command line over file over defaults, for parsers whose dests are ``section.name``.

The values that the command line *gives* are not those that differ from the defaults:
``--training.seed 42`` overrides the file even if 42 is the default. So the command line is parsed
twice. The first pass uses the real parser and yields every value; the second uses a plain parser
without defaults, made from the values of the first, and yields only what was given.

The second parser is simpler than the real one, and its limits are part of the precedence:

- a flag whose name is not its dest (``--section.no_name`` on the dest ``section.name``) is unknown
  to it, so its value is no stronger than a default;
- every flag takes exactly one argument there: a flag with several keeps the first one, and a flag
  with none ends the program with this parser's usage;
- a flag that was seen is converted by the type of its value, without a check of choices.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .argparse_internals import option_group

TwoLevels = defaultdict[str, "defaultdict[str, Any]"]
"""Section to name to value. Reading a missing section creates it; a missing name is a KeyError."""


def given_arguments(
    parsed: argparse.Namespace,
    argv: Sequence[str] | None,
    converters: Mapping[str, Callable[[str], object]],
) -> argparse.Namespace:
    """The part of ``parsed`` that ``argv`` gives explicitly, by the second pass over ``argv``.

    ``converters`` has a converter for each dest that is not converted by the type of its value.
    Arguments that the second parser does not know are left out; arguments that it cannot take end
    the program as argparse does (SystemExit with code 2, usage and message on stderr).
    """
    parser = argparse.ArgumentParser(argument_default=argparse.SUPPRESS)
    # Registers as the parser itself does, without its check of metavar against nargs.
    add_argument = option_group(parser).add_argument
    for dest, value in vars(parsed).items():
        flag = "--" + dest
        if isinstance(value, bool):
            add_argument(flag, action="store_true" if value else "store_false")
        else:
            add_argument(flag, type=converters.get(dest, type(value)))
    # Read again, not copied: if the first pass used up an iterator, nothing was given.
    given, _ = parser.parse_known_args(argv)
    return given


def two_levels(namespace: argparse.Namespace) -> TwoLevels:
    """The values by section and name; each dest is split at its first dot.

    Raises ValueError for a dest without a dot.
    """
    values: TwoLevels = defaultdict(defaultdict)
    for dest, value in vars(namespace).items():
        section, name = dest.split(".", 1)
        values[section][name] = value
    return values


def merge_tables(values: TwoLevels, document: Mapping[str, Any]) -> None:
    """Lay ``document`` over ``values``, in place, key by key.

    Nothing is checked: unknown sections and keys are added at the end, and values keep their types.
    Whatever ``dict |=`` takes counts as a table, so an array of pairs is one and a number raises
    TypeError.
    """
    for section, table in document.items():
        values[section] |= table


def override(values: TwoLevels, given: TwoLevels) -> None:
    """Lay the explicitly given values over ``values``, in place."""
    for section, table in given.items():
        values[section].update(table)
