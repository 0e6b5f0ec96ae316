"""The dataclasses register what the frozen parser registers, in every mixture."""

from __future__ import annotations

import argparse
import dataclasses
from typing import Any

import pytest

from argparity.compat.argument_group import ArgumentGroupFactory
from argparity.compat.field_docs import field_docs
from argparity.compat.flag_style import DOTTED
from argparity.compat.flame.config_manager import JobConfig, string_list
from argparity.compat.flame.sections import SECTIONS
from argparity.legacy.flame import config_manager as control

FROZEN = control.JobConfig().parser


def surface(action: argparse.Action) -> dict[str, Any]:
    """Everything that an action is; both string_list converters count as one, and so do a list
    and a tuple of choices."""
    # Help is worked out when it is read, and only then among the variables.
    attributes = {"help": action.help, **vars(action), "class": type(action)}
    del attributes["container"]
    if attributes["type"] is control.string_list:
        attributes["type"] = string_list
    if attributes["choices"] is not None:
        attributes["choices"] = list(attributes["choices"])
    return attributes


def frozen_actions(section: str) -> list[argparse.Action]:
    return [action for action in FROZEN._actions if action.dest.startswith(f"{section}.")]


@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_registers_the_frozen_arguments(section: str) -> None:
    parser = argparse.ArgumentParser(add_help=False)

    ArgumentGroupFactory(SECTIONS[section], prefix=section, style=DOTTED).add_arguments(parser)

    expected = [surface(action) for action in frozen_actions(section)]
    assert [surface(action) for action in parser._actions] == expected
    assert expected


@pytest.mark.parametrize("section", SECTIONS)
def test_an_instance_holds_the_defaults_of_the_parser(section: str) -> None:
    values = dataclasses.asdict(SECTIONS[section]())

    expected = {action.dest: action.default for action in frozen_actions(section)}
    assert {f"{section}.{name}": value for name, value in values.items()} == expected
    for name, value in values.items():
        assert type(value) is type(expected[f"{section}.{name}"])


@pytest.mark.parametrize("section", SECTIONS)
def test_every_field_says_what_it_is(section: str) -> None:
    docs = field_docs(SECTIONS[section])

    assert list(docs) == [field.name for field in dataclasses.fields(SECTIONS[section])]
    assert all(text.endswith(".") for text in docs.values())


@pytest.mark.parametrize("section", SECTIONS)
def test_one_section_on_another_backend_changes_nothing(
    section: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["train.py"])
    expected = [surface(action) for action in FROZEN._actions]

    for rest, one in (("legacy", "generated"), ("generated", "legacy")):
        monkeypatch.setenv("ARGPARITY_BACKENDS", f"flame={rest},flame.{section}={one}")
        parser = JobConfig().parser
        assert parser.format_help() == control.JobConfig().parser.format_help()
        assert [surface(action) for action in parser._actions] == expected


def test_two_configurations_share_no_default_list(backend: str) -> None:
    first, second = JobConfig().parser, JobConfig().parser

    for one, other in zip(first._actions, second._actions, strict=True):
        assert one is not other
        if isinstance(one.default, list):
            assert one.default is not other.default
