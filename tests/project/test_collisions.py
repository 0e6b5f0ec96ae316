"""A user's project may have modules of any name, those of this project's own folders included.

Each step of a migration is taken in a project whose parser imports modules of its own that are
called like ours, as files and as packages: with the wheel that is installed, and with the
executables of a checkout.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

import checkout

pytestmark = pytest.mark.slow

NAMES = ["compat", "golden", "legacy", "tools", "tests", "src", "checkout", "bootstrapping"]

PARSER = f"""\
import argparse

import {", ".join(NAMES)}

OWN = [{", ".join(NAMES)}]


def size(text) -> int:
    import compat

    return compat.SIZES[text]


def build_parser():
    for module in OWN:
        assert module.OWNER == "the shop", module
    parser = argparse.ArgumentParser(prog="shop")
    parser.add_argument("--name", default="corner")
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--size", type=size, default=0)
    return parser
"""
PROGRAM = """\
from shop_args import build_parser

print(build_parser().parse_args())
"""
PARITY = """\
from pathlib import Path

from argparity.golden.testing import parity_tests

test_shop = parity_tests("shop", start=Path(__file__).parent, budget=10)
"""


class Installation(NamedTuple):
    """A way to have argparity: how to start a tool and a Python, and with which variables."""

    tools: Mapping[str, list[str | Path]]
    python: str | Path
    variables: Mapping[str, str] = {}


@pytest.fixture(params=["wheel", "checkout"])
def installation(request: pytest.FixtureRequest) -> Installation:
    tools = ("freeze", "scaffold", "compare", "record", "gate", "switch", "bench")
    if request.param == "wheel":
        folder: Path = request.getfixturevalue("installed") / "bin"
        return Installation(
            {tool: [folder / "argparity", tool] for tool in tools}, folder / "python"
        )
    here = checkout.ROOT / "tools"
    return Installation(
        {tool: [sys.executable, here / tool] for tool in tools},
        sys.executable,
        {"PYTHONPATH": str(here / "src")},
    )


def write_modules(folder: Path, form: str) -> None:
    """The project's own modules."""
    for name in NAMES:
        path = folder / (f"{name}.py" if form == "files" else f"{name}/__init__.py")
        path.parent.mkdir(exist_ok=True)
        path.write_text('OWNER = "the shop"\nSIZES = {"small": 1, "large": 9}\n')


@pytest.mark.parametrize("form", ["files", "packages"])
def test_every_tool_and_production_work_next_to_modules_of_the_same_names(
    installation: Installation, form: str, tmp_path: Path
) -> None:
    write_modules(tmp_path, form)
    (tmp_path / "shop.py").write_text(PARSER)
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'shop'\n")

    def run(command: list[str | Path]) -> str:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, **installation.variables},
            check=False,
        )
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout

    def tool(name: str, *words: str) -> str:
        return run([*installation.tools[name], *words])

    tool("freeze", "shop:build_parser", "--target", "shop")
    tool("scaffold", "shop")
    assert "identical: 3 values" in tool("compare", "argv", "shop", "--", "--size", "large")
    tool("record", "add", "shop", "--topic", "sizes", "--why", "two", "--", "--size", "small")
    assert "shop: matched" in tool("gate", "shop", "--backend", "generated", "--budget", "10")
    tool("switch", "shop", "all", "generated", "--reason", "typed", "--budget", "10")
    assert "of frozen" in tool("bench", "shop", "--rounds", "2")

    (tmp_path / "run.py").write_text(PROGRAM)
    shown = run([installation.python, "run.py", "--size", "large"])
    assert shown == "Namespace(name='corner', count=1, size=9)\n"

    (tmp_path / "test_parity.py").write_text(PARITY)
    run([installation.python, "-m", "pytest", "-q", "test_parity.py"])


def test_a_project_writes_its_records_into_its_own_folders(installed: Path, tmp_path: Path) -> None:
    """Its `golden/` and `legacy/` are the defaults, and never those of the installed package."""
    (packages,) = installed.glob("lib/python*/site-packages")
    ours = [packages / "argparity" / name for name in ("golden/ledger.toml", "legacy/SEALS.toml")]
    before = [path.read_bytes() for path in ours]
    write_modules(tmp_path, "packages")
    (tmp_path / "shop.py").write_text(PARSER)
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'shop'\n")
    for words in (["freeze", "shop:build_parser", "--target", "shop"], ["scaffold", "shop"]):
        subprocess.run([installed / "bin" / "argparity", *words], cwd=tmp_path, check=True)

    assert (tmp_path / "golden" / "cases" / "shop").is_dir()
    assert [path.read_bytes() for path in ours] == before
