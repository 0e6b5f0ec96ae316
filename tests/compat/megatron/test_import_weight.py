"""What importing the drop-ins, and parsing with them, loads."""

from __future__ import annotations

import subprocess
import sys

import pytest

import checkout

ROOT = checkout.ROOT
HEAVY = {"torch", "hypothesis", "deepdiff", "pytest", "argparity.golden", "argparity.legacy"}

PARSE = (
    "import sys; sys.argv[1:] = ['--train-iters', '5']; "
    "import argparity.compat.megatron.arguments as m"
)


def loaded_by(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nprint(*sys.modules, file=sys.stderr)"],
        env={"PYTHONPATH": str(ROOT / "tools" / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return {".".join(name.split(".")[:2]) for name in done.stderr.split()}


@pytest.mark.parametrize(
    "module",
    [
        "argparity.compat.megatron.arguments",
        "argparity.compat.megatron.argument_utils",
        "argparity.compat.megatron.training_config",
        "argparity.compat.overlaying",
    ],
)
def test_importing_loads_nothing_heavy_and_no_frozen_code(module: str) -> None:
    assert not loaded_by(f"import sys, {module}") & HEAVY


def test_parsing_with_generated_sections_loads_no_frozen_code() -> None:
    assert not loaded_by(f"{PARSE}; assert m.parse_args().train_iters == 5") & HEAVY


def test_a_section_on_legacy_loads_the_frozen_code() -> None:
    code = f"import os; os.environ['ARGPARITY_BACKENDS'] = 'megatron=legacy'; {PARSE}"

    assert "argparity.legacy" in loaded_by(f"{code}; m.parse_args()")
