"""Witness scripts: one file that shows a mismatch again, whatever the input holds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import checkout
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case, Step
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.report.witness import witness_script
from argparity.golden.sides.target import Target, find_target
from tests.golden.small_targets import layered

ROOT = checkout.ROOT


@pytest.fixture
def target(tmp_path: Path) -> Target:
    made = layered(tmp_path)
    source = (tmp_path / "two.py").read_text()
    (tmp_path / "two.py").write_text(source.replace("default=1)", "default=2)"))
    return made


def mismatch_of(target: Target, case: Case) -> Mismatch:
    with Comparator(target) as comparator:
        return comparator.compare(case).mismatches[0]


def run(script: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(script)],
        # Two versions of a side may be of one second and one size, which a cache cannot tell apart.
        env={"PYTHONPATH": str(ROOT), "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=script.parent,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_script_shows_the_mismatch_until_the_sides_agree(
    target: Target, tmp_path: Path
) -> None:
    script = tmp_path / "witness.py"
    script.write_text(witness_script(target, mismatch_of(target, Case.of())))

    shown = run(script)
    assert (shown.returncode, shown.stderr) == (1, "")
    assert shown.stdout == "arguments: --steps: default-changed: 1 -> 2\nthe sides differ\n"

    (tmp_path / "two.py").write_text((tmp_path / "one.py").read_text())
    agreed = run(script)
    assert (agreed.returncode, agreed.stdout) == (0, "the sides agree\n")


AWKWARD = [
    Case.of(['"""', "\\", "\udcff", "\u00e9", "a\nb", "{{ x }}"], id="words"),
    Case.of([], b"log_dir = \"\xc3\xa9 \\\" ''' {% if %}\"\n", id="text"),
    Case.of(["--fast"], b"\xff\x00", id="bytes", why='He said """no""".'),
    Case.of([], b"", id="empty"),
    Case(
        id="steps",
        why="two",
        steps=(Step(("--fast",), b"a = 1"), Step()),
        env=(("RANK", "\u00e9"),),
    ),
]


@pytest.mark.parametrize("case", AWKWARD, ids=lambda case: case.id)
def test_any_input_is_spelled_exactly(target: Target, case: Case) -> None:
    mismatch = Mismatch(
        target="small",
        section="",
        flag="",
        cls="value-changed",
        direction="altered",
        control=None,
        candidate='"""\\\u00e9',
        case=case,
    )
    source = witness_script(target, mismatch)

    assert source.isascii()
    names: dict[str, object] = {"__name__": "witness"}
    exec(compile(source, "witness.py", "exec"), names)
    assert names["CASE"] == case


@pytest.mark.parametrize("name", ["flame", "megatron"])
def test_the_target_is_spelled_with_all_that_judging_needs(name: str) -> None:
    target = find_target(name)
    mismatch = Mismatch(
        target=name,
        section="a",
        flag="--b",
        cls="value-changed",
        direction="widened",
        control=None,
        candidate="x",
        case=Case.of(),
    )
    names: dict[str, object] = {"__name__": "witness"}
    exec(compile(witness_script(target, mismatch), "witness.py", "exec"), names)

    spelled = names["TARGET"]
    assert isinstance(spelled, Target)
    assert (spelled.settings, spelled.sections) == (target.settings, target.sections)
    assert (spelled.control, spelled.candidate, spelled.base) == (
        *(target.control, target.candidate),
        target.base,
    )


def test_the_script_says_what_it_shows(target: Target) -> None:
    source = witness_script(target, mismatch_of(target, Case.of()))

    assert '"""arguments: --steps: default-changed: 1 -> 2\n' in source
    assert "Both accept or both reject it, the result differs." in source
    assert source.endswith("    raise SystemExit(main())\n")
