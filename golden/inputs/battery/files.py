"""Kinds of cases about the file as a whole: how it is named, its form, sections, unknown keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from argparity.golden.inputs.battery.arguments import Argument
from argparity.golden.inputs.battery.documents import DocumentWriter, fits, usual_value
from argparity.golden.inputs.battery.subject import CaseDraft, Subject
from argparity.golden.inputs.battery.syntax import Raw

# Names that mean something to Python, to a class body or to the result's own class.
_SPECIAL_NAMES = (
    *(
        "",
        "a b",
        "a.b",
        "\u00e9\u65e5",
        "Class",
        "class",
        "self",
        "mro",
        "no\u0000thing",
        "_private",
        "-",
    ),
    *(
        "__class__",
        "__dict__",
        "__doc__",
        "__module__",
        "__slots__",
        "__init__",
        "__new__",
        "__eq__",
    ),
    *(
        "__weakref__",
        "__qualname__",
        "__classcell__",
        "__getattribute__",
        "__hash__",
        "__set_name__",
    ),
)
_SPECIAL_VALUES: tuple[tuple[str, Any], ...] = (
    ("an integer", 1),
    ("a string", "word"),
    ("an empty list", []),
    ("a list of a string", ["word"]),
    ("a table", {"a": 1}),
)
SECTION_VALUES: tuple[tuple[str, Any], ...] = (
    ("an empty table", {}),
    ("an integer", 1),
    ("a string", "word"),
    ("an empty string", ""),
    ("an empty list", []),
    ("true", True),
    ("false", False),
    ("a fraction", 0.5),
    ("a list of integers", [1]),
    ("a list of pairs", [["nosuch", 1]]),
    ("a list of a pair of numbers", [[1, 2]]),
    ("a list of two-letter strings", ["ab"]),
    ("a list of tables of two keys", [{"a": 1, "b": 2}]),
    ("a list of a table of one key", [{"a": 1}]),
    ("a list of an empty table", [{}]),
    ("a list of pairs with a list first", [[["a"], 1]]),
    ("pairs whose keys are equal numbers", [[1, "a"], [True, "b"]]),
    ("pairs whose keys are no numbers", Raw("[[nan, 1], [nan, 2]]")),
    ("a date", Raw("2024-01-02")),
    ("nothing", Raw("", "yaml")),
)
"""Replacements for an expected table, with labels; an array of pairs is almost one."""

BROKEN: tuple[tuple[str, bytes], ...] = (
    ("an empty file", b""),
    ("spaces alone", b" \n\n"),
    ("a comment alone", b"# nothing\n"),
    ("a word alone", b"junk"),
    ("a table that never ends", b"[a"),
    ("an open brace", b"{"),
    ("a key without value", b"a =\n"),
    ("a key twice", b"a = 1\na = 2\n"),
    ("a table twice", b"[a]\n[a]\n"),
    ("a byte order mark", b"\xef\xbb\xbfa = 1\n"),
    ("lines that end in carriage return and line feed", b"[nosuch]\r\na = 1\r\n"),
    ("bare carriage returns", b"a = 1\rb = 2\r"),
    ("UTF-16", "a = 1\n".encode("utf-16")),
    ("bytes that are no UTF-8", b'a = "\xff"\n'),
    ("a null byte", b"a = 1\x00\n"),
    ("an integer of 5000 digits", b"a = " + b"1" * 5000 + b"\n"),
    ("a top-level list", b"[1, 2]\n"),
    ("a top-level null", b"null\n"),
    ("dotted keys", b"a.b.c = 1\na.d = 2\n"),
    ("a table within a table", b"[a.b]\nc = 1\n[a]\nd = 2\n"),
    ("an array of tables", b"[[a]]\nb = 1\n[[a]]\nb = 2\n"),
    ("an inline table", b"a = {b = 1, c = [1, 2]}\n"),
    ("an inline table over several lines", b"a = {\n  b = 1,\n  c = 2,\n}\n"),
    ("a string with escapes of TOML 1.1", b'escaped = "\\e[1m\\x41"\n'),
    ("a time without seconds", b"a = 07:32\n"),
    ("quoted keys", b"\"a\" = 1\n'b' = 2\n"),
    ("a JSON object", b'{"a": 1}\n'),
    ("a YAML table", b"a:\n  b: 1\n  c: [x, 2]\n"),
    ("a YAML list", b"- a\n- b\n"),
    ("two YAML documents", b"---\na: 1\n---\nb: 2\n"),
    ("an anchor and its alias", b"a: &x {b: 1}\nc:\n  <<: *x\n"),
    ("a tab for an indent", b"a:\n\tb: 1\n"),
)
"""Whole files that are empty, malformed or of an unusual form, with labels."""


def forms(subject: Subject) -> Iterator[CaseDraft]:
    """Files that are empty, malformed or of an unusual form."""
    if subject.writer is not None:
        for label, raw in BROKEN:
            yield subject.whole("file", f"the file is {label}", config=raw)
            yield subject.whole(
                "file", f"the file is {label}, and a word is unknown", ["--nosuch"], raw
            )


def located(subject: Subject) -> Iterator[CaseDraft]:
    """Ways to name the file: missing, a folder, unreadable, twice, joined, with other errors."""
    argument, writer = subject.config_argument, subject.writer
    if argument is None or writer is None:
        return
    raw = writer.settings([((*_outer(subject), "nosuch"), 1)])
    for flag in argument.flags:
        named: dict[str, tuple[str, ...]] = {
            "a file": (flag, "<TOML>"),
            "a joined file": (f"{flag}=<TOML>",),
            "an abbreviated flag with a file": (flag[:-1], "<TOML>"),
            "a missing file": (flag, "<MISSING>"),
            "a folder": (flag, "<DIR>"),
            "a file without read permission": (flag, "<UNREADABLE>"),
            "a path through a file": (flag, "<TOML>/inner"),
            "an empty path": (flag, ""),
            "a joined empty path": (f"{flag}=",),
            "the null device": (flag, "/dev/null"),
            "a path with a null byte": (flag, "a\x00b"),
            "a home directory": (flag, "~/nosuch-file"),
            "two files, the second missing": (flag, "<TOML>", flag, "<MISSING>"),
            "two files, the first missing": (flag, "<MISSING>", flag, "<TOML>"),
            "two files in one": (flag, "<TOML>", "<TOML>"),
            "a missing file and an unknown flag": (flag, "<MISSING>", "--nosuch"),
            "no file": (flag,),
        }
        for label, words in named.items():
            yield subject.draft(argument, f"{flag} names {label}", words, raw)
        for label, words in {
            "two files": (flag, "<TOML>", flag, "<TOML2>"),
            "two files, the second first": (flag, "<TOML2>", flag, "<TOML>"),
            "two files behind one flag": (flag, "<TOML>", "<TOML2>"),
            "three files": (flag, "<TOML>", flag, "<TOML2>", flag, "<TOML3>"),
        }.items():
            for what, files in _several(subject, writer).items():
                yield _with_files(subject, argument, f"{flag} names {label}: {what}", words, files)


def _several(subject: Subject, writer: DocumentWriter) -> dict[str, tuple[bytes, ...]]:
    """Three files each, by what they hold."""
    keys = list(subject.keyed.items())
    usual = [(path, usual_value(argument)) for path, argument in keys]
    other = [(path, usual_value(argument, other=True)) for path, argument in keys]
    return {
        "all keys in each": tuple(map(writer.settings, (usual, other, usual))),
        "each key in one": tuple(writer.settings(usual[start::3]) for start in range(3)),
        "the last malformed": (writer.settings(usual), writer.settings(other), b"junk ["),
    }


def _with_files(
    subject: Subject,
    argument: Argument,
    why: str,
    words: tuple[str, ...],
    files: tuple[bytes, ...],
) -> CaseDraft:
    draft = subject.draft(argument, why, words, files[0])
    named = sum(f"<TOML{place or ''}>" in words for place in (0, 2, 3))
    return replace(draft, steps=(replace(draft.steps[0], more=files[1:named]),))


def _outer(subject: Subject) -> tuple[str, ...]:
    """The table of the first key that is in one."""
    return next((path[:-1] for path in subject.keyed), ())


def sections(subject: Subject) -> Iterator[CaseDraft]:
    """Each table replaced by something else, or spelled in another way; and unknown tables."""
    writer = subject.writer
    if writer is None:
        return
    known = dict.fromkeys(path[0] for path in subject.keyed if len(path) > 1)
    for name in (*known, "nosuch"):
        for label, value in _section_values(writer):
            yield subject.whole(name, f"[{name}] is {label}", config=writer.document({name: value}))
        for spelling in dict.fromkeys(
            (name.title(), name.upper(), name.replace("_", "-"), f"{name} ")
        ):
            raw = writer.document({spelling: {"nosuch": 1}})
            yield subject.whole(name, f"[{name}] is spelled {spelling!r}", config=raw)
    own = (subject.target.values, "parse_args", "parser", "args", *_SPECIAL_NAMES)
    for name in dict.fromkeys(name for name in own if name is not None):
        for label, value in (("a table", {"a": 1}), ("an integer", 1)):
            raw = writer.document({name: value})
            yield subject.whole("file", f"a section called {name!r} is {label}", config=raw)


def _section_values(writer: DocumentWriter) -> list[tuple[str, Any]]:
    return [pair for pair in SECTION_VALUES if fits(pair[1], writer.kind)]


def unknown_keys(subject: Subject) -> Iterator[CaseDraft]:
    """Keys that no argument has, in each table and at the top: ordinary and special names."""
    writer = subject.writer
    if writer is None:
        return
    tables = dict.fromkeys(path[:-1] for path in subject.keyed)
    for table in (*tables, ("nosuch",), ()):
        about = table[0] if table else "file"
        first = next((path[-1] for path in subject.keyed if path[:-1] == table), "known")
        for name in ("nosuch", "no-such", f"{first}s", f"no_{first}"):
            raw = writer.settings([((*table, name), 1)])
            yield subject.whole(about, f"the unknown key {name!r} in {about}", config=raw)
        raw = writer.settings([((*table, "zz"), 1), ((*table, first), 2), ((*table, "aa"), 3)])
        yield subject.whole(about, f"unknown keys around a known one in {about}", config=raw)
    for table in list(tables)[:2]:
        for name in _SPECIAL_NAMES:
            for label, value in _SPECIAL_VALUES:
                raw = writer.settings([((*table, name), value)])
                why = f"a key called {name!r} is {label}"
                yield subject.whole("special keys", why, config=raw)
