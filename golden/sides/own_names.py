"""The names that a side goes by: two equal files that are called differently are the same side."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

OWN = "<own>"

# Where a paragraph of a help text is wrapped depends on the length of the names in it.
_PARAGRAPH = re.compile(r"\S(?:(?!\n\n|\n[^\n]*: error: |\n\Z).)*", re.DOTALL)
_WRAP = re.compile(r"[ \t]*\n[ \t]*")
_WRAPPED = r"(?:\n *)?"

_PACKAGE_FILES = ("__init__", "__main__")

# What a source says that goes from the path of its file to the name of it, or to its `__name__`.
_FILE_NAME = re.compile(r"\bstem\b|\bbasename\b|\bsplitext\b|\)\.name\b|\.parts\b|split\(")
_MODULE_NAME = re.compile(r"__name__|__module__|__spec__")

_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")

# What argparse may write right before a name where it colours its texts (from Python 3.14 on).
_RESET, _BOLD = r"\x1b\[0m", r"\x1b\[1;\d\dm"
_COLOUR = rf"(?:(?<={_RESET})|(?<={_BOLD})|(?<=\x1b\[\d\dm))"

# As Python itself prints the address of an object, a code object or what a weak reference is to.
_ADDRESS = re.compile(r"\bat(\s+)0x[0-9a-f]{6,16}(?=>|, file |; )")


@dataclass(frozen=True)
class OwnNames:
    """What reads `<own>` in texts of a side: its `__name__`, the path and the name of its file.

    Texts that differ for any other reason must stay different. The path of the file, and a name
    that was made up for its module, come from nowhere else. Any other word counts only if the
    sources of the side ask for it and write it out nowhere; one that could be a word of any text
    (`new`) only where a program or logger is named, and as a whole text.
    """

    words: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        file: str | None,
        name: str | None,
        *,
        made_up: bool = False,
        beside: Iterable[str | None] = (),
    ) -> OwnNames:
        """Those of a module or script; `name`: its `__name__`, None for one that stays; `made_up`:
        no source can know it; `beside`: the files of the side's other modules.
        """
        certain = [name] if name and made_up else []
        path = None if file is None else Path(file)
        if path is None or path.suffix != ".py":
            return cls(tuple(certain))
        source = _read(file)
        known = name if _MODULE_NAME.search(source) or not _plain(name or "") else None
        words = [None if made_up else known]
        if "__file__" in source and path.stem not in _PACKAGE_FILES:
            asks = _FILE_NAME.search(source)
            words += [str(path.with_suffix("")), *((path.stem, path.name) if asks else ())]
        written = "\n".join([source, *map(_read, beside)])
        free = [word for word in words if word and not _writes(written, word)]
        return cls(tuple(sorted({str(path), *certain, *free})))

    def unless_given(self, texts: Iterable[str]) -> OwnNames:
        """Those that are not part of an input, which both sides are given alike."""
        given = "\n".join(texts)
        return OwnNames(tuple(word for word in self.words if word not in given))

    def mask(self, text: str) -> str:
        """`text` with `<own>` for these names, and without addresses of objects."""
        if "0x" in text:
            text = _ADDRESS.sub(r"at\g<1>0x...", text)
        wrapped = "usage: " in text  # a long path may be, too
        if self.words and (wrapped or any(word in text for word in self.words)):
            text = _pattern(self.words).sub(OWN, text)
            if wrapped:
                text = _PARAGRAPH.sub(lambda found: _unwrapped(found.group()), text)
        return text


def _read(file: str | None) -> str:
    if file is None or not file.endswith(".py"):
        return ""
    try:
        return Path(file).read_text("utf-8", "replace")
    except OSError:
        return ""


def _writes(source: str, word: str) -> bool:
    """Whether a source has the word in it, be it in a longer name or in capitals."""
    last = re.split(r"[/\\]", word)[-1]
    return re.search(rf"(?<![a-z]){re.escape(last)}(?![a-z])", source, re.IGNORECASE) is not None


def _plain(word: str) -> bool:
    """Whether it could be a word of any text."""
    return word.isalnum()


def _unwrapped(paragraph: str) -> str:
    return _WRAP.sub(" ", paragraph) if OWN in paragraph else paragraph


@functools.lru_cache(maxsize=64)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    ordered = sorted(words, key=len, reverse=True)
    return re.compile("|".join(p for word in ordered for p in _places(word)), re.MULTILINE)


def _places(word: str) -> Iterator[str]:
    """Patterns of the places where a word is a name of the side."""
    stem = word.removesuffix(".py")
    behind = r"(?=\.py\b)" if stem != word else r"(?![\w-])"
    if Path(word).is_absolute():
        # Of a help text that is wrapped, any place of a path may be at the end of a line.
        yield rf"(?:(?<![\w.-])|{_COLOUR}){_WRAPPED.join(map(re.escape, stem))}{behind}"
    elif not _plain(word):
        yield rf"(?:(?<![\w./-])|{_COLOUR}){re.escape(stem)}{behind}"
    else:
        yield rf"(?<=usage: {_RESET}{_BOLD}){word}(?={_RESET})"
        yield rf"\A{word}\Z|^{word}(?=: )|(?<=^usage: ){word}(?=\s)|(?<=<class '){word}(?=\.)"
        yield "|".join(rf"(?<=^{level} ){word}(?=[.:])" for level in _LEVELS)
