"""Targets as configuration: where entries stand, what they say, and how a wrong one is told."""

from __future__ import annotations

import sys
from dataclasses import fields
from pathlib import Path

import pytest

import checkout
from argparity.golden.errors import ConfigError, UsageError
from argparity.golden.sides.side import KINDS
from argparity.golden.sides.target import (
    ConfigFile,
    Target,
    adhoc_target,
    find_target,
    known_targets,
    project_folder,
)

ENTRY = """\
control = "old.py:parser"
candidate = "new.py:parser"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    return tmp_path


def in_pyproject(folder: Path, entry: str, name: str = "tool") -> Path:
    file = folder / "pyproject.toml"
    file.write_text(f'[project]\nname = "x"\n\n[tool.argparity.targets.{name}]\n{entry}')
    return file


def in_argparity(folder: Path, entry: str, name: str = "tool") -> Path:
    file = folder / "argparity.toml"
    file.write_text(f"[targets.{name}]\n{entry}")
    return file


@pytest.mark.parametrize("write", [in_pyproject, in_argparity])
def test_an_entry_is_found_from_any_folder_of_the_project(write, folder: Path) -> None:  # type: ignore[no-untyped-def]
    write(folder, ENTRY)
    (folder / "src" / "deep").mkdir(parents=True)

    target = find_target("tool", folder / "src" / "deep")

    assert (target.control, target.candidate, target.base) == (
        "old.py:parser",
        "new.py:parser",
        folder,
    )


def test_every_key_is_read(folder: Path) -> None:
    in_argparity(
        folder,
        ENTRY
        + """\
control_kind = "parser"
module = "pkg.cli"
paths = ["scripts"]
shims = ["torch", "apex=shims/apex.py"]
prog = "train.py"
sections = { lists = { a = ["x", "y"] } }
config_file = { flag = "--config", format = "yaml" }
environment = ["RANK"]
help = "ignored"
frozen = ["old.py"]
sources = ["new.py"]
goldens = "tests/goldens"
ledger = "ledger.toml"
accepted = "accepted.toml"
switches = "switches.toml"
seals = "seals.toml"
""",
    )

    target = find_target("tool", folder)

    assert target.sections.section_of("y") == "a"
    assert target.config_file == ConfigFile("--config", "yaml")
    assert target.goldens_path == folder / "tests" / "goldens"
    assert (target.settings.prog, target.settings.config_flag) == ("train.py", "--config")
    assert (target.shims, target.help) == (("torch", "apex=shims/apex.py"), "ignored")


@pytest.mark.parametrize(
    ("entry", "line", "says"),
    [
        ("candidate = 'b:b'\n", 4, "control must be given as a string"),
        (ENTRY + "controll = 'x'\n", 7, "controll: unknown key; valid keys: accepted, candidate,"),
        (ENTRY + "prog = 3\n", 7, "prog: must be a string, not int"),
        (ENTRY + "frozen = 'a.py'\n", 7, "frozen: must be a list of strings"),
        (ENTRY + "sections = { group = false }\n", 7, 'must be one of { prefix = "." }'),
        (ENTRY + "sections = { module = 'a' }\n", 7, 'must be one of { prefix = "." }'),
        (ENTRY + "help = 'maybe'\n", 7, "is 'maybe'; valid choices: compared, ignored"),
        (ENTRY + "control_kind = 'x'\n", 7, "valid choices: parser, builder, adder, function"),
        (
            ENTRY + 'config_file = { flag = "--c", format = "ini" }\n',
            7,
            "format is 'ini'; valid choices: toml, json, yaml",
        ),
        (ENTRY + "config_file = { name = 'x' }\n", 7, 'must be { flag = "--config", format ='),
        (ENTRY + "config_file = { keys = 'x' }\n", 7, 'keys must be { FLAG = "table.key" }'),
        (ENTRY + "config_file = { keys = { lr = 3 } }\n", 7, 'the key of lr must be "table.key"'),
    ],
)
def test_a_wrong_entry_is_told_with_file_line_and_choices(
    entry: str, line: int, says: str, folder: Path
) -> None:
    file = in_pyproject(folder, entry)

    with pytest.raises(ConfigError) as caught:
        find_target("tool", folder)

    assert (caught.value.file, caught.value.line) == (str(file), line)
    assert str(caught.value).startswith(f"{file}:{line}: target 'tool'")
    assert says in str(caught.value)


def test_keys_of_a_file_are_paths(folder: Path) -> None:
    keys = '{ "--lr" = "optim.rate", size = ["a.b", "c"] }'
    in_argparity(folder, ENTRY + f"config_file = {{ keys = {keys} }}\n")

    config = find_target("tool", folder).config_file

    assert config is not None
    assert config.flag is None
    assert config.keys == {"--lr": ("optim", "rate"), "size": ("a.b", "c")}


@pytest.mark.parametrize("name", ["", "a b", "../a", "a.b", "a=b", "a,b"])
def test_a_name_that_the_environment_variable_could_not_say_is_refused(
    name: str, folder: Path
) -> None:
    in_argparity(folder, ENTRY, f'"{name}"')

    with pytest.raises(ConfigError, match="made of letters, digits, _ and -") as caught:
        known_targets(folder)
    assert caught.value.line == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x = 1\ntargets = 3\n", ":2: targets is not a table"),
        ("x = 1\ntargets = [1]\n", ":2: targets is not a table"),
        ("[targets]\ntool = 3\n", ":2: target 'tool': is not a table"),
        ("[targets.tool\n", ":1: not valid TOML"),
        ("# \u00fc", ": is not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_with_its_line(
    text: str, says: str, folder: Path
) -> None:
    file = folder / "argparity.toml"
    file.write_text(text, encoding="latin-1")

    with pytest.raises(ConfigError) as caught:
        known_targets(folder)
    assert str(caught.value).startswith(f"{file}{says}")


def test_two_targets_of_one_name_are_refused(folder: Path) -> None:
    in_pyproject(folder, ENTRY)
    in_argparity(folder, ENTRY)

    with pytest.raises(ConfigError, match=r"'tool' is also in argparity\.toml; keep one"):
        known_targets(folder)


def test_two_tables_of_one_name_are_refused_with_their_file(folder: Path) -> None:
    file = in_argparity(folder, ENTRY)
    file.write_text(file.read_text() * 2)

    with pytest.raises(ConfigError, match="not valid TOML") as caught:
        known_targets(folder)
    assert caught.value.file == str(file)


def test_a_name_that_comes_with_the_package_is_refused(folder: Path) -> None:
    taken = sorted(known_targets(folder))[0]
    in_argparity(folder, ENTRY, taken)

    with pytest.raises(ConfigError, match="already ships a target of that name") as caught:
        known_targets(folder)
    assert caught.value.line == 1


def test_an_unknown_target_is_refused_with_the_known_ones(folder: Path) -> None:
    in_argparity(folder, ENTRY)

    with pytest.raises(UsageError, match=r"unknown target 'toll'; known targets: .*tool"):
        find_target("toll", folder)


def test_a_target_without_an_entry_is_of_the_current_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)

    target = adhoc_target("a.py:a", "b.py:b", config_file=ConfigFile("--c"))

    assert (target.base, target.settings.config_flag) == (folder, "--c")


def test_the_project_is_the_nearest_folder_with_a_mark(folder: Path) -> None:
    (folder / "inner" / "deep").mkdir(parents=True)
    (folder / "inner" / "pyproject.toml").touch()

    assert project_folder(folder / "inner" / "deep") == folder / "inner"
    assert project_folder(folder) == folder


def test_shims_and_paths_are_around_the_control(folder: Path) -> None:
    (folder / "near").mkdir()
    (folder / "near" / "beside.py").write_text("STEPS = 5\n")
    (folder / "old.py").write_text(
        "import argparse\nimport absent_module\nfrom beside import STEPS\n"
        "parser = argparse.ArgumentParser()\nparser.add_argument('--steps', default=STEPS)\n"
    )
    in_argparity(folder, ENTRY + "paths = ['near']\nshims = ['absent_module']\n")

    side = find_target("tool", folder).load_control()

    assert side.thing.parse_args([]).steps == 5


def test_encoders_are_modules_of_the_project(folder: Path) -> None:
    (folder / "my_encoders.py").write_text("LOADED = True\n")
    in_argparity(folder, ENTRY + "encoders = ['my_encoders']\n")

    find_target("tool", folder).import_encoders()

    assert sys.modules.pop("my_encoders").LOADED


def test_encoders_that_are_missing_are_told_with_where_they_were_looked_for(folder: Path) -> None:
    in_argparity(folder, ENTRY + "encoders = ['no_such_encoders']\n")

    with pytest.raises(ConfigError, match=r"encoders: no_such_encoders cannot be imported"):
        find_target("tool", folder).import_encoders()


def test_every_key_and_every_kind_of_side_is_documented() -> None:
    page = (checkout.ROOT / "docs" / "targets.md").read_text(encoding="utf-8")
    keys = {f.name for f in fields(Target)} - {"name", "base"}

    assert [name for name in sorted({*keys, *KINDS}) if f"`{name}`" not in page] == []
