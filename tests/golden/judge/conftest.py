"""A control and a candidate of a few lines."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from argparity.golden.judge.comparator import Comparator
from argparity.golden.sides.target import Target

Sides: TypeAlias = "Callable[..., Comparator]"


@pytest.fixture
def sides(tmp_path: Path) -> Iterator[Sides]:
    """Write a control and a candidate, each the body of a function that has `parser`, and open the
    comparator.
    """
    opened: list[Comparator] = []

    def write(name: str, body: str) -> None:
        code = "import argparse\ndef build():\n    parser = argparse.ArgumentParser(prog='p')\n"
        code += textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n    return parser\n"
        (tmp_path / name).write_text(code, encoding="utf-8")

    def build(control: str, candidate: str, **settings: Any) -> Comparator:
        write("control.py", control)
        write("candidate.py", candidate)
        target = Target(
            name="t",
            control="control.py:build",
            candidate="candidate.py:build",
            base=tmp_path,
            prog="p",
            **settings,
        )
        opened.append(Comparator(target))
        opened[-1].together  # noqa: B018 - loaded before a test writes other sides
        return opened[-1]

    yield build
    for comparator in opened:
        comparator.__exit__(None, None, None)
