"""Everything that argparse offers, frozen and scaffolded: what is generated, and how it reads."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from argparity.compat.switchboard import ENVIRONMENT_VARIABLE
from argparity.golden.inputs.battery.build import build_battery
from argparity.golden.judge.comparator import Comparator
from argparity.golden.migrate.write import Scaffolded
from argparity.golden.model.case import Case
from argparity.golden.sides.target import Target
from tests.golden.migrate.projects import scaffolded

PARSER = """\
import argparse
import enum
import functools
import logging
import os
import pathlib


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


class KeyValue(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        pairs = dict(getattr(namespace, self.dest) or {})
        key, _, value = values.partition("=")
        setattr(namespace, self.dest, {**pairs, key: value})


class Marking(argparse.Action):
    def __init__(self, option_strings, dest, mark="!", **kwargs):
        self.mark = mark
        super().__init__(option_strings, dest, **kwargs)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values + self.mark)


def size(text) -> int:
    return int(text[:-1]) * 1024 if text.endswith("k") else int(text)


def unannotated(text):
    return text.upper()


def build():
    p = argparse.ArgumentParser(prog="tool", fromfile_prefix_chars="@", conflict_handler="resolve")
    p.add_argument("--version", action="version", version="tool 1")
    p.add_argument("src", help="Where it is read from.")
    p.add_argument("-v", "--verbose", action="count", default=0, help='Say "more".')
    p.add_argument("--argument", help="named like what writes the fields")
    p.add_argument("--lambda", type=float, default=1.5)
    p.add_argument("--replaced", "--kept", default="first")
    p.add_argument("--replaced", default="second")
    g = p.add_argument_group("Training options")
    g.add_argument("--lr", type=float, default=1e-3, help="Learning  rate.")
    g.add_argument("--share", type=float, default=0.5, help="Between 0%% and 100%%.")
    g.add_argument("--told", type=int, default=1, help="now %(default)s")
    g.add_argument("--micro_batch", type=int, default="8", help=("a very long help " * 12).strip())
    g.add_argument("--slash", default="\\\\d", help='ends with a backslash \\\\ and "quotes"')
    g.add_argument("--color", type=Color, choices=list(Color), default=Color.RED)
    g.add_argument("--path", type=pathlib.Path, default=pathlib.Path("a/b"))
    g.add_argument("--mode", choices=["a", "b"], default="a")
    g.add_argument("--tuple", choices=("a", "b"))
    g.add_argument("--level", type=int, choices=range(3), default=0)
    g.add_argument("--keyed", choices={"x": 1, "y": 2})
    g.add_argument("--live", choices={"x": 1}.keys())
    g.add_argument("--needed", type=int, required=True)
    g.add_argument("--betas", nargs=2, type=float, default=(0.9, 0.99))
    g.add_argument("--names", nargs="+", default=["x"])
    g.add_argument("--any", nargs="*")
    g.add_argument("--opt", nargs="?", const="yes")
    g.add_argument("--left", nargs=argparse.REMAINDER)
    g.add_argument("--add", action="append")
    g.add_argument("--pairs", action="append", nargs=2, type=int, default=[])
    g.add_argument("--more", action="extend", nargs="+")
    g.add_argument("--set", action=KeyValue, default={}, metavar="K=V")
    g.add_argument("--marked", action=Marking)
    g.add_argument("--remarked", action=Marking, mark="?")
    g.add_argument("--no-cuda", action="store_true")
    g.add_argument("--no-fuse", dest="fuse", action="store_false")
    g.add_argument("--unset", action="store_true", default=None)
    g.add_argument("--toggle", action=argparse.BooleanOptionalAction, default=True, help="On, off.")
    g.add_argument("--upper", type=lambda text: text.upper())
    g.add_argument("--shout", type=str.upper)
    g.add_argument("--bits", type=functools.partial(int, base=2), default=0)
    g.add_argument("--size", type=size, default="4k")
    g.add_argument("--unannotated", type=unannotated)
    g.add_argument("--file", type=argparse.FileType("r"))
    g.add_argument("--absent", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    g.add_argument("--truthy", type=bool, default=False)
    g.add_argument("--infinite", type=float, default=float("inf"))
    g.add_argument("--point", nargs=2, type=int, metavar=("X", "Y"))
    m = g.add_mutually_exclusive_group()
    m.add_argument("--debug", dest="log", action="store_const", const=logging.DEBUG, default=30)
    m.add_argument("--info", dest="log", action="store_const", const=logging.INFO, default=30)
    g.add_argument("--one", dest="items", action="append_const", const=1)
    g.add_argument("--two", dest="items", action="append_const", const="two")
    p.set_defaults(func="main", lr=0.25)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("-j", "--jobs", type=int, default=1, help="How many.")
    sub = p.add_subparsers(dest="command", required=False)
    run = sub.add_parser("run", parents=[common], aliases=["r"])
    run.add_argument("what", nargs="?", default="all")
    run.set_defaults(func="run")
    stop = sub.add_parser("stop", parents=[common], allow_abbrev=False)
    now = stop.add_subparsers(dest="when").add_parser("now", prefix_chars="-+")
    now.add_argument("+x", action="store_true")
    return p
"""

GENERATED = {
    "src": 'src: str = argument(arg_names=["src"])\n    """Where it is read from."""',
    "--verbose": 'verbose: int = argument(0, action="count", arg_names=["-v", "--verbose"])',
    "--argument": 'argument_: str | None = argument(None, dest="argument"',
    "--lambda": 'lambda_: float = argument(1.5, dest="lambda", arg_names=["--lambda"])',
    "--kept": 'replaced: str = argument( "first", arg_names=["--kept"]',
    "--lr": 'lr: float = argument(0.25, help="Learning  rate.")',
    "--share": 'share: float = 0.5\n    """Between 0% and 100%."""',
    "--told": 'told: int = argument(1, help="now %(default)s")',
    "--micro_batch": 'micro_batch: int = argument(8, default="8", arg_names=["--micro_batch"])',
    "--slash": 'ends with a backslash \\\\ and "quotes\\""""',
    "--color": "color: Color = argument(Color.RED, type=Color, choices=[Color.RED, Color.BLUE])",
    "--path": 'path: Path = Path("a/b")',
    "--mode": 'mode: Literal["a", "b"] = "a"',
    "--tuple": 'tuple_: Literal["a", "b"] | None = argument(',
    "--level": "level: int = argument(0, choices=range(0, 3))",
    "--keyed": 'keyed: str | None = argument(None, choices={"x": 1, "y": 2})',
    "--needed": "needed: int",
    "--betas": "betas: list[float] = argument((0.9, 0.99), nargs=2)",
    "--names": 'names: list[str] = argument(factory=lambda: ["x"])',
    "--any": 'any_: list[str] | None = argument( None, nargs="*", dest="any"',
    "--opt": 'opt: str | None = argument(None, nargs="?", const="yes")',
    "--left": 'left: list[str] | None = argument(None, nargs="...")',
    "--add": 'add: list[str] | None = argument(None, action="append")',
    "--pairs": "pairs: list[list[int]] = argument(factory=list, action=",
    "--more": 'more: list[str] | None = argument(None, action="extend")',
    "--set": "set_: Any = argument(\n        factory=dict, action=KeyValue",
    "--marked": "marked: Any = argument(None, action=Marking)",
    "--no-cuda": "no_cuda: bool = False",
    "--no-fuse": 'fuse: bool = argument(True, arg_names=["--no-fuse"])',
    "--unset": "unset: bool | None = argument(None, action=",
    "--toggle": "toggle: bool = argument(True, action=argparse.BooleanOptionalAction)",
    "--shout": "shout: Any = argument(None, type=str.upper)",
    "--bits": "bits: int = argument(0, type=functools.partial(int, base=2))",
    "--size": 'size_: int = argument("4k", type=size, dest="size", arg_names=["--size"])',
    "--unannotated": "unannotated_: Any = argument( None, type=unannotated",
    "--live": "live: str | None = argument(None, choices=KEPT)",
    "--upper": "upper: Any = argument(None, type=KEPT)",
    "--file": 'file: Any = argument(None, type=argparse.FileType("r"))',
    "--absent": "absent: str | None = argument(None, default=argparse.SUPPRESS",
    "--truthy": "truthy: bool = argument(False, type=bool)",
    "--infinite": 'infinite: float = float("inf")',
    "--point": 'point: list[int] | None = argument(None, nargs=2, metavar=("X", "Y"))',
    "--debug": "log: int = argument(\n        30",
    "--one": 'companions=[{"arg_names": ["--two"], "action": "append_const", "const": "two"}]',
    "run --jobs": 'jobs: int = argument(1, arg_names=["-j", "--jobs"])',
    "run what": 'what: str = argument("all", nargs="?", arg_names=["what"])',
    "stop now +x": 'x: bool = argument(False, arg_names=["+x"])',
}

STAYS = {
    "--version": "--version: prints and exits; it holds no value",
    "--upper": "--upper, type: is a lambda",
    "--live": "--live, choices: is of type dict_keys, which has no source form",
    "--remarked": "--remarked: its mark cannot be set by a keyword",
    "command": "command: chooses the subcommand; its parsers have sections of their own",
    "when": "stop when: chooses the subcommand; its parsers have sections of their own",
}


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> tuple[Target, Scaffolded]:
    """The parser above, frozen and scaffolded."""
    return scaffolded(tmp_path_factory.mktemp("everything"), PARSER)


@pytest.fixture(scope="module")
def text(everything: tuple[Target, Scaffolded]) -> str:
    """The dataclasses that were written for it."""
    return (everything[1].folder / "sections.py").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def comparator(everything: tuple[Target, Scaffolded]) -> Iterator[Comparator]:
    """Both sides, every section generated."""
    with Comparator(everything[0], {ENVIRONMENT_VARIABLE: "tool=generated"}) as comparator:
        yield comparator


def without_space(text: str) -> str:
    """The formatter alone decides where lines end."""
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("flag", GENERATED)
def test_an_argument_becomes_a_field_that_a_person_would_write(flag: str, text: str) -> None:
    assert without_space(GENERATED[flag]) in without_space(text)


@pytest.mark.parametrize("flag", STAYS)
def test_what_no_field_expresses_stays_and_says_why(
    flag: str, everything: tuple[Target, Scaffolded]
) -> None:
    texts = {kept.flags: kept.text for kept in everything[1].kept}

    assert texts[flag] == STAYS[flag]


def test_nothing_else_stays(everything: tuple[Target, Scaffolded]) -> None:
    assert {kept.flags for kept in everything[1].kept} == set(STAYS)


def test_sections_are_groups_under_the_subcommands_that_lead_to_them(
    everything: tuple[Target, Scaffolded],
) -> None:
    assert everything[1].sections == (
        "arguments",
        "Training options",
        "run arguments",
        "stop now arguments",
    )


def test_a_dest_of_several_subcommands_is_of_one_section(text: str) -> None:
    assert '"runarguments":(Section(RunArguments,command=("run",)' in without_space(text)
    assert 'Section(StopArguments,command=("stop",)' in without_space(text)


def test_the_candidate_parses_like_the_control(
    comparator: Comparator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())  # pytest's own has no encoding
    cases = build_battery(comparator.target, comparator.schema)[:80]
    cases += [
        Case.of(["in", "--needed", "1", *words])
        for words in (
            ["--lr", "1", "run", "-j", "3", "this"],
            ["stop", "now", "+x"],
            ["--set", "a=1", "--set", "b=2", "--marked", "x", "--remarked", "y"],
            ["--no-toggle", "--one", "--two", "--size", "2k", "--color", "blue"],
            ["--debug", "--info"],
            ["--help"],
            ["run", "--help"],
        )
    ]

    wrong = [case.argv for case in cases if comparator.compare(case).mismatches]

    assert wrong == []


def test_a_field_that_is_edited_changes_what_is_parsed(
    everything: tuple[Target, Scaffolded], tmp_path: Path
) -> None:
    target, done = everything
    sections = done.folder / "sections.py"
    before = sections.read_text(encoding="utf-8")
    sections.write_text(before.replace("lr: float = argument(0.25", "lr: float = argument(0.5"))
    try:
        with Comparator(target, {ENVIRONMENT_VARIABLE: "tool=generated"}) as comparator:
            found = comparator.compare(Case.of(["in", "--needed", "1"])).mismatches
    finally:
        sections.write_text(before)

    assert [(m.section, m.flag, m.cls) for m in found] == [
        ("Training options", "--lr", "default-changed")
    ]


@pytest.mark.skipif(
    sys.version_info < (3, 13), reason="argparse knows deprecated= from Python 3.13"
)
def test_a_deprecated_argument_stays_deprecated(tmp_path: Path) -> None:
    source = (
        "import argparse\n\n\ndef build():\n    p = argparse.ArgumentParser()\n"
        "    p.add_argument('--old', deprecated=True)\n    return p\n"
    )

    _, done = scaffolded(tmp_path, source)

    assert done.generated == 1
    assert "deprecated=True" in (done.folder / "sections.py").read_text(encoding="utf-8")
