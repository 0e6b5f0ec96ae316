"""What ends or interrupts a parse: usage errors, help, and the configuration file."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any

import pytest

from argparity.compat._toml import TOMLDecodeError
from argparity.legacy.flame import config_manager as control
from tests.releases import since

USAGE_ERRORS = [
    ["--training.steps", "x"],
    ["--training.steps"],
    ["--training.steps", "1", "stray"],
    ["--training.s", "1"],
    ["--training.compile=true"],
    ["--optimizer.implementation", "Fused"],
    ["--checkpoint.exclude_from_loading"],
    ["--model.converters"],
    ["--", "--training.steps", "1"],
    ["--=5"],
    ["--bogus", "--training.seed", "x"],
]

# From these releases on an ambiguous flag is an error only when its turn comes.
HELP_COMES_FIRST = since("3.12.7", "3.13.1")


def output_of_exit(
    config: Any, words: list[str], capsys: pytest.CaptureFixture[str]
) -> tuple[object, str, str]:
    with pytest.raises(SystemExit) as exit_info:
        config.parse_args(words)
    captured = capsys.readouterr()
    return exit_info.value.code, captured.out, captured.err


@pytest.mark.parametrize("words", USAGE_ERRORS, ids=" ".join)
def test_a_usage_error_is_that_of_the_frozen_parser_to_the_byte(
    config_manager: Any, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    expected = output_of_exit(control.JobConfig(), words, capsys)

    code, stdout, stderr = output_of_exit(config_manager.JobConfig(), words, capsys)

    assert (code, stdout, stderr) == expected
    assert code == 2
    assert stderr.startswith("usage: train.py [-h]")


def test_help_is_that_of_the_frozen_parser_to_the_byte(
    config_manager: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = output_of_exit(control.JobConfig(), ["-h"], capsys)

    code, stdout, stderr = output_of_exit(config_manager.JobConfig(), ["--hel"], capsys)

    assert (code, stdout, stderr) == expected
    assert code == 0
    assert "Optimizer steps to train for." in stdout


def test_help_before_an_ambiguous_flag_ends_as_on_the_frozen_parser(
    config_manager: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--help", "--j"]
    expected = output_of_exit(control.JobConfig(), words, capsys)

    code, stdout, stderr = output_of_exit(config_manager.JobConfig(), words, capsys)

    assert (code, stdout, stderr) == expected
    assert code == (0 if HELP_COMES_FIRST else 2)
    assert (stdout or stderr).startswith("usage: train.py [-h]")


def test_success_prints_nothing(parse: Any, capsys: pytest.CaptureFixture[str]) -> None:
    parse("--job.print_args")

    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("path", ["/missing/job.toml", ""])
def test_a_missing_file_is_logged_twice_and_raised(
    config_manager: Any, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(FileNotFoundError) as error_info:
        config_manager.JobConfig().parse_args(["--job.config_file", path])

    assert_logged_twice(caplog.records, path, error_info.value)


@pytest.mark.parametrize(
    "content", [b"[training\n", b"\xef\xbb\xbf[training]\n", b"x = 1\nx = 2\n"]
)
def test_a_malformed_file_is_logged_twice_and_raised(
    config_manager: Any, toml_file: Any, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path = toml_file(content)

    with pytest.raises(TOMLDecodeError) as error_info:
        config_manager.JobConfig().parse_args(["--job.config_file", path])

    assert_logged_twice(caplog.records, path, error_info.value)


def assert_logged_twice(records: list[logging.LogRecord], path: str, error: Exception) -> None:
    assert [(record.name, record.levelname) for record in records] == [("root", "ERROR")] * 2
    assert [record.getMessage() for record in records] == [
        f"Error while loading the configuration file: {path}",
        f"Error details: {error}",
    ]
    for record in records:
        assert record.exc_info is not None
        assert record.exc_info[1] is error


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"\xff\xfe", UnicodeDecodeError),
        (b"training = 1", TypeError),
        (b"x = 'abc'", ValueError),
        (b"[training]\n__init__ = 1\n", TypeError),
        (b"[model]\nconfig = ''\n", AssertionError),
    ],
)
def test_every_other_error_of_the_file_is_not_logged(
    parse: Any, content: bytes, error: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(error):
        parse(toml=content)

    assert caplog.records == []


def test_a_folder_for_a_file_is_not_logged(
    parse: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(IsADirectoryError):
        parse("--job.config_file", str(tmp_path))

    assert caplog.records == []


def test_an_empty_device_is_an_empty_file(parse: Any) -> None:
    assert parse("--job.config_file", os.devnull).training.steps == 10000


def test_words_that_are_no_text_are_type_errors(config_manager: Any) -> None:
    with pytest.raises(TypeError):
        config_manager.JobConfig().parse_args(["--training.steps", 5])
