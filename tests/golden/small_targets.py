"""Little programs and their targets, for tests of what works on any parser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from argparity.golden.sides.calling import ConfigFormat
from argparity.golden.sides.sections import SectionRule
from argparity.golden.sides.target import ConfigFile, Target

FLAT = """
import argparse

def build():
    parser = argparse.ArgumentParser(prog="p")
    parser.add_argument("source")
    parser.add_argument("rest", nargs="*")
    parser.add_argument("-n", "--number", type=int, required=True)
    parser.add_argument("--rate", type=float, default=0.5)
    parser.add_argument("-v", "--verbose", action="count", default=0)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--mode", choices=["fast", "slow"], default="fast")
    parser.add_argument("--pair", nargs=2, type=int)
    parser.add_argument("--items", nargs="+", default=[])
    one = parser.add_mutually_exclusive_group(required=True)
    one.add_argument("--red", action="store_true")
    one.add_argument("--blue", metavar="SHADE")
    return parser

PARSER = build()
"""

COMMANDS = """
import argparse

def build():
    parser = argparse.ArgumentParser(prog="p")
    parser.add_argument("--root", required=True)
    commands = parser.add_subparsers(dest="command", required=True)
    train = commands.add_parser("train", aliases=["t"])
    train.add_argument("data")
    train.add_argument("--steps", type=int, required=True)
    tools = commands.add_parser("tools")
    inner = tools.add_subparsers(dest="tool")
    clean = inner.add_parser("clean")
    clean.add_argument("--force", action="store_true")
    return parser

PARSER = build()
"""

_LAYERED = """
import argparse
import json
import sys
if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

def parse(argv, text, env):
    parser = argparse.ArgumentParser(prog="p", allow_abbrev=False)
    parser.add_argument("--steps", type=int, default=1)
    parser.add_argument("--log-dir", default="logs")
    parser.add_argument("--fast", action="store_true")
    held = {} if text is None else read(text)
    parser.set_defaults(**held)
    return {**vars(parser.parse_args(argv)), "rank": int(env.get("RANK", 0))}

def read(text):
    return json.loads(text) if text.startswith("{") else tomllib.loads(text)
"""


def small(folder: Path, source: str, attribute: str = "PARSER", **entry: Any) -> Target:
    """A target whose two sides are copies of one program, written to `folder`."""
    for name in ("one.py", "two.py"):
        (folder / name).write_text(source)
    entry.setdefault("sections", SectionRule())
    return Target(
        name="small",
        control=f"one.py:{attribute}",
        candidate=f"two.py:{attribute}",
        base=folder,
        **entry,
    )


def layered(folder: Path, kind: ConfigFormat = "toml") -> Target:
    """A target with a configuration file and a variable, without sections in either."""
    source = _LAYERED
    if kind == "yaml":
        source = source.replace("tomllib.loads", "yaml.safe_load").replace(
            "import argparse", "import argparse, yaml"
        )
    return small(folder, source, "parse", config_file=ConfigFile(None, kind), environment=("RANK",))
