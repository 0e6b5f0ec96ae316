"""A parser that was edited is as if it had been built that way."""

from __future__ import annotations

import argparse

import pytest

from argparity.golden.sides.parsers.edit import become


@pytest.mark.parametrize(
    "flags", [["--wide"], ["-w", "--wide"], ["-wide"], ["-w"], ["--wide", "--broad"]], ids=" ".join
)
def test_a_switch_becomes_a_pair_as_argparse_makes_it(flags: list[str]) -> None:
    expected = argparse.ArgumentParser()
    model = expected.add_argument(*flags, dest="wide", action=argparse.BooleanOptionalAction)
    parser = argparse.ArgumentParser()
    action = parser.add_argument(*flags, dest="wide", action="store_true", default=None)

    become(parser, action, argparse.BooleanOptionalAction(["--other"], "other"))

    assert action.option_strings == model.option_strings
    for flag in model.option_strings:
        assert parser.parse_args([flag]) == expected.parse_args([flag])


def test_a_switch_that_has_its_off_switch_becomes_a_pair_with_no_other() -> None:
    parser = argparse.ArgumentParser()
    action = parser.add_argument("--wide", "--no-wide", dest="wide", action="store_true")

    become(parser, action, argparse.BooleanOptionalAction(["--wide"], "wide"))

    assert action.option_strings == ["--wide", "--no-wide"]
    assert parser.parse_args(["--no-wide"]).wide is False
