"""A module with every kind of side."""

from __future__ import annotations

from pathlib import Path

import pytest

SOURCE = """
import argparse
import sys
from collections.abc import Mapping

def build():
    parser = argparse.ArgumentParser(prog="p")
    parser.add_argument("--steps", type=int, default=1)
    return parser

PARSER = build()

class Parser(argparse.ArgumentParser):
    def __init__(self):
        super().__init__(prog="p")
        self.add_argument("--steps", type=int, default=1)

class Config:
    def parse_args(self, argv=None):
        self.steps = PARSER.parse_args(argv).steps

class Returning:
    def parse_args(self, argv):
        return PARSER.parse_args(argv)

def add_arguments(parser):
    parser.add_argument("--steps", type=int, default=1)

def add_to_group(group: argparse.ArgumentParser):
    group.add_argument("--steps", type=int, default=1)
    return group

def parse(argv):
    return PARSER.parse_args(argv)

def parse_or_default(argv=None):
    return PARSER.parse_args(argv)

def parse_all(argv, toml, env):
    return {**vars(PARSER.parse_args(argv)), "toml": toml, "env": dict(env)}

def main():
    return PARSER.parse_args()

def run():
    parser = build()
    arguments = parser.parse_args()
    raise RuntimeError(f"trained for {arguments.steps} steps")

class Nested:
    parser = PARSER

number = 5

class Unfit:
    pass

def strange(one, two):
    pass
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "program.py").write_text(SOURCE)
    return tmp_path
