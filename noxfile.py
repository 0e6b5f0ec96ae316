"""Every check of the project. `nox --list` names them; `.ci/run` runs them all."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import nox

nox.needs_version = ">=2025.5"
nox.options.sessions = ["lint", "types"]

PYTHONS = ["3.10", "3.11", "3.12", "3.13", "3.14", "3.15"]
TARGETS = ["flame", "megatron"]
# The newest release that the dtype tables were compared with.
TORCH = "torch==2.13.0"


def readme_commands() -> list[list[str]]:
    """The commands in the README's section `Two commands`, one per block."""
    text = Path("README.md").read_text(encoding="utf-8")
    section = text.split("## Two commands", 1)[1].split("\n## ", 1)[0]
    blocks = re.findall(r"^```bash\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    return [shlex.split(block.replace("\\\n", " ")) for block in blocks]


@nox.session(python=PYTHONS)
def readme(session: nox.Session) -> None:
    """Run the README's two commands verbatim, as on a machine with only Python and pip."""
    commands = readme_commands()
    if len(commands) != 2:
        session.error(f"README.md should show two commands, not {len(commands)}")
    for command in commands:
        session.run(*command)


@nox.session(python=PYTHONS)
def slow(session: nox.Session) -> None:
    """Run the tests that the plain run leaves out: wheels, environments, long campaigns."""
    session.run("python3", "tools/bootstrap", "test", "-m", "slow", *session.posargs)


@nox.session(python=PYTHONS)
@nox.parametrize("target", TARGETS)
def gate(session: nox.Session, target: str) -> None:
    """Judge every section of one target."""
    session.run("python3", "tools/bootstrap", "gate", target, *session.posargs)


@nox.session(python="3.11")
def torch(session: nox.Session) -> None:
    """Compare the dtype tables with the real dtypes."""
    session.install("--editable", ".[test]", TORCH)
    session.run("pytest", "-m", "torch", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and format."""
    # Pinned, so that a new rule or layout comes with a change here and not by surprise.
    session.install("ruff==0.17.6")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Check types, strictly, and what other projects see of them."""
    session.install("--editable", ".[dev]")
    session.run("mypy")
    session.run("pyright")
    session.run("pytest", "-m", "slow", "tests/project/test_types.py")
