"""A scaffolded project is built, installed elsewhere, and runs there in every state."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from argparity.golden.migrate.freezing.freeze import Request, freeze
from argparity.golden.migrate.write import scaffold
from argparity.golden.records.shipping import check_shipping
from argparity.golden.records.switches import write_switches
from argparity.golden.sides.target import Target, find_target

from .conftest import PIP

pytestmark = pytest.mark.slow

SETUPTOOLS = """\
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[tool.setuptools.packages.find]
where = ["{root}"]
include = ["orders*"]
"""
HATCHLING = '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
PROJECT = """\
[project]
name = "orders"
version = "1.0"
requires-python = ">=3.10"
dependencies = ["argparity"]
"""
FILES = {
    "__init__.py": "",
    "words/__init__.py": "",
    "words/flags.py": 'HELP = "Where the orders are."\n',
    "cli.py": """\
import argparse
from pathlib import Path

from .words.flags import HELP


def build_parser():
    parser = argparse.ArgumentParser(prog="orders")
    parser.add_argument("--root", default="here", help=HELP)
    parser.add_argument_group("data").add_argument("--near", default=Path(__file__).parent.name)
    return parser
""",
    "__main__.py": """\
from orders.orders_args import DROP_IN, build_parser

parser = build_parser()
print(*DROP_IN.switchboard.backends().values(), parser.parse_args())
print(parser.format_help())
""",
}
LIVE = {"cli.py": "raise SystemExit('the live module')\n", "words/flags.py": "HELP = 7\n"}
RUN = "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); "
RUN += "runpy.run_module('orders', run_name='__main__')"


def project(base: Path, root: str, build: str) -> Target:
    """A project that is frozen and scaffolded, whose live modules have changed since."""
    package = base / root / "orders"
    (package / "words").mkdir(parents=True)
    (base / "pyproject.toml").write_text(build.format(root=root) + PROJECT)
    for name, source in FILES.items():
        (package / name).write_text(source)
    freeze(Request("orders.cli:build_parser", "orders", also=("orders.words.flags",)), base)
    target = find_target("orders", base)
    scaffold(target)
    for name, source in LIVE.items():
        (package / name).write_text(source)
    return target


@pytest.fixture(autouse=True)
def forgotten() -> None:
    """Each project is imported anew."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "orders"]:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("build", "root"),
    [(SETUPTOOLS, "."), (SETUPTOOLS, "src"), (HATCHLING, "."), (HATCHLING, "src")],
    ids=["setuptools", "setuptools in src", "hatchling", "hatchling in src"],
)
def test_an_installed_project_runs_in_every_state(
    build: str, root: str, wheels: Path, tmp_path: Path
) -> None:
    base = tmp_path / "project"
    target = project(base, root, build)
    elsewhere = tmp_path / "elsewhere"

    assert check_shipping(target) == []
    for number, states in enumerate([(), ("data",), ("arguments", "data")]):
        write_switches(target, states, "generated")
        site = str(elsewhere / str(number))
        subprocess.run([*PIP, "wheel", "--no-deps", "-w", "dist", "."], cwd=base, check=True)
        install = ["install", "--no-index", "--find-links", str(wheels), "--target", site]
        (wheel,) = (base / "dist").iterdir()
        subprocess.run([*PIP, *install, str(wheel)], cwd=base, check=True)
        wheel.unlink()
        isolated = [sys.executable, "-I", "-S", "-c", RUN, site]
        done = subprocess.run(isolated, cwd=tmp_path, capture_output=True, text=True, check=False)

        backends = ["generated" if name in states else "legacy" for name in ("arguments", "data")]
        shown = f"{' '.join(backends)} Namespace(root='here', near='orders')"
        assert done.stdout.partition("\n")[0] == shown, done.stderr
        assert "Where the orders are." in done.stdout
        assert done.stderr == ""
