"""The flags that argparse's messages name, as argparse words them."""

from __future__ import annotations

import argparse

import pytest

from argparity.golden.observe.messages import flags_in_message


@pytest.mark.parametrize(
    "flags",
    [["--steps"], ["-s"], ["-s", "--steps"], ["-1"], ["--größe"], ["+x"], ["++wide"], ["/w"]],
)
def test_a_message_names_the_flag_that_it_is_about(
    flags: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    parser = argparse.ArgumentParser(prog="tool", prefix_chars="-+/", add_help=False)
    parser.add_argument(*flags, dest="flag", type=int)

    with pytest.raises(SystemExit):
        parser.parse_args([flags[-1], "word"])

    assert flags_in_message(capsys.readouterr().err)[: len(flags)] == flags


def test_several_flags_of_one_message_are_named_in_order(
    capsys: pytest.CaptureFixture[str],
) -> None:
    parser = argparse.ArgumentParser(prog="tool", prefix_chars="-+", add_help=False)
    one_of = parser.add_mutually_exclusive_group(required=True)
    one_of.add_argument("--file")
    one_of.add_argument("++stdin", action="store_true")

    with pytest.raises(SystemExit):
        parser.parse_args([])

    assert flags_in_message(capsys.readouterr().err) == ["--file", "++stdin"]


def test_quoted_values_and_the_usage_hide_no_flag() -> None:
    text = "usage: tool [--other]\ntool: error: argument --n: invalid choice: '-x' (not ('--y'))\n"

    assert flags_in_message(text) == ["--n", "-x", "--y"]
