"""Words that recorded command lines give to flags: somebody found them worth a golden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from argparity.golden.model.case import Case
from argparity.golden.sides.parsers.table import ActionRow, ActionTable

_MOST = 12
"""So many words of one flag at most."""


def recorded_words(
    tables: Iterable[ActionTable], cases: Iterable[Case]
) -> Mapping[str, tuple[str, ...]]:
    """The words by the first flag that they follow, behind the subcommands that lead to it."""
    argvs = dict.fromkeys(step.argv for case in cases for step in case.steps)
    found: dict[str, dict[str, None]] = {}
    for table in tables:
        for argv in argvs:
            for row, word in _given(table, argv):
                words = found.setdefault(row.path, {})
                if len(words) < _MOST:
                    words[word] = None
    return {name: tuple(words) for name, words in found.items()}


def _given(table: ActionTable, argv: Iterable[str]) -> Iterator[tuple[ActionRow, str]]:
    row: ActionRow | None = None
    for word, command in table.read_by(argv):
        meant = table.resolve(word, command)
        if meant:
            row = meant[0] if len(meant) == 1 and meant[0].takes_values else None
            _, equals, word = word.partition("=")
            if not equals:
                continue
        if row is not None and "<" not in word:
            yield row, word
