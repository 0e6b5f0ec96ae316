"""Freezing: bytes, seal, revision, entry; and what a second freeze asks for."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from argparity.golden.errors import CannotJudge, SideError, UsageError
from argparity.golden.migrate.freezing.freeze import FrozenDiffers, Request, freeze
from argparity.golden.records.seals import check_seals, read_seals
from argparity.golden.sides.target import find_target

SEALS = "tool/_legacy/SEALS.toml"
BUILD = """\
import argparse


def build():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=5)
    return parser
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project with a package, a script and a pyproject.toml."""
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "tool"')
    (tmp_path / "tool").mkdir()
    (tmp_path / "tool" / "__init__.py").touch()
    (tmp_path / "tool" / "cli.py").write_bytes(BUILD.encode().replace(b"\n", b"\r\n"))
    (tmp_path / "scripts").mkdir()
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] == "tool"]:
        del sys.modules[name]


@pytest.mark.parametrize("spec", ["tool.cli:build", "tool/cli.py:build"])
def test_the_file_is_copied_byte_for_byte_and_sealed(spec: str, folder: Path) -> None:
    done = freeze(Request(spec, "tool"))

    frozen = folder / "tool" / "_legacy" / "cli.py"
    assert frozen.read_bytes() == (folder / "tool" / "cli.py").read_bytes()
    assert done.copied == [(folder / "tool" / "cli.py", "tool/_legacy/cli.py")]
    assert check_seals(folder, SEALS) == []
    seal = read_seals(folder / SEALS)["tool/_legacy/cli.py"]
    assert (seal.origin, seal.reason) == ("tool/cli.py", "the control of target tool")


@pytest.mark.parametrize("spec", ["tool.cli:build", "tool/cli.py:build"])
def test_the_target_is_configured_and_its_control_runs(spec: str, folder: Path) -> None:
    done = freeze(Request(spec, "tool"))
    target = find_target("tool", folder)

    assert done.configured == folder / "pyproject.toml"
    assert target.control == "tool/_legacy/cli.py:build"
    assert target.candidate == "tool/tool_args/__init__.py:build"
    assert (target.module, target.frozen) == ("tool.cli", ("tool/_legacy/cli.py",))
    assert isinstance(target.load_control().thing(), argparse.ArgumentParser)


def test_the_entry_goes_behind_what_stands_in_the_configuration(folder: Path) -> None:
    freeze(Request("tool.cli:build", "tool"))
    text = (folder / "pyproject.toml").read_text()

    assert text.startswith('[project]\nname = "tool"\n\n[tool.argparity.targets.tool]\n')


def test_without_a_pyproject_the_entry_goes_to_argparity_toml(folder: Path) -> None:
    (folder / "pyproject.toml").unlink()

    done = freeze(Request("tool.cli:build", "tool"))

    assert done.configured == folder / "argparity.toml"
    assert find_target("tool", folder).module == "tool.cli"


def test_the_revision_is_the_commit_and_whether_the_file_has_changed(folder: Path) -> None:
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.com"]
    for words in (["init", "-q"], ["add", "tool"], ["commit", "-qm", "first"]):
        subprocess.run([*git, *words], check=True)
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    freeze(Request("tool.cli:build", "tool"))
    (folder / "tool" / "cli.py").write_text(BUILD + "\n")
    freeze(Request("tool.cli:build", "other", legacy="old"))

    (first,) = read_seals(folder / SEALS).values()
    (other,) = read_seals(folder / "old" / "SEALS.toml").values()

    assert (first.path, first.revision) == ("tool/_legacy/cli.py", f"git {commit}")
    assert (other.path, other.revision) == ("old/other/cli.py", f"git {commit} + changes")


def test_the_revision_of_an_installed_module_is_its_version(folder: Path) -> None:
    freeze(Request("markdown_it.cli.parse:parse_args", "md"))

    seal = read_seals(folder / "legacy" / "SEALS.toml")["legacy/md/parse.py"]

    assert seal.origin == "markdown_it.cli.parse"
    assert seal.revision == f"markdown-it-py {version('markdown-it-py')}"


def test_freezing_again_without_a_change_does_nothing(folder: Path) -> None:
    freeze(Request("tool.cli:build", "tool"))
    before = (folder / "pyproject.toml").read_text(), (folder / SEALS).read_text()

    done = freeze(Request("tool.cli:build", "tool"))

    assert (done.copied, done.unchanged, done.configured) == ([], ["tool/_legacy/cli.py"], None)
    assert before == (
        (folder / "pyproject.toml").read_text(),
        (folder / SEALS).read_text(),
    )


def test_a_copy_that_an_interrupted_freeze_left_is_sealed_by_the_next(folder: Path) -> None:
    (folder / "tool" / "_legacy").mkdir()
    frozen = folder / "tool" / "_legacy" / "cli.py"
    frozen.write_bytes((folder / "tool" / "cli.py").read_bytes())

    done = freeze(Request("tool.cli:build", "tool"))

    assert done.copied == [(folder / "tool" / "cli.py", "tool/_legacy/cli.py")]
    frozen.write_text("edited\n")
    (problem,) = check_seals(folder, SEALS)
    assert problem.startswith("tool/_legacy/cli.py: broken seal")


def test_freezing_a_change_shows_it_and_asks_for_a_reason(folder: Path) -> None:
    freeze(Request("tool.cli:build", "tool"))
    (folder / "tool" / "cli.py").write_text(BUILD.replace("=5", "=6"))

    with pytest.raises(FrozenDiffers, match="pass --reason to freeze the new version") as caught:
        freeze(Request("tool.cli:build", "tool"))

    changes = caught.value.changes.splitlines()
    assert '-    parser.add_argument("--steps", type=int, default=5)' in changes
    assert '+    parser.add_argument("--steps", type=int, default=6)' in changes
    assert "default=5" in (folder / "tool" / "_legacy" / "cli.py").read_text()


def test_a_change_with_a_reason_is_frozen_and_sealed_anew(folder: Path) -> None:
    freeze(Request("tool.cli:build", "tool"))
    (folder / "tool" / "cli.py").write_text(BUILD.replace("=5", "=6"))

    freeze(Request("tool.cli:build", "tool", reason="six steps since release 2"))

    seal = read_seals(folder / SEALS)["tool/_legacy/cli.py"]
    assert "default=6" in (folder / "tool" / "_legacy" / "cli.py").read_text()
    assert seal.reason == "six steps since release 2"
    assert check_seals(folder, SEALS) == []


def test_a_script_is_frozen_as_a_capture_with_its_neighbours_in_reach(folder: Path) -> None:
    (folder / "scripts" / "near.py").write_text("STEPS = 5\n")
    (folder / "scripts" / "train.py").write_text(
        "import argparse\n\nfrom near import STEPS\n\n"
        'if __name__ == "__main__":\n'
        "    parser = argparse.ArgumentParser()\n"
        '    parser.add_argument("--steps", type=int, default=STEPS)\n'
        "    print(parser.parse_args())\n"
    )

    freeze(Request("capture:scripts/train.py", "train"))
    target = find_target("train", folder)

    assert target.control == "capture:legacy/train/train.py"
    assert target.candidate == "scripts/train_args/__init__.py:build_parser"
    assert target.candidate_kind == "builder"
    assert target.paths == ("scripts",)


def test_shims_and_further_modules_become_part_of_the_target(folder: Path) -> None:
    (folder / "tool" / "options.py").write_text("import heavy_cuda\nSTEPS = 5\n")
    (folder / "tool" / "cli.py").write_text(
        "from tool.options import STEPS\n" + BUILD.replace("=5", "=STEPS")
    )

    done = freeze(Request("tool.cli:build", "tool", shims=("heavy_cuda",), also=("tool.options",)))
    (folder / "tool" / "options.py").write_text("STEPS = 'edited since'\n")
    parser = find_target("tool", folder).load_control().thing()

    assert [frozen for _, frozen in done.copied] == [
        "tool/_legacy/cli.py",
        "tool/_legacy/options.py",
    ]
    assert parser.parse_args([]).steps == 5


def git(folder: Path, *arguments: str) -> None:
    name = ["-c", "user.name=t", "-c", "user.email=t@example.com"]
    subprocess.run(["git", *name, *arguments], cwd=folder, check=True)


def test_frozen_files_are_a_package_with_the_names_of_their_modules(folder: Path) -> None:
    (folder / "tool" / "sub").mkdir()
    (folder / "tool" / "sub" / "__init__.py").write_text("STEPS = 5\n")
    (folder / "tool" / "sub" / "more.py").write_text("WORD = 'a'\n")
    (folder / "tool_words.py").write_text("WORD = 'b'\n")
    (folder / "tool" / "cli.py").write_text(
        "import tool_words\nfrom .sub import STEPS\nfrom .sub.more import WORD\n"
        + BUILD.replace("=5", "=STEPS, help=WORD + tool_words.WORD")
    )

    also = ("tool.sub", "tool.sub.more", "tool_words")
    done = freeze(Request("tool.cli:build", "tool", also=also))
    for file in ("tool/sub/__init__.py", "tool/sub/more.py", "tool_words.py"):
        (folder / file).write_text("STEPS = WORD = 'edited since'\n")
    target = find_target("tool", folder)
    (action,) = (a for a in target.load_control().thing()._actions if a.dest == "steps")

    assert [frozen for _, frozen in done.copied] == [
        "tool/_legacy/cli.py",
        "tool/_legacy/sub/__init__.py",
        "tool/_legacy/sub/more.py",
        "tool/_legacy/tool_words.py",
    ]
    assert "Frozen code" in (folder / "tool" / "_legacy" / "__init__.py").read_text()
    assert (action.default, action.help) == (5, "ab")


def test_a_package_is_frozen_as_a_package_inside(folder: Path) -> None:
    (folder / "tool" / "__init__.py").write_text("from tool.sub import STEPS\n" + BUILD)
    (folder / "tool" / "sub.py").write_text("from pathlib import Path\nSTEPS = Path(__file__)\n")

    freeze(Request("tool:build", "tool", also=("tool.sub",)))
    target = find_target("tool", folder)

    assert target.frozen == ("tool/_legacy/tool/__init__.py", "tool/_legacy/tool/sub.py")
    frozen = target.load_control().modules["tool"]
    assert frozen.__file__ == str(folder / "tool" / "__init__.py")
    assert folder / "tool" / "sub.py" == frozen.STEPS


def test_a_folder_that_was_made_for_one_target_takes_a_module_of_another(folder: Path) -> None:
    (folder / "tool" / "sub").mkdir()
    (folder / "tool" / "sub" / "__init__.py").write_text("STEPS = 5\n")
    (folder / "tool" / "sub" / "more.py").write_text("STEPS = 5\n")
    freeze(Request("tool.cli:build", "one", also=("tool.sub.more",)))

    freeze(Request("tool.cli:build", "two", also=("tool.sub",)))

    frozen = folder / "tool" / "_legacy" / "sub" / "__init__.py"
    assert frozen.read_text() == "STEPS = 5\n"
    assert check_seals(folder, SEALS) == []


def test_two_targets_of_one_file_share_its_frozen_copy(folder: Path) -> None:
    freeze(Request("tool.cli:build", "one"))

    done = freeze(Request("tool.cli:build", "two"))

    assert (done.copied, done.unchanged) == ([], ["tool/_legacy/cli.py"])
    assert find_target("two", folder).control == "tool/_legacy/cli.py:build"


def test_in_a_src_layout_the_copy_is_next_to_its_module(folder: Path) -> None:
    (folder / "src").mkdir()
    (folder / "tool").rename(folder / "src" / "tool")

    freeze(Request("tool.cli:build", "tool"))
    target = find_target("tool", folder)

    assert target.control == "src/tool/_legacy/cli.py:build"
    assert target.candidate == "src/tool/tool_args/__init__.py:build"
    assert target.seals == "src/tool/_legacy/SEALS.toml"


def test_a_script_in_a_package_is_frozen_in_the_package(folder: Path) -> None:
    (folder / "tool" / "__main__.py").write_text(BUILD + "\n\nbuild().parse_args()\n")

    freeze(Request("capture:tool/__main__.py", "tool"))

    assert find_target("tool", folder).control == "capture:tool/_legacy/__main__.py"


def test_a_folder_that_was_chosen_has_one_for_each_target_and_is_kept(folder: Path) -> None:
    freeze(Request("tool.cli:build", "tool", legacy="tool/old"))
    again = freeze(Request("tool.cli:build", "tool"))

    assert again.unchanged == ["tool/old/tool/cli.py"]
    assert (folder / "tool" / "old" / "tool" / "__init__.py").is_file()
    assert find_target("tool", folder).seals == "tool/old/SEALS.toml"
    assert not (folder / "tool" / "_legacy").exists()


def test_a_folder_at_the_top_of_the_project_does_not_become_a_package(folder: Path) -> None:
    (folder / "loose.py").write_text(BUILD)

    freeze(Request("loose.py:build", "loose"))

    assert (folder / "legacy" / "loose" / "loose.py").is_file()
    assert not list((folder / "legacy").rglob("__init__.py"))


def test_frozen_files_of_a_single_module_can_be_in_the_package_of_its_drop_in(folder: Path) -> None:
    (folder / "loose.py").write_text(BUILD)

    freeze(Request("loose:build", "loose", legacy="loose_args/_legacy"))

    assert find_target("loose", folder).control == "loose_args/_legacy/loose/loose.py:build"
    assert (folder / "loose_args" / "_legacy" / "loose" / "__init__.py").is_file()


def test_git_keeps_the_bytes_of_frozen_files_on_every_machine(folder: Path) -> None:
    before = (folder / "tool" / "cli.py").read_bytes()
    freeze(Request("tool.cli:build", "tool"))
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "frozen")

    git(folder, "-c", "core.autocrlf=input", "clone", "-q", ".", "unix")
    git(folder, "-c", "core.autocrlf=true", "clone", "-q", ".", "windows")

    assert b"\r\n" in before
    for clone in ("unix", "windows"):
        assert (folder / clone / "tool" / "_legacy" / "cli.py").read_bytes() == before
        assert check_seals(folder / clone, SEALS) == []


def test_attributes_of_git_that_are_there_stay(folder: Path) -> None:
    (folder / "tool" / "_legacy").mkdir()
    attributes = folder / "tool" / "_legacy" / ".gitattributes"
    attributes.write_text("*.py diff=python")

    freeze(Request("tool.cli:build", "tool"))
    freeze(Request("tool.cli:build", "other"))

    lines = attributes.read_text().splitlines()
    assert (lines[0], lines[-1], len(lines)) == ("*.py diff=python", "* -text", 3)


@pytest.mark.parametrize("check", [["ruff", "check"], ["ruff", "format"], ["mypy"]], ids=" ".join)
def test_the_printed_lines_keep_tools_off_the_frozen_files(check: list[str], folder: Path) -> None:
    if check == ["mypy"]:
        pytest.importorskip("mypy", reason="comes with the extra dev")
    (folder / "tool" / "cli.py").write_text("import os\n" + BUILD + "x: int = ''\n")
    done = freeze(Request("tool.cli:build", "tool"))
    with (folder / "pyproject.toml").open("a") as file:
        file.write("\n".join(["", *done.excludes, ""]))
    (folder / "tool" / "cli.py").write_text(BUILD)
    before = (folder / "tool" / "_legacy" / "cli.py").read_bytes()

    checked = subprocess.run(
        [sys.executable, "-m", *check, "."], capture_output=True, text=True, check=False
    )

    assert checked.returncode == 0, checked.stdout
    assert (folder / "tool" / "_legacy" / "cli.py").read_bytes() == before


def test_the_lines_are_for_a_folder_that_is_new(folder: Path) -> None:
    freeze(Request("tool.cli:build", "tool"))

    assert freeze(Request("tool.cli:build", "other")).excludes == []


def test_dests_with_a_dot_make_sections_of_their_prefixes(folder: Path) -> None:
    (folder / "tool" / "cli.py").write_text(BUILD.replace("--steps", "--training.steps"))

    freeze(Request("tool.cli:build", "tool"))

    assert find_target("tool", folder).sections.prefix == "."


def test_a_name_that_another_module_defines_is_refused_with_that_place(folder: Path) -> None:
    (folder / "tool" / "cli.py").write_text("from tool.inner import build\n")
    (folder / "tool" / "inner.py").write_text(BUILD)

    with pytest.raises(SideError, match=r"is defined in .*inner\.py; name it there"):
        freeze(Request("tool.cli:build", "tool"))


def test_a_target_of_that_name_is_not_overwritten(folder: Path) -> None:
    freeze(Request("tool.cli:build", "tool"))
    (folder / "other.py").write_text(BUILD)

    with pytest.raises(UsageError, match="target 'tool' exists with control"):
        freeze(Request("other.py:build", "tool"))
    assert not (folder / "legacy").exists()


@pytest.mark.parametrize("name", ["", "../away", "a/b", "two words", "a.b"])
def test_a_name_that_is_no_folder_of_its_own_is_refused(name: str, folder: Path) -> None:
    with pytest.raises(UsageError, match="made of letters, digits, _ and -"):
        freeze(Request("tool.cli:build", name))

    assert not (folder / "tool" / "_legacy").exists()


def test_a_name_with_a_dash_has_a_candidate_that_can_be_imported(folder: Path) -> None:
    freeze(Request("tool.cli:build", "my-tool"))

    assert find_target("my-tool", folder).candidate == "tool/my_tool_args/__init__.py:build"


def test_a_shim_file_that_is_not_there_is_named(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"--shim torch=shims/torch\.py: no file .*torch\.py"):
        freeze(Request("tool.cli:build", "tool", shims=("torch=shims/torch.py",)))


def test_a_module_without_a_python_file_cannot_be_frozen(folder: Path) -> None:
    with pytest.raises(SideError, match="no module named 'math' with a Python file"):
        freeze(Request("math:sqrt", "tool"))


def test_a_program_that_never_parses_is_not_configured(folder: Path) -> None:
    (folder / "tool" / "cli.py").write_text("def build():\n    return 7\n")

    with pytest.raises(CannotJudge, match="came to no parse of argparse"):
        freeze(Request("tool.cli:build", "tool"))
    assert not (folder / "tool" / "_legacy").exists()
