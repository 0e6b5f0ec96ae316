"""The steps of a tutorial, read from its Markdown: files, edits, and commands with their output."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_BLOCK = re.compile(
    r"(?:^`([^`\n]+)`(?:, in place of its `(\[[^`\n]+\])`)?:\n\n)?^```(\w+)\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_EXIT = re.compile(r"\(exit (\d+)\)")


@dataclass(frozen=True)
class File:
    """A block under a line that names a file: the file has this text."""

    path: str
    text: str


@dataclass(frozen=True)
class Table:
    """A block under a line that names a TOML file and a table of it: it becomes that table."""

    path: str
    header: str
    text: str

    def edited(self, document: str) -> str:
        """The document with the text in place of the table, up to the next one."""
        before, found, rest = document.partition(f"{self.header}\n")
        assert found, f"{self.path} has no {self.header}"
        after = re.search(r"^\[", rest, re.MULTILINE)
        return before + self.text + ("" if after is None else "\n" + rest[after.start() :])


@dataclass
class Command:
    """A line that begins with `$ `. `output`: lines that it prints, in this order, among others."""

    text: str
    output: list[str] = field(default_factory=list)
    exit_code: int = 0


def steps_of(page: Path) -> Iterator[File | Table | Command]:
    """The steps of a page, in order. Blocks that are neither are for reading alone."""
    for path, header, language, text in _BLOCK.findall(page.read_text(encoding="utf-8")):
        if language == "console":
            yield from _commands(text)
        elif path:
            yield Table(path, header, text) if header else File(path, text)


def _commands(text: str) -> Iterator[Command]:
    found: list[Command] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append(Command(line[2:]))
        elif (exits := _EXIT.fullmatch(line)) is not None:
            found[-1].exit_code = int(exits[1])
        elif line.strip():
            found[-1].output.append(line.strip())
    return iter(found)
