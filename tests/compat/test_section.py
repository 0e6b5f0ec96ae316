"""A section of a drop-in spells its arguments as the frozen code does."""

from __future__ import annotations

from argparse import Action, ArgumentParser
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from argparity.compat.errors import TypeInferenceError
from argparity.compat.section import KEPT, Section, argument


@dataclass(kw_only=True)
class Run:
    name: str = "run"
    steps: int = 5
    mode: Literal["fast", "safe"] = "fast"


def actions(section: Section) -> dict[str, Action]:
    return {a.dest: a for a in section.factory().add_arguments(ArgumentParser(add_help=False))}


def test_a_text_has_the_type_that_the_frozen_code_gives_texts() -> None:
    plain, untyped = actions(Section(Run)), actions(Section(Run, text=None))

    assert (plain["name"].type, plain["steps"].type) == (str, int)
    assert (untyped["name"].type, untyped["mode"].type) == (None, None)
    assert untyped["steps"].type is int


@pytest.mark.parametrize("holder", [list, tuple, set])
def test_choices_are_held_in_what_the_frozen_code_holds_them_in(holder: Any) -> None:
    choices: Any = actions(Section(Run, choices=holder))["mode"].choices

    assert type(choices) is holder
    assert choices == holder(["fast", "safe"])


def test_a_hint_for_people_is_no_obstacle_where_the_field_says_what_words_become() -> None:
    @dataclass(kw_only=True)
    class Said:
        either: int | str = argument(1, type=int)

    assert actions(Section(Said))["either"].type is int


def test_a_hint_that_nothing_can_be_made_of_is_refused() -> None:
    @dataclass(kw_only=True)
    class Unsaid:
        either: int | str = 1

    with pytest.raises(TypeInferenceError, match=r"Unsaid\.either"):
        actions(Section(Unsaid))


def test_what_is_kept_is_left_out_of_what_is_generated_and_listed() -> None:
    @dataclass(kw_only=True)
    class Partly:
        steps: int | str = argument(5, type=KEPT, metavar="N")
        name: str = "run"

    factory = Section(Partly).factory()
    steps, _ = factory.add_arguments(ArgumentParser(add_help=False))

    assert (steps.type, steps.metavar) == (None, "N")
    assert factory.kept == (frozenset({"type"}), frozenset())
    assert repr(KEPT) == "KEPT"
