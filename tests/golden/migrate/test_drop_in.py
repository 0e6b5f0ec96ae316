"""The module that replaces the import of the parser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from argparity.compat.switchboard import ENVIRONMENT_VARIABLE
from argparity.golden.errors import ConfigError
from argparity.golden.judge.comparator import Comparator
from argparity.golden.migrate.write import scaffold
from argparity.golden.model.case import Case
from argparity.golden.records.switches import read_switches
from argparity.golden.sides.loading import load_side
from tests.golden.migrate.projects import SMALL, scaffolded

CONFIG = """\
class Config:
    def parse_args(self, argv):
        self.steps = build().parse_args(argv).steps
"""


@pytest.mark.parametrize(
    ("name", "line"), [("switches.py", '"data": "{}"'), ("switches.toml", 'data = "{}"')]
)
def test_switches_are_kept_whatever_they_say(name: str, line: str, tmp_path: Path) -> None:
    target, done = scaffolded(tmp_path, SMALL)
    (done.folder / "switches.py").unlink()
    target = replace(target, switches=f"tool_args/{name}")
    scaffold(target, probe=False)
    switches = done.folder / name
    assert read_switches(target) == {"training": "legacy", "data": "legacy"}
    switches.write_text(
        switches.read_text().replace(line.format("legacy"), line.format("generated"))
    )

    again = scaffold(target, probe=False)

    assert read_switches(target) == {"training": "legacy", "data": "generated"}
    assert again.beside == ()


def test_switches_that_the_drop_in_would_not_find_are_refused(tmp_path: Path) -> None:
    target, _ = scaffolded(tmp_path, SMALL)

    with pytest.raises(ConfigError, match=r'switches = "tool_args/switches\.py"'):
        scaffold(replace(target, switches="compat/switches.toml"))


def test_any_mixture_of_backends_is_one_parser(tmp_path: Path) -> None:
    target, _ = scaffolded(tmp_path, SMALL)

    for backends in ("tool.training=generated", "tool.data=generated", "tool=generated"):
        with Comparator(target, {ENVIRONMENT_VARIABLE: backends}) as comparator:
            for words in ([], ["--steps", "3", "--path", "x"], ["--s", "x"], ["--help"], ["-x"]):
                assert comparator.compare(Case.of(words)).mismatches == ()


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("tool.py:parser", "parser = build()"),
        ("tool.py:add", "def add(parser):\n    parser.add_argument('--steps', type=int)"),
        ("tool.py:parse", "def parse(argv):\n    return build().parse_args(argv)"),
        ("tool.py:main", "def main():\n    return build().parse_args()"),
        ("capture:tool.py:run", "def run():\n    print(build().parse_args())"),
        ("capture:tool.py", "print(build().parse_args())"),
        ("tool.py:Config", CONFIG),
    ],
)
def test_every_kind_of_side_gets_its_drop_in(spec: str, code: str, tmp_path: Path) -> None:
    target, done = scaffolded(tmp_path, f"{SMALL}\n\n{code}\n", spec=spec)

    with Comparator(target, {ENVIRONMENT_VARIABLE: "tool=generated"}) as comparator:
        compared = [
            comparator.compare(Case.of(words)) for words in (["--steps", "3"], ["--steps", "x"])
        ]

    assert done.generated >= 1
    assert [c.mismatches for c in compared] == [(), ()]
    assert [c.control.last.kind for c in compared] == ["ok", "exit"]


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("tool.py:build", "def main():\n    return build().parse_args([])"),
        ("tool.py:parser", "parser = build()\ndef main():\n    return parser.parse_args([])"),
        ("capture:tool.py:main", "def main():\n    return build().parse_args([])"),
    ],
)
def test_the_program_of_the_drop_in_parses_with_the_generated_arguments(
    spec: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, done = scaffolded(tmp_path, f"{SMALL}\n\n{code}\n", spec=spec)
    sections = done.folder / "sections.py"
    sections.write_text(sections.read_text().replace("steps: int = 5", "steps: int = 7"))

    steps = {}
    for backend in ("generated", "legacy"):
        monkeypatch.setenv(ENVIRONMENT_VARIABLE, f"tool={backend}")
        program = load_side(f"{done.folder}/__init__.py:main")
        steps[backend] = program.thing().steps

    assert steps == {"generated": 7, "legacy": 5}
