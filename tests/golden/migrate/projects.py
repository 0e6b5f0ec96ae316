"""Projects with a parser that is frozen and scaffolded in them."""

from __future__ import annotations

from pathlib import Path

from argparity.golden.migrate.freezing.freeze import Request, freeze
from argparity.golden.migrate.write import Scaffolded, scaffold
from argparity.golden.sides.target import Target, find_target

SMALL = """\
import argparse


def build():
    parser = argparse.ArgumentParser(prog="tool")
    training = parser.add_argument_group("training")
    training.add_argument("--steps", type=int, default=5, help="How many.")
    data = parser.add_argument_group("data")
    data.add_argument("--path", default="in.txt")
    return parser
"""


def scaffolded(folder: Path, source: str, **request: object) -> tuple[Target, Scaffolded]:
    """Write `source` as tool.py into `folder`, freeze `build` of it as target `tool`, scaffold."""
    (folder / "pyproject.toml").write_text("")
    (folder / "tool.py").write_text(source)
    spec = str(request.pop("spec", "tool.py:build"))
    probe = bool(request.pop("probe", False))
    freeze(Request(spec, "tool", **request), folder)  # type: ignore[arg-type]
    target = find_target("tool", folder)
    return target, scaffold(target, probe=probe)
