"""What is computed where a program runs stays with the frozen code."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from argparity.compat.switchboard import ENVIRONMENT_VARIABLE
from argparity.golden.judge.comparator import Comparator
from argparity.golden.migrate.write import scaffold
from argparity.golden.model.case import Case
from argparity.golden.sides.target import find_target
from tests.golden.migrate.projects import SMALL, scaffolded


def test_what_is_computed_where_the_program_runs_is_left_to_it(tmp_path: Path) -> None:
    source = SMALL.replace("import argparse", "import argparse\nimport os").replace(
        'default="in.txt"', 'default=os.path.expanduser("~/in.txt")'
    )

    _, done = scaffolded(tmp_path, source, probe=True)

    assert [kept.text for kept in done.kept] == [
        "--path, default: is computed where the program runs"
    ]
    assert "path: str | None = argument(None, default=KEPT)" in (
        done.folder / "sections.py"
    ).read_text(encoding="utf-8")


def test_a_path_into_the_project_is_left_to_the_frozen_code(tmp_path: Path) -> None:
    source = SMALL.replace("import argparse", "import argparse\nfrom pathlib import Path").replace(
        '"in.txt"', 'Path(__file__).parent / "in.txt", type=Path'
    )

    target, done = scaffolded(tmp_path, source, probe=True)
    with Comparator(target, {ENVIRONMENT_VARIABLE: "tool=generated"}) as comparator:
        seen = comparator.together.candidate.thing().parse_args([])

    assert [kept.text for kept in done.kept] == [
        "--path, default: is computed where the program runs"
    ]
    assert seen.path == tmp_path / "in.txt"  # where the program lies, not its frozen file
    assert str(tmp_path) not in (done.folder / "sections.py").read_text(encoding="utf-8")


FROM_THE_ENVIRONMENT = {
    "path": 'os.environ.get("TOOL_PATH", "in.txt")',
    "maybe": 'os.getenv("TOOL_PATH")',
    "number": 'int(os.environ.get("TOOL_PATH", 3))',
    "on": 'os.environ.get("TOOL_PATH") == "1"',
    "given": '"TOOL_PATH" in os.environ',
    "beside": "beside.PATH",
}


def test_defaults_from_the_environment_are_left_to_the_frozen_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TOOL_PATH", raising=False)
    (tmp_path / "beside.py").write_text('import os\nPATH = os.environ.get("TOOL_PATH")\n')
    flags = "".join(
        f'    parser.add_argument("--{name}", default={default})\n'
        for name, default in FROM_THE_ENVIRONMENT.items()
    )
    source = (
        "import argparse\nimport os\nimport beside\n\n\ndef build():\n"
        f"    parser = argparse.ArgumentParser()\n{flags}    return parser\n"
    )

    target, done = scaffolded(tmp_path, source, probe=True)
    sys.modules.pop("beside")
    again = scaffold(replace(target, environment=("TOOL_PATH",)))
    sys.modules.pop("beside")

    start = "default: is computed where the program runs, from the"
    for name, kept in zip(FROM_THE_ENVIRONMENT, done.kept, strict=True):
        assert kept.text.startswith(f"--{name}, {start}")
        assert kept.reason.endswith('let the gate try it: environment = ["TOOL_PATH"]')
    assert done.computes_defaults
    # The goldens are recorded without a declared variable, and say the same everywhere.
    assert [kept.text for kept in again.kept] == [
        f"--{name}, default: depends on the variable TOOL_PATH" for name in FROM_THE_ENVIRONMENT
    ]
    assert not again.computes_defaults


def test_a_program_that_dies_of_a_variable_is_still_seen_without_it(tmp_path: Path) -> None:
    source = SMALL.replace(
        "import argparse",
        'import argparse\nimport os\nif "TOOL_MODE" in os.environ:\n    os._exit(9)',
    ).replace('"in.txt"', 'os.path.expanduser("~/in.txt")')

    _, done = scaffolded(tmp_path, source, probe=True)

    assert [kept.text for kept in done.kept] == [
        "--path, default: is computed where the program runs"
    ]


def test_a_class_of_action_that_reads_a_variable_by_itself_keeps_doing_so(tmp_path: Path) -> None:
    code = """
import os


class FromEnvironment(argparse.Action):
    def __init__(self, option_strings, dest, default=None, **kwargs):
        default = os.environ.get(f"TOOL_{dest.upper()}", default)
        super().__init__(option_strings, dest, default=default, **kwargs)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)
"""
    source = SMALL.replace("import argparse", f"import argparse{code}").replace(
        'default="in.txt"', 'default="in.txt", action=FromEnvironment'
    )

    target, done = scaffolded(tmp_path, source, probe=True)
    with Comparator(target, {ENVIRONMENT_VARIABLE: "tool=generated"}) as comparator:
        seen = comparator.compare(Case.of(env={"TOOL_PATH": "out.txt"}))

    assert done.kept == ()
    assert seen.mismatches == ()
    assert "out.txt" in str(seen.candidate.last.values)


def test_a_variable_that_a_function_is_given_is_tried_as_the_entry_names_it(tmp_path: Path) -> None:
    code = """
def parse(argv, toml, env):
    parser = build()
    parser.add_argument("--host", default=env.get("TOOL_HOST"))
    return parser.parse_args(argv)
"""
    scaffolded(tmp_path, SMALL + code, spec="tool.py:parse")
    with (tmp_path / "pyproject.toml").open("a") as config:
        config.write('environment = ["TOOL_HOST"]\n')

    done = scaffold(find_target("tool", tmp_path))

    assert [kept.text for kept in done.kept] == [
        "--host, default: depends on the variable TOOL_HOST"
    ]
