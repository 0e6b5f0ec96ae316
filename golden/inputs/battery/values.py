"""Values for the command line: the value classes of each argument's type, each with a label."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from argparity.golden.inputs.battery.arguments import Argument
from argparity.golden.model.encode import Tree
from argparity.golden.sides.parsers.table import ActionRow


@dataclass(frozen=True, slots=True)
class Word:
    """One argument of argv; `label` names its class of values."""

    label: str
    text: str


def _table(*pairs: tuple[str, str]) -> tuple[Word, ...]:
    return tuple(Word(label, text) for label, text in pairs)


_INT = _table(
    ("an integer", "7"),
    ("another integer", "12"),
    ("zero", "0"),
    ("a negative integer", "-3"),
    ("a fraction", "1.5"),
    ("a word", "junk"),
    ("an empty string", ""),
    ("an integer with underscores", "1_000"),
    ("a signed integer", "+5"),
    ("an integer with leading zeros", "007"),
    ("an integer between spaces", " 8 "),
    ("full-width digits", "\uff11\uff12"),
    ("an integer beyond 64 bits", "123456789012345678901234567890"),
    ("an integer in scientific notation", "1e3"),
    ("a hexadecimal integer", "0x10"),
    ("a doubled underscore", "1__0"),
    ("a negative integer with underscores", "-1_000"),
    ("a truth value", "True"),
    ("an integer before a line break", "8\n"),
)
_FLOAT = _table(
    ("a fraction", "0.25"),
    ("another fraction", "3.5"),
    ("an integer", "2"),
    ("a negative fraction", "-1.5"),
    ("negative zero", "-0.0"),
    ("scientific notation", "1e-3"),
    ("a word", "junk"),
    ("an empty string", ""),
    ("not a number", "nan"),
    ("infinity", "inf"),
    ("negative infinity", "-inf"),
    ("more than a float holds", "1e400"),
    ("a number with underscores", "1_000.5"),
    ("a number without digits after the point", "5."),
    ("a negative number without digits before the point", "-.5"),
    ("a number between spaces", " 2.5 "),
    ("full-width digits", "\uff11.\uff15"),
    ("a decimal comma", "1,5"),
    ("a doubled underscore", "1__0"),
    ("a number before a line break", "2.5\n"),
    ("a hexadecimal float", "0x1p3"),
    ("a negative number in scientific notation", "-1e5"),
    ("a truth value", "True"),
)
_TEXT = _table(
    ("a word", "word"),
    ("another word", "other"),
    ("an empty string", ""),
    ("a number", "5"),
    ("words between commas", "a,b"),
    ("a string with spaces", " a b "),
    ("a negative number", "-5"),
    ("a lone dash", "-"),
    ("a string with a dash and a space", "-x y"),
    ("a word like a flag", "-x"),
    ("non-ASCII letters", "\u00e9\u65e5\u672c"),
    ("an equals sign", "k=v"),
    ("a percent sign", "100%s"),
    ("the string None", "None"),
    ("a leading at sign", "@word"),
    ("a line break", "a\nb"),
    ("a line break at the end", "a\n"),
    ("a variable", "$COLUMNS"),
    ("a home folder", "~"),
    ("a reference to a name", "%(prog)s"),
    ("an integer with two underscores", "1__0"),
    ("a folder", "<DIR>"),
    ("a file", "<FILE>"),
    ("undecodable bytes", "\udcff"),
)
_LIST = _table(
    ("one item", "a"),
    ("two items", "b,c"),
    ("spaces around items", " a , b "),
    ("empty items", "a,,b,"),
    ("only commas", ",,"),
    ("an empty string", ""),
    ("an item like a flag", "-x"),
    ("numbers", "1,2"),
    ("non-ASCII letters", "\u00e9,\u65e5"),
    ("the form of a list", "[1, 2]"),
    ("another separator", "a;b c"),
    ("an item twice", "b,a,b"),
    ("many items", ",".join("zyxwvutsrqponmlkjihgfedcba")),
    ("tabs and non-breaking spaces around items", "\ta\t,\u00a0b\u00a0"),
    ("an empty item at the end", "a,"),
    ("an item with a line break at the end", "a,b\n"),
)
_BOOL = _table(
    ("true", "true"),
    ("false", "false"),
    ("an empty string", ""),
    ("True", "True"),
    ("False", "False"),
    ("one", "1"),
    ("zero", "0"),
    ("yes", "yes"),
    ("no", "no"),
    ("on", "on"),
    ("a word", "junk"),
)
_OTHER = _table(
    ("an integer", "1"),
    ("a word", "word"),
    ("an empty string", ""),
    ("a fraction", "0.5"),
    ("words between commas", "a,b"),
    ("numbers between commas", "1,2"),
    ("an equals sign", "k=v"),
    ("a colon", "a:1"),
    ("a truth value", "true"),
    ("a JSON object", '{"a": 1}'),
    ("a JSON list", "[1, 2]"),
    ("a date", "2024-01-02"),
    ("a negative integer", "-3"),
    ("spaces around", " 1 "),
    ("non-ASCII letters", "\u00e9\u65e5"),
    ("the string None", "None"),
    ("a line break at the end", "a\n"),
    ("a tab before a word", "\ta"),
    ("a variable", "$COLUMNS"),
    ("a home folder", "~"),
    ("a doubled underscore", "1__0"),
    ("a word twice", "b,a,b"),
    ("empty items", "a,,b,"),
    ("tabs and non-breaking spaces around items", "\ta\t,\u00a0b\u00a0"),
    ("a percent sign", "100%s"),
    ("a folder", "<DIR>"),
    ("a file", "<FILE>"),
)
# Nothing that could create or truncate a file where the parser runs.
_FILE = _table(
    ("a standard stream", "-"),
    ("a folder", "<DIR>"),
    ("a file", "<FILE>"),
    ("a path in a missing folder", "<MISSING>/file"),
)

_BY_TYPE = {
    None: _TEXT,
    "str": _TEXT,
    "pathlib.Path": _TEXT,
    "int": _INT,
    "float": _FLOAT,
    "bool": _BOOL,
    "argparse.FileType": _FILE,
}
# A converter of the program's own: what it makes of words shows in the default.
_BY_DEFAULT = {
    "int": _INT,
    "float": _FLOAT,
    "bool": _BOOL,
    "list": _LIST,
    "tuple": _LIST,
    "set": _LIST,
}


def words_of(argument: Argument) -> list[Word]:
    """All value classes of the argument, on either side; the ordinary ones first, no text twice."""
    found: dict[str, Word] = {text: Word("a word of the target", text) for text in argument.words}
    for row in argument.rows:
        for word in _words_of_row(row):
            found.setdefault(word.text, word)
    for text in (text for value in argument.unset for text in texts_in(value)):
        found.setdefault(text, Word("its value where it is not given", text))
    return list(found.values())


def _words_of_row(row: ActionRow) -> Iterator[Word]:
    choices = texts_in(row.choices)
    for text in choices:
        yield Word("a choice", text)
    if choices:
        yield from _beside(choices[0])
    for text in texts_in(row.const):
        yield Word("the constant", text)
    for text in row.words:
        yield Word("a word that its converter may know", text)
    if row.type in _BY_TYPE:
        yield from _BY_TYPE[row.type][: 8 if choices else None]
        return
    yield from _BY_DEFAULT.get(row.default["type"], ())
    for text in texts_in(row.default):
        yield Word("the default", text)
    yield from _OTHER


def _beside(choice: str) -> Iterator[Word]:
    """Near misses of a choice."""
    yield Word("a choice in another case", choice.swapcase())
    yield Word("a choice after a space", f" {choice}")
    if len(choice) > 1:
        yield Word("the beginning of a choice", choice[:-1])
    yield Word("a longer word than a choice", f"{choice}x")


def texts_in(tree: Tree | None) -> list[str]:
    """The words that stand for a scalar, for each item of a collection, or for an enum's member."""
    if tree is None or tree["type"] in ("NoneType", "bool"):
        return []
    if "name" in tree:
        return [str(tree["name"]), *texts_in(tree["value"][0])]
    value = tree["value"]
    if isinstance(value, str):
        if tree["type"] == "range":
            return [str(number) for number in _range(value)]
        return (
            []
            if value == "==SUPPRESS==" or (tree["type"] not in _PLAIN and "base" not in tree)
            else [value]
        )
    items = [item[0] if isinstance(item, list) else item for item in value]
    return list(dict.fromkeys(text for item in items for text in texts_in(item)))


_PLAIN = ("str", "int", "float", "pathlib.PosixPath", "pathlib.PurePosixPath", "decimal.Decimal")


def _range(text: str) -> list[int]:
    """The first, the second and the last number of a range, and one beyond, from its repr."""
    numbers = range(
        *(int(part) for part in text.removeprefix("range(").removesuffix(")").split(","))
    )
    ends = [*numbers[:2], *numbers[-1:]]
    return [*dict.fromkeys(ends), numbers[-1] + numbers.step] if ends else []


@lru_cache(maxsize=8192)
def ordinary(argument: Argument, turn: int = 0, row: int = 0) -> tuple[str, ...]:
    """The words of an ordinary use, unlike the default's.

    Another `turn` gives other words, where there are others; another `row` what is ordinary for
    the other side.
    """
    if argument.subcommands:
        names = texts_in(argument.rows[0].choices) or ["command"]
        return (names[turn % len(names)],)
    defaults = set(texts_in(argument.rows[row].default))
    texts = [*argument.words] or [word.text for word in _likely(argument.rows[row])]
    usable = [text for text in texts if text not in defaults] or texts
    return tuple(usable[(turn + place) % len(usable)] for place in range(argument.count))


def _likely(row: ActionRow) -> list[Word]:
    """Words that a row most likely accepts."""
    choices = texts_in(row.choices)
    if choices:
        return [Word("a choice", text) for text in choices]
    return list(_words_of_row(row))[:2]
