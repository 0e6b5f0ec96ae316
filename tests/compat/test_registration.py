"""Sections registered one by one, from either side."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

import pytest

from argparity.compat.registration import Registrar, adopt, frozen_module, register_sections


def both() -> dict[str, Registrar]:
    return {
        name: lambda parser, name=name: parser.add_argument(f"--{name}")  # type: ignore[misc]
        for name in ("a", "b")
    }


def unused() -> Mapping[str, Registrar]:
    raise AssertionError("no section has this backend")


def test_sections_register_in_the_order_of_the_switches() -> None:
    parser = argparse.ArgumentParser(add_help=False)

    register_sections(
        parser, {"b": "legacy", "a": "generated"}, {"legacy": both, "generated": both}
    )

    assert [action.dest for action in parser._actions] == ["b", "a"]


@pytest.mark.parametrize("backend", ["legacy", "generated"])
def test_a_source_that_no_section_uses_is_not_asked(backend: str) -> None:
    parser = argparse.ArgumentParser(add_help=False)
    sources = {"legacy": unused, "generated": unused, backend: both}

    register_sections(parser, dict.fromkeys("ab", backend), sources)  # type: ignore[arg-type]

    assert [action.dest for action in parser._actions] == ["a", "b"]


def test_adopted_actions_behave_as_in_their_own_parser() -> None:
    donor = argparse.ArgumentParser(prog="p", add_help=False)
    donor.add_argument("--number", type=int, default=3, help="A number.")
    donor.add_argument("--on", action="store_true")
    expected_help = donor.format_help()
    parser = argparse.ArgumentParser(prog="p", add_help=False)

    adopt(parser, donor._actions, {})

    assert parser.format_help() == expected_help
    assert vars(parser.parse_args(["--num", "4", "--on"])) == {"number": 4, "on": True}
    assert vars(parser.parse_args([])) == {"number": 3, "on": False}


def test_an_adopted_converter_is_replaced() -> None:
    donor = argparse.ArgumentParser(add_help=False)
    donor.add_argument("--a", type=str.upper)
    donor.add_argument("--b", type=str.title)
    parser = argparse.ArgumentParser(add_help=False)

    adopt(parser, donor._actions, {str.upper: str.lower})

    assert vars(parser.parse_args(["--a", "xY", "--b", "xY"])) == {"a": "xy", "b": "Xy"}


def test_an_option_that_is_there_already_is_refused() -> None:
    donor = argparse.ArgumentParser(add_help=False)
    donor.add_argument("--a")
    parser = argparse.ArgumentParser()
    parser.add_argument("--a")

    with pytest.raises(argparse.ArgumentError, match="conflicting option string: --a"):
        adopt(parser, donor._actions, {})


def test_a_frozen_module_is_imported_by_its_name() -> None:
    assert frozen_module("flame.config_manager").__name__ == "argparity.legacy.flame.config_manager"
