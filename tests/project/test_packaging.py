"""The distribution: its metadata, and the wheel that users install."""

from __future__ import annotations

import os
import re
import subprocess
import sys
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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = ["wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run([sys.executable, "-m", "pip", *command], check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_packages_and_no_other(wheel: Path) -> None:
    files = {"argparity/__init__.py"} | {
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
    assert {f"argparity/{package}/py.typed" for package in ("compat", "golden")} <= set(
        archive.namelist()
    )


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel installed; the harness finds the rest in the running environment."""
    folder = tmp_path_factory.mktemp("installed")
    command = ["install", "--quiet", "--target", str(folder), str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", *command], check=True)
    return folder


def run(installed: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        cwd=installed.parent,
        env=environment,
        check=False,
    )


@pytest.mark.slow
def test_the_installed_command_lists_what_it_can_do(installed: Path) -> None:
    done = run(installed, installed / "bin" / "argparity", "--help")

    assert done.returncode == 0, done.stderr
    for tool in ("compare", "gate", "record", "switch", "freeze", "scaffold"):
        assert tool in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("target", ["flame", "megatron"])
def test_the_installed_command_compares_what_the_project_ships(
    installed: Path, target: str
) -> None:
    done = run(installed, installed / "bin" / "argparity", "compare", "argv", target, "--")

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_production_code_runs_on_what_the_wheel_alone_brings(installed: Path) -> None:
    code = f"""
import sys
sys.path.insert(0, {str(installed)!r})
from argparity.compat.flame.config_manager import JobConfig
config = JobConfig()
config.parse_args(["--training.steps", "7"])
print(config.training.steps)
"""
    # -S: no package of the running environment can be imported.
    done = run(installed, "-S", "-c", code)

    assert done.stdout == "7\n", done.stderr
