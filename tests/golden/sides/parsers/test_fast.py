"""Sparing work at registration changes nothing that a program can see."""

from __future__ import annotations

import argparse

import pytest

from argparity.golden.sides.parsers.fast import fast_registration


def build(formatter: type[argparse.HelpFormatter] = argparse.HelpFormatter) -> str:
    """The help of a parser that says something about words and metavars."""
    parser = argparse.ArgumentParser(prog="p", formatter_class=formatter)
    parser.add_argument("--pair", nargs=2, metavar=("ONE", "TWO"), help="two words")
    parser.add_argument("--many", nargs="*", default=[1], type=int, help="any number")
    parser.add_argument("place", nargs="?", help="a place")
    parser.add_mutually_exclusive_group().add_argument("--one", action="store_true")
    return parser.format_help()


@pytest.mark.parametrize(
    "formatter",
    [
        argparse.HelpFormatter,
        argparse.RawTextHelpFormatter,
        argparse.RawDescriptionHelpFormatter,
        argparse.ArgumentDefaultsHelpFormatter,
    ],
)
def test_help_is_the_same(formatter: type[argparse.HelpFormatter]) -> None:
    expected = build(formatter)

    with fast_registration():
        assert build(formatter) == expected


@pytest.mark.parametrize("words", [["--one", "--help"], ["--many", "x"], ["--bogus"]], ids=" ".join)
def test_help_and_errors_of_a_parse_are_the_same(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    parser = argparse.ArgumentParser(prog="p")
    parser.add_argument("--many", nargs="*", default=[1], type=int, help="any number")
    parser.add_argument("--one", action="store_true")

    def shown() -> tuple[object, object]:
        with pytest.raises(SystemExit) as end:
            parser.parse_args(words)
        return end.value.code, capsys.readouterr()

    expected = shown()
    with fast_registration():
        assert shown() == expected


def test_a_metavar_that_does_not_fit_is_refused_as_ever() -> None:
    with fast_registration():
        parser = argparse.ArgumentParser()
        with pytest.raises(ValueError, match="length of metavar tuple does not match nargs"):
            parser.add_argument("--pair", nargs=2, metavar=("ONE", "TWO", "THREE"))


def test_fewer_formatters_are_made_and_afterwards_as_many_as_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[object] = []
    original = argparse.HelpFormatter.__init__

    def count(self: argparse.HelpFormatter, *args: object, **settings: object) -> None:
        made.append(self)
        original(self, *args, **settings)  # type: ignore[arg-type]

    monkeypatch.setattr(argparse.HelpFormatter, "__init__", count)
    build()
    usual, made[:] = len(made), []
    with fast_registration():
        made.clear()
        build()
        spared = len(made)
    made.clear()
    build()

    assert spared == 1 < usual == len(made)


def test_a_formatter_of_the_program_is_made_for_each_argument() -> None:
    made: list[object] = []

    class Own(argparse.HelpFormatter):
        def __init__(self, prog: str) -> None:
            made.append(prog)
            super().__init__(prog)

    build(Own)
    usual, made[:] = len(made), []
    with fast_registration():
        build(Own)

    assert len(made) == usual > 1
