"""The tutorial, word for word: files and commands, outside of the checkout, from a wheel."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

import checkout
from tests.tutorial.steps import Command, File, steps_of

ROOT = checkout.ROOT
PAGE = ROOT / "docs" / "tutorial.md"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of an environment with the wheel installed.

    What the wheel needs comes from the packages of the running Python, so that no network is used.
    """
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    build = ["wheel", "--quiet", "--no-deps", "--wheel-dir"]
    subprocess.run([*pip, *build, str(folder), str(ROOT)], check=True, cwd=folder)
    (wheel,) = folder.glob("argparity-*.whl")
    venv.create(folder / "env", with_pip=False, symlinks=True)
    python = folder / "env" / "bin" / "python"
    install = ["--python", str(python), "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([*pip, *install], check=True, cwd=folder)
    packages = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    # Behind the wheel's own packages, and without the hooks of an editable installation.
    (Path(packages) / "shared.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python.parent


@pytest.mark.slow
def test_every_step_of_the_tutorial_does_what_the_page_shows(
    environment: Path, tmp_path: Path
) -> None:
    commands = 0

    for step in steps_of(PAGE):
        if isinstance(step, File):
            (tmp_path / step.path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / step.path).write_text(step.text, encoding="utf-8")
        else:
            run(step, tmp_path, environment)
            commands += 1

    assert commands >= 12


def run(step: Command, folder: Path, environment: Path) -> None:
    kept = {"HOME": str(folder.parent), "COLUMNS": "120", "PYTHONSAFEPATH": ""}
    path = os.pathsep.join([str(environment), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", step.text],
        cwd=folder,
        env={**kept, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )

    assert done.returncode == step.exit_code, f"$ {step.text}\n{done.stdout}"
    rest = done.stdout
    for line in step.output:
        _, found, rest = rest.partition(line)
        assert found, f"$ {step.text}\nlacks, or has too early: {line}\n{done.stdout}"


def test_the_tutorial_shows_each_tool_that_a_switch_over_needs() -> None:
    shown = " ".join(step.text for step in steps_of(PAGE) if isinstance(step, Command))

    for tool in ("freeze", "scaffold", "gate", "compare", "switch"):
        assert f"argparity {tool} " in shown
