"""The tutorial, word for word: files and commands, outside of the checkout, from a wheel."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import checkout
from tests.tutorial.steps import Command, File, Table, steps_of

ROOT = checkout.ROOT
PAGE = ROOT / "docs" / "tutorial.md"


@pytest.mark.slow
def test_every_step_of_the_tutorial_does_what_the_page_shows(
    environment: Path, wheels: Path, tmp_path: Path
) -> None:
    commands = 0

    for step in steps_of(PAGE):
        if isinstance(step, File):
            (tmp_path / step.path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / step.path).write_text(step.text, encoding="utf-8")
        elif isinstance(step, Table):
            before = (tmp_path / step.path).read_text(encoding="utf-8")
            (tmp_path / step.path).write_text(step.edited(before), encoding="utf-8")
        else:
            run(step, tmp_path, environment, wheels)
            commands += 1

    assert commands >= 20


def run(step: Command, folder: Path, environment: Path, wheels: Path) -> None:
    kept = {"HOME": str(folder.parent), "COLUMNS": "120", "PYTHONSAFEPATH": ""}
    kept |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    if " install " in step.text:  # what the page installs is the wheel of this checkout
        kept |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels)}
    path = os.pathsep.join([str(environment), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", step.text],
        cwd=folder,
        env={**kept, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )

    assert done.returncode == step.exit_code, f"$ {step.text}\n{done.stdout}"
    rest = done.stdout
    for line in step.output:
        _, found, rest = rest.partition(line)
        assert found, f"$ {step.text}\nlacks, or has too early: {line}\n{done.stdout}"


def test_the_tutorial_shows_each_tool_that_a_switch_over_needs() -> None:
    shown = " ".join(step.text for step in steps_of(PAGE) if isinstance(step, Command))

    for tool in ("freeze", "scaffold", "gate", "compare", "switch"):
        assert f"argparity {tool} " in shown
