"""The distribution: its metadata, and the wheel that users install."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import checkout

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = checkout.ROOT
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGES = ["compat", "legacy", "golden"]


def names(requirements: list[str]) -> list[str]:
    return [re.split(r"[^\w-]", requirement, maxsplit=1)[0] for requirement in requirements]


def test_the_changelog_opens_with_the_version_that_is_built() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(\d[^\]]*)\] - \d{4}-\d{2}-\d{2}$", changelog, re.MULTILINE)

    assert versions[0] == PROJECT["version"]


def test_production_needs_nothing_but_a_toml_reader_before_python_3_11() -> None:
    (only,) = PROJECT["dependencies"]

    assert only.startswith("tomli")
    assert only.endswith("python_version < '3.11'")


def test_the_executables_look_for_what_the_harness_extra_installs() -> None:
    # ruff is a command, not a module.
    extra = set(names(PROJECT["optional-dependencies"]["golden"])) - {"ruff"}

    assert set(checkout.HARNESS_NEEDS) == extra


def test_every_requirement_has_a_reason_and_users_get_no_unknown_major_version() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for extra in ("golden", "test", "dev"):
        for requirement in PROJECT["optional-dependencies"][extra]:
            (line,) = [x for x in text.splitlines() if f'"{requirement}"' in x and "#" in x]

            assert extra == "dev" or "<" in requirement or "argparity[" in requirement, line


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_packages_and_no_other(wheel: Path) -> None:
    files = {"argparity/__init__.py", "argparity/py.typed"} | {
        f"argparity/{path.relative_to(ROOT).as_posix()}"
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}

    assert held == files


@pytest.mark.slow
def test_the_wheel_says_its_version_licence_and_that_it_is_typed(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (metadata,) = [name for name in archive.namelist() if name.endswith("/METADATA")]
    fields = Parser().parsestr(archive.read(metadata).decode())

    assert fields["Version"] == PROJECT["version"]
    assert fields["License-Expression"] == "MIT"
    assert f"{metadata.removesuffix('METADATA')}licenses/LICENSE" in archive.namelist()
    assert "argparity/py.typed" in archive.namelist()


def run(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """What a command of an environment does in an empty folder."""
    command = [folder / "bin" / words[0], *words[1:]]
    empty = folder / "empty"
    empty.mkdir(exist_ok=True)
    return subprocess.run(command, capture_output=True, text=True, cwd=empty, check=False)


@pytest.mark.slow
def test_the_installed_command_lists_what_it_can_do(installed: Path) -> None:
    done = run(installed, "argparity", "--help")

    assert done.returncode == 0, done.stderr
    for tool in ("compare", "gate", "record", "switch", "freeze", "scaffold"):
        assert tool in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("target", ["flame", "megatron"])
def test_the_installed_command_compares_what_the_project_ships(
    installed: Path, target: str
) -> None:
    done = run(installed, "argparity", "compare", "argv", target, "--")

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_one_package_and_one_command_are_installed(installed: Path) -> None:
    (packages,) = installed.glob("lib/python*/site-packages")
    name = f"argparity-{PROJECT['version']}.dist-info"
    commands = [path.name for path in (installed / "bin").iterdir()]
    found = {path.name for path in packages.iterdir() if not path.name.startswith("tomli")}

    assert found == {"argparity", name, "needed.pth"}
    assert [name for name in commands if "ctivate" not in name and "python" not in name] == [
        "argparity"
    ]


@pytest.mark.slow
def test_production_code_runs_on_what_the_wheel_alone_brings(installed: Path) -> None:
    (packages,) = installed.glob("lib/python*/site-packages")
    code = f"""
import sys
sys.path.insert(0, {str(packages)!r})
from argparity.compat.flame.config_manager import JobConfig
config = JobConfig()
config.parse_args(["--training.steps", "7"])
print(config.training.steps)
"""
    # -S: no package of the running environment can be imported.
    done = run(installed, "python", "-S", "-c", code)

    assert done.stdout == "7\n", done.stderr


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.tar.gz")
    return built


@pytest.mark.slow
def test_the_sdist_holds_every_file_once(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        files = [name.partition("/")[2] for name in archive.getnames()]

    assert len(files) == len(set(files))
    assert {"compat/argument_group.py", "golden/gate/run.py", "legacy/SEALS.toml"} <= set(files)
    links = ("tools/src/argparity/compat", "tools/src/argparity/golden")
    assert [name for name in files if name.startswith(links)] == []


@pytest.mark.slow
def test_the_sdist_gives_the_same_wheel_as_the_checkout(
    sdist: Path, wheel: Path, tmp_path: Path
) -> None:
    subprocess.run(["tar", "-xzf", str(sdist), "-C", str(tmp_path)], check=True)
    (unpacked,) = tmp_path.iterdir()
    command = ["wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(unpacked)]
    subprocess.run([sys.executable, "-m", "pip", *command], check=True)

    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


@pytest.mark.slow
def test_an_edit_counts_at_once_in_an_editable_install(tmp_path: Path) -> None:
    copy, folder = tmp_path / "copy", tmp_path / "environment"
    shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".*", "cases"))
    venv.create(folder, with_pip=False)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python")]
    command = ["install", "--quiet", "--no-deps", "--editable", str(copy)]
    subprocess.run([*pip, *command], check=True)
    (copy / "compat" / "added.py").write_text("from . import argument_group as group\n")

    code = "import argparity.compat.added as added; print(added.__file__, added.group.__file__)"
    added, group = run(folder, "python", "-c", code).stdout.split()

    assert Path(added).samefile(copy / "compat" / "added.py")
    assert Path(group).samefile(copy / "compat" / "argument_group.py")
