"""Plant source faults in the candidates, one at a time, and see whether the gate catches them.

    python tests/campaign/campaign.py --count 300 --seed 0 --workers 2 [compat/layering.py ...]

Each fault is a change of one node of a file of `compat/`: a statement dropped, a condition turned,
a constant, an operator, the order of two statements, a copy not made. A copy of the project gets
it, and the gate judges that copy as it does by default, cheap tiers first, until one shows a
mismatch. What the ledger or the seals say does not count. Misses are printed with their diff, to
be looked at: some change nothing that a parse could show.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import itertools
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from tests.campaign.project import make_project

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("compat", "golden", "legacy", "tools", "pyproject.toml")

BOTH = ("flame", "megatron")
OWN = ("orders", "depot", "overlay")
"""The targets of the project in each copy, see `project.py`."""

TARGETS = {
    **{f"compat/{name}.py": ("flame",) for name in ("_toml", "layering")},
    **{
        f"compat/{name}.py": BOTH
        for name in (
            *("argparse_internals", "argparse_meta", "argument_group", "field_docs", "flag_style"),
            *("inference", "lazy_help", "registration", "section", "switchboard"),
        )
    },
    "compat/converters.py": (*BOTH, "orders"),
    "compat/switches_file.py": ("flame", "orders"),
    **{f"compat/flame/{name}.py": ("flame",) for name in ("config_manager", "sections")},
    "compat/flame/string_lists.py": ("flame",),
    **{f"compat/megatron/{name}.py": ("megatron",) for name in ("arguments", "training_config")},
    **{f"compat/{name}.py": ("orders", "depot") for name in ("dropin", "first_parse", "frozen")},
    "compat/swapping.py": OWN,
    "compat/overlaying.py": ("overlay",),
}
"""The files that a target reaches, with those targets. Not among them: `errors.py` (the classes of
errors), `shims.py` and `lazy_import.py` (which no parse of a target passes through), and
`megatron/argument_utils.py` (an import path for the generator).
"""

STAGES = ("distilled", "goldens", "battery", "fuzz")


@dataclass(frozen=True)
class SourceFault:
    """One changed file. `diff` shows the change, `what` says it."""

    file: str
    what: str
    source: str
    diff: str


@dataclass(frozen=True)
class Judged:
    """What became of a fault. `by`: the target and tier that caught it, "" for none."""

    fault: SourceFault
    by: str


def faults(file: str, source: str, chance: random.Random) -> Iterator[SourceFault]:
    """All faults of a file, in an order by chance."""
    original = ast.parse(source)
    plain = ast.unparse(original)
    changes = (_statements, _conditions, _values, _calls)
    places = [(at, change) for at, _ in enumerate(ast.walk(original)) for change in changes]
    nodes = list(ast.walk(original))
    chance.shuffle(places)
    for place, change in places:
        if not change(copy.deepcopy(nodes[place])):
            continue
        tree = copy.deepcopy(original)
        node = next(n for at, n in enumerate(ast.walk(tree)) if at == place)
        what = change(node)
        changed = ast.unparse(ast.fix_missing_locations(tree)) if what else plain
        if changed != plain:
            lines = difflib.unified_diff(plain.split("\n"), changed.split("\n"), n=1)
            diff = "\n".join(list(lines)[2:])
            yield SourceFault(file, f"{what}, line {getattr(node, 'lineno', 1)}", changed, diff)


_DROPPED = (ast.Expr, ast.Assign, ast.AugAssign, ast.Raise, ast.If, ast.For, ast.Delete)


def _statements(node: ast.AST) -> str:
    body = getattr(node, "body", None)
    if not isinstance(body, list) or isinstance(node, (ast.Module, ast.ClassDef)):
        return ""
    for at, statement in enumerate(body):
        is_doc = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        chosen = _number_of(statement) % len(body) == at
        if isinstance(statement, _DROPPED) and chosen and not is_doc:
            body[at] = ast.Pass()
            return "a statement dropped"
    doc = ast.get_docstring(node) is not None if isinstance(node, ast.FunctionDef) else False
    movable = [at for at in range(int(doc), len(body) - 1) if isinstance(body[at], _DROPPED)]
    if movable and isinstance(body[movable[0] + 1], _DROPPED):
        at = movable[0]
        body[at], body[at + 1] = body[at + 1], body[at]
        return "two statements exchanged"
    return ""


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


def _conditions(node: ast.AST) -> str:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _OTHER_COMPARISONS:
        node.ops[0] = _OTHER_COMPARISONS[type(node.ops[0])]()
        return "a comparison turned"
    if isinstance(node, ast.BoolOp):
        node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        return "and for or, or the other way round"
    if isinstance(node, (ast.If, ast.IfExp, ast.While)) and not isinstance(node.test, ast.Compare):
        node.test = ast.UnaryOp(ast.Not(), node.test)
        return "a condition turned"
    return ""


def _values(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float)):
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1
        return "another constant"
    if isinstance(node, ast.Return) and node.value is not None:
        node.value = ast.Constant(None)
        return "None returned"
    if isinstance(node, ast.Starred):
        node.value = ast.Tuple([], ast.Load())
        return "nothing unpacked"
    return ""


_COPIES = ("copy", "deepcopy", "dict", "list", "tuple", "replace")


def _calls(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    if node.keywords and node.keywords[-1].arg is not None:
        gone = node.keywords.pop()
        return f"the argument {gone.arg} left out"
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    if name in _COPIES and len(node.args) == 1:
        kept = copy.copy(node.args[0])
        node.func, node.args = ast.Name("_same", ast.Load()), [kept]
        node.func = ast.Lambda(
            ast.arguments([], [ast.arg("_")], None, [], [], None, []), ast.Name("_", ast.Load())
        )
        return "a copy not made"
    return ""


def sample(files: list[str], count: int, seed: int) -> list[SourceFault]:
    """So many faults, spread over the files as evenly as these have them."""
    chance = random.Random(seed)
    by_file = [faults(file, (ROOT / file).read_text("utf-8"), chance) for file in files]
    rounds = itertools.zip_longest(*by_file)
    spread = (fault for line in rounds for fault in line if fault is not None)
    return list(itertools.islice(spread, count))


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

    def judge(self, fault: SourceFault) -> Judged:
        """Plant a fault in a free copy and run the gate on it until it is caught."""
        there = self.copies.get()
        file = there / fault.file
        before = file.read_text("utf-8")
        try:
            file.write_text(fault.source, "utf-8")
            for stage in STAGES:
                for target in TARGETS[fault.file]:
                    if self._caught(there, target, stage):
                        return Judged(fault, f"{target} {stage}")
            return Judged(fault, "")
        finally:
            file.write_text(before, "utf-8")
            self.copies.put(there)

    def _caught(self, there: Path, target: str, tier: str) -> bool:
        words = [sys.executable, "-B", str(there / "tools" / "gate"), target, "--only", tier]
        words += ["--fail-fast", "--json", "--mutants", "none", "--workers", "1"]
        words += ["--backend", "generated", "--budget", str(self.budget)]
        folder = there / "project" if target in OWN else there
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            return done.returncode != 0  # the candidate cannot even be loaded
        return bool(report["mismatches"]) or _is_unfit(report)


def _is_unfit(report: dict[str, Any]) -> bool:
    """Whether there is no verdict, and not for want of time or of cases in this tier."""
    grave = {problem["kind"] for problem in report["problems"] if problem["weight"] == "unjudged"}
    return bool(grave - {"coverage", "count"})


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", default=list(TARGETS), help="of compat")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--budget", type=float, default=88.0, help="seconds of each tier")
    options = parser.parse_args()
    chosen = sample(options.files, options.count, options.seed)
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        campaign = Campaign(Path(folder), options.workers, options.budget)
        with ThreadPoolExecutor(options.workers) as pool:
            for judged in pool.map(campaign.judge, chosen):
                fault = judged.fault
                missed += not judged.by
                print(f"{judged.by or 'MISSED'}: {fault.file}: {fault.what}", flush=True)
                if not judged.by:
                    print(fault.diff, flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} caught")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
