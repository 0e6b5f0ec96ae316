"""A project whose targets reach the parts of `compat/` that flame and Megatron do not."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

TOOL = """\
import argparse
import pathlib


def pair(text):
    left, _, right = text.partition(":")
    if not right:
        raise argparse.ArgumentTypeError(f"{text!r} is no pair")
    return left, int(right)


def build():
    parser = argparse.ArgumentParser(prog="orders", description="Handle orders.")
    parser.add_argument("customer", help="whose orders")
    parser.add_argument("items", nargs="*", type=int)
    parser.add_argument("-v", "--verbose", action="count", default=0)
    parser.add_argument("--version", action="version", version="orders 3")
    shipping = parser.add_argument_group("shipping", "How the order leaves the house.")
    shipping.add_argument("--carrier", choices=["rail", "road"], default="rail", help="who goes")
    shipping.add_argument("--weight", type=float, default=20.0, metavar="KG")
    shipping.add_argument("--insured", action=argparse.BooleanOptionalAction, default=True)
    shipping.add_argument("--box", type=pair, default=("a", 1))
    shipping.add_argument("--mark", type=lambda text: text.upper(), default="x")
    labels = parser.add_argument_group("labels")
    labels.add_argument("--tag", action="append", default=[])
    labels.add_argument("--paper", nargs=2, type=int, default=[21, 29])
    labels.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("out"))
    labels.add_argument("--quiet", "-q", dest="loud", action="store_false")
    labels.add_argument("--mode", action="store_const", const="fast", default="slow")
    either = labels.add_mutually_exclusive_group()
    either.add_argument("--long", action="store_true")
    either.add_argument("--short", action="store_true")
    return parser
"""

DEPOT = """\
import argparse


def build():
    parser = argparse.ArgumentParser(prog="depot")
    parser.add_argument("--site", default="north")
    commands = parser.add_subparsers(dest="command", required=True, title="commands")
    load = commands.add_parser("load", aliases=["l"], help="put on a lorry", description="Load.")
    load.add_argument("lorry")
    load.add_argument("--crates", type=int, nargs="+", default=[1])
    load.add_argument("--dry", action="store_true")
    stock = commands.add_parser("stock", help="what is there")
    steps = stock.add_subparsers(dest="step")
    count = steps.add_parser("count")
    count.add_argument("--dry", action="store_true")
    count.add_argument("--limit", type=int, default=5)
    steps.add_parser("clear").add_argument("--force", action="store_true")
    parser.set_defaults(kind="depot")
    load.set_defaults(kind="lorry")
    return parser
"""

OVERLAY = """\
import argparse

from argparity.legacy.megatron.arguments import add_megatron_arguments


def control():
    return add_megatron_arguments(argparse.ArgumentParser(prog="train", allow_abbrev=False))
"""

OVERLAID = """\
import argparse

from argparity.compat.megatron.arguments import overlay_megatron_arguments
from argparity.legacy.megatron.arguments import add_megatron_arguments


def candidate():
    parser = add_megatron_arguments(argparse.ArgumentParser(prog="train", allow_abbrev=False))
    return overlay_megatron_arguments(parser)
"""

TYPED = """\
from __future__ import annotations

import argparse
import enum
from dataclasses import InitVar, dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar, Literal, NewType

from {compat}.argument_group import ArgumentGroupFactory
from {compat}.flag_style import DOTTED, UNDERSCORED

Name = NewType("Name", str)


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


def even(text: str) -> int:
    if int(text) % 2:
        raise ValueError(text)
    return int(text)


@dataclass
class Plain:
    \"\"\"What is plain.\"\"\"

    name: Name
    \"\"\"Its name, 100% of it.\"\"\"
    steps: int = 3
    rate: float | None = None
    deep: bool = False
    wide: bool = True
    either: bool | None = None
    place: Path = Path("here")
    seen: InitVar[int] = 4
    known: ClassVar[int] = 5
    derived: int = field(default=1, init=False)


@dataclass(kw_only=True)
class Chosen(Plain):
    \"\"\"What is chosen.\"\"\"

    kind: Literal["a", "b"] = "a"
    level: Literal[1, 2] = 1
    mixed: Literal["x", 1, True, None] = None
    colour: Colour = Colour.RED
    again: Annotated[int, "times"] = 2
    \"\"\"Inherits, and adds:

    two paragraphs.
    \"\"\"


@dataclass(kw_only=True)
class Many:
    words: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=lambda: [1, 2])
    pair: tuple[int, int] = (3, 4)
    row: tuple[float, ...] = ()
    bag: set[str] = field(default_factory=set)
    table: dict[str, int] = field(default_factory=dict)
    colours: list[Colour] = field(default_factory=list)
    places: dict[str, Literal["up", "down"]] = field(default_factory=dict)
    times: list[int] = field(
        default_factory=list, metadata={{"argparse_meta": {{"action": "append", "type": int}}}}
    )
    loud: bool = field(
        default=False,
        metadata={{
            "argparse_meta": {{
                "arg_names": ["--loud", "-l"],
                "companions": [{{"arg_names": ["--soft"], "action": "store_false"}}],
            }}
        }},
    )
    half: int = field(default=2, metadata={{"argparse_meta": {{"type": even, "help": "even"}}}})
    choice: str = field(default="p", metadata={{"argparse_meta": {{"choices": ["p", "q"]}}}})
    flagged: bool = field(default=True, metadata={{"argparse_meta": {{"type": str, "nargs": "?"}}}})
    switch: bool = field(
        default_factory=bool,
        metadata={{"argparse_meta": {{"arg_names": ["--switch", "--no-switch"]}}}},
    )
    shown: bool = field(
        default=False, metadata={{"argparse_meta": {{"action": argparse.BooleanOptionalAction}}}}
    )
    \"\"\"Whether it is shown.\"\"\"
    given: int = field(metadata={{"argparse_meta": {{"default": 8}}}})
    rest: list[str] = field(
        default_factory=list,
        metadata={{"argparse_meta": {{"arg_names": ["others"], "nargs": "*"}}}},
    )


def build() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="typed")
    ArgumentGroupFactory(Chosen, exclude=["again"]).build_group(parser, title="chosen")
    few = ["place", "seen", "rate", "either"]
    ArgumentGroupFactory(Plain, few, prefix="in_it", style=DOTTED).build_group(parser, "plain")
    few.append("name")
    ArgumentGroupFactory(Plain, few, prefix="un", style=UNDERSCORED).add_arguments(parser)
    ArgumentGroupFactory(Many).build_group(parser)
    return parser
"""

ENTRY = """
[tool.argparity.targets.typed]
control = "typed_old.py:build"
candidate = "typed_new.py:build"
words = { "--table" = ["a=1"], "--places" = ["a=up", "a=left"] }

[tool.argparity.targets.overlay]
control = "overlay.py:control"
candidate = "overlaid.py:candidate"
"""


def make_project(checkout: Path) -> Path:
    """A folder in `checkout` with the scaffolded targets `orders` and `depot`, and `overlay`."""
    folder = checkout / "project"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("")
    (folder / "orders.py").write_text(TOOL)
    (folder / "depot.py").write_text(DEPOT)
    # The same dataclasses twice: over a copy of compat without faults, and over compat.
    shutil.copytree(checkout / "compat", folder / "compat_before")
    (folder / "typed_old.py").write_text(TYPED.format(compat="compat_before"))
    (folder / "typed_new.py").write_text(TYPED.format(compat="argparity.compat"))
    (folder / "overlay.py").write_text(OVERLAY)
    (folder / "overlaid.py").write_text(OVERLAID)
    for tool, *words in (
        ("freeze", "orders.py:build", "--target", "orders"),
        ("scaffold", "orders"),
        ("freeze", "depot.py:build", "--target", "depot"),
        ("scaffold", "depot"),
    ):
        command = [sys.executable, "-B", str(checkout / "tools" / tool), *words]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    with (folder / "pyproject.toml").open("a") as file:
        file.write(ENTRY)
    return folder
