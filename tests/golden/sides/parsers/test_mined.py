"""Words that an argument's converter may know."""

from __future__ import annotations

import argparse
import enum
import functools
from typing import Any

import pytest

from argparity.golden.sides.parsers.mined import mined_words

NAMES = {"bf16": 2, "torch.bfloat16": 2}


class Color(enum.Enum):
    RED = "r"
    BLUE = "b"


def by_table(word: str) -> int:
    return NAMES[word]


def by_helper(word: str) -> int:
    return by_table(word.lower())


def by_constants(word: str) -> bool:
    """Not these words."""
    if word == "always":
        return True
    return word in ("yes", "no")


def closed_over(names: list[str]) -> Any:
    return lambda word: names.index(word)


class Converter:
    def __init__(self) -> None:
        self.known = ("one", "two")

    def __call__(self, word: str) -> int:
        return self.known.index(word)

    def method(self, word: str) -> Color:
        return Color[word]


class Odd(dict[str, int]):
    def __iter__(self) -> Any:
        raise RuntimeError


ODD = Odd()


def by_odd_table(word: str) -> int:
    return ODD[word]


@pytest.mark.parametrize(
    ("converter", "words"),
    [
        (by_table, ["bf16", "torch.bfloat16"]),
        (by_helper, ["bf16", "torch.bfloat16"]),
        (functools.partial(by_table), ["bf16", "torch.bfloat16"]),
        (by_constants, ["yes", "no", "always"]),
        (closed_over(["a", "c"]), ["a", "c"]),
        (Color, ["RED", "BLUE", "r", "b"]),
        (Converter(), ["one", "two"]),
        (Converter().method, ["RED", "BLUE", "r", "b"]),
        (by_odd_table, []),
        (int, []),
        (None, []),
    ],
)
def test_words_of_a_converter_are_those_of_its_tables(converter: Any, words: list[str]) -> None:
    action = argparse.ArgumentParser().add_argument("--x", type=converter)

    assert list(mined_words(action))[: len(words)] == words
    assert bool(words) or not mined_words(action)


def test_words_in_braces_of_the_help_are_taken() -> None:
    action = argparse.ArgumentParser().add_argument("--x", help="one of {fast, 'slow'|off}")

    assert mined_words(action) == ("fast", "slow", "off")
