"""Temporary folders: what a killed run leaves behind is gone with the next one."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from argparity.golden.isolate import own_folder
from argparity.golden.isolate.own_folder import OwnFolder


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(own_folder, "_CLEARED", set())
    return tmp_path


def test_a_folder_is_there_until_it_is_removed(temporary: Path) -> None:
    folder = OwnFolder()
    (folder.path / "deep").mkdir()
    (folder.path / "deep" / "x").write_text("x")
    assert list(temporary.iterdir()) == [folder.path]
    folder.remove()

    assert list(temporary.iterdir()) == []


def test_the_folder_of_a_killed_run_is_removed_by_the_next(temporary: Path) -> None:
    program = (
        "import os; from argparity.golden.isolate.own_folder import OwnFolder; "
        "OwnFolder(); os.kill(os.getpid(), 9)"
    )
    environment = {
        **os.environ,
        "TMPDIR": str(temporary),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    subprocess.run([sys.executable, "-c", program], env=environment, check=False)
    assert len(list(temporary.iterdir())) == 1

    OwnFolder().remove()

    assert list(temporary.iterdir()) == []


def test_the_folder_of_a_run_that_goes_on_is_left_alone(temporary: Path) -> None:
    first = OwnFolder()
    own_folder._CLEARED.clear()
    OwnFolder().remove()

    assert list(temporary.iterdir()) == [first.path]
    first.remove()


def test_folders_of_other_programs_are_left_alone(temporary: Path) -> None:
    (temporary / "argparity-notes").mkdir()
    (temporary / "other").mkdir()
    OwnFolder().remove()

    assert sorted(path.name for path in temporary.iterdir()) == ["argparity-notes", "other"]
