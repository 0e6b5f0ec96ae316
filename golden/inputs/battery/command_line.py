"""Kinds of cases about one argument on the command line: spellings, values, numbers of values."""

from __future__ import annotations

from collections.abc import Iterator

from argparity.golden.inputs.battery.arguments import Argument
from argparity.golden.inputs.battery.documents import usual_value
from argparity.golden.inputs.battery.subject import CaseDraft, Subject
from argparity.golden.inputs.battery.values import ordinary, texts_in, words_of
from argparity.golden.model.case import Step
from argparity.golden.sides.parsers.table import unique_lengths
from argparity.golden.sides.parsers.walk import off_switches


def given(subject: Subject) -> Iterator[CaseDraft]:
    """Each argument in ordinary use, under each of its names."""
    for argument in subject.arguments:
        words = ordinary(argument)
        if argument.positional and not argument.subcommands:
            yield subject.draft(argument, f"{argument.name} is given", words)
        for flag in argument.flags:
            yield subject.draft(argument, f"{flag} is given", (flag, *words))
        if argument.subcommands:
            for place, name in enumerate(texts_in(argument.rows[0].choices)):
                needed = subject.filler.at((*argument.command, name))
                why = f"the subcommand {name} is chosen (the {place + 1}. name)"
                yield CaseDraft(argument.name, why, (Step(needed.around(())),))


def values(subject: Subject) -> Iterator[CaseDraft]:
    """Each class of values for each argument, separate; also joined if it looks like a flag."""
    for argument in subject.arguments:
        if not argument.takes_words or argument.subcommands:
            continue
        rest = ordinary(argument, 1)[1:]
        for word in words_of(argument):
            why = f"{argument.name} gets {word.label}"
            flag = argument.flags[:1]
            yield subject.draft(argument, why, (*flag, word.text, *rest))
            if flag and word.text.startswith("-"):
                yield subject.draft(argument, f"{why}, joined", (f"{flag[0]}={word.text}", *rest))
        for text in argument.recorded:
            why = f"{argument.name} gets a word of a golden"
            yield subject.draft(argument, why, (*argument.flags[:1], text, *rest))


def joined(subject: Subject) -> Iterator[CaseDraft]:
    """Values after an equals sign."""
    for argument in subject.optionals:
        texts = ordinary(argument) or ("true",)
        for flag in argument.flags[:2]:
            yield subject.draft(
                argument, f"{flag} with its value joined", (f"{flag}={texts[0]}", *texts[1:])
            )
        flag = argument.flags[0]
        yield subject.draft(argument, f"nothing behind the equals sign of {flag}", (f"{flag}=",))
        yield subject.draft(
            argument, f"two dashes behind the equals sign of {flag}", (f"{flag}=--",)
        )
        yield subject.draft(
            argument,
            f"a joined value of {flag} and one more",
            (f"{flag}={texts[0]}", "more"),
        )
        if argument.takes_words:
            yield subject.draft(
                argument, f"two equals signs after {flag}", (f"{flag}=={texts[0]}",)
            )


def counts(subject: Subject) -> Iterator[CaseDraft]:
    """Fewer, as many and more values than each argument takes, also before another flag."""
    for argument in subject.arguments:
        if argument.subcommands:
            yield subject.draft(argument, "no subcommand", ())
            yield subject.draft(argument, "an unknown subcommand", ("nosuch",))
            continue
        flag = argument.flags[:1]
        for number in argument.counts():
            why = f"{argument.name} with {number} arguments"
            sides = range(len(argument.rows))
            for words in dict.fromkeys(_ordinary_words(argument, number, side) for side in sides):
                yield subject.draft(argument, why, (*flag, *words))
        follower = subject.followers.get(argument)
        if follower is not None and argument.takes_words:
            words_after = (follower.flags[0], *ordinary(follower))
            why = f"{argument.name} without arguments before another flag"
            yield subject.draft(argument, why, (*flag, *words_after))


def _ordinary_words(argument: Argument, number: int, side: int) -> tuple[str, ...]:
    found = (ordinary(argument, turn, side)[:1] or ("more",) for turn in range(number))
    return tuple(word for group in found for word in group)


def repeated(subject: Subject) -> Iterator[CaseDraft]:
    """The same argument several times: what counts, and whether each occurrence is converted."""
    for argument in subject.optionals:
        flag = argument.flags[0]
        first, second = ordinary(argument), ordinary(argument, 1)
        yield subject.draft(argument, f"{flag} twice", (flag, *first, flag, *second))
        yield subject.draft(
            argument, f"{flag} three times", (flag, *second, flag, *first, flag, *second)
        )
        third = ordinary(argument, 2)
        why = f"{flag} five times"
        several = (w for words in (first, second, third, first, third) for w in (flag, *words))
        yield subject.draft(argument, why, several)
        if argument.takes_words:
            why = f"{flag} with an unusual value, then with an ordinary one"
            yield subject.draft(argument, why, (flag, "junk", flag, *first))
            yield subject.draft(argument, f"{flag} bare, then with a value", (flag, flag, *first))
            why = f"{flag} with a value, then bare"
            yield subject.draft(argument, why, (flag, *first, flag))
        for other in argument.flags[1:]:
            yield subject.draft(argument, f"{flag} and {other}", (flag, *first, other, *second))


def attached(subject: Subject) -> Iterator[CaseDraft]:
    """Short flags: values without a space, several flags in one token."""
    short = [(a, flag) for a in subject.optionals for flag in a.flags if len(flag) == 2]
    for argument, flag in short:
        text = (ordinary(argument) or ("x",))[0]
        yield subject.draft(argument, f"a value attached to {flag}", (f"{flag}{text}",))
        yield subject.draft(argument, f"{flag} doubled in one word", (f"{flag}{flag[1]}",))
        yield subject.draft(argument, f"{flag} three times in one word", (f"{flag}{flag[1] * 2}",))
        for other, other_flag in short:
            if other != argument and other.command == argument.command and argument.wordless:
                why = f"{flag} and {other_flag} in one word"
                yield subject.draft(argument, why, (flag + other_flag[1], *ordinary(other)))


def misspelled(subject: Subject) -> Iterator[CaseDraft]:
    """Names close to a flag's: other dashes, another case, the negation of a boolean flag."""
    for argument in subject.optionals:
        flag, words = argument.flags[0], ordinary(argument)
        dashes = len(flag) - len(flag.lstrip(flag[0]))
        name = flag[dashes:]
        section, dot, key = name.rpartition(".")
        spellings = {
            **dict.fromkeys(off_switches([flag]), "the negation"),
            f"--no-{name}": "the negation",
            f"--no_{name}": "the negation with an underscore",
            f"--{section}{dot}no_{key}": "the negation behind the dot",
            f"--{section}{dot}no-{key}": "the negation behind the dot, with a dash",
            f"--disable-{name}": "the name to disable it",
            flag.replace("_", "-"): "dashes for underscores",
            flag[:dashes] + name.replace("-", "_"): "underscores for dashes",
            f"-{name}": "one dash",
            f"--{name}": "two dashes",
            flag.swapcase(): "another case",
            f"--{key}": "the name without its section",
        }
        for spelling, label in spellings.items():
            if spelling not in argument.flags:
                bare = label.startswith("the ")
                yield subject.draft(
                    argument, f"{label} of {flag}", (spelling, *(() if bare else words))
                )


def omitted(subject: Subject) -> Iterator[CaseDraft]:
    """Each required argument left out."""
    for argument in subject.arguments:
        if argument.required or argument.rows[0].exclusive_required:
            yield subject.draft(argument, f"{argument.name} is left out", ())


def placed(subject: Subject) -> Iterator[CaseDraft]:
    """Arguments at other places: amid flags, after two dashes, before and after all others."""
    for argument in subject.arguments:
        around, words = subject.filler.around(argument), ordinary(argument)
        follower = subject.followers.get(argument)
        if argument.positional and not argument.subcommands:
            yield subject.draft(argument, f"{argument.name} after two dashes", ("--", *words))
            yield subject.draft(argument, f"{argument.name} before two dashes", (*words, "--"))
            if follower is not None:
                other = (follower.flags[0], *ordinary(follower))
                yield subject.draft(argument, f"{argument.name} after a flag", (*other, *words))
                yield subject.draft(argument, f"{argument.name} before a flag", (*words, *other))
                why = f"a flag amid the words of {argument.name}"
                yield subject.draft(argument, why, (*words, *other, *words))
        elif argument.flags and (around.before or around.after):
            argv = (argument.flags[0], *words, *around.before, *around.after)
            why = f"{argument.flags[0]} before all others"
            yield CaseDraft(argument.name, why, (Step(argv),))
            argv = (*around.before, *around.after, argument.flags[0], *words)
            yield CaseDraft(argument.name, f"{argument.flags[0]} after all others", (Step(argv),))
        if argument.flags:
            yield subject.draft(
                argument, f"two dashes after {argument.flags[0]}", (argument.flags[0], "--", *words)
            )


def values_in_spellings(subject: Subject) -> Iterator[CaseDraft]:
    """What `values` gives separately, in all other spellings, among others, and over the key."""
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
            ((*separate, "more"), "and one argument more"),
        ):
            yield subject.draft(argument, f"{argument.name} gets {word.label}, {how}", words)
        config = subject.key(argument, usual_value(argument))
        if config is not None:
            why = f"{argument.name} gets {word.label}, over its key"
            yield subject.draft(argument, why, separate, config)
