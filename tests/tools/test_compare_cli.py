"""`argparity compare`: one input on both sides."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from golden.cli import main

CONTROL = """
import argparse

def build():
    parser = argparse.ArgumentParser(prog="train")
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--name", default="run")
    return parser
"""

PARSE = """
import os

def parse(argv, toml, env):
    return {"argv": argv, "toml": toml, "env": env.get("RANK"), "seen": os.environ.get("RANK")}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to stand in, with a control and a candidate whose default of --steps is 3.0."""
    (tmp_path / "control.py").write_text(CONTROL)
    (tmp_path / "candidate.py").write_text(CONTROL.replace("default=3)", "default=3.0)"))
    (tmp_path / "parse.py").write_text(PARSE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def compare(*words: str) -> int:
    return main(["compare", *words])


SIDES = ("--control", "control.py:build", "--candidate", "candidate.py:build")


def test_an_input_that_both_treat_alike_is_reported_with_its_counts(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert compare("argv", "flame", "--", "--training.steps", "5") == 0
    assert capsys.readouterr().out == "identical: 100 values in 15 sections\n"


def test_an_input_that_both_reject_alike_is_identical_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert compare("argv", "flame", "--", "--training.steps", "x") == 0
    assert "invalid int value: 'x'" in capsys.readouterr().out


def test_a_mismatch_is_one_line_with_its_class_and_both_values(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare("argv", *SIDES, "--", "--name", "x") == 1
    assert capsys.readouterr().out == "arguments: --steps: default-changed: 3 -> 3.0\n"


def test_verbose_adds_the_view_of_deepdiff(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare("argv", *SIDES, "-v", "--") == 1
    shown = capsys.readouterr().out
    assert "root[0]['values']['steps']['type']" in shown
    assert 'changed from "int" to "float"' in shown


def test_json_is_one_document_of_the_agreed_form(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare("argv", *SIDES, "--json", "--", "--name", "x") == 1
    document = json.loads(capsys.readouterr().out)
    assert document["verdict"] == "mismatched"
    assert document["sections"] == [{"section": "arguments", "values": 2, "verdict": "mismatched"}]
    (mismatch,) = document["mismatches"]
    assert mismatch["class"] == "default-changed"
    assert mismatch["direction"] == "altered"
    assert mismatch["control"] == {"type": "int", "value": "3"}
    assert mismatch["candidate"] == {"type": "float", "value": "3.0"}
    assert mismatch["witness"] == {"argv": ["--name", "x"], "toml": None, "env": {}}
    assert mismatch["accepted"] is None


def test_a_relative_configuration_file_on_the_command_line_is_found_from_where_the_user_stands(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "job.toml").write_text("[training]\nunheard_of = 1\n")
    assert compare("argv", "flame", "--", "--job.config_file", "job.toml") == 0
    assert capsys.readouterr().out == "identical: 101 values in 15 sections\n"


def test_toml_puts_a_file_under_the_command_line(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "job.toml").write_text("[training]\nunheard_of = 1\n")
    assert compare("toml", "flame", "job.toml", "--", "--training.steps", "5") == 0
    assert capsys.readouterr().out == "identical: 101 values in 15 sections\n"


def test_a_file_that_is_no_toml_is_an_input_like_any_other(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "job.toml").write_bytes(b"\xff\xfe")
    assert compare("toml", "flame", "job.toml") == 0
    assert "UnicodeDecodeError" in capsys.readouterr().out


def test_a_parse_function_is_handed_file_and_environment(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "job.toml").write_text("a = 1\n")
    side = "parse.py:parse"
    words = ("--control", side, "--candidate", side, "--toml", "job.toml", "--env", "RANK=2")
    assert compare("argv", *words, "--json", "--", "x") == 0
    assert json.loads(capsys.readouterr().out)["values"] == 4


def test_a_control_that_differs_from_itself_cannot_be_judged(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "random_side.py").write_text(
        "import itertools\ncount = itertools.count()\n"
        "def parse(argv, toml, env): return {'n': next(count)}\n"
    )
    side = "random_side.py:parse"
    assert compare("argv", "--control", side, "--candidate", side, "--") == 3
    assert "two runs of the control on this input differ" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("argv", "nosuch", "--"), "unknown target 'nosuch'; known targets: flame, megatron"),
        (("argv", "flame"), "put the command line after --"),
        (("argv", "--"), "give one target, or --control SIDE --candidate SIDE"),
        (("argv", "--control", "control.py:build", "--"), "--candidate is missing"),
        (("argv", "flame", *SIDES, "--"), "not both"),
        (("toml", "flame"), "compare toml needs a file: compare toml flame FILE"),
        (("toml", "flame", "missing.toml"), "missing.toml: No such file or directory"),
        (("toml", "flame", "."), ".: Is a directory"),
        (("toml", "megatron", "control.py"), "has no configuration file"),
        (("argv", "flame", "--env", "RANK", "--"), "--env RANK: is not of the form NAME=VALUE"),
        (("argv", "--control", "x.py:f", "--candidate", "x.py:f", "--"), "x.py:f: no file"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(
    words: Sequence[str], says: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare(*words) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert says in shown.err
    assert shown.err.count("\n") == 1


def test_no_words_at_all_show_the_usage_and_exit_with_2(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        compare()
    assert ended.value.code == 2
    assert "usage: argparity compare" in capsys.readouterr().err
