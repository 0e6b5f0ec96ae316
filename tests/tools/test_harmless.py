"""No tool changes a file of the project, whatever the parser does when it is imported or parses."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import checkout

PROGRAM = """\
import argparse
import os
import shutil
import subprocess
from pathlib import Path

{at_import}


def build():
    parser = argparse.ArgumentParser(prog="shop")
    parser.add_argument("--out", default="results.csv")
    parser.add_argument("--steps", type=int, default=3)
    {at_build}
    return parser
"""

HOSTILE = {
    "opens a log at import": {"at_import": "LOG = open('shop.log', 'w')"},
    "empties a file at import": {"at_import": "open('results.csv', 'w').close()"},
    "makes folders at import": {"at_import": "os.makedirs('out/one', exist_ok=True)"},
    "starts a child at import": {"at_import": "os.system('echo x > results.csv')"},
    "has an argument that opens files": {
        "at_build": "parser.add_argument('--log', type=argparse.FileType('w'), default='shop.log')"
    },
    "has a converter that makes folders": {
        "at_build": "parser.add_argument('--dir', type=lambda x: os.makedirs(x) or x)"
    },
    "removes a file": {"at_build": "Path('results.csv').unlink()"},
    "removes a folder": {"at_build": "shutil.rmtree('data')"},
    "moves a file": {"at_build": "os.replace('results.csv', 'data/old.csv')"},
    "changes the folder": {"at_build": "os.chdir('data'); open('one.txt', 'w').close()"},
    "goes up and writes": {
        "at_build": "Path('..', 'results.csv').write_text('x'); Path('../new').mkdir(exist_ok=True)"
    },
    "starts a daemon": {
        "at_build": "subprocess.Popen('echo x > results.csv; sleep 600', shell=True)"
    },
    "links to a file and writes through the link": {
        "at_build": "os.symlink('results.csv', 'way'); Path('way').write_text('x')"
    },
}

TOOLS: list[list[str]] = [
    ["freeze", "shop.py:build", "--target", "shop", "--reason", "tried"],
    ["scaffold", "shop"],
    ["record", "add", "shop", "--topic", "all", "--why", "as a test", "--", "--steps", "4"],
    ["compare", "argv", "shop", "--", "--steps", "5"],
    ["gate", "shop", "--budget", "5", "--workers", "1", "--mutants", "none", "--examples", "8"],
    ["bench", "shop", "--rounds", "1"],
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "above" / "project"
    (folder / "data").mkdir(parents=True)
    (folder / "pyproject.toml").write_text("")
    (folder / "results.csv").write_text("kept\n")
    (folder / "data" / "one.txt").write_text("one\n")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else b""
        for path in folder.rglob("*")
        if "__pycache__" not in path.parts
    }


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, checkout.ROOT / "tools" / arguments[0], *arguments[1:]],
        cwd=project,
        env={**os.environ, "TMPDIR": str(project.parent.parent)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize("habit", HOSTILE)
def test_no_tool_touches_a_file_of_a_project_with_a_hostile_parser(
    project: Path, habit: str
) -> None:
    parts = {"at_import": "", "at_build": "pass", **HOSTILE[habit]}
    (project / "shop.py").write_text(PROGRAM.format(**parts))
    before = files(project.parent)

    told = {tool[0]: run(project, *tool) for tool in TOOLS}

    after = files(project.parent)
    own = ("project/pyproject.toml", "project/.gitattributes")
    changed = [name for name in before if name not in own and after.get(name) != before[name]]
    tools_made = ("project/legacy", "project/golden", "project/shop_", "project/.git")
    made = [name for name in after if name not in before and not name.startswith(tools_made)]
    output = {tool: (done.returncode, done.stdout, done.stderr) for tool, done in told.items()}
    assert (changed, made) == ([], []), output
    assert told["freeze"].returncode == 0, told["freeze"].stderr
    left = [path.name for path in project.parent.parent.glob("argparity-*")]
    assert left == []
