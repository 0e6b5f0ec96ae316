"""Plant source faults in the candidates, one at a time, and see whether the gate catches them.

    python -m tests.campaign.campaign --count 300 --seed 0 --workers 2 [compat/layering.py ...]

Each fault is a change of one node of a file of `compat/`: a statement dropped, a condition turned,
a constant, an operator, the order of two statements, a copy not made. Only lines that run when a
target is loaded or parses are changed (`reach.py`). A copy of the project gets the fault, and the
gate judges that copy as it does by default, one target after the other of those that run the line,
until one shows a mismatch. What the ledger or the seals say does not count. Misses are printed with
their diff, to be looked at: some change nothing that a parse could show. `docs/campaign.md` has the
last run.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from tests.campaign.project import make_project

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("compat", "golden", "legacy", "tests", "tools", "pyproject.toml")

OWN = ("orders", "depot", "overlay", "typed")
"""The targets of the project in each copy, see `project.py`."""

TARGETS = (*OWN, "megatron", "flame")
"""All targets, those with quick runs first."""

SWITCHED = ("orders", "depot", "megatron", "flame")
"""Those that have switches, which are forced to the generated code."""

FILES = tuple(
    path.relative_to(ROOT).as_posix()
    for path in sorted((ROOT / "compat").rglob("*.py"))
    if path.name != "errors.py"  # the words of refusals, which no target shows
)

Reach = Mapping[str, Mapping[int, tuple[str, ...]]]
"""By file and line, the targets that run it."""


@dataclass(frozen=True)
class SourceFault:
    """One changed file. `diff` shows the change at `line`, `what` says it."""

    file: str
    line: int
    what: str
    source: str
    diff: str


@dataclass(frozen=True)
class Judged:
    """What became of a fault. `by`: the target that caught it, "" for none."""

    fault: SourceFault
    by: str


def faults(file: str, source: str, chance: random.Random) -> Iterator[SourceFault]:
    """All faults of a file, in an order by chance."""
    original = ast.parse(source)
    plain = ast.unparse(original)
    changes = (_statements, _conditions, _values, _calls)
    nodes = list(ast.walk(original))
    places = [(at, change) for at in range(len(nodes)) for change in changes]
    chance.shuffle(places)
    for place, change in places:
        if not change(copy.deepcopy(nodes[place])):
            continue
        tree = copy.deepcopy(original)
        found = change(next(n for at, n in enumerate(ast.walk(tree)) if at == place))
        assert found is not None
        changed = ast.unparse(ast.fix_missing_locations(tree))
        if changed != plain:
            lines = difflib.unified_diff(plain.split("\n"), changed.split("\n"), n=1)
            diff = "\n".join(list(lines)[2:])
            yield SourceFault(file, found.line, found.what, changed, diff)


@dataclass(frozen=True)
class _Change:
    what: str
    line: int


_DROPPED = (ast.Expr, ast.Assign, ast.AugAssign, ast.Raise, ast.If, ast.For, ast.Delete)


def _statements(node: ast.AST) -> _Change | None:
    body = getattr(node, "body", None)
    if not isinstance(body, list) or isinstance(node, (ast.Module, ast.ClassDef)):
        return None
    for at, statement in enumerate(body):
        is_doc = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        chosen = _number_of(statement) % len(body) == at
        if isinstance(statement, _DROPPED) and chosen and not is_doc:
            body[at] = ast.Pass()
            return _Change("a statement dropped", statement.lineno)
    doc = ast.get_docstring(node) is not None if isinstance(node, ast.FunctionDef) else False
    movable = [at for at in range(int(doc), len(body) - 1) if isinstance(body[at], _DROPPED)]
    if movable and isinstance(body[movable[0] + 1], _DROPPED):
        at = movable[0]
        body[at], body[at + 1] = body[at + 1], body[at]
        return _Change("two statements exchanged", body[at].lineno)
    return None


def _number_of(node: ast.AST) -> int:
    """A number that depends on the text of a node alone."""
    return sum(map(ord, ast.unparse(node)))


_OTHER_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}


def _conditions(node: ast.AST) -> _Change | None:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _OTHER_COMPARISONS:
        node.ops[0] = _OTHER_COMPARISONS[type(node.ops[0])]()
        return _Change("a comparison turned", node.lineno)
    if isinstance(node, ast.BoolOp):
        node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        return _Change("and for or, or the other way round", node.lineno)
    if isinstance(node, (ast.If, ast.IfExp, ast.While)) and not isinstance(node.test, ast.Compare):
        line = node.test.lineno
        node.test = ast.UnaryOp(ast.Not(), node.test)
        return _Change("a condition turned", line)
    return None


def _values(node: ast.AST) -> _Change | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float)):
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1
        return _Change("another constant", node.lineno)
    if isinstance(node, ast.Return) and node.value is not None:
        node.value = ast.Constant(None)
        return _Change("None returned", node.lineno)
    if isinstance(node, ast.Starred):
        node.value = ast.Tuple([], ast.Load())
        return _Change("nothing unpacked", node.lineno)
    return None


_COPIES = ("copy", "deepcopy", "dict", "list", "tuple", "replace")


def _calls(node: ast.AST) -> _Change | None:
    if not isinstance(node, ast.Call):
        return None
    if node.keywords and node.keywords[-1].arg is not None:
        gone = node.keywords.pop()
        return _Change(f"the argument {gone.arg} left out", node.lineno)
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    if name in _COPIES and len(node.args) == 1:
        kept = copy.copy(node.args[0])
        node.func, node.args = ast.Name("_same", ast.Load()), [kept]
        node.func = ast.Lambda(
            ast.arguments([], [ast.arg("_")], None, [], [], None, []), ast.Name("_", ast.Load())
        )
        return _Change("a copy not made", node.lineno)
    return None


def sample(files: Sequence[str], count: int, seed: int, reach: Reach) -> list[SourceFault]:
    """So many faults in lines that run, spread over the files as evenly as these have them."""
    chance = random.Random(seed)
    by_file = [faults(file, (ROOT / file).read_text("utf-8"), chance) for file in files]
    rounds = itertools.zip_longest(*by_file)
    spread = (fault for line in rounds for fault in line if fault is not None)
    return list(itertools.islice((f for f in spread if reach[f.file].get(f.line)), count))


class Campaign:
    """Copies of the project, each judged by one thread at a time."""

    def __init__(self, folder: Path, copies: int, budget: float) -> None:
        self.budget = budget
        self.copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(copies):
            there = folder / str(number)
            there.mkdir()
            for name in COPIED:
                if (ROOT / name).is_dir():
                    shutil.copytree(
                        ROOT / name,
                        there / name,
                        symlinks=True,
                        ignore=shutil.ignore_patterns("__pycache__"),
                    )
                else:
                    shutil.copy(ROOT / name, there / name)
            make_project(there)
            self.copies.put(there)

    def reach(self, targets: Sequence[str] = TARGETS) -> Reach:
        """The lines of `compat/` that these targets run."""
        found: dict[str, dict[int, tuple[str, ...]]] = {file: {} for file in FILES}
        for target in targets:
            for file, lines in self._lines_run(target).items():
                for line in lines:
                    of_file = found.setdefault(file, {})
                    of_file[line] = (*of_file.get(line, ()), target)
        return found

    def _lines_run(self, target: str) -> dict[str, list[int]]:
        there = self.copies.get()
        try:
            words = [sys.executable, "-B", "-m", "tests.campaign.reach", target]
            path = os.pathsep.join((str(there / "tools" / "src"), str(there)))
            done = subprocess.run(
                words,
                cwd=_folder(there, target),
                env={**os.environ, "PYTHONPATH": path},
                capture_output=True,
                text=True,
                check=True,
            )
            found: dict[str, list[int]] = json.loads(done.stdout)
            return found
        finally:
            self.copies.put(there)

    def judge(self, fault: SourceFault, targets: Sequence[str]) -> Judged:
        """Plant a fault in a free copy and run the gate of each target until it is caught."""
        there = self.copies.get()
        file = there / fault.file
        before = file.read_text("utf-8")
        try:
            file.write_text(fault.source, "utf-8")
            caught = (target for target in targets if self._caught(there, target))
            return Judged(fault, next(caught, ""))
        finally:
            file.write_text(before, "utf-8")
            self.copies.put(there)

    def _caught(self, there: Path, target: str) -> bool:
        words = [sys.executable, "-B", str(there / "tools" / "gate"), target, "--fail-fast"]
        words += ["--json", "--mutants", "none", "--workers", "1"]
        words += ["--budget", str(self.budget)]
        if target in SWITCHED:
            words += ["--backend", "generated"]
        done = subprocess.run(words, cwd=_folder(there, target), capture_output=True, text=True)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            return done.returncode != 0  # the candidate cannot even be loaded
        return bool(report["mismatches"]) or _is_unfit(report)


def _folder(checkout: Path, target: str) -> Path:
    return checkout / "project" if target in OWN else checkout


def _is_unfit(report: dict[str, Any]) -> bool:
    """Whether there is no verdict, and not for want of time or of cases in this tier."""
    grave = {problem["kind"] for problem in report["problems"] if problem["weight"] == "unjudged"}
    return bool(grave - {"coverage", "count"})


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", default=list(FILES), help="of compat")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--budget", type=float, default=88.0, help="seconds of each gate run")
    options = parser.parse_args()
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        campaign = Campaign(Path(folder), options.workers, options.budget)
        reach = campaign.reach()
        chosen = sample(options.files, options.count, options.seed, reach)
        targets = [reach[fault.file][fault.line] for fault in chosen]
        with ThreadPoolExecutor(options.workers) as pool:
            for judged in pool.map(campaign.judge, chosen, targets):
                fault = judged.fault
                missed += not judged.by
                place = f"{fault.file}:{fault.line}: {fault.what}"
                print(f"{judged.by or 'MISSED'}: {place}", flush=True)
                if not judged.by:
                    print(fault.diff, flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} caught")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
