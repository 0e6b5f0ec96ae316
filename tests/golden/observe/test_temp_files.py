"""The files that a case names, and what is left of them."""

from __future__ import annotations

import argparse
import logging
import os
import warnings
from pathlib import Path
from typing import Any

import pytest

from argparity.compat._toml import read_toml
from argparity.golden.model.case import Case
from argparity.golden.model.encode import encode
from argparity.golden.observe.temp_files import TempFiles

from .conftest import Run


def read_file(argv: list[str]) -> dict[str, Any]:
    """A parse that reads the file behind --config, as TOML."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--config")
    return read_toml(parser.parse_args(argv).config)


def test_placeholders_stand_for_real_paths_and_come_back_in_every_text(run: Run) -> None:
    def parse(argv: list[str]) -> dict[str, object]:
        print(*argv)
        logging.getLogger().error("%s", argv[0])
        warnings.warn(argv[1], stacklevel=1)
        os.environ["SEEN"] = argv[2]
        return {
            "exists": [os.path.isdir(argv[0]), os.path.exists(argv[1]), os.path.exists(argv[2])],
            "argv": argv,
        }

    words = ["<DIR>", "<MISSING>", "<UNREADABLE>", "--x=<DIR>/y"]
    outcome = run(parse, Case.of(words))

    assert outcome.values == encode({"exists": [True, False, True], "argv": words})
    assert outcome.stdout == " ".join(words) + "\n"
    assert outcome.log == ("ERROR root: <DIR>",)
    assert outcome.warnings == ("UserWarning: <MISSING>",)
    assert outcome.effects == ("os.environ['SEEN'] became '<UNREADABLE>'",)


def test_a_file_without_read_permission_is_unreadable_for_root_too(run: Run) -> None:
    outcome = run(read_file, Case.of(["--config", "<UNREADABLE>"]))

    assert (outcome.kind, outcome.error) == ("raise", "PermissionError")
    assert "<UNREADABLE>" in outcome.message


def test_a_project_that_only_its_owner_may_enter_is_read_beside_an_unreadable_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tmp_path.chmod(0o700)
    (tmp_path / "help.txt").write_text("read late")

    def parse(argv: list[str]) -> dict[str, str]:
        return {"text": (tmp_path / "help.txt").read_text()}

    outcome = run(parse, Case.of(["--config", "<UNREADABLE>"]))

    assert outcome.values == encode({"text": "read late"})


def test_the_configuration_file_is_named_by_its_flag_unless_a_word_names_it(run: Run) -> None:
    words = {
        (): ["--config", "<TOML>"],
        ("--y", "1"): ["--config", "<TOML>", "--y", "1"],
        ("--y", "<TOML>"): ["--y", "<TOML>"],
        ("--config=<TOML>",): ["--config=<TOML>"],
    }
    for given, expected in words.items():
        outcome = run(lambda argv: {"argv": argv}, Case.of(given, "x = 1"), config_flag="--config")
        assert outcome.values == encode({"argv": expected})
    outcome = run(read_file, Case.of([], b"[a]\nb = 1\n"), config_flag="--config")
    assert outcome.values == encode({"a": {"b": 1}})


def test_a_file_is_written_anew_for_each_case_and_gone_for_a_case_without_one(run: Run) -> None:
    def read(argv: list[str]) -> dict[str, object]:
        with open(argv[1], "rb+") as file:
            found = file.read()
            file.write(b"left by the program")
        return {"found": found}

    long, short = Case.of(["--c", "<TOML>"], "a = 1\n" * 9), Case.of(["--c", "<TOML>"], "b = 2\n")

    assert run(read, long).values == encode({"found": b"a = 1\n" * 9})
    assert run(read, short).values == encode({"found": b"b = 2\n"})
    assert run(read, Case.of(["--c", "<TOML>"])).error == "FileNotFoundError"


def test_the_workbench_leaves_nothing_behind() -> None:
    with TempFiles() as files:
        folder = os.path.dirname(files.paths["<DIR>"])
        assert os.path.isdir(folder)
    assert not os.path.exists(folder)


def test_a_path_in_other_letters_is_no_difference_of_two_processes() -> None:
    texts = []
    for _ in range(2):
        with TempFiles() as files:
            texts.append(files.mask(files.paths["<DIR>"].upper()))

    assert texts[0] == texts[1]
