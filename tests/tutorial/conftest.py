"""What production installs, and an environment with the tools."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

import checkout

PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel of this checkout and of what it needs in production."""
    folder = tmp_path_factory.mktemp("wheels")
    subprocess.run([*PIP, "wheel", "-w", str(folder), str(checkout.ROOT)], check=True, cwd=folder)
    return folder


@pytest.fixture(scope="session")
def environment(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of an environment with the wheel installed.

    What the tools need comes from the packages of the running Python.
    """
    folder = tmp_path_factory.mktemp("installed")
    (wheel,) = wheels.glob("argparity-*.whl")
    venv.create(folder / "env", with_pip=False, symlinks=True)
    python = folder / "env" / "bin" / "python"
    install = ["--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([*PIP, *install], check=True, cwd=folder)
    packages = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    # Behind the wheel's own packages, and without the hooks of an editable installation.
    (Path(packages) / "shared.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python.parent
