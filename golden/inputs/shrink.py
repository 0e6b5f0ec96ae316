"""Shrink a case to the fewest tokens that still show its mismatch."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from argparity.golden.model.case import Case, Step

T = TypeVar("T")

TRIALS = 400
"""Maximum number of trials per case; an ordinary one is as small as it gets after about fifty."""

_SIMPLE_WORDS = ("1", "a")
_SIMPLE_VALUES = ("1", "''", "[]", "true")
_SETTING = re.compile(rb"^(\s*[^=:\[#{]+[=:]\s*)(.+?)(\s*)$", re.DOTALL)


def shrink(case: Case, keeps: Callable[[Case], bool], trials: int = TRIALS) -> Case:
    """The smallest case found for which `keeps` holds; it is not asked for `case`.

    First whole parts go: parses, variables, files, lines or keys of files, words. Then what is left
    is made simpler: shorter words and values. Equal cases and answers give equal results.
    """
    search = _Search(case, keeps, trials)
    before: Case | None = None
    while before != search.case and search.left:
        before = search.case
        search.parts()
        search.texts()
    return search.case


class _Search:
    """The smallest case so far, and what may still be tried."""

    def __init__(self, case: Case, keeps: Callable[[Case], bool], trials: int) -> None:
        self.case = case
        self.left = trials
        self._keeps = keeps
        self._tried = {case.digest}

    def offer(self, case: Case) -> bool:
        """Take `case` if it still shows the mismatch. Returns whether it does."""
        digest = case.digest
        if digest in self._tried or not self.left:
            return False
        self._tried.add(digest)
        self.left -= 1
        if not self._keeps(case):
            return False
        self.case = replace(case, id=f"x:{digest[:12]}")
        return True

    def step(self, place: int, step: Step) -> bool:
        """Offer the case with another step in that place."""
        steps = self.case.steps
        return self.offer(replace(self.case, steps=(*steps[:place], step, *steps[place + 1 :])))

    def parts(self) -> None:
        """Leave out as many parts as possible."""
        ddmin(
            self.case.steps, lambda kept: bool(kept) and self.offer(replace(self.case, steps=kept))
        )
        ddmin(self.case.env, lambda kept: self.offer(replace(self.case, env=kept)))
        for place in range(len(self.case.steps)):
            self._file(place)
            self._words(place)

    def _words(self, place: int) -> None:
        step = self.case.steps[place]
        ddmin(step.argv, lambda kept: self.step(place, replace(step, argv=kept)))

    def _file(self, place: int) -> None:
        ddmin(
            self.case.steps[place].more,
            lambda kept: self.step(place, replace(self.case.steps[place], more=kept)),
        )
        step = self.case.steps[place]
        if step.config is None or self.step(place, replace(step, config=None)):
            return
        document = _json(step.config)
        if document is None:
            lines = step.config.splitlines(keepends=True)
            ddmin(lines, lambda kept: self.step(place, replace(step, config=b"".join(kept))))
            return
        current: Any = document
        for _ in range(self.left):
            for smaller in _smaller_documents(current):
                raw = json.dumps(smaller).encode()
                if len(raw) < len(step.config) and self.step(place, replace(step, config=raw)):
                    current = smaller
                    break
            else:
                return

    def texts(self) -> None:
        """Make arguments, values of the file and variables shorter."""
        for place, step in enumerate(self.case.steps):
            for at, word in enumerate(step.argv):
                for simple in _simpler_words(word):
                    argv = self.case.steps[place].argv
                    changed = (*argv[:at], simple, *argv[at + 1 :])
                    if self.step(place, replace(self.case.steps[place], argv=changed)):
                        break
            self._values(place)
        for at, (name, text) in enumerate(self.case.env):
            for simple in _simpler_texts(text):
                env = (*self.case.env[:at], (name, simple), *self.case.env[at + 1 :])
                if self.offer(replace(self.case, env=env)):
                    break

    def _values(self, place: int) -> None:
        """Shorter values behind the equals signs or colons of the file's lines."""
        config = self.case.steps[place].config
        for at in range(len(config.splitlines()) if config else 0):
            for simple in _SIMPLE_VALUES:
                step = self.case.steps[place]
                lines = (step.config or b"").splitlines(keepends=True)
                found = _SETTING.match(lines[at])
                if found is None or len(simple) >= len(found[2]):
                    continue
                lines[at] = found[1] + simple.encode() + found[3]
                if self.step(place, replace(step, config=b"".join(lines))):
                    break


def ddmin(items: Sequence[T], offer: Callable[[tuple[T, ...]], bool]) -> tuple[T, ...]:
    """The items without runs of them, long ones first, as long as `offer` takes the others."""
    kept = tuple(items)
    for size in _sizes(len(kept)):
        start = 0
        while start + size <= len(kept):
            rest = kept[:start] + kept[start + size :]
            if offer(rest):
                kept = rest
            else:
                # A flag and its argument may start anywhere.
                start += 1 if size <= 2 else size
    return kept


def _sizes(length: int) -> Iterator[int]:
    while length > 2:
        yield length
        length //= 2
    yield from range(min(length, 2), 0, -1)


def _simpler_words(word: str) -> Iterator[str]:
    """Shorter forms of an argument. A flag stays; the value after its equals sign may shrink."""
    flag, equals, value = word.partition("=")
    if not word.startswith("-"):
        yield from _simpler_texts(word)
    elif equals:
        yield from (f"{flag}={simple}" for simple in _simpler_texts(value))


def _simpler_texts(text: str) -> Iterator[str]:
    """Shorter strings, the simplest first; placeholders are paths and stay."""
    if text.startswith("<") or len(text) < 2:
        return
    yield from _SIMPLE_WORDS
    yield from dict.fromkeys((text[: len(text) // 2], text[len(text) // 2 :], text[:-1], text[1:]))


def _json(raw: bytes) -> dict[str, Any] | None:
    try:
        document = json.loads(raw)
    except ValueError:
        return None
    return document if isinstance(document, dict) else None


def _smaller_documents(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The document without one of its keys, at any depth."""
    for key, value in document.items():
        yield {name: kept for name, kept in document.items() if name != key}
        if isinstance(value, dict):
            for smaller in _smaller_documents(value):
                yield {**document, key: smaller}
