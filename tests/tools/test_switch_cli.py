"""`switch` from the command line: what it prints, and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from argparity.golden.cli import main
from argparity.golden.records.ledger import read_ledger
from argparity.golden.records.switches import read_switches
from argparity.golden.sides.target import Target

SWITCH = ["switch", "small", "model"]
QUICK = ["--workers", "1", "--budget", "30"]


@pytest.fixture(autouse=True)
def in_project(small_project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(small_project)


@pytest.fixture
def golden(small_target: Target) -> None:
    words = ["--topic", "depths", "--why", "a depth is a number", "--", "--depth", "5"]
    assert main(["record", "add", "small", *words]) == 0


@pytest.mark.slow
@pytest.mark.usefixtures("golden")
def test_a_section_goes_over_when_the_gate_matches_and_back_at_once(
    small_target: Target, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SWITCH, "generated", "--reason", "it is ready", *QUICK]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "small.model: generated"
    assert read_switches(small_target) == {"data": "legacy", "model": "generated"}
    assert main(["gate", "small", "--only", "goldens"]) == 0

    assert main([*SWITCH, "legacy", "--reason", "not yet"]) == 0
    assert read_switches(small_target) == {"data": "legacy", "model": "legacy"}
    entries = read_ledger(small_target.path(small_target.ledger))
    assert [entry.reason for entry in entries] == ["it is ready", "not yet"]
    assert entries[0].cases["battery"] > 0
    assert entries[0].mutants["killed"] > 0


@pytest.mark.slow
@pytest.mark.usefixtures("golden")
def test_a_candidate_that_differs_does_not_go_over(
    small_project: Path, small_target: Target, capsys: pytest.CaptureFixture[str]
) -> None:
    file = small_project / "new.py"
    file.write_text(file.read_text().replace("default=3", "default=4"))

    assert main([*SWITCH, "generated", "--reason", "it is ready", *QUICK]) == 1

    printed = capsys.readouterr()
    assert "--depth  [model]  default-changed, altered" in printed.out
    assert "nothing was switched" in printed.err
    assert set(read_switches(small_target).values()) == {"legacy"}
    assert not small_target.path(small_target.ledger).exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nothing", "model", "legacy"], "unknown target 'nothing'"),
        (["small", "depth", "legacy"], "unknown section 'depth' of small; known: data, model"),
    ],
)
def test_wrong_use_is_one_clear_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["switch", *words, "--reason", "x"]) == 2

    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


def test_a_target_without_switches_is_told_what_to_write(
    small_project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (small_project / "switches.toml").unlink()

    assert main([*SWITCH, "legacy", "--reason", "x"]) == 2
    assert "a table [small] names them" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"), [(["old"], "invalid choice: 'old'"), (["generated"], "required: --reason")]
)
def test_a_backend_and_a_reason_are_needed(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SWITCH, *words]) == 2
    shown = capsys.readouterr().err
    assert says in shown
    assert shown.count("\n") == 1


def test_what_a_killed_run_left_is_named(
    small_project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (small_project / ".switches.toml.0.argparity-unfinished").write_text("format")

    main([*SWITCH, "legacy", "--reason", "x"])

    err = capsys.readouterr().err
    assert "an earlier run was killed while it wrote .switches.toml.0" in err
    assert "`argparity gate` says whether switches and ledger agree" in err
