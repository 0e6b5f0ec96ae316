"""The distribution, built and installed once for all tests of it."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

import checkout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = ["wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(checkout.ROOT)]
    subprocess.run([sys.executable, "-m", "pip", *command], check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel in it; what the harness needs is found in the running one."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python")]
    subprocess.run([*pip, "install", "--quiet", str(wheel)], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    running = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    # The path of a folder, not its .pth files: an editable argparity there stays out.
    (packages / "needed.pth").write_text("".join(f"{path}\n" for path in sorted(running)))
    return folder
