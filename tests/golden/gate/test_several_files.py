"""Several configuration files in one case, in the order given."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from argparity.golden.cli import main
from argparity.golden.records.store import load_goldens
from argparity.golden.report.reproduce import compare_command, witness_lines
from argparity.golden.sides.target import ConfigFile, Target, find_target

from .conftest import Project

FILES = """\
import argparse
import json


def parse(argv):
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--config", action="append", default=[])
    parser.add_argument("--steps", type=int, default=1)
    for path in {order}(parser.parse_known_args(argv)[0].config):
        with open(path) as file:
            parser.set_defaults(**json.load(file))
    return parser.parse_args(argv)
"""

ENTRY = """\
[tool.argparity.targets.files]
control = "control.py:parse"
candidate = "candidate.py:parse"
config_file = {{ flag = "--config", format = "json" }}
goldens = "goldens"
"""


@pytest.fixture
def files(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Sides of which the first reads the files in their order, the second the other way round."""
    project.write("control.py", FILES.format(order="list"))
    project.write("candidate.py", FILES.format(order="reversed"))
    project.write("pyproject.toml", ENTRY.format())
    for number in (1, 2, 3):
        project.write(f"{number}.json", json.dumps({"steps": number}))
    monkeypatch.chdir(project.folder)
    return project


def target_of(project: Project) -> Target:
    return project.target(
        name="files",
        control="control.py:parse",
        candidate="candidate.py:parse",
        config_file=ConfigFile("--config", "json"),
    )


def test_the_gate_shows_which_of_two_files_wins(files: Project) -> None:
    report = files.gate(target_of(files), battery=None, only="battery")

    shown = [m for m in report.mismatches if m.flag == "--steps"]
    assert shown
    assert all(len(m.case.steps[-1].files) == 2 for m in shown)
    assert sum(line.startswith("file: {") for line in witness_lines(shown[0].case)) == 2
    assert compare_command(target_of(files), shown[0]).count("--toml") == 2


def test_sides_that_read_them_alike_match(files: Project) -> None:
    files.write("candidate.py", FILES.format(order="list"))

    assert files.gate(target_of(files), only="battery").exit_code == 0


@pytest.mark.parametrize(
    ("options", "code"),
    [(["--toml", "1.json"], 0), (["--toml", "1.json", "--toml", "2.json"], 1)],
)
def test_compare_takes_several(files: Project, options: list[str], code: int) -> None:
    assert main(["compare", "argv", "files", *options, "--"]) == code


def test_words_may_say_where_each_file_stands(
    files: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    named = ["--config", "<TOML2>", "--config", "<TOML>"]
    words = ["--toml", "1.json", "--toml", "2.json", "--", *named]

    assert main(["compare", "argv", "files", *words]) == 1
    assert "1 -> 2" in capsys.readouterr().out


def test_more_files_than_a_case_can_have_are_wrong_use(
    files: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [word for _ in range(4) for word in ("--toml", "1.json")]

    assert main(["compare", "argv", "files", *words, "--"]) == 2
    assert "at most 3 configuration files" in capsys.readouterr().err


def test_a_parse_function_is_given_one_text(
    files: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    files.write("one.py", "def parse(argv, config=None):\n    return {'config': config}\n")
    sides = ["--control", "one.py:parse", "--candidate", "one.py:parse"]

    assert main(["compare", "argv", *sides, "--toml", "1.json", "--toml", "2.json", "--"]) == 2
    assert "one configuration file" in capsys.readouterr().err


def test_a_golden_keeps_all_its_files(files: Project) -> None:
    words = ["--toml", "1.json", "--toml", "2.json", "--toml", "3.json", "--"]
    recorded = ["record", "add", "files", "--topic", "files", "--why", "The last wins."]

    assert main([*recorded, *words]) == 0

    (golden,) = json.loads(Path("goldens/files.json").read_text())["cases"]
    assert golden["toml"] == '{"steps": 1}'
    assert golden["more_toml"] == ['{"steps": 2}', '{"steps": 3}']
    assert load_goldens(find_target("files"))[0].case.steps[0].files[2] == b'{"steps": 3}'
