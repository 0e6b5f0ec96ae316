"""What every parse does otherwise is one difference of the parser, and none of any flag."""

from __future__ import annotations

import pytest

from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import Mismatch

from .conftest import Sides

PLAIN = "parser.add_argument('--a', type=int, default=1); parser.add_argument('--b')"


def found(sides: Sides, control: str, candidate: str, *words: str) -> list[Mismatch]:
    comparison = sides(f"{PLAIN}; {control}", f"{PLAIN}; {candidate}").compare(Case.of(words))
    return list(comparison.mismatches)


@pytest.mark.parametrize(
    ("act", "cls"),
    [
        ("import warnings; warnings.warn('old')", "warnings-changed"),
        ("import logging; logging.warning('old')", "log-changed"),
        ("import os; os.environ['OLD'] = '1'", "side-effect-changed"),
        ("print('old')", "message-changed"),
    ],
)
@pytest.mark.parametrize("words", [(), ("--a", "2"), ("--a", "x"), ("--bogus",)])
def test_it_is_the_whole_parsers_whatever_is_given(
    sides: Sides, act: str, cls: str, words: tuple[str, ...]
) -> None:
    (mismatch,) = found(sides, "pass", act, *words)

    assert (mismatch.section, mismatch.flag, mismatch.cls) == ("", "", cls)
    assert mismatch.direction == "altered"


def test_what_differs_besides_keeps_its_own_name(sides: Sides) -> None:
    act = "import warnings; warnings.warn('old'); parser.set_defaults(a=2)"

    keys = {mismatch.key for mismatch in found(sides, "pass", act, "--b", "x")}

    assert keys == {("", "", "warnings-changed"), ("arguments", "--a", "default-changed")}


def test_another_warning_in_one_case_is_no_part_of_that_of_every_parse(sides: Sides) -> None:
    act = (
        "import warnings; warnings.warn('old'); parser.register('type', None, "
        "lambda text: warnings.warn('text') or text)"
    )

    keys = {mismatch.key for mismatch in found(sides, "pass", act, "--b", "x")}

    assert keys == {("", "", "warnings-changed"), ("arguments", "--b", "warnings-changed")}


@pytest.mark.parametrize("words", [("--a", "x"), ("--bogus",), ("--a",)])
def test_the_exit_code_of_every_error_is_one_difference(
    sides: Sides, words: tuple[str, ...]
) -> None:
    act = (
        "parser.error = lambda text: parser.exit(3, f'{parser.format_usage()}p: error: {text}\\n')"
    )

    found_keys = {m.key for m in found(sides, "pass", act, *words)}

    assert found_keys == {("", "", "exit-code-changed")}


@pytest.mark.parametrize("words", [("--a", "x"), ("--help",), ("--bogus",)])
def test_another_name_of_the_program_is_one_difference(
    sides: Sides, words: tuple[str, ...]
) -> None:
    keys = {m.key for m in found(sides, "pass", "parser.prog = 'a-much-longer-name'", *words)}

    assert keys == {("", "", "help-changed")}
