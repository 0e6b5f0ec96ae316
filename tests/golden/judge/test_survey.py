"""What the sides of a target are seen to take, and what is said where they are not given it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from argparity.golden.judge.comparator import Comparator
from argparity.golden.judge.survey import Surveyed, survey
from argparity.golden.sides.target import ConfigFile, Target

BUILD = """
import argparse, os

def build(strict=True):
    parser = argparse.ArgumentParser(prog="p")
    parser.add_argument("--rank", type=int, default=os.environ.get("P_RANK", 0))
    parser.add_argument("--{flag}", default=os.getenv("P_HOME"), required={required})
    return parser
"""
PARSE = """
import argparse

def parse({parameters}):
    parser = argparse.ArgumentParser(prog="p")
    parser.add_argument("--rank", type=int, default=0)
    file = next((text for text in locals().values() if isinstance(text, str)), "")
    if "rank" in file:
        parser.set_defaults(rank=9)
    return {{**vars(parser.parse_args(argv)), "env": {env}}}
"""


def surveyed(folder: Path, one: str, two: str | None = None, **entry: Any) -> Surveyed:
    (folder / "one.py").write_text(one)
    (folder / "two.py").write_text(one if two is None else two)
    name = "parse" if "def parse" in one else "build"
    with Comparator(
        Target(name="t", control=f"one.py:{name}", candidate=f"two.py:{name}", base=folder, **entry)
    ) as comparator:
        return survey(comparator)


def parse(parameters: str, env: str = "None") -> str:
    return PARSE.format(parameters=parameters, env=env)


@pytest.mark.parametrize(
    ("parameters", "config"),
    [
        ("argv", None),
        ("argv, toml=None, env=None", ConfigFile(None)),
        ("argv, config", ConfigFile(None)),
        ("argv, *, yaml=None", ConfigFile(None, "yaml")),
        ("argv, text, env", ConfigFile(None)),
    ],
)
def test_a_parse_function_that_takes_a_file_has_one(
    tmp_path: Path, parameters: str, config: ConfigFile | None
) -> None:
    found = surveyed(tmp_path, parse(parameters))

    assert found.target.config_file == config
    assert found.remarks == ()


def test_what_the_entry_says_of_the_file_stays(tmp_path: Path) -> None:
    entry = ConfigFile(None, "json")

    found = surveyed(tmp_path, parse("argv, toml=None"), config_file=entry)

    assert found.target.config_file == entry


def test_variables_that_a_builder_looks_up_are_those_of_the_target(tmp_path: Path) -> None:
    found = surveyed(tmp_path, BUILD.format(flag="home", required=False))

    assert found.target.environment == ("P_RANK", "P_HOME")


def test_variables_that_a_function_looks_up_are_those_of_the_target(tmp_path: Path) -> None:
    one = parse("argv, toml=None, env=None", '(env or {}).get("P_ONE")')
    two = parse("argv, toml, env", '"P_TWO" in env')

    found = surveyed(tmp_path, one, two, environment=("P_TWO", "P_MORE"))

    assert found.target.environment == ("P_TWO", "P_MORE", "P_ONE")


def test_variables_are_seen_behind_what_is_required(tmp_path: Path) -> None:
    late = parse("argv, env=None", '(env or {})["P_LATE"]').replace("default=0", "required=True")

    found = surveyed(tmp_path, late)

    assert found.target.environment == ("P_LATE",)


def test_variables_that_are_set_here_keep_their_value_and_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P_HOME", "here")

    found = surveyed(tmp_path, BUILD.format(flag="home", required=False))

    assert found.target.environment == ("P_RANK",)
    assert ['environment = ["P_HOME"]' in remark.message for remark in found.remarks] == [True]


def test_variables_that_are_looked_up_at_import_are_named(tmp_path: Path) -> None:
    one = "import os\nHERE = os.environ.get('P_EARLY')\n" + parse("argv")

    found = surveyed(tmp_path, one, parse("argv"))

    (remark,) = found.remarks
    assert remark.message.startswith("the control looks up P_EARLY when it is imported")


@pytest.mark.parametrize(
    "flag", ["config", "config-file", "cfg", "job.config_file", "configuration_path"]
)
def test_a_flag_that_may_name_a_file_is_named(tmp_path: Path, flag: str) -> None:
    found = surveyed(tmp_path, BUILD.format(flag=flag, required=False))

    assert any(f"--config-flag=--{flag}" in remark.message for remark in found.remarks)


@pytest.mark.parametrize("flag", ["configure", "no-config", "configs-of"])
def test_other_flags_are_not_taken_for_one(tmp_path: Path, flag: str) -> None:
    found = surveyed(tmp_path, BUILD.format(flag=flag, required=False))

    assert found.remarks == ()


def test_a_file_that_no_side_could_be_given_leaves_no_verdict(tmp_path: Path) -> None:
    found = surveyed(tmp_path, parse("argv"), config_file=ConfigFile(None, "yaml"))

    assert [remark.grave for remark in found.remarks] == [True]
    assert "neither side takes its text" in found.remarks[0].message


def test_a_side_that_takes_no_file_beside_one_that_does_is_named(tmp_path: Path) -> None:
    found = surveyed(tmp_path, parse("argv"), parse("argv, toml=None"))

    assert found.target.config_file == ConfigFile(None)
    assert [remark.message for remark in found.remarks] == [
        "the candidate takes the text of a configuration file, the control takes none"
    ]


def test_a_builder_with_parameters_for_a_file_or_variables_is_named(tmp_path: Path) -> None:
    code = BUILD.format(flag="home", required=False).replace("strict=True", "config=None, env=None")

    found = surveyed(tmp_path, code)

    messages = [remark.message for remark in found.remarks]
    assert len(messages) == 4
    assert "the control's parameter config is given nothing: it is a program" in messages[0]
