"""The cost of parsing on either side, measured in turns in one process, so that ratios hold."""

from __future__ import annotations

import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from argparity.compat.switchboard import ENVIRONMENT_VARIABLE
from argparity.golden.errors import CannotJudge
from argparity.golden.gate.run import run_gate
from argparity.golden.isolate.environ import variables_set
from argparity.golden.isolate.fresh_python import python_running
from argparity.golden.judge.comparator import Comparator
from argparity.golden.migrate.first_goldens import record_first
from argparity.golden.migrate.freezing.freeze import Request, freeze
from argparity.golden.migrate.write import scaffold
from argparity.golden.model.case import Case
from argparity.golden.observe.run import observe
from argparity.golden.sides.side import Side
from argparity.golden.sides.target import Target, find_target

_SOURCE_KINDS = (
    'type=int, default={n}, help="Number {n}."',
    'type=float, default={n}.5, help="Share {n}."',
    'default="text {n}", help="Text {n}."',
    'choices=["a", "b", "c"], default="b", help="One of three."',
    'action="store_true", help="Switch {n}."',
    'nargs="+", type=int, default=[{n}, 2], help="Numbers."',
    'action="append", help="May be repeated."',
    'type=size, default="4k", metavar="SIZE", help="Bytes; k is 1024."',
)
_IMPORT = """\
import time
from argparity.golden.sides.target import find_target
target = find_target({name!r}, __import__("pathlib").Path({base!r}))
begin = time.process_time()
target.load_{side}()
print(time.process_time() - begin)
"""


@dataclass(frozen=True)
class Costs:
    """Medians in seconds of CPU time.

    `parse`: building a parser and parsing an empty command line. `load`: loading a side in a fresh
    process. `compare`: comparing one case.
    """

    parse: Mapping[str, float]
    load: Mapping[str, float]
    compare: float


def costs(target: Target, rounds: int = 50) -> Costs:
    """The costs of both sides of a target.

    `frozen` is the control, `generated` the candidate with every section generated, `legacy` the
    candidate with none.
    """
    with Comparator(target) as comparator:
        sides = {
            "frozen": (comparator.together.control, ""),
            "legacy": (comparator.together.candidate, f"{target.name}=legacy"),
            "generated": (comparator.together.candidate, f"{target.name}=generated"),
        }
        parse: dict[str, list[float]] = {name: [] for name in sides}
        for _ in range(rounds):
            for name, (side, backends) in sides.items():
                with variables_set({ENVIRONMENT_VARIABLE: backends or None}):
                    parse[name].append(_seconds(partial(_parse, comparator, side)))
        with variables_set({ENVIRONMENT_VARIABLE: f"{target.name}=generated"}):
            compare = [_seconds(lambda: comparator.compare(Case.of())) for _ in range(rounds)]
    load = {side: _load_seconds(target, side) for side in ("control", "candidate")}
    medians = {name: statistics.median(found) for name, found in parse.items()}
    return Costs(medians, load, statistics.median(compare))


def _parse(comparator: Comparator, side: Side) -> None:
    observe(side, Case.of(), comparator.target.settings, comparator.together.files)


def _seconds(run: Callable[[], object]) -> float:
    begin = time.process_time()
    run()
    return time.process_time() - begin


def _load_seconds(target: Target, side: str, rounds: int = 3) -> float:
    code = _IMPORT.format(name=target.name, base=str(target.base), side=side)
    found = []
    for _ in range(rounds):
        done = subprocess.run(python_running(code), capture_output=True, text=True)
        if done.returncode != 0:
            raise CannotJudge(f"{side} of {target.name} cannot be loaded: {done.stderr.strip()}")
        found.append(float(done.stdout))
    return statistics.median(found)


def synthetic_source(flags: int) -> str:
    """A module whose `build()` makes a parser of that many flags, of eight kinds, fifty a group."""
    lines = [
        "import argparse",
        "",
        "",
        "def size(text) -> int:",
        '    return int(text[:-1]) * 1024 if text.endswith("k") else int(text)',
        "",
        "",
        "def build():",
        '    parser = argparse.ArgumentParser(prog="synthetic")',
    ]
    for number in range(flags):
        if number % 50 == 0:
            lines.append(f'    group = parser.add_argument_group("part {number // 50}")')
        keywords = _SOURCE_KINDS[number % len(_SOURCE_KINDS)].format(n=number)
        lines.append(f'    group.add_argument("--flag-{number}", {keywords})')
    return "\n".join([*lines, "    return parser", ""])


@dataclass(frozen=True)
class Stage:
    """One stage of the run from end to end: the seconds it took, and its result as a sentence."""

    name: str
    seconds: float
    result: str


def end_to_end(flags: int, budget: float) -> Iterator[Stage]:
    """Freeze, scaffold and gate a synthetic parser of `flags` flags in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="argparity-") as folder:
        base = Path(folder)
        (base / "pyproject.toml").touch()
        (base / "synthetic.py").write_text(synthetic_source(flags), encoding="utf-8")
        yield _stage("freeze", lambda: _freeze(base))
        target = find_target("synthetic", base)
        yield _stage("scaffold", lambda: _scaffold(target))
        yield _stage("gate", lambda: _gate(target, budget))


def _stage(name: str, run: Callable[[], str]) -> Stage:
    begin = time.perf_counter()
    result = run()
    return Stage(name, time.perf_counter() - begin, result)


def _freeze(base: Path) -> str:
    done = freeze(Request("synthetic.py:build", "synthetic"), base)
    return f"{len(done.copied)} file"


def _scaffold(target: Target) -> str:
    done = scaffold(target)
    goldens = record_first(target, computes_defaults=done.computes_defaults)
    return f"{done.generated} generated, {len(done.kept)} stay, {goldens} goldens"


def _gate(target: Target, budget: float) -> str:
    environ = {ENVIRONMENT_VARIABLE: f"{target.name}=generated"}
    report = run_gate(target, budget=budget, environ=environ)
    problems = [problem.message for problem in report.problems if problem.weight != "note"]
    cases = sum(tier.executed for tier in report.tiers.values())
    shown = f"exit {report.exit_code:d}, {cases} cases, {len(report.mismatches)} mismatches"
    return "; ".join([shown, *problems[:3]])
