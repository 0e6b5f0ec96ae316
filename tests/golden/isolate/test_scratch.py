"""A scratch folder: the project can be read, and nothing in it is ever changed."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from argparity.golden.isolate.removing import remove
from argparity.golden.isolate.scratch import Scratch


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "data" / "deep").mkdir(parents=True)
    (folder / "results.csv").write_text("kept\n")
    (folder / "data" / "one.txt").write_text("one\n")
    (folder / "data" / "deep" / "two.txt").write_text("two\n")
    (folder / "run.sh").write_text("echo run\n")
    (folder / "run.sh").chmod(0o755)
    return folder


@pytest.fixture
def scratch(project: Path, tmp_path: Path) -> Scratch:
    return Scratch(project, tmp_path / "scratch", free=(tmp_path / "temporary",))


def contents(folder: Path) -> dict[str, tuple[str, int]]:
    found = [
        Path(place) / name
        for place, folders, files in os.walk(folder, followlinks=True)
        for name in [*folders, *files]
    ]
    return {
        path.relative_to(folder).as_posix(): (
            path.read_text() if path.is_file() else "",
            path.stat().st_mode,
        )
        for path in found
    }


def in_scratch(scratch: Scratch, act: Callable[[], object]) -> object:
    before = os.getcwd()
    try:
        with scratch.entered():
            return act()
    finally:
        os.chdir(before)
        scratch.clear()


def test_relative_files_of_the_project_can_be_read_listed_and_asked_for(scratch: Scratch) -> None:
    def look() -> object:
        assert Path("results.csv").exists()
        assert os.access("run.sh", os.X_OK)
        assert sorted(os.listdir("data")) == ["deep", "one.txt"]
        return Path("data/deep/two.txt").read_text()

    assert in_scratch(scratch, look) == "two\n"


def append() -> None:
    with open("results.csv", "a") as file:
        file.write("more\n")


def through_links() -> None:
    os.symlink("results.csv", "way")
    Path("way").write_text("changed")
    os.symlink("longer", "wander")
    os.symlink("data/one.txt", "longer")
    Path("wander").write_text("changed")


def in_another_folder() -> None:
    os.chdir("data")
    Path("one.txt").write_text("changed")
    os.mkdir("made")
    os.chdir("deep")
    os.chdir("..")
    Path("one.txt").unlink()


def through_database() -> None:
    connection = sqlite3.connect("results.csv")
    connection.close()


def through_link() -> None:
    os.symlink(Path("data").resolve(), "way")
    Path("way/one.txt").write_text("changed")


WRITES: list[Callable[[], object]] = [
    lambda: open("results.csv", "w").close(),
    append,
    lambda: Path("data/deep/two.txt").write_text("changed"),
    lambda: Path("data/new.txt").write_text("new"),
    lambda: os.makedirs("out/one/two"),
    lambda: os.mkdir("data/made"),
    lambda: os.remove("results.csv"),
    lambda: os.remove("data/one.txt"),
    lambda: Path("data/deep/two.txt").unlink(),
    lambda: shutil.rmtree("data"),
    lambda: os.rename("results.csv", "data/moved.csv"),
    lambda: os.replace("data/one.txt", "results.csv"),
    lambda: os.link("data/one.txt", "data/linked.txt"),
    lambda: os.symlink("one.txt", "data/linked.txt"),
    through_link,
    lambda: os.truncate("results.csv", 0),
    lambda: os.chmod("results.csv", 0o600),
    lambda: os.utime("data/one.txt", (1, 1)),
    lambda: os.close(os.open("data/deep/two.txt", os.O_WRONLY | os.O_TRUNC)),
    lambda: os.system("echo child > results.csv; rm -r data; mkdir made"),
    lambda: subprocess.run("echo child > data/deep/two.txt", shell=True, check=True),
    lambda: subprocess.run([sys.executable, "-c", "open('data/one.txt', 'w')"], check=True),
    lambda: shutil.copyfile("data/one.txt", "results.csv"),
    lambda: shutil.move("data", "elsewhere"),
    through_database,
    through_links,
    in_another_folder,
]


@pytest.mark.parametrize("write", WRITES)
def test_whatever_is_written_the_project_stays_as_it_is(
    scratch: Scratch, project: Path, write: Callable[[], object]
) -> None:
    before = contents(project)

    in_scratch(scratch, write)

    assert contents(project) == before
    assert scratch.refused == []


@pytest.mark.parametrize("write", WRITES)
def test_the_next_case_meets_nothing_of_what_was_written(
    scratch: Scratch, project: Path, write: Callable[[], object]
) -> None:
    in_scratch(scratch, write)

    assert in_scratch(scratch, lambda: contents(Path.cwd())) == contents(project)


def test_a_program_reads_what_it_has_written_itself(scratch: Scratch) -> None:
    def work() -> object:
        append()
        Path("data/new.txt").write_text("new")
        return Path("results.csv").read_text(), sorted(os.listdir("data"))

    assert in_scratch(scratch, work) == ("kept\nmore\n", ["deep", "new.txt", "one.txt"])


def test_a_child_process_reads_the_small_files_of_the_project(scratch: Scratch) -> None:
    command = "cat data/deep/two.txt && ./run.sh"
    told = in_scratch(scratch, lambda: subprocess.check_output(command, shell=True, text=True))

    assert told == "two\nrun\n"


def from_inside(project: Path) -> None:
    os.chdir(project)
    Path("results.csv").write_text("changed")


@pytest.mark.parametrize(
    "write",
    [
        lambda project: (project / "results.csv").write_text("changed"),
        lambda project: (project / "new.txt").write_text("new"),
        lambda project: os.remove(project / "results.csv"),
        lambda project: shutil.rmtree(project / "data"),
        lambda project: os.mkdir(project / "made"),
        lambda project: os.rename(project / "results.csv", "here.csv"),
        from_inside,
        lambda project: Path("data/one.txt").resolve().write_text("changed"),
        lambda project: os.open(os.fsencode(project / "results.csv"), os.O_APPEND),
    ],
)
def test_a_write_that_cannot_be_led_away_is_refused_and_named(
    scratch: Scratch, project: Path, write: Callable[[Path], object]
) -> None:
    before = contents(project)

    with pytest.raises(PermissionError, match="argparity keeps files"):
        in_scratch(scratch, lambda: write(project))

    assert contents(project) == before
    assert len(scratch.refused) == 1
    assert scratch.refused[0].startswith(str(project))


def test_what_is_there_already_can_be_made_again_as_programs_do(
    scratch: Scratch, project: Path
) -> None:
    in_scratch(scratch, lambda: os.makedirs(project / "data", exist_ok=True))

    assert scratch.refused == []


def test_temporary_files_may_be_written(scratch: Scratch, tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()

    in_scratch(scratch, lambda: (tmp_path / "temporary" / "x").write_text("x"))

    assert (tmp_path / "temporary" / "x").read_text() == "x"


def test_outside_of_a_case_files_are_written_as_ever(scratch: Scratch, project: Path) -> None:
    in_scratch(scratch, append)
    (project / "results.csv").write_text("mine")

    assert (project / "results.csv").read_text() == "mine"


def test_a_scratch_folder_that_a_program_removes_comes_back(scratch: Scratch) -> None:
    in_scratch(scratch, lambda: shutil.rmtree(scratch.at))

    assert in_scratch(scratch, lambda: Path("results.csv").read_text()) == "kept\n"


def test_what_a_link_leads_to_stays_where_the_link_cannot_be_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text("kept")
    kept.chmod(0o644)
    folder = tmp_path / "folder"
    (folder / "closed").mkdir(parents=True)
    (folder / "closed" / "link").symlink_to(kept)
    unlink = os.unlink
    refusals = iter([OSError(errno.EACCES, "refused")])

    def refusing(*arguments: Any, **keywords: Any) -> None:
        for refusal in refusals:
            raise refusal
        unlink(*arguments, **keywords)

    monkeypatch.setattr(os, "unlink", refusing)
    remove(folder)

    assert not folder.exists()
    assert (kept.read_text(), kept.stat().st_mode & 0o777) == ("kept", 0o644)
