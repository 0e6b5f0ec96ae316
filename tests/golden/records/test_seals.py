"""A sealed file that changes is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from argparity.golden.errors import ConfigError, UsageError
from argparity.golden.records.seals import check_seals, file_digest, read_seals, write_seal


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "legacy").mkdir()
    (tmp_path / "legacy" / "a.py").write_text("A = 1\n")
    write_seal(tmp_path, "legacy/a.py", origin="src/a.py", reason="the control", revision="abc")
    return tmp_path


def test_files_as_they_were_sealed_are_in_order(project: Path) -> None:
    assert check_seals(project) == []


def test_a_project_without_seals_is_in_order(tmp_path: Path) -> None:
    assert check_seals(tmp_path) == []


def test_one_changed_byte_breaks_the_seal(project: Path) -> None:
    (project / "legacy" / "a.py").write_text("A = 2\n")

    (problem,) = check_seals(project)

    assert problem.startswith("legacy/a.py: broken seal")


def test_a_file_that_is_gone_breaks_the_seal(project: Path) -> None:
    (project / "legacy" / "a.py").unlink()

    (problem,) = check_seals(project)

    assert "missing" in problem


def test_a_seal_says_where_the_file_came_from(project: Path) -> None:
    seal = read_seals(project / "legacy" / "SEALS.toml")["legacy/a.py"]

    assert (seal.origin, seal.revision, seal.reason) == ("src/a.py", "abc", "the control")
    assert seal.sha256 == file_digest(project / "legacy" / "a.py")


def test_sealing_another_state_needs_a_reason(project: Path) -> None:
    (project / "legacy" / "a.py").write_text("A = 2\n")

    with pytest.raises(UsageError, match="needs a reason"):
        write_seal(project, "legacy/a.py", origin="src/a.py", reason=" ")

    assert check_seals(project) != []


def test_sealing_anew_replaces_the_seal_and_keeps_comments_and_other_seals(project: Path) -> None:
    file = project / "legacy" / "SEALS.toml"
    file.write_text("# ours\n" + file.read_text())
    (project / "legacy" / "b.py").write_text("B = 1\n")
    write_seal(project, "legacy/b.py", origin="src/b.py", reason="belongs to it")
    (project / "legacy" / "a.py").write_text("A = 2\n")

    write_seal(project, "legacy/a.py", origin="src/a.py", reason="a fix upstream")

    assert check_seals(project) == []
    assert list(read_seals(file)) == ["legacy/a.py", "legacy/b.py"]
    assert file.read_text().startswith("# ours\n")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("format = 1\n[[seal]]\npath = 'a'\n", 2, "'sha256' is missing"),
        ("format = 2\n", 1, "format = 1"),
        ("format = 1\n\n[[seal]]\npath = 3\n", 4, "must be a string"),
        ("format = 1\n[[seal]]\nwhere = 'a'\n", 3, "unknown key 'where'"),
        ("format = 1\nseal = \n", 2, "not valid TOML"),
    ],
)
def test_a_wrong_entry_is_named_with_file_and_line(
    tmp_path: Path, text: str, line: int, words: str
) -> None:
    file = tmp_path / "SEALS.toml"
    file.write_text(text)

    with pytest.raises(ConfigError, match=words) as caught:
        read_seals(file)

    assert (caught.value.file, caught.value.line) == (str(file), line)


def test_a_path_that_is_sealed_twice_is_an_error(project: Path) -> None:
    file = project / "legacy" / "SEALS.toml"
    entry = file.read_text().partition("[[seal]]")[2]
    file.write_text(file.read_text() + "\n[[seal]]" + entry)

    with pytest.raises(ConfigError, match="sealed twice"):
        read_seals(file)
