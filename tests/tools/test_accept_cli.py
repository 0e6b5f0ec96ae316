"""`accept`: a difference of the last report becomes an entry, and the gate is green with it."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from argparity.golden.cli import main
from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.records.last_run import keep_last
from argparity.golden.sides.target import find_target

SIDE = """\
import argparse


def build():
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--steps", type=int, default={default})
    parser.add_argument("--kind", choices={kinds})
    return parser
"""
ENTRY = """\
[tool.argparity.targets.little]
control = "old.py:build"
candidate = "new.py:build"
accepted = "accepted.toml"
"""
QUICK = ("--mutants", "none", "--examples", "0", "--workers", "1")
UNTIL = str(datetime.date.today() + datetime.timedelta(days=30))


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose target has two differences, in a report of the gate."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "old.py").write_text(SIDE.format(default=1, kinds=["a", "b"]))
    (folder / "new.py").write_text(SIDE.format(default=2, kinds=["a"]))
    (folder / "pyproject.toml").write_text(ENTRY)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return folder


def gate() -> int:
    return main(["gate", "little", *QUICK])


def accept(*words: str) -> int:
    return main(["accept", "little", *words])


def difference(flag: str, accepted: str | None = None) -> Mismatch:
    return Mismatch(
        target="little",
        section="arguments",
        flag=flag,
        cls="default-changed",
        direction="altered",
        control="1",
        candidate="2",
        case=Case.of([flag]),
        accepted=accepted,
    )


def test_each_difference_of_the_report_can_be_accepted_by_its_number(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gate() == 1
    capsys.readouterr()

    assert accept("1", "--reason", "only a is left", "--until", UNTIL, "--owner", "me") == 0
    assert capsys.readouterr().out == (
        f"accepted.toml: kind-choices-changed: accepted until {UNTIL}\n"
    )
    assert accept("2", "--reason", "faster", "--never", "it is measured") == 0

    assert gate() == 0
    assert "accepted as kind-choices-changed" in " ".join(capsys.readouterr().out.split())
    # What follows from a difference needs no entry of its own.
    assert (project / "accepted.toml").read_text().count("[[accepted]]") == 2
    assert not (project / ".argparity").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("9", "--reason", "r", "--until", UNTIL), "has no difference 9; it has 1 to 2"),
        (("1", "--reason", "r", "--until", "2999-01-01"), "more than a year away"),
        (("1", "--reason", " ", "--until", UNTIL), "reason is empty"),
        (("1", "--reason", "r", "--until", "soon"), "is no date like"),
        (("1", "--reason", "r"), "--until --never is required"),
    ],
)
def test_wrong_use_says_what_is_wrong_and_writes_nothing(
    words: tuple[str, ...], says: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep_last(find_target("little"), [difference("--kind"), difference("--steps")])

    assert accept(*words) == 2

    assert says in capsys.readouterr().err
    assert not (project / "accepted.toml").exists()


def test_without_a_report_it_says_what_to_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert accept("1", "--reason", "r", "--until", UNTIL) == 2
    assert "run `argparity gate little` first" in capsys.readouterr().err


def test_a_difference_is_accepted_once(capsys: pytest.CaptureFixture[str]) -> None:
    keep_last(find_target("little"), [difference("--steps", accepted="steps")])

    assert accept("1", "--reason", "r", "--until", UNTIL) == 2
    assert "accepted already" in capsys.readouterr().err
