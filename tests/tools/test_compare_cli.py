"""`argparity compare`: one input on both sides."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from argparity.golden.cli import main

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
    (tmp_path / "a.toml").write_text("a = 1\n")
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


def test_a_mismatch_is_one_line_and_both_values_stand_side_by_side(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare("argv", *SIDES, "--", "--name", "x") == 1
    assert (
        capsys.readouterr().out
        == """\
arguments: --steps: default-changed: 3 -> 3.0

           control  candidate
  --steps  3 (int)  3.0 (float)

1 of 2 values differ, 1 agree
"""
    )


def test_two_ends_stand_below_each_other(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    candidate = project / "candidate.py"
    candidate.write_text(candidate.read_text().replace("type=int", "type=float"))

    assert compare("argv", *SIDES, "--", "--steps", "1.5") == 1
    assert capsys.readouterr().out.endswith("""
  control    refused: argument --steps: invalid int value: '1.5'
  candidate  accepted
""")


def test_words_before_the_two_dashes_are_told_where_they_belong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert compare("argv", "flame", "--training.steps", "5") == 2
    assert "comes after two dashes" in capsys.readouterr().err


@pytest.mark.parametrize(("backend", "noted"), [("legacy", True), ("generated", False)])
def test_where_no_generated_code_was_compared_it_is_said(
    backend: str, noted: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare("argv", "flame", "--backend", backend, "--", "--training.steps", "5") == 0
    assert ("frozen parser was compared with itself" in capsys.readouterr().err) == noted


def test_verbose_adds_the_view_of_deepdiff(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare("argv", *SIDES, "-v", "--") == 1
    shown = capsys.readouterr().out
    assert "DeepDiff finds:\n  steps: 3 (int) | 3.0 (float)\n" in shown


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


@pytest.mark.parametrize(
    ("document", "says"),
    [(b"\xff\xfe", "UnicodeDecodeError"), (b"a = = 1", "tomllib.TOMLDecodeError")],
)
def test_a_file_that_is_no_toml_is_compared_only_where_that_is_meant(
    document: bytes, says: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "job.toml").write_bytes(document)

    assert compare("toml", "flame", "job.toml") == 2
    assert "job.toml: not a TOML document" in capsys.readouterr().err

    assert compare("argv", "flame", "--toml", "job.toml", "--") == 0
    assert says.rpartition(".")[2] in capsys.readouterr().out


def test_a_target_whose_files_are_no_toml_is_given_them_as_they_are(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "argparity.toml").write_text(
        '[targets.parse]\ncontrol = "parse.py:parse"\ncandidate = "parse.py:parse"\n'
        'config_file = { format = "json" }\n'
    )
    (project / "job.json").write_text("{}")
    assert compare("toml", "parse", "job.json") == 0
    assert "identical" in capsys.readouterr().out


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
        "import uuid\ndef parse(argv, toml, env): return {'n': uuid.uuid4().hex}\n"
    )
    side = "random_side.py:parse"
    assert compare("argv", "--control", side, "--candidate", side, "--") == 3
    assert "two runs of the control on this input differ" in capsys.readouterr().err


LEAVING = "import os\ndef build(argv):\n    if argv: os._exit(0)\n    return {}\n"


def test_a_control_that_ends_its_process_is_no_verdict(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "control.py").write_text(LEAVING)
    assert compare("argv", *SIDES, "--", "--name", "x") == 3
    assert "the control gave no result on this input: its process ended with status 0" in (
        capsys.readouterr().err
    )


def test_a_candidate_that_ends_its_process_differs(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "candidate.py").write_text(LEAVING)
    assert compare("argv", *SIDES, "--", "--name", "x") == 1
    assert "lost its process ended with status 0" in capsys.readouterr().out


def test_what_a_side_prints_is_no_part_of_the_document(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (project / "control.py").write_text(f"import os\nos.write(1, b'loading')\n{CONTROL}")
    assert compare("argv", *SIDES, "--json", "--") == 1
    assert json.loads(capfd.readouterr().out)["verdict"] == "mismatched"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "the following arguments are required: input; `argparity compare --help` explains"),
        (("argf", "flame", "--"), "invalid choice: 'argf'"),
        (("argv", "flame", "--nosuch", "--"), "unrecognized arguments: --nosuch"),
        (("argv", "nosuch", "--"), "unknown target 'nosuch'; known targets: flame, megatron"),
        (("argv", "flame"), "put the command line after --"),
        (("argv", "--"), "give one target, or --control SIDE --candidate SIDE"),
        (("argv", "--control", "control.py:build", "--"), "--candidate is missing"),
        (("argv", "flame", *SIDES, "--"), "not both"),
        (("toml", "flame"), "compare toml needs a file: compare toml flame FILE"),
        (("toml", "flame", "missing.toml"), "missing.toml: No such file or directory"),
        (("toml", "flame", "control.py"), "control.py: not a TOML document"),
        (("argv", "flame", "--", "--job.config_file=/dev/stdin"), "give it as --toml /dev/stdin"),
        (("argv", "flame", "--", "--job.config_file", "/dev/fd/9"), "give it as --toml /dev/fd/9"),
        (("toml", "flame", "."), ".: Is a directory"),
        (("toml", "megatron", "a.toml"), "has no configuration file"),
        (("toml", *SIDES, "a.toml"), "are told by --config-flag=FLAG"),
        (
            ("argv", "flame", "--config-flag=--job.config_file", "--"),
            "set config_file in its entry",
        ),
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


@pytest.mark.parametrize("option", [("-v",), ("--json",), ("--env", "RANK=1")])
def test_options_may_stand_between_what_the_input_is_and_the_target(
    option: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare("argv", *option, "flame", "--") == 0
    assert "100" in capsys.readouterr().out


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_words_that_the_terminal_cannot_show_are_escaped(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(terminal, encoding))
    assert compare("argv", "flame", "--", "\udcff") == 0
    sys.stdout.flush()
    assert b"unrecognized arguments: \\udcff" in terminal.getvalue()


UNITS = """
class Weight:
    __slots__ = ("_kilos",)

    def __init__(self, text):
        self._kilos = float(text)

    @property
    def grams(self):
        return self._kilos * 1000
"""
WEIGHING = """
import argparse

from scales_units import Weight

def build():
    parser = argparse.ArgumentParser(prog="scales")
    parser.add_argument("--weight", type=Weight, default=Weight("1"))
    return parser
"""
ENCODERS = """
from argparity.golden import register_encoder
from scales_units import Weight

register_encoder(Weight, lambda weight: weight.grams)
"""
SCALES = """
[targets.scales]
control = "scales.py:build"
candidate = "new_scales.py:build"
"""


def test_a_value_of_an_unknown_type_is_compared_once_its_encoder_is_registered(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "scales_units.py").write_text(UNITS)
    (project / "scales.py").write_text(WEIGHING)
    (project / "new_scales.py").write_text(WEIGHING.replace('Weight("1")', 'Weight("2")'))
    (project / "argparity.toml").write_text(SCALES)

    assert compare("argv", "scales", "--", "--weight", "3") == 3
    assert "argparity.golden.register_encoder(Weight, function)" in capsys.readouterr().err

    (project / "scales_encoders.py").write_text(ENCODERS)
    (project / "argparity.toml").write_text(SCALES + 'encoders = ["scales_encoders"]\n')
    assert compare("argv", "scales", "--", "--weight", "3") == 0
    assert compare("argv", "scales", "--") == 1
    assert "scales_units.Weight(1000.0) -> scales_units.Weight(2000.0)" in capsys.readouterr().out


def test_a_difference_that_is_asked_for_comes_first(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "more.py").write_text(
        "import argparse\n\n\ndef build():\n    parser = argparse.ArgumentParser()\n"
        "    parser.add_argument('--a', default=1)\n    parser.add_argument('--b', default=1)\n"
        "    return parser\n"
    )
    (project / "less.py").write_text((project / "more.py").read_text().replace("=1", "=2"))
    sides = ["--control", "more.py:build", "--candidate", "less.py:build"]

    assert compare("argv", *sides, "--about=--b:default-changed", "--") == 1

    assert capsys.readouterr().out.splitlines()[:2] == [
        "arguments: --b: default-changed: 1 -> 2",
        "arguments: --a: default-changed: 1 -> 2",
    ]
