"""`gate` as a command: its words, its reports, its exit codes, and what an interrupt leaves."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

import checkout
from argparity.golden.cli import main

ROOT = checkout.ROOT
SIDE = """\
import argparse


def build():
    {act}
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--steps", type=int, default={default})
    return parser
"""
QUICK = ["--workers", "1", "--examples", "0", "--mutants", "none"]


@pytest.fixture
def sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Words that name two equal sides in the current folder."""
    monkeypatch.chdir(tmp_path)
    write("control.py", 5)
    write("candidate.py", 5)
    return ["--control", "control.py:build", "--candidate", "candidate.py:build"]


def write(name: str, default: int, act: str = "pass") -> None:
    Path(name).write_text(SIDE.format(default=default, act=act), encoding="utf-8")


def test_equal_sides_exit_with_0_and_one_sentence(
    sides: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["gate", *sides, *QUICK])

    shown = capsys.readouterr()
    assert code == 0
    assert shown.out.startswith("adhoc: matched (100 % of the planned cases): ")
    assert shown.out.count("\n") <= 2
    assert shown.err == ""


def test_verbose_adds_the_table_and_what_the_run_consisted_of(
    sides: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["gate", *sides, *QUICK, "-v"])

    shown = capsys.readouterr().out
    assert "arguments" in shown
    assert "Control against control" in shown


def test_json_is_one_document_on_standard_output(
    sides: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    write("candidate.py", 6)

    code = main(["gate", *sides, *QUICK, "--json"])

    document = json.loads(capsys.readouterr().out)
    (mismatch,) = document["mismatches"]
    assert code == 1
    assert document["verdict"] == "mismatched"
    assert [section["section"] for section in document["sections"]] == ["arguments"]
    assert (mismatch["flag"], mismatch["class"]) == ("--steps", "default-changed")
    assert mismatch["witness"] == {"argv": [], "toml": None, "env": {}}


def test_every_form_is_written_on_request(sides: list[str], tmp_path: Path) -> None:
    write("candidate.py", 6)
    forms = ["--junit", "out/r.xml", "--markdown", "out/r.md", "--sarif", "out/r.sarif"]

    main(["gate", *sides, *QUICK, *forms, "--write-witness", "out/witnesses"])

    (script,) = (tmp_path / "out" / "witnesses").iterdir()
    assert ElementTree.parse("out/r.xml").getroot()[0].get("failures") == "1"
    assert Path("out/r.md").read_text(encoding="utf-8").startswith("## argparity: adhoc")
    assert json.loads(Path("out/r.sarif").read_text(encoding="utf-8"))["version"] == "2.1.0"
    assert script.name == "01-steps-default-changed.py"


def test_the_script_of_a_witness_shows_the_mismatch(sides: list[str]) -> None:
    write("candidate.py", 6)
    main(["gate", *sides, *QUICK, "--write-witness", "witnesses"])
    (script,) = Path("witnesses").iterdir()

    done = subprocess.run(
        [sys.executable, script],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1, done.stderr
    assert "5" in done.stdout
    assert "6" in done.stdout


def test_annotations_appear_where_github_runs(
    sides: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    write("candidate.py", 6)

    main(["gate", *sides, *QUICK, "--json"])

    shown = capsys.readouterr()
    assert json.loads(shown.out)["verdict"] == "mismatched"
    assert shown.err.startswith("::error title=adhoc%3A default-changed::")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["no-such-target"], "unknown target 'no-such-target'"),
        (["flame", "--budget", "0"], "budget is 0; it must be above 0"),
        (["flame", "--workers", "-1"], "workers is -1; it must be above 0"),
        (["--control", "control.py:build"], "--candidate is missing"),
        (["--control", "control.py:build", "--candidate", "none.py:build"], "none.py"),
        ([], "give one target"),
    ],
)
def test_wrong_words_are_one_line_and_exit_code_2(
    sides: list[str], words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["gate", *words])

    shown = capsys.readouterr()
    assert code == 2
    assert shown.err.startswith("argparity gate: error: ")
    assert message in shown.err
    assert shown.err.count("\n") == 1


def test_a_tier_without_cases_is_exit_code_5(
    sides: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["gate", *sides, "--only", "goldens"]) == 5
    assert capsys.readouterr().out.lstrip().startswith("adhoc: nothing was judged: ")


def test_an_interrupt_ends_the_workers_and_leaves_a_partial_report(sides: list[str]) -> None:
    # Not in a folder of the tests: the path of a socket must be short.
    box = f"{tempfile.mkdtemp()}/box"
    mail = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    mail.bind(box)
    mail.settimeout(60)
    write("control.py", 5, _SHOW_AND_TAKE_TIME.format(box=box))
    words = ["gate", *sides, "--workers", "1", "--mutants", "none", "--json"]
    # Whoever runs the tests in the background has it ignored, and so would every child.
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        f"from argparity.golden.cli import main; sys.exit(main({words}))"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    worker = _wait_for_busy_worker(mail)
    mail.close()

    run.send_signal(signal.SIGINT)
    output, _ = run.communicate(timeout=60)

    document = json.loads(output)
    assert run.returncode == 130
    assert document["interrupted"] is True
    assert document["verdict"] == "unjudged"
    # It is killed with the worker that started it, and gone when init has waited for it.
    with contextlib.suppress(ProcessLookupError):
        while True:
            os.kill(worker, 0)


# A message for each parser that is built.
_SHOW_AND_TAKE_TIME = """\
import os, socket, time
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as mail:
        mail.sendto(str(os.getpid()).encode(), {box!r})
    time.sleep(0.1)
"""


def _wait_for_busy_worker(mail: socket.socket) -> int:
    """The process id of the worker, once it is in the middle of the cases."""
    builds: Counter[int] = Counter()
    while not builds or max(builds.values()) < 10:
        builds[int(mail.recv(100))] += 1
    return builds.most_common(1)[0][0]
