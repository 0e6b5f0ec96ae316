"""Standing where a program first parses."""

from __future__ import annotations

import argparse
import threading

import pytest

from argparity.compat.first_parse import captured_parser, on_first_parse


def parser_with(flag: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    parser.add_argument(flag, type=int, default=0)
    return parser


@pytest.mark.parametrize("method", ["parse_args", "parse_known_args", "parse_intermixed_args"])
def test_every_way_to_parse_passes_the_hook(method: str) -> None:
    seen: list[argparse.ArgumentParser] = []
    parser = parser_with("--a")

    with on_first_parse(seen.append):
        getattr(parser, method)(["--a", "1"])

    assert seen == [parser]


def test_the_hook_sees_a_parser_before_it_parses() -> None:
    parser = parser_with("--a")

    with on_first_parse(lambda found: found.set_defaults(a=7)):
        assert parser.parse_args([]).a == 7


def test_only_the_first_parse_passes_the_hook() -> None:
    seen: list[argparse.ArgumentParser] = []

    with on_first_parse(seen.append):
        parser_with("--a").parse_args([])
        parser_with("--b").parse_args([])

    assert len(seen) == 1


def test_blocks_may_stand_in_each_other() -> None:
    order: list[str] = []

    with on_first_parse(lambda found: order.append("outer")):
        with on_first_parse(lambda found: order.append("inner")):
            parser_with("--a").parse_args([])
        parser_with("--b").parse_args([])

    assert order == ["inner", "outer"]


def test_afterwards_argparse_is_as_it_was() -> None:
    before = argparse.ArgumentParser.parse_known_args

    with on_first_parse(lambda found: None):
        parser_with("--a").parse_args([])
    with pytest.raises(KeyError), on_first_parse(lambda found: None):
        raise KeyError

    assert argparse.ArgumentParser.parse_known_args is before


def test_a_parse_of_another_thread_is_left_alone() -> None:
    seen: list[argparse.ArgumentParser] = []
    other = threading.Thread(target=lambda: parser_with("--b").parse_args([]))

    with on_first_parse(seen.append):
        other.start()
        other.join()
        assert seen == []
        parser_with("--a").parse_args([])

    assert len(seen) == 1


def test_a_captured_program_stops_where_it_would_parse() -> None:
    went_on: list[bool] = []

    def program() -> None:
        try:
            parser_with("--a").parse_args([])
        except Exception:
            went_on.append(True)
        went_on.append(True)

    parser = captured_parser(program)

    assert parser is not None
    assert parser._option_string_actions["--a"].type is int
    assert went_on == []


def test_a_program_that_never_parses_gives_no_parser() -> None:
    assert captured_parser(lambda: None) is None
