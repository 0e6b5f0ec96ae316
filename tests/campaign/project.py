"""A project whose targets reach the parts of `compat/` that flame and Megatron do not."""

from __future__ import annotations

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

ENTRY = """
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
