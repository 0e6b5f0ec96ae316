"""`record` from the command line: what it prints, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from argparity.golden.cli import main
from argparity.golden.records.store import Golden, load_goldens
from argparity.golden.sides.target import Target

ADD = ["record", "add", "small", "--topic", "depths", "--why", "a depth is a number"]


@pytest.fixture(autouse=True)
def in_project(small_project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(small_project)


@pytest.fixture
def goldens(small_target: Target) -> list[Golden]:
    """Two recorded goldens."""
    assert main([*ADD, "--", "--depth", "5"]) == 0
    assert main([*ADD, "--id", "bad", "--", "--depth", "x"]) == 0
    return load_goldens(small_target)


def out(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def failed(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line on standard error of a use that is wrong."""
    capsys.readouterr()
    assert main(words) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    return err


def test_add_records_a_command_line(
    small_target: Target, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*ADD, "--", "--depth", "x"]) == 0

    assert out(capsys) == "1 added: depths:000\n"
    (golden,) = load_goldens(small_target)
    assert golden.case.why == "a depth is a number"
    assert golden.outcome.last.kind == "exit"


def test_add_takes_an_environment(small_target: Target) -> None:
    main([*ADD, "--env", "A=1", "--env", "B=", "--", "--wide"])

    assert load_goldens(small_target)[0].case.env == (("A", "1"), ("B", ""))


def test_add_reads_many_cases_from_a_file(small_project: Path, small_target: Target) -> None:
    file = small_project / "cases.jsonl"
    cases = [{"id": f"n{n}", "why": "one of many", "argv": ["--limit", str(n)]} for n in range(3)]
    file.write_text("\n".join(map(json.dumps, cases)) + "\n\n")

    assert main(["record", "add", "small", "--topic", "many", "--from", str(file)]) == 0

    assert [golden.case.argv[1] for golden in load_goldens(small_target)] == ["0", "1", "2"]


def test_list_and_show(goldens: list[Golden], capsys: pytest.CaptureFixture[str]) -> None:
    out(capsys)

    assert main(["record", "list", "small"]) == 0
    listed = capsys.readouterr()
    assert listed.out == "depths:000  a depth is a number\nbad  a depth is a number\n"
    assert listed.err == "2 goldens in 1 topics\n"

    assert main(["record", "show", "small", "bad"]) == 0
    path, _, text = out(capsys).partition("\n")
    assert path.endswith("goldens/depths.json")
    assert json.loads(text)["argv"] == ["--depth", "x"]


def test_listing_nothing_is_not_success() -> None:
    assert main(["record", "list", "small"]) == 5


def test_change_keeps_its_reason(
    goldens: list[Golden],
    small_project: Path,
    change_control: Callable[[str, str], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    change_control('"--depth", type=int', '"--depth", type=str')
    out(capsys)

    assert main(["record", "change", "small", "bad", "--reason", "depths have names now"]) == 0

    assert out(capsys) == "1 recorded again: bad\n"
    assert (
        '"reason": "depths have names now"' in (small_project / "goldens/depths.json").read_text()
    )


def test_confirming_on_this_python_says_what_changed(
    goldens: list[Golden],
    change_control: Callable[[str, str], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    change_control('"--depth", type=int', '"--depth", type=str')

    err = failed(["record", "add", "small", "--this-python"], capsys)

    assert "depths:000: on Python" in err
    assert "no longer does what was recorded" in err


@pytest.mark.parametrize("verb", ["reformat", "prune"])
def test_verbs_with_nothing_to_do_say_so(
    verb: str, goldens: list[Golden], capsys: pytest.CaptureFixture[str]
) -> None:
    out(capsys)

    assert main(["record", verb, "small"]) == 0
    assert out(capsys) == "nothing changed\n"


def test_what_a_killed_run_left_is_named(
    small_project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (small_project / "goldens").mkdir()
    (small_project / "goldens" / ".depths.json.0.argparity-unfinished").write_text("{")

    main([*ADD, "--", "--wide"])

    assert "an earlier run was killed while it wrote .depths.json.0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["add", "nothing"], "unknown target 'nothing'; known targets: "),
        (["add", "small"], "needs --topic NAME"),
        (["add", "small", "--topic", "a", "--why", "b"], "nothing to record"),
        (["add", "small", "--topic", "a", "--", "--wide"], "--why is missing"),
        (["add", "small", "--topic", "a/b", "--why", "b", "--"], "cannot name a topic"),
        (["add", "small", "--topic", "a", "--from", "no.jsonl"], "no.jsonl: No such file"),
        (["add", "small", "--topic", "a", "--from", "pyproject.toml"], "pyproject.toml:1: is no"),
        (
            ["add", "small", "--topic", "a", "--why", "b", "--env", "A", "--"],
            "of the form NAME=VALUE",
        ),
        (["add", "small", "--this-python", "--topic", "a"], "takes no new case"),
        (["change", "small", "x", "--reason", " "], "needs a reason"),
        (["change", "small", "x", "--reason", "y"], "no golden has the id 'x'"),
        (["show", "small", "x"], "no golden has the id 'x'"),
        (["prune", "small", "--", "--wide"], "takes no command line after --"),
    ],
)
def test_wrong_use_is_one_clear_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in failed(["record", *words], capsys)


def test_a_change_without_a_reason_is_refused(
    goldens: list[Golden], capsys: pytest.CaptureFixture[str]
) -> None:
    assert "--reason" in failed(["record", "change", "small", "bad"], capsys)


def test_a_broken_file_is_one_clear_line(
    goldens: list[Golden], small_project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (small_project / "goldens" / "depths.json").write_text('{"format": 1,\n "cases": [')

    assert "depths.json:2: not valid JSON" in failed(["record", "list", "small"], capsys)


@pytest.mark.slow
def test_distilling_keeps_the_cases_that_catch_every_planted_fault(
    goldens: list[Golden], small_target: Target, capsys: pytest.CaptureFixture[str]
) -> None:
    out(capsys)

    assert main(["record", "distill", "small", "--workers", "1"]) == 0

    kept = [golden for golden in load_goldens(small_target) if golden.distilled]
    last = out(capsys).splitlines()[-1]
    assert 0 < len(kept) < 40
    assert last.startswith(f"{len(kept)} cases catch ")
    assert {"depths:000", "bad"} <= {golden.case.id for golden in load_goldens(small_target)}
