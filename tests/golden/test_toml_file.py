"""Where keys stand, in every way in which TOML can say the same."""

from __future__ import annotations

import pytest

from argparity.golden.toml_file import line_of


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[targets.a]\nprog = 1\n[targets.tool]\nprog = 2\n", 4),
        ("[ targets . tool ]\n\nprog = 2\n", 3),
        ('[targets."tool"]\n"prog" = 2\n', 2),
        ("[targets]\ntool.control = 1\ntool.prog = 2\n", 3),
        ("targets.tool.prog = 2\n", 1),
        ("[targets.tool]\ncontrol = 1\n[targets.tool.prog]\nx = 2\n", 3),
        ("# targets\n[targets.tool]\ncontrol = 1\nprog.x = 2\n", 4),
        ("\n[targets]\na = 1\ntool = { control = 1, prog = 2 }\n", 4),
        ("\ntargets = { tool = { prog = 2 } }\n", 2),
        ("[targets.tool]\ncontrol = 1\n", 1),
        ("[other]\nprog = 2\n", None),
    ],
)
def test_a_key_is_found_where_it_is_given(text: str, line: int | None) -> None:
    assert line_of(text, ["targets", "tool", "prog"]) == line


ENTRIES = """\
format = 1

[[entry]]
a = 1
[entry.more]
b = 2
[[entry]]
a = 3
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (["entry", "0", "a"], 4),
        (["entry", "0", "more", "b"], 6),
        (["entry", "1"], 7),
        (["entry", "1", "a"], 8),
        (["entry", "1", "missing"], 7),
        (["entry", "2"], None),
    ],
)
def test_a_key_of_an_entry_is_found_by_the_number_of_the_entry(
    path: list[str], line: int | None
) -> None:
    assert line_of(ENTRIES, path) == line
