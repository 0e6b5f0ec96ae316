"""`compat`, with `legacy` next to it, works as a copied folder, under any name."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import checkout

ROOT = checkout.ROOT

# What a copy is called; the frozen parsers keep their name next to it.
PLACES = ["compat", "settings", "shop.vendored.settings"]
BACKENDS = ["=legacy", "=generated", "=legacy,{target}.{section}=generated"]

PROGRAM = """\
import importlib, sys

sys.path.insert(0, {folder!r})
name = {name!r}
flame = importlib.import_module(name + ".flame.config_manager")
megatron = importlib.import_module(name + ".megatron.arguments")
argument_utils = importlib.import_module(name + ".megatron.argument_utils")
config = flame.JobConfig()
config.parse_args(["--training.steps", "7", "--job.dump_folder", "out"])
sys.argv = ["train.py", "--train-iters", "9", "--eval-iters", "3"]
args = megatron.parse_args()
print(config.training.steps, config.job.dump_folder, args.train_iters, args.eval_iters)
print(*sorted({{module.partition(".")[0] for module in sys.modules}} & {{"argparity", "compat"}}))
"""


def run(folder: Path, name: str, backends: str = "") -> list[str]:
    """The values that a program reads through the package `name`, and which of ours it imported."""
    program = PROGRAM.format(folder=str(folder), name=name)
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "ARGPARITY_BACKENDS": backends},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_compat_can_be_imported_at_the_root_of_a_checkout() -> None:
    assert run(ROOT, "compat") == ["7 out 9 3", "compat"]


@pytest.fixture(params=PLACES)
def copied(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The name under which `compat` is found in `tmp_path`."""
    name: str = request.param
    place = tmp_path.joinpath(*name.split("."))
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(ROOT / "compat", place)
    shutil.copytree(ROOT / "legacy", place.with_name("legacy"))
    return name


@pytest.mark.parametrize("backends", BACKENDS)
def test_a_copied_folder_works_under_any_name_and_with_every_backend(
    copied: str, backends: str, tmp_path: Path
) -> None:
    sections = {"flame": "training", "megatron": "validation"}
    given = ",".join(
        target + backends.format(target=target, section=section)
        for target, section in sections.items()
    )

    values, imported = run(tmp_path, copied, given)

    assert values == "7 out 9 3"
    assert imported == ("compat" if copied == "compat" else "")
