"""One cause is one entry that stands for itself; what follows from it says so."""

from __future__ import annotations

from dataclasses import replace

from argparity.golden.gate.consequences import with_consequences
from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import Mismatch, MismatchClass


def entry(flag: str, cls: MismatchClass, cause: str = "") -> Mismatch:
    return Mismatch(
        target="t",
        section="s",
        flag=flag,
        cls=cls,
        direction="altered",
        control="1",
        candidate="2",
        case=Case.of([flag]),
        cause=cause,
    )


def test_the_end_of_a_parse_follows_from_the_value_of_its_argument() -> None:
    value, end = entry("--a", "type-changed"), entry("--a", "error-kind-changed")

    found = with_consequences([end, value])

    assert [(m.cls, m.because) for m in found] == [
        ("error-kind-changed", value.key),
        ("type-changed", None),
    ]


def test_the_end_of_another_argument_stands_for_itself() -> None:
    found = with_consequences([entry("--a", "type-changed"), entry("--b", "error-kind-changed")])

    assert [m.because for m in found] == [None, None]


def test_layers_that_changed_for_many_arguments_are_one_change_of_the_parser() -> None:
    flags = ["--a", "--b", "--c", "--d"]

    found = with_consequences(entry(flag, "precedence-changed") for flag in flags)

    (whole,) = [m for m in found if m.because is None]
    assert whole.key == ("", "", "precedence-changed")
    assert whole.candidate == "another layer wins, for --a, --b, --c and 1 more"
    assert {m.because for m in found if m.flag} == {whole.key}


def test_two_arguments_are_no_change_of_the_parser() -> None:
    found = with_consequences(entry(flag, "precedence-changed") for flag in ("--a", "--b"))

    assert [m.because for m in found] == [None, None]


def test_what_is_gone_is_narrowed_and_what_is_new_is_widened_whatever_a_case_shows() -> None:
    gone, new = entry("--a", "flag-removed", "f"), entry("--b", "alias-added", "f")

    assert [m.direction for m in with_consequences([gone, replace(new, direction="narrowed")])] == [
        "narrowed",
        "widened",
    ]


def test_what_follows_from_something_that_is_not_shown_stands_for_itself() -> None:
    end = replace(entry("--a", "abbreviation-changed"), because=("s", "--b", "flag-added"))

    assert [m.because for m in with_consequences([end])] == [None]
