"""The names that a side goes by: two equal files that are called differently are the same side."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

OWN = "<own>"

# Where a paragraph of a help text is wrapped depends on the length of the names in it.
_PARAGRAPH = re.compile(r"\S(?:(?!\n\n|\n[^\n]*: error: |\n\Z).)*", re.DOTALL)

_PACKAGE_FILES = ("__init__", "__main__")

# As Python itself prints the address of an object, a code object or what a weak reference is to.
_ADDRESS = re.compile(r"\bat(\s+)0x[0-9a-f]{6,16}(?=>|, file |; )")


@dataclass(frozen=True)
class OwnNames:
    """What reads `<own>` in texts of a side: its `__name__`, the path and the name of its file.

    A word that its source writes out itself is none of them: it is the same text, whatever the file
    is called. One that could be a word of any text (`new`) counts where a program names itself, and
    as a whole text.
    """

    file: str | None = None
    words: tuple[str, ...] = ()

    @classmethod
    def of(cls, file: str | None, name: str | None) -> OwnNames:
        """Those of a module or script; `name`: its `__name__`, None for one that stays."""
        path = None if file is None else Path(file)
        if path is None or path.suffix != ".py":
            return cls(words=(name,) if name else ())
        words = {name, path.stem if path.stem not in _PACKAGE_FILES else None, path.name}
        try:
            source = path.read_text("utf-8", "replace")
        except OSError:
            return cls(str(path.with_suffix("")))
        free = [word for word in words if word and not re.search(rf"\b{re.escape(word)}\b", source)]
        return cls(str(path.with_suffix("")), tuple(sorted(free)))

    def unless_given(self, texts: Iterable[str]) -> OwnNames:
        """Those that are not part of an input, which both sides are given alike."""
        given = "\n".join(texts)
        left = tuple(word for word in self.words if word not in given)
        file = None if self.file is None or self.file in given else self.file
        return OwnNames(file, left)

    @property
    def _all(self) -> tuple[str, ...]:
        return self.words if self.file is None else (self.file, *self.words)

    def mask(self, text: str) -> str:
        """`text` with `<own>` for these names, and without addresses of objects."""
        if "0x" in text:
            text = _ADDRESS.sub(r"at\g<1>0x...", text)
        if any(word in text for word in self._all):
            text = _pattern(self).sub(OWN, text)
            if "usage: " in text:
                text = _PARAGRAPH.sub(lambda found: _unwrapped(found.group()), text)
        return text


def _unwrapped(paragraph: str) -> str:
    return " ".join(paragraph.split()) if OWN in paragraph else paragraph


@functools.lru_cache(maxsize=64)
def _pattern(names: OwnNames) -> re.Pattern[str]:
    found = [] if names.file is None else [rf"(?<![\w.-]){re.escape(names.file)}(?![\w-])"]
    for word in sorted(names.words, key=len, reverse=True):
        if word.endswith(".py"):
            found.append(rf"(?<![\w./-]){re.escape(word[:-3])}(?=\.py\b)")
        elif word.isalpha():
            found.append(rf"\A{word}\Z|^{word}(?=: )|(?<=^usage: ){word}(?=\s)")
        else:
            found.append(rf"(?<![\w./-]){re.escape(word)}(?![\w-])")
    return re.compile("|".join(found), re.MULTILINE)
