"""The worked example: its page holds the report that the gate gives, and what it says of accepting
is true.
"""

from __future__ import annotations

import datetime
import re
from pathlib import Path

import pytest

import checkout
from argparity.golden.gate.run import run_gate
from argparity.golden.judge.attribute import attribute
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.records.accepted import apply_accepted, load_accepted
from argparity.golden.sides.target import Target, find_target

EXAMPLE = checkout.ROOT / "docs" / "examples" / "megatron_pr"
PAGE = (EXAMPLE / "README.md").read_text(encoding="utf-8")
DAY = datetime.date(2026, 12, 1)


@pytest.fixture
def target() -> Target:
    return find_target("megatron_pr", EXAMPLE)


def _explained() -> dict[tuple[str, str, str], tuple[str, ...]]:
    """Section, flag and class of each difference that the page explains, and the words of its
    witness.
    """
    parts = re.findall(
        r"^### (\w+): (\S+): ([\w-]+)\n\nWitness: (no arguments|`([^`]*)`)", PAGE, re.MULTILINE
    )
    return {(section, flag, cls): tuple(words.split()) for section, flag, cls, _, words in parts}


def _reported() -> set[tuple[str, str, str]]:
    report = PAGE.partition("```text\n")[2].partition("```")[0]
    found = re.findall(r"^\d+\. (\S+)  \[(\w+)\]  ([\w-]+),", report, re.MULTILINE)
    follows = re.findall(r"^   also +(\w+): (\S+): ([\w-]+):", report, re.MULTILINE)
    return {(section, flag, cls) for flag, section, cls in found} | set(follows)


def test_the_page_explains_exactly_the_ten_differences_of_its_report() -> None:
    assert set(_explained()) == _reported()
    assert len(_reported()) == 10


def test_each_witness_of_the_page_shows_its_difference(target: Target) -> None:
    with Comparator(target) as comparator:
        for key, words in _explained().items():
            found = {
                mismatch.key
                for mismatch in attribute(comparator, comparator.compare(Case.of(words)))
            }
            assert key in found, words


def test_the_accepted_entry_of_the_page_covers_one_difference_and_keeps_firing(
    target: Target, tmp_path: Path
) -> None:
    file = tmp_path / "accepted.toml"
    file.write_text(PAGE.partition("```toml\n")[2].partition("```")[0], encoding="utf-8")
    accepted = load_accepted(file, target, today=DAY)
    with Comparator(target) as comparator:
        words = ["--disable-manual-gc-eval"], ["--eval-interval", "5"]
        found = [
            m for argv in words for m in attribute(comparator, comparator.compare(Case.of(argv)))
        ]
    judged, unused, expired = apply_accepted(found, accepted, today=DAY)
    assert {m.key for m in judged if m.accepted} == {
        ("training", "--no-manual-gc-eval", "alias-added")
    }
    assert [m for m in judged if not m.accepted]
    assert (list(unused), list(expired)) == ([], [])


@pytest.mark.slow
def test_the_gate_reports_the_ten_differences_and_nothing_else(target: Target) -> None:
    report = run_gate(target, budget=900, mutants="none")
    assert report.exit_code == 1
    assert {mismatch.key for mismatch in report.mismatches} == _reported()
