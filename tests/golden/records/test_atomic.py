"""Files are written in one step, one writer at a time, whatever happens to the writer."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from argparity.golden.records.atomic import clear_unfinished, locked, unfinished, write_text

WRITE_FOREVER = """
import sys
from pathlib import Path
from argparity.golden.records.atomic import locked, write_text
path = Path(sys.argv[1])
print("ready", flush=True)
number = 0
while True:
    number += 1
    with locked(path):
        write_text(path, f"{number % 10}" * 400_000)
"""

ADD_ONE = """
import sys
from pathlib import Path
from argparity.golden.records.atomic import locked, write_text
path = Path(sys.argv[1])
for _ in range(20):
    with locked(path):
        write_text(path, str(int(path.read_text()) + 1))
"""


def python(source: str, *words: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", textwrap.dedent(source), *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_file_is_written_with_its_folder_and_its_line_ends(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b.txt"

    write_text(file, "ä\n\r\n")

    assert file.read_bytes() == "ä\n\r\n".encode()
    assert unfinished(file.parent) == []


def test_the_permissions_of_a_file_stay(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("before")
    file.chmod(0o600)

    write_text(file, "after")

    assert file.stat().st_mode & 0o777 == 0o600


def test_a_write_that_fails_leaves_the_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.txt"
    file.write_text("before")

    def interrupted(*paths: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_text(file, "after")

    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert file.read_text() == "before"


def test_a_writer_that_is_killed_leaves_a_whole_file(tmp_path: Path) -> None:
    """At any moment: the file is all of one write, and what is left beside it can be removed."""
    file = tmp_path / "a.txt"
    chance = random.Random(0)
    for _ in range(8):
        writer = python(WRITE_FOREVER, file)
        assert writer.stdout is not None
        with writer.stdout:
            writer.stdout.readline()
            time.sleep(chance.random() * 0.05)
            writer.send_signal(signal.SIGKILL)
        assert writer.wait() == -signal.SIGKILL
        if file.exists():
            text = file.read_text()
            assert len(text) == 400_000
            assert len(set(text)) == 1
        # The lock went with its holder: this would wait forever otherwise.
        with locked(file):
            clear_unfinished(tmp_path)
        assert unfinished(tmp_path) == []


def test_writers_in_several_processes_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "count"
    file.write_text("0")

    writers = [python(ADD_ONE, file) for _ in range(3)]
    for writer in writers:
        writer.communicate()

    assert file.read_text() == "60"


def test_writers_in_several_threads_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "count"
    file.write_text("0")

    def add() -> None:
        for _ in range(10):
            with locked(file):
                write_text(file, str(int(file.read_text()) + 1))

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert file.read_text() == "40"


def test_the_holder_of_a_lock_may_take_it_again(tmp_path: Path) -> None:
    with locked(tmp_path / "a"), locked(tmp_path):
        write_text(tmp_path / "a", "inside")

    with locked(tmp_path):
        assert (tmp_path / "a").read_text() == "inside"
