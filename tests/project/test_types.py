"""What type checkers see of argparity in a user's project, with the wheel installed."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PARSER = """\
import argparse
import enum


class Mode(enum.Enum):
    FAST = "fast"
    SAFE = "safe"


def weight(text: str) -> float:
    return float(text)


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="shop")
    parser.add_argument("source", help="Where from.")
    parser.add_argument("--carrier", choices=["rail", "road"], default="rail")
    parser.add_argument("--max-weight", type=weight, default=20.0)
    parser.add_argument("--mode", type=Mode, default=Mode.SAFE)
    parser.add_argument("--tags", nargs="*", default=[])
    parser.add_argument("--verbose", action="count", default=0)
    return parser
"""
PROGRAM = """\
from argparity.compat import DropIn, Switchboard
from argparity.golden import find_target, run_gate

from shop_args import DROP_IN, build_parser
from shop_args.sections import SECTIONS

parser = build_parser()
drop_in: DropIn = DROP_IN
board: Switchboard = drop_in.switchboard
code: int = run_gate(find_target("shop"), budget=10).exit_code
"""
CHECKERS = {
    "mypy": ["--strict", "--python-executable"],
    "pyright": ["--pythonpath"],
}


@pytest.fixture(scope="module")
def shop(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scaffolded project."""
    folder = tmp_path_factory.mktemp("shop")
    (folder / "shop.py").write_text(PARSER)
    (folder / "program.py").write_text(PROGRAM)
    (folder / "typo.py").write_text("from argparity.compat import DropInn\n")
    (folder / "pyproject.toml").write_text("[project]\nname = 'shop'\n")
    for words in (["freeze", "shop:build_parser", "--target", "shop"], ["scaffold", "shop"]):
        command = [str(installed / "bin" / "argparity"), *words]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder


def check(checker: str, installed: Path, folder: Path, *files: str) -> tuple[int, str]:
    if find_spec(checker) is None:
        pytest.skip(f"{checker} comes with the extra dev")
    python = str(installed / "bin" / "python")
    command = [sys.executable, "-m", checker, *CHECKERS[checker], python, *files]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_scaffolded_project_is_well_typed(checker: str, installed: Path, shop: Path) -> None:
    code, output = check(checker, installed, shop, "shop.py", "program.py", "shop_args")

    assert code == 0, output


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_name_that_is_not_exported_is_an_error(checker: str, installed: Path, shop: Path) -> None:
    code, output = check(checker, installed, shop, "typo.py")

    assert code == 1
    assert "DropInn" in output
