"""`bench` from the command line: what it prints, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from argparity.golden.cli import main


@pytest.mark.usefixtures("small_target")
def test_it_prints_each_cost_with_its_ratio(
    small_project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(small_project)

    assert main(["bench", "small", "--rounds", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert lines[0].startswith("small on Python 3.")
    assert lines[1].split()[-3:] == ["1.00", "of", "frozen"]
    assert [line.split(",")[0].strip() for line in lines[1:6]] == ["build and parse"] * 3 + [
        "load"
    ] * 2


def test_it_prints_one_json_document(
    small_project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(small_project)

    assert main(["bench", "small", "--rounds", "2", "--json"]) == 0

    assert set(json.loads(capsys.readouterr().out)) == {"target", "parse", "load", "compare"}


@pytest.mark.parametrize(
    "words", [[], ["small", "--synthetic", "5"], ["--synthetic", "0"], ["small", "--rounds", "0"]]
)
def test_words_that_make_no_sense_are_a_usage_error(words: list[str]) -> None:
    assert main(["bench", *words]) == 2
