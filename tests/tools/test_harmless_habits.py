"""No tool changes a byte or a mode of a project, by whatever way a parser writes."""
# ruff: noqa: E501 - a habit is one line

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.tools.test_harmless import TOOLS, files, run

PROGRAM = """\
import argparse
import os
import shutil
import subprocess
from pathlib import Path

HABITS = {habits}


def build():
    parser = argparse.ArgumentParser(prog="shop")
    parser.add_argument("--out", default="results.csv")
    parser.add_argument("--steps", type=int, default=3)
    here = os.getcwd()
    for habit in HABITS:
        try:
            exec(habit, globals())
        except Exception:
            pass
        os.chdir(here)
    return parser
"""

ENTRY = """\
[tool.argparity.targets.shop]
control = "shop.py:build"
candidate = "shop.py:build"
"""

ANNOUNCED = {
    "removes the whole project": "shutil.rmtree('{project}', ignore_errors=True)",
    "truncates": "os.truncate('results.csv', 0)",
    "truncates by the full name": "os.truncate('{project}/results.csv', 0)",
    "writes a file of the project by its full name": "Path('{project}/results.csv').write_text('')",
    "opens a file beside a folder's descriptor": "os.close(os.open('one.txt', os.O_WRONLY | os.O_TRUNC, dir_fd=os.open('data', os.O_RDONLY)))",
    "opens a file beside the project's descriptor": "os.close(os.open('results.csv', os.O_WRONLY | os.O_TRUNC, dir_fd=os.open('{project}', os.O_RDONLY)))",
    "removes a file beside a descriptor": "os.unlink('one.txt', dir_fd=os.open('data', 0))",
    "keeps a database": "__import__('sqlite3').connect('shop.db').execute('create table if not exists a (b)')",
    "keeps a database by its full name": "__import__('sqlite3').connect('{project}/shop.db').execute('create table if not exists a (b)')",
    "names a database as an address": "__import__('sqlite3').connect('file:{project}/shop.db', uri=True).execute('create table if not exists a (b)')",
    "has a shell write": "os.system('echo x > results.csv')",
    "links out of the scratch folder": "os.symlink('{project}', 'out'); Path('out/results.csv').write_text('x')",
    "links hard to a file": "os.link('results.csv', 'hard'); Path('hard').write_text('x')",
    "links hard to a file by its full name": "os.link('{project}/results.csv', 'hard'); Path('hard').write_text('x')",
    "maps a file": "__import__('mmap').mmap(os.open('results.csv', os.O_RDWR), 0).__setitem__(0, 65)",
    "writes an archive": "__import__('zipfile').ZipFile('results.csv', 'w').close()",
    "logs into a file": "__import__('logging').FileHandler('results.csv').stream.write('x')",
    "logs into a file by its full name": "__import__('logging').FileHandler('{project}/results.csv').stream.write('x')",
    "writes at exit": "__import__('atexit').register(lambda: Path('{project}/results.csv').write_text('x'))",
    "writes from a thread later": "__import__('threading').Timer(0.05, lambda: Path('{project}/results.csv').write_text('x')).start()",
    "writes from a thread that waits": "__import__('threading').Thread(target=lambda: (__import__('time').sleep(0.05), Path('results.csv').write_text('x')), daemon=True).start()",
    "forks a child that stays": "os.fork() or (__import__('time').sleep(1), Path('{project}/results.csv').write_text('x'), os._exit(0))",
    "forks a child that leaves its session": "os.fork() or (os.setsid(), os.fork() and os._exit(0), __import__('time').sleep(1), Path('{project}/results.csv').write_text('x'), os._exit(0))",
    "moves over a file": "Path('new').write_text('x'); os.rename('new', 'results.csv')",
    "moves over a file by its full name": "Path('new').write_text('x'); os.replace('new', '{project}/results.csv')",
    "goes into the project": "os.chdir('{project}'); Path('results.csv').write_text('x')",
    "goes there by a descriptor": "os.fchdir(os.open('{project}', 0)); Path('results.csv').write_text('x')",
    "copies over a file": "shutil.copyfile('data/one.txt', 'results.csv')",
    "copies a tree over": "shutil.copytree('data', '{project}/data2', dirs_exist_ok=True)",
    "makes a temporary file there": "__import__('tempfile').NamedTemporaryFile(dir='{project}', delete=False).write(b'x')",
}
"""What Python itself does: it is led away or refused wherever a parser is loaded."""

OF_MODES = {
    "locks a folder": "os.chmod('data', 0)",
    "locks the project": "os.chmod('{project}/data', 0)",
    "changes a mode through a descriptor": "os.fchmod(os.open('results.csv', 0), 0o777)",
}
"""Apart from the others, whose children and threads go on while these are tried."""

SYSTEM = {
    "has a shell write by the full name": "os.system('echo x > {project}/results.csv')",
    "has a child write by the full name": "subprocess.run(['sh', '-c', 'echo x > {project}/results.csv; rm -rf {project}/data'])",
    "has a child go back": "subprocess.run(['sh', '-c', 'echo x > results.csv'], cwd='{project}')",
    "makes a pipe there": "os.mkfifo('{project}/pipe')",
    "calls the system itself": "__import__('ctypes').CDLL(None).truncate(b'{project}/results.csv', 0)",
}
"""What the system alone can refuse, to the processes in which cases run."""

JUDGING = [tool for tool in TOOLS if tool[0] in ("record", "compare", "gate")]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "above" / "project"
    (folder / "data").mkdir(parents=True)
    (folder / "pyproject.toml").write_text("")
    (folder / "results.csv").write_text("kept\n")
    (folder / "data" / "one.txt").write_text("one\n")
    return folder


def modes(folder: Path) -> dict[str, int]:
    return {
        path.relative_to(folder).as_posix(): path.lstat().st_mode
        for path in folder.rglob("*")
        if "__pycache__" not in path.parts
    }


def check(project: Path, habits: list[str], tools: list[list[str]]) -> None:
    acts = [habit.replace("{project}", str(project)) for habit in habits]
    (project / "shop.py").write_text(PROGRAM.replace("{habits}", repr(acts)))
    kept = ("project/results.csv", "project/data", "project/data/one.txt", "project/shop.py")
    before, before_modes = files(project.parent), modes(project.parent)
    for tool in tools:
        done = run(project, *tool)
        after, after_modes = files(project.parent), modes(project.parent)
        changed = [name for name in kept if after.get(name) != before[name]]
        changed += [name for name in before_modes if after_modes.get(name) != before_modes[name]]
        tools_made = ("project/legacy", "project/golden", "project/shop_", "project/.git")
        made = [name for name in after if name not in before and not name.startswith(tools_made)]
        assert (changed, made) == ([], []), (tool[0], done.stdout, done.stderr)
    assert [path.name for path in project.parent.parent.glob("argparity-*")] == []


@pytest.mark.slow
def test_no_tool_touches_a_byte(project: Path) -> None:
    check(project, list(ANNOUNCED.values()), TOOLS)


@pytest.mark.slow
def test_no_tool_changes_a_mode(project: Path) -> None:
    check(project, list(OF_MODES.values()), TOOLS)


@pytest.mark.slow
def test_a_child_that_comes_back_touches_nothing(project: Path) -> None:
    check(project, ["os.fork()"], TOOLS)


@pytest.mark.slow
def test_a_run_that_is_killed_leaves_nothing_behind_the_next(project: Path) -> None:
    (project / "pyproject.toml").write_text(ENTRY)

    check(project, ["os.kill(os.getpid(), 9)"], [TOOLS[0], *JUDGING])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone can refuse it")
def test_what_python_does_not_announce_is_refused_where_cases_run(project: Path) -> None:
    (project / "pyproject.toml").write_text(ENTRY)

    check(project, list(SYSTEM.values()), JUDGING)
