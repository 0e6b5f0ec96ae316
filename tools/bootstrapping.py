"""Prepare `.venv/X.Y` in the checkout with the standard library alone, and run a command in it.

Progress goes to standard error, so that the output of a tool with `--json` stays one document.
"""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import checkout

EXTRAS = "golden,test"
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130

# The lines of pip's output that show progress.
PROGRESS = ("Collecting ", "Installing collected ", "WARNING: Retrying ")


def main(arguments: Sequence[str]) -> NoReturn:
    """Run a command of `commands()`, the first of `arguments`, with the others in the environment.

    The command replaces this process: exit code, signals and streams are its own. Before that, this
    can exit 2 (no such command), 3 (cannot prepare) and 130 (interrupted).
    """
    known = commands()
    if not arguments or arguments[0] not in known:
        given = f"unknown command {arguments[0]!r}" if arguments else "no command given"
        _say(f"{given}; known commands: {', '.join(known)}")
        sys.exit(EXIT_USAGE)
    try:
        python = prepare(checkout.environment())
    except KeyboardInterrupt:
        _say("interrupted; rerun the same command to go on from here")
        sys.exit(EXIT_INTERRUPTED)
    if arguments[0] == "test":
        os.chdir(checkout.ROOT)
    os.execv(str(python), [str(python), *known[arguments[0]], *arguments[1:]])


def commands() -> dict[str, list[str]]:
    """Python's arguments for each command: `test`, and the executables next to this file."""
    here = Path(__file__).parent
    executables = sorted(p for p in here.iterdir() if p.is_file() and not p.suffix)
    tools = {p.name: [str(p)] for p in executables if p.name != "bootstrap"}
    return {"test": ["-m", "pytest", "-n", "auto"], **tools}


def prepare(environment: Path) -> Path:
    """The Python of `environment`, which is first created and completed if need be.

    Exits 3 with the reason if that is impossible.
    """
    python = environment / "bin" / "python"
    stamp = environment / "prepared-for"
    wanted = hashlib.sha256((checkout.ROOT / "pyproject.toml").read_bytes()).hexdigest()
    if python.exists() and stamp.exists() and stamp.read_text() == wanted:
        return python
    if not _has_pip(python):
        _create(environment)
    _install(python)
    # Written last: it exists only if everything before it is complete.
    stamp.write_text(wanted)
    return python


def _has_pip(python: Path) -> bool:
    """Whether the environment is complete; an interrupted or orphaned one is not."""
    try:
        probe = subprocess.run([python, "-m", "pip", "--version"], capture_output=True, check=False)
    except OSError:
        return False
    return probe.returncode == 0


def _create(environment: Path) -> None:
    """Make the environment from scratch and put pip into it.

    Some distributions ship Python without ensurepip; there the running Python's own pip is used.
    """
    _say(f"creating {environment} with Python {platform.python_version()}")
    python = environment / "bin" / "python"
    _must([sys.executable, "-m", "venv", "--clear", "--without-pip", environment])
    if find_spec("ensurepip") is not None:
        _must([python, "-m", "ensurepip", "--default-pip"])
    elif find_spec("pip") is not None:
        purelib = _must([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"])
        _must([sys.executable, "-m", "pip", "install", "--target", purelib.strip(), "pip"])
    else:
        checkout.fail(f"{sys.executable} has neither pip nor ensurepip; install pip for it first")


def _must(command: Sequence[str | Path]) -> str:
    """The standard output of `command`; exits 3 with its last line if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        said = done.stdout.strip().splitlines() or ["no message"]
        checkout.fail(f"`{' '.join(map(str, command))}` failed: {said[-1]}")
    return done.stdout


def _install(python: Path) -> None:
    """Install this checkout, editable, with the packages that the tools and the tests need."""
    _say(f"installing argparity[{EXTRAS}] into {python.parent.parent}")
    quietly = ["--no-input", "--disable-pip-version-check"]
    source = ["--editable", f"{checkout.ROOT}[{EXTRAS}]"]
    tail: list[str] = []
    with subprocess.Popen(
        [python, "-m", "pip", "install", *quietly, *source],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as pip:
        for line in pip.stdout or ():
            tail = [*tail[-19:], line]
            if line.lstrip().startswith(PROGRESS):
                _say(line.strip())
    if pip.returncode != 0:
        sys.stderr.writelines(tail)
        checkout.fail(
            "pip could not install the packages (its last lines are above). It needs the package "
            "index: check the network, or name a mirror in PIP_INDEX_URL; then run this again"
        )


def _say(message: str) -> None:
    print(f"argparity: {message}", file=sys.stderr, flush=True)
