"""Switches files in the Python form are edited without touching another byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from argparity.compat.errors import UnknownSectionError, UnknownTargetError
from argparity.golden.errors import ConfigError
from argparity.golden.records.switches import known_sections, read_switches, write_switches
from argparity.golden.sides.target import Target

SOURCE = '''\
"""Who registers each section's arguments: “legacy” or “generated”."""

SWITCHES = {  # ours
    "format": 1,
    "small": {"data": "legacy", "größe": 'legacy', "model": "legacy"},  # kept
    "other": {
        "data": "legacy",
    },
}
'''


@pytest.fixture
def target(tmp_path: Path) -> Target:
    (tmp_path / "switches.py").write_text(SOURCE, encoding="utf-8")
    return Target(
        name="small", control="a.py:a", candidate="b.py:b", base=tmp_path, switches="switches.py"
    )


def source(target: Target) -> str:
    return target.path(target.switches).read_bytes().decode("utf-8")


def test_sections_come_in_the_order_of_the_file(target: Target) -> None:
    assert known_sections(target) == ["data", "größe", "model"]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_writing_changes_the_named_strings_alone(ending: str, target: Target) -> None:
    target.path("switches.py").write_bytes(SOURCE.replace("\n", ending).encode("utf-8"))

    write_switches(target, ["model", "größe"], "generated")

    assert source(target).splitlines(keepends=True) == [
        line.replace('\'legacy\', "model": "legacy"', '\'generated\', "model": "generated"')
        for line in SOURCE.replace("\n", ending).splitlines(keepends=True)
    ]
    assert read_switches(target) == {"data": "legacy", "größe": "generated", "model": "generated"}

    write_switches(target, ["model", "größe"], "legacy")

    assert source(target) == SOURCE.replace("\n", ending)


def test_a_string_over_several_lines_is_replaced_as_a_whole(target: Target) -> None:
    target.path("switches.py").write_text(
        'SWITCHES = {"format": 1, "small": {"data": ("leg"\n  "acy"), "model": """legacy"""}}\n'
    )

    write_switches(target, ["data", "model"], "generated")

    assert read_switches(target) == {"data": "generated", "model": "generated"}


def test_a_section_or_target_that_the_file_lacks_is_refused(target: Target) -> None:
    with pytest.raises(UnknownSectionError, match="known are: data, größe, model"):
        write_switches(target, ["data", "depth"], "generated")
    target.path("switches.py").write_text('SWITCHES = {"format": 1}\n')
    with pytest.raises(UnknownTargetError):
        write_switches(target, ["data"], "generated")
    with pytest.raises(ConfigError, match=r"SWITCHES\['small'\] names them"):
        known_sections(target)
