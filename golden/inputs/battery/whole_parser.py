"""Kinds of cases about the whole parser: nothing given, help, unknown arguments, environment."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from argparity.golden.inputs.battery.documents import DocumentWriter, usual_value
from argparity.golden.inputs.battery.subject import CaseDraft, Subject
from argparity.golden.inputs.battery.values import ordinary
from argparity.golden.model.case import Step
from argparity.golden.sides.parsers.walk import Command

UNKNOWN: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("an unknown flag", ("--nosuch",)),
    ("an unknown flag with a value", ("--nosuch", "1")),
    ("an unknown flag with a joined value", ("--nosuch=1",)),
    ("an unknown flag twice", ("--nosuch", "--nosuch")),
    ("two unknown flags", ("--nosuch", "--nosuch-either")),
    ("an unknown short flag", ("-Z",)),
    ("a stray word", ("stray",)),
    ("two stray words", ("stray", "word")),
    ("an empty word", ("",)),
    ("a negative number", ("-5",)),
    ("a negative fraction", ("-.5",)),
    ("a lone dash", ("-",)),
    ("two dashes", ("--",)),
    ("two dashes and a word", ("--", "word")),
    ("a word and two dashes", ("word", "--")),
    ("two dashes twice", ("--", "--")),
    ("three dashes", ("---",)),
    ("a prefix of every long flag", ("--=5",)),
    ("a word with a dash and a space", ("-x y",)),
    ("a flag's form with a space", ("--nosuch thing",)),
    ("a word behind an at sign", ("@word",)),
    ("a missing file behind an at sign", ("@<MISSING>",)),
    ("non-ASCII letters", ("\u00e9\u65e5",)),
    ("a flag with non-ASCII letters", ("--\u00e9",)),
    ("undecodable bytes", ("\udcff",)),
    ("a plus sign before a name", ("+x",)),
    ("a slash before a name", ("/x",)),
)
"""Tokens that no argument takes, with labels."""


def defaults(subject: Subject) -> Iterator[CaseDraft]:
    """Nothing given at all, and nothing but what each level of subcommands requires."""
    yield CaseDraft("defaults", "nothing is given", (Step(),))
    yield subject.whole("defaults", "what is required is given, and nothing else")
    for command in dict.fromkeys(argument.command for argument in subject.arguments):
        if command:
            why = f"the subcommand {' '.join(command)} with what it requires"
            argv = subject.filler.at(command).around(())
            yield CaseDraft("defaults", why, (Step(argv),))
            yield CaseDraft("defaults", f"{why}, and a stray word", (Step((*argv, "stray")),))
    if subject.writer is not None:
        yield subject.whole(
            "defaults", "an empty configuration file", config=subject.writer.document({})
        )


def help_texts(subject: Subject) -> Iterator[CaseDraft]:
    """Help at every level, alone and with errors: usually the first wins."""
    for command in _levels(subject):
        path = subject.filler.at(command).before
        for flag in ("--help", "-h"):
            label = " ".join((*command, flag))
            yield CaseDraft("help", label, (Step((*path, flag)),))
            yield CaseDraft("help", f"{label} without what is required", (Step((*command, flag)),))
            yield CaseDraft("help", f"{label} twice", (Step((*path, flag, flag)),))
            yield CaseDraft("help", f"{label} with a value", (Step((*path, f"{flag}=x")),))
            yield CaseDraft(
                "help", f"{label} after an unknown flag", (Step((*path, "--nosuch", flag)),)
            )
            yield CaseDraft(
                "help", f"{label} before an unknown flag", (Step((*path, flag, "--nosuch")),)
            )
            yield CaseDraft(
                "help", f"{label} before an ambiguous prefix", (Step((*path, flag, "--=")),)
            )
    for word in ("--hel", "--h", "-hh", "-hx", "-h5", "help", "--version", "-V", "--usage"):
        yield CaseDraft("help", f"the word {word}", (Step((word,)),))
    if subject.writer is not None:
        yield CaseDraft("help", "help beside a malformed file", (Step(("--help",), b"junk ["),))
    for argument in subject.optionals:
        if argument.takes_words and not argument.command:
            yield subject.draft(
                argument, "help after a bad value", (argument.flags[0], "junk", "--help")
            )


def _levels(subject: Subject) -> list[Command]:
    """The chains of subcommands that have arguments, and the whole parser."""
    return [*dict.fromkeys(argument.command for argument in subject.arguments)] or [()]


def unknown_words(subject: Subject) -> Iterator[CaseDraft]:
    """Tokens that no argument takes, alone, before and after known ones."""
    known = next((a for a in subject.optionals if a.takes_words and not a.command), None)
    for label, words in UNKNOWN:
        yield subject.whole("unknown", label, words)
        required = subject.filler.at(())
        argv = (*required.before, *required.after, *words)
        yield CaseDraft("unknown", f"{label} after all that is required", (Step(argv),))
        if known is not None:
            given = (known.flags[0], *ordinary(known))
            yield subject.whole("unknown", f"{label} before {known.flags[0]}", (*words, *given))
            yield subject.draft(known, f"{label} after {known.flags[0]}", (*given, *words))
    if known is not None:
        lines = "\n".join((known.flags[0], *ordinary(known))).encode()
        yield subject.whole("unknown", "words from a file behind an at sign", ("@<TOML>",), lines)


IN_COLOUR = (("PYTHON_COLORS", "1"),)
"""Has argparse colour its texts, also where they do not go to a terminal (from Python 3.14 on)."""

ENVIRONMENT_VALUES = ("3", "0", "-1", "", "word", " 2 ", "1.5", "1_000", "true", "\uff11")
"""Strings that an environment variable may hold."""


def environment(subject: Subject) -> Iterator[CaseDraft]:
    """Each variable of the target: each class of values, with its neighbour, with an error."""
    names = subject.target.environment
    for place, name in enumerate(names):
        for text in ENVIRONMENT_VALUES:
            yield subject.whole(name, f"{name} is {text!r}", env={name: text})
        yield subject.whole(name, f"{name} beside an unknown flag", ["--nosuch"], env={name: "3"})
        other = names[(place + 1) % len(names)]
        yield subject.whole(name, f"{name} and {other}", env={name: "3", other: "4"})
    for text in ("40", "200"):
        yield CaseDraft(
            "help", f"help with COLUMNS {text}", (Step(("--help",)),), (("COLUMNS", text),)
        )
    if sys.version_info >= (3, 14):
        for command in _levels(subject):
            for word in ("--help", "--nosuch"):
                why = f"{' '.join((*command, word))} in colour"
                argv = (*subject.filler.at(command).before, word)
                yield CaseDraft("help", why, (Step(argv),), IN_COLOUR)


def forgotten(subject: Subject) -> Iterator[CaseDraft]:
    """Each key of a file in a first parse, and no file in the second."""
    writer, plain = subject.writer, subject.filler.at(()).around(())
    for path, argument in subject.keyed.items() if writer is not None else ():
        assert writer is not None
        raw = writer.settings([(path, usual_value(argument))])
        steps = (Step(plain, raw), Step(plain))
        yield CaseDraft(argument.name, f"a file with the key of {argument.name}, then none", steps)


def repeated_parses(subject: Subject) -> Iterator[CaseDraft]:
    """Several parses in a row: the first one may leave something behind for the second."""
    writer: DocumentWriter | None = subject.writer
    plain = subject.filler.at(()).around(())
    for argument in subject.optionals:
        if argument.command:
            continue
        given = subject.filler.around(argument).around((argument.flags[0], *ordinary(argument)))
        flag = argument.flags[0]
        yield CaseDraft(argument.name, f"{flag}, then nothing", (Step(given), Step(plain)))
        if argument.takes_words:
            bad = subject.filler.around(argument).around((flag,))
            yield CaseDraft(
                argument.name, f"{flag} bare, then with a value", (Step(bad), Step(given))
            )
    if writer is not None:
        files = {
            "a key": _first_key(subject, writer),
            "junk": b"junk [",
            "nothing": writer.document({}),
        }
        for label, raw in files.items():
            yield CaseDraft(
                "parses", f"a file with {label}, then none", (Step(plain, raw), Step(plain))
            )
            for other, again in files.items():
                steps = (Step(plain, raw), Step(plain, again))
                yield CaseDraft("parses", f"a file with {label}, then one with {other}", steps)
        for name in (
            "nosuch",
            "parser",
            "parse_args",
            *(() if not subject.target.values else (subject.target.values,)),
        ):
            raw = writer.document({name: {"a": 1}})
            yield CaseDraft(
                "parses", f"a section called {name}, then none", (Step(plain, raw), Step(plain))
            )


def _first_key(subject: Subject, writer: DocumentWriter) -> bytes:
    return next((writer.settings([(path, "filed")]) for path in subject.keyed), b"")
