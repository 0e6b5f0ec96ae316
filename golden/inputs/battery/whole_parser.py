"""Kinds of cases about the whole parser: nothing given, help, unknown words, environment."""

from __future__ import annotations

from collections.abc import Iterator

from argparity.golden.inputs.battery.documents import Writer
from argparity.golden.inputs.battery.subject import Draft, Ground
from argparity.golden.inputs.battery.values import ordinary
from argparity.golden.model.case import Step

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
"""Words that no argument takes, with labels."""


def defaults(ground: Ground) -> Iterator[Draft]:
    """Nothing given at all, and nothing but what each level of subcommands requires."""
    yield Draft("defaults", "nothing is given", (Step(),))
    yield ground.whole("defaults", "what is required is given, and nothing else")
    for command in dict.fromkeys(argument.command for argument in ground.arguments):
        if command:
            why = f"the subcommand {' '.join(command)} with what it requires"
            argv = ground.filler.at(command).around(())
            yield Draft("defaults", why, (Step(argv),))
            yield Draft("defaults", f"{why}, and a stray word", (Step((*argv, "stray")),))
    if ground.writer is not None:
        yield ground.whole(
            "defaults", "an empty configuration file", config=ground.writer.document({})
        )


def help_texts(ground: Ground) -> Iterator[Draft]:
    """Help at every level, alone and beside errors: what comes first wins, but not always."""
    levels = dict.fromkeys(argument.command for argument in ground.arguments) or {(): None}
    for command in levels:
        path = ground.filler.at(command).before
        for flag in ("--help", "-h"):
            label = " ".join((*command, flag))
            yield Draft("help", label, (Step((*path, flag)),))
            yield Draft("help", f"{label} without what is required", (Step((*command, flag)),))
            yield Draft("help", f"{label} twice", (Step((*path, flag, flag)),))
            yield Draft("help", f"{label} with a value", (Step((*path, f"{flag}=x")),))
            yield Draft(
                "help", f"{label} after an unknown flag", (Step((*path, "--nosuch", flag)),)
            )
            yield Draft(
                "help", f"{label} before an unknown flag", (Step((*path, flag, "--nosuch")),)
            )
            yield Draft(
                "help", f"{label} before an ambiguous prefix", (Step((*path, flag, "--=")),)
            )
    for word in ("--hel", "--h", "-hh", "-hx", "-h5", "help", "--version", "-V", "--usage"):
        yield Draft("help", f"the word {word}", (Step((word,)),))
    if ground.writer is not None:
        yield Draft("help", "help beside a malformed file", (Step(("--help",), b"junk ["),))
    for argument in ground.optionals:
        if argument.takes_words and not argument.command:
            yield ground.draft(
                argument, "help after a bad value", (argument.flags[0], "junk", "--help")
            )


def unknown_words(ground: Ground) -> Iterator[Draft]:
    """Words that no argument takes, alone, before and after known ones."""
    known = next((a for a in ground.optionals if a.takes_words and not a.command), None)
    for label, words in UNKNOWN:
        yield ground.whole("unknown", label, words)
        required = ground.filler.at(())
        argv = (*required.before, *required.after, *words)
        yield Draft("unknown", f"{label} after all that is required", (Step(argv),))
        if known is not None:
            given = (known.flags[0], *ordinary(known))
            yield ground.whole("unknown", f"{label} before {known.flags[0]}", (*words, *given))
            yield ground.draft(known, f"{label} after {known.flags[0]}", (*given, *words))
    if known is not None:
        lines = "\n".join((known.flags[0], *ordinary(known))).encode()
        yield ground.whole("unknown", "words from a file behind an at sign", ("@<TOML>",), lines)


ENVIRONMENT_VALUES = ("3", "0", "-1", "", "word", " 2 ", "1.5", "1_000", "true", "\uff11")
"""Texts that a variable of the environment may hold."""


def environment(ground: Ground) -> Iterator[Draft]:
    """Each variable of the target: each class of values, with its neighbour, beside an error."""
    names = ground.target.environment
    for place, name in enumerate(names):
        for text in ENVIRONMENT_VALUES:
            yield ground.whole(name, f"{name} is {text!r}", env={name: text})
        yield ground.whole(name, f"{name} beside an unknown flag", ["--nosuch"], env={name: "3"})
        other = names[(place + 1) % len(names)]
        yield ground.whole(name, f"{name} and {other}", env={name: "3", other: "4"})
    for name in ("COLUMNS",):
        for text in ("40", "200"):
            yield Draft("help", f"help with {name} {text}", (Step(("--help",)),), ((name, text),))


def repeated_parses(ground: Ground) -> Iterator[Draft]:
    """Several parses in a row: what the first one leaves behind for the second."""
    writer: Writer | None = ground.writer
    plain = ground.filler.at(()).around(())
    for argument in ground.optionals:
        if argument.command:
            continue
        given = ground.filler.around(argument).around((argument.flags[0], *ordinary(argument)))
        flag = argument.flags[0]
        yield Draft(argument.name, f"{flag}, then nothing", (Step(given), Step(plain)))
        if argument.takes_words:
            bad = ground.filler.around(argument).around((flag,))
            yield Draft(argument.name, f"{flag} bare, then with a value", (Step(bad), Step(given)))
    if writer is not None:
        files = {
            "a key": _first_key(ground, writer),
            "junk": b"junk [",
            "nothing": writer.document({}),
        }
        for label, raw in files.items():
            yield Draft(
                "parses", f"a file with {label}, then none", (Step(plain, raw), Step(plain))
            )
            for other, again in files.items():
                steps = (Step(plain, raw), Step(plain, again))
                yield Draft("parses", f"a file with {label}, then one with {other}", steps)
        for name in (
            "nosuch",
            "parser",
            "parse_args",
            *(() if not ground.target.values else (ground.target.values,)),
        ):
            raw = writer.document({name: {"a": 1}})
            yield Draft(
                "parses", f"a section called {name}, then none", (Step(plain, raw), Step(plain))
            )


def _first_key(ground: Ground, writer: Writer) -> bytes:
    return next((writer.settings([(path, "filed")]) for path in ground.keyed), b"")
