"""Pairs of parsers with planted differences, and how well the gate's report names them.

    python -m tests.campaign.differences --pairs 60 --seed 0 [--show]

Each pair has one to six differences of `CHANGES`, each in an argument of its own or in the parser
as a whole. What is counted: differences that an entry names with its flag, class and direction;
entries beyond one for each difference; entries of pairs in which every parse differs; witnesses
that do not show their difference first when they are run again.
"""

from __future__ import annotations

import argparse
import copy
import random
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from argparity.golden.gate.result import GateReport
from argparity.golden.gate.run import run_gate
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.sides.sections import SectionRule
from argparity.golden.sides.target import ConfigFile, Target
from argparity.golden.workers.one_case import compared


@dataclass
class Spec:
    """A parser as data: the keywords of each argument by its flags, by group."""

    groups: dict[str, dict[tuple[str, ...], dict[str, str]]]
    parser: dict[str, str] = field(default_factory=dict)
    exclusive: list[tuple[str, ...]] = field(default_factory=list)
    head: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    file_wins: bool = False

    def of(self, name: str) -> tuple[dict[tuple[str, ...], dict[str, str]], tuple[str, ...]]:
        """The group and the flags of an argument."""
        return next((g, flags) for g in self.groups.values() for flags in g if name in flags)

    def set(self, name: str, **keywords: str | None) -> None:
        """Change keywords of an argument; None leaves one out."""
        group, flags = self.of(name)
        for key, value in keywords.items():
            group[flags].pop(key, None)
            if value is not None:
                group[flags][key] = value

    def rename(self, name: str, *flags: str) -> None:
        """Give an argument other flags, in its place."""
        group, before = self.of(name)
        items = [(flags if key == before else key, value) for key, value in group.items()]
        group.clear()
        group.update(items)

    def source(self) -> str:
        """The parse function that it stands for."""
        keywords = ", ".join(f"{k}={v}" for k, v in {"prog": "'p'", **self.parser}.items())
        lines = [*_HEAD, *self.head, "", "def parse(argv, config=None):"]
        lines += [f"    parser = Parser({keywords})"]
        for title, arguments in self.groups.items():
            lines.append(f"    group = parser.add_argument_group({title!r})")
            for flags, given in arguments.items():
                names = ", ".join(map(repr, flags))
                words = "".join(f", {k}={v}" for k, v in given.items())
                lines.append(f"    group.add_argument({names}{words})")
        lines += [f"    exclude(parser, {names!r})" for names in self.exclusive]
        lines += [f"    {line}" for line in (*self.before, *_FILE[self.file_wins], *self.after)]
        return "\n".join([*lines, "    return values", ""])


_HEAD = """\
import argparse
import logging
import os
import sys
import warnings

try:
    import tomllib
except ImportError:
    import tomli as tomllib


class Parser(argparse.ArgumentParser):
    pass


def exclude(parser, flags):
    group = parser.add_mutually_exclusive_group()
    for flag in flags:
        action = parser._option_string_actions[flag]
        group._group_actions.append(action)


def number(text):
    return int(text)
""".splitlines()
_UNDER = """\
filed = tomllib.loads(config) if config else {}
known = ("steps", "rate", "name")
parser.set_defaults(**{key: filed[key] for key in known if key in filed})
values = parser.parse_args(argv)
""".splitlines()
_OVER = """\
filed = tomllib.loads(config) if config else {}
values = parser.parse_args(argv)
for key in ("steps", "rate", "name"):
    if key in filed:
        setattr(values, key, filed[key])
""".splitlines()
_FILE = {False: _UNDER, True: _OVER}


def base() -> Spec:
    """The control of every pair."""
    return Spec(
        {
            "training": {
                ("--steps",): {"type": "int", "default": "100", "help": "'how long'"},
                ("--rate",): {"type": "float", "default": "0.1"},
                ("--name",): {},
                ("--seed",): {"type": "int", "default": "1"},
                ("--resume",): {"action": "'store_true'"},
                ("--warmup",): {"type": "int", "default": "5"},
            },
            "data": {
                ("--path", "-p"): {"default": "'here'"},
                ("--split",): {"choices": "['train', 'test', 'all']", "default": "'train'"},
                ("--files",): {"nargs": "'+'", "default": "[]"},
                ("--shape",): {"nargs": "2", "type": "int", "default": "[1, 2]"},
                ("--mode",): {"action": "'store_const'", "const": "'fast'", "default": "'slow'"},
                ("--limit",): {"type": "number", "default": "9"},
                ("--tag",): {"action": "'append'", "default": "[]"},
            },
            "output": {
                ("--folder",): {"default": "'out'"},
                ("--level",): {"type": "int", "choices": "[0, 1, 2]", "default": "0"},
                ("--quiet", "-q"): {"action": "'store_true'"},
                ("--format",): {"default": "'text'", "metavar": "'F'"},
                ("--pin",): {"action": "'store_true'", "dest": "'pin'"},
                ("--no-pin",): {"action": "'store_false'", "dest": "'pin'"},
                ("--color",): {"default": "'auto'"},
                ("--width",): {"type": "int", "default": "80"},
            },
        }
    )


class Expected(NamedTuple):
    """What an entry must say; "" as flag: of the whole parser."""

    flag: str
    classes: tuple[str, ...]
    directions: tuple[str, ...]


@dataclass(frozen=True)
class Change:
    """One planted difference; `of`: what it concerns, as no two may concern the same."""

    of: str
    apply: Callable[[Spec], Any]
    flag: str
    classes: tuple[str, ...]
    directions: tuple[str, ...]

    @property
    def expected(self) -> Expected:
        """What its entry must say."""
        return Expected(self.flag, self.classes, self.directions)


def _change(
    flag: str, classes: str, directions: str, apply: Callable[[Spec], Any], of: str = ""
) -> Change:
    return Change(of or flag, apply, flag, tuple(classes.split()), tuple(directions.split()))


def _added(spec: Spec) -> None:
    spec.groups["output"][("--fresh",)] = {"type": "int", "default": "3"}


def _removed(spec: Spec) -> None:
    group, flags = spec.of("--warmup")
    del group[flags]


def _pins(spec: Spec) -> None:
    group = spec.groups["output"]
    on, off = ("--pin",), ("--no-pin",)
    items = [(off if key == on else on if key == off else key) for key in group]
    changed = {key: group[key] for key in items}
    group.clear()
    group.update(changed)


def _moved(spec: Spec) -> None:
    group, flags = spec.of("--color")
    spec.groups["data"][flags] = group.pop(flags)


def _error_code(spec: Spec) -> None:
    spec.head += ["", "", "def error(self, message):", "    self.print_usage(sys.stderr)"]
    spec.head += ["    self.exit(1, f'{self.prog}: error: {message}\\n')"]
    spec.head += ["", "", "Parser.error = error"]


CHANGES = (
    _change("--steps", "default-changed", "altered", lambda s: s.set("--steps", default="101")),
    _change("--rate", "type-changed", "altered widened", lambda s: s.set("--rate", type="str")),
    _change("--name", "type-changed", "narrowed", lambda s: s.set("--name", type="int")),
    _change("--seed", "type-changed", "widened", lambda s: s.set("--seed", type="float")),
    _change(
        "--resume",
        "action-changed",
        "widened narrowed",
        lambda s: s.set("--resume", action="argparse.BooleanOptionalAction", default="False"),
    ),
    _change("--warmup", "flag-removed", "narrowed", _removed),
    _change("--path", "alias-removed", "narrowed", lambda s: s.rename("--path", "--path")),
    _change(
        "--split",
        "choices-changed",
        "narrowed",
        lambda s: s.set("--split", choices="['train', 'all']"),
    ),
    _change("--files", "nargs-changed", "widened", lambda s: s.set("--files", nargs="'*'")),
    _change("--shape", "nargs-changed", "narrowed altered", lambda s: s.set("--shape", nargs="3")),
    _change("--mode", "const-changed", "altered", lambda s: s.set("--mode", const="'quick'")),
    _change(
        "--limit",
        "value-changed type-changed",
        "altered",
        lambda s: s.head.extend(["", "", "def number(text):", "    return int(text) % 1000"]),
    ),
    _change(
        "--tag",
        "action-changed",
        "altered",
        lambda s: s.set("--tag", action="'store'"),
    ),
    _change("--folder", "dest-changed", "altered", lambda s: s.set("--folder", dest="'out'")),
    _change(
        "--level", "choices-changed", "widened", lambda s: s.set("--level", choices="[0,1,2,5]")
    ),
    _change(
        "--quiet", "alias-added", "widened", lambda s: s.rename("--quiet", "--quiet", "-q", "-s")
    ),
    _change("--format", "renamed", "narrowed", lambda s: s.rename("--format", "--form-of-text")),
    _change("--fresh", "flag-added", "widened", _added),
    _change("--width", "required-changed", "narrowed", lambda s: s.set("--width", required="True")),
    _change("--width", "help-changed", "altered", lambda s: s.set("--width", help="'in columns'")),
    _change("--color", "group-changed", "altered", _moved),
    _change("--pin", "order-changed", "altered", _pins),
    _change(
        "", "precedence-changed", "altered", lambda s: setattr(s, "file_wins", True), "--steps"
    ),
    _change(
        "",
        "warnings-changed",
        "altered",
        lambda s: s.before.append("warnings.warn('old parser')"),
        "every parse: warning",
    ),
    _change(
        "",
        "log-changed",
        "altered",
        lambda s: s.before.append("logging.getLogger('x').warning('parsing')"),
        "every parse: record",
    ),
    _change(
        "",
        "message-changed",
        "altered",
        lambda s: s.after.append("print('parsed')"),
        "every parse: print",
    ),
    _change("", "exit-code-changed", "altered", _error_code, "every error"),
    _change(
        "",
        "abbreviation-changed",
        "narrowed",
        lambda s: s.parser.update(allow_abbrev="False"),
        "abbreviations",
    ),
    _change(
        "",
        "type-changed",
        "altered",
        lambda s: s.after.append("values = vars(values)"),
        "every parse: container",
    ),
    _change(
        "",
        "message-changed help-changed",
        "altered",
        lambda s: s.parser.update(prog="'q'"),
        "every text",
    ),
    _change(
        "",
        "side-effect-changed",
        "altered",
        lambda s: s.before.append("os.environ['SEEN'] = '1'"),
        "every parse: environment",
    ),
)
EVERY = "every "


@dataclass
class Judged:
    """A pair with its report."""

    changes: list[Change]
    report: GateReport
    named: list[Change]
    wrong_witnesses: list[Mismatch]

    @property
    def noise(self) -> int:
        """Entries beyond one for each difference."""
        return max(0, len(self.entries) - len(self.changes))

    @property
    def entries(self) -> list[Mismatch]:
        """What stands for itself."""
        return [entry for entry in self.report.mismatches if entry.because is None]


def pair(number: int, seed: int) -> list[Change]:
    """The changes of one pair."""
    chance = random.Random(f"{seed} {number}")
    chosen: list[Change] = []
    for change in chance.sample(CHANGES, len(CHANGES)):
        if change.of not in {one.of for one in chosen}:
            chosen.append(change)
    return chosen[: 1 + number % 6]


def judged(changes: list[Change], folder: Path, witnesses: bool = True) -> Judged:
    """The report on one pair."""
    control, candidate = base(), copy.deepcopy(base())
    for change in changes:
        change.apply(candidate)
    (folder / "old.py").write_text(control.source())
    (folder / "new.py").write_text(candidate.source())
    target = Target(
        name="adhoc",
        control="old.py:parse",
        candidate="new.py:parse",
        base=folder,
        sections=SectionRule(),
        config_file=ConfigFile(None, "toml"),
    )
    report = run_gate(target, mutants="none", examples=0, budget=60.0, workers=2)
    left = [m for m in report.mismatches if m.because is None]
    named = []
    for change in changes:
        found = next((one for one in left if _names(one, change.expected)), None)
        if found is not None:
            left.remove(found)
            named.append(change)
    own = [m for m in report.mismatches if m.because is None]
    wrong = [m for m in own if witnesses and not _shows(target, m, report)]
    return Judged(changes, report, named, wrong)


def _names(entry: Mismatch, expected: Expected) -> bool:
    of_all = expected.flag == "" and entry.cls in expected.classes
    return (
        (entry.flag == expected.flag or (of_all and expected.classes == ("precedence-changed",)))
        and entry.cls in expected.classes
        and entry.direction in expected.directions
    )


def _shows(target: Target, entry: Mismatch, report: GateReport) -> bool:
    """Whether the case of an entry shows it first, or what it sums up."""
    again = compared(target, entry.case, 10.0).mismatches
    first = {mismatch.key for mismatch in again[: None if entry.beside else 1]}
    return bool(first & {entry.key, *(m.key for m in report.mismatches if m.because == entry.key)})


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int, nargs="*", help="numbers of pairs")
    parser.add_argument("--each", action="store_true", help="a pair for each single difference")
    options = parser.parse_args()
    chosen = [[change] for change in CHANGES] if options.each else None
    chosen = chosen or [pair(number, options.seed) for number in range(options.pairs)]
    numbers = options.only or range(len(chosen))
    found = [_show(number, chosen[number]) for number in numbers]
    print(_totals(found))
    return 0


def _show(number: int, changes: list[Change]) -> Judged:
    with tempfile.TemporaryDirectory() as folder:
        one = judged(changes, Path(folder))
    print(f"{number}: {len(one.named)} of {len(changes)}, {len(one.entries)} lines")
    for change in changes:
        if change not in one.named:
            print(f"   NOT NAMED: {change.of}: {' '.join(change.classes + change.directions)}")
    if len(one.named) < len(changes) or one.noise:
        for entry in one.entries:
            print(f"   {entry.line()[:110]} ({entry.direction}): {entry.told_effect[:80]}")
    for entry in one.wrong_witnesses:
        print(f"   WITNESS: {entry.line()[:100]}: {' '.join(entry.case.argv)[:100]}")
    return one


def _totals(found: Iterable[Judged]) -> str:
    pairs = list(found)
    planted = sum(len(one.changes) for one in pairs)
    named = sum(len(one.named) for one in pairs)
    lines = sum(len(one.entries) for one in pairs)
    wrong = sum(len(one.wrong_witnesses) for one in pairs)
    every = [one for one in pairs if any(c.of.startswith(EVERY) for c in one.changes)]
    return (
        f"{named} of {planted} differences named ({100 * named / planted:.1f} %), "
        f"{lines / planted:.2f} lines a difference, {sum(one.noise for one in every)} lines of "
        f"noise in {len(every)} pairs that change every parse, {wrong} wrong witnesses"
    )


if __name__ == "__main__":
    raise SystemExit(main())
