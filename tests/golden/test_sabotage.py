"""Sabotage by hand, one for each kind of fault: named by section, flag and class, with nothing else
beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from argparity.golden.judge.attribute import attribute
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.sides.target import Target, find_target
from tests.golden.operators import operators, reads_toml_1_1
from tests.releases import since

FOLDER = Path(__file__).with_name("sabotage")

TRAINING = "training"
SEED_IN_FILE = "[training]\nseed = 7\n"


Entry: TypeAlias = "tuple[str, str, str]"
Input: TypeAlias = "tuple[Sequence[str], str | None]"


def entry(section: str, flag: str, *classes: str) -> set[Entry]:
    return {(section, flag, cls) for cls in classes}


# Operator, variant, inputs (words, file), and the entries that the report must have.
ON_FLAME: list[tuple[str, str, list[Input], set[Entry]]] = [
    (
        "default-value",
        "DefaultValue",
        [((), None)],
        entry(TRAINING, "--training.steps", "default-changed"),
    ),
    (
        "default-type",
        "DefaultType",
        [((), None)],
        entry(TRAINING, "--training.seed", "default-changed"),
    ),
    (
        "type",
        "Converter",
        [(("--training.batch_size", "4"), None)],
        entry(TRAINING, "--training.batch_size", "type-changed"),
    ),
    (
        "strictness",
        "Strictness",
        [(("--training.batch_size", "4.0"), None), (("--training.batch_size", "4"), None)],
        entry(TRAINING, "--training.batch_size", "type-changed"),
    ),
    (
        "choices",
        "Choices",
        [(("--optimizer.implementation", "fused"), None)],
        entry("optimizer", "--optimizer.implementation", "choices-changed", "error-kind-changed"),
    ),
    (
        "nargs",
        "Words",
        [(("--model.converters",), None)],
        entry("model", "--model.converters", "nargs-changed"),
    ),
    (
        "switch",
        "Switch",
        [(("--training.compile",), None)],
        entry(TRAINING, "--training.compile", "action-changed"),
    ),
    (
        "boolean-optional",
        "OffSwitch",
        [(("--no-job.print_args",), None)],
        entry("job", "--job.print_args", "action-changed"),
    ),
    (
        "abbreviation",
        "Abbreviations",
        [(("--training.seq", "5"), None)],
        entry("", "", "abbreviation-changed", "error-kind-changed"),
    ),
    (
        "abbreviation",
        "Neighbour",
        [(("--training.ste", "5"), None)],
        entry(TRAINING, "--training.steps", "abbreviation-changed", "error-kind-changed"),
    ),
    (
        "required-order",
        "Required",
        [((), None)],
        entry("model", "--model.config", "required-changed", "error-kind-changed"),
    ),
    (
        "precedence",
        "FileBeatsCommandLine",
        [(("--training.seed", "3"), SEED_IN_FILE)],
        entry(TRAINING, "--training.seed", "precedence-changed"),
    ),
    (
        "config-key",
        "KeyIgnored",
        [((), SEED_IN_FILE)],
        entry(TRAINING, "--training.seed", "precedence-changed"),
    ),
    (
        "config-key",
        "UnknownKeyDropped",
        [((), "[training]\nnew = 1\n")],
        entry("", "", "key-removed"),
    ),
    (
        "config-coercion",
        "FileConverted",
        [((), "[optimizer]\nlr = 1\n"), (("--optimizer.lr", "1"), None)],
        entry("optimizer", "--optimizer.lr", "type-changed"),
    ),
    (
        "outcome",
        "ExitCode",
        [(("--training.seed", "x"), None)],
        entry("", "", "exit-code-changed"),
    ),
    (
        "outcome",
        "ErrorText",
        [(("--training.seed", "x"), None)],
        entry(TRAINING, "--training.seed", "message-changed"),
    ),
    (
        "outcome",
        "UnknownWordsPass",
        [(("--bogus",), None)],
        entry("", "", "error-kind-changed"),
    ),
]

ON_LITTLE: list[tuple[str, str, list[str], set[Entry]]] = [
    ("const", "constant", ["--level"], entry("run", "--level", "const-changed")),
    ("alias", "spelling", ["-v"], entry("run", "-v", "alias-removed", "error-kind-changed")),
    ("accumulate", "last_note_only", ["--note", "a"], entry("run", "--note", "action-changed")),
    ("dest", "destination", [], entry("run", "--rate", "dest-changed")),
    ("suppress-none", "none_for_nothing", [], entry("run", "--maybe", "default-changed")),
    ("required-order", "order", ["a"], entry("arguments", "source", "order-changed")),
    (
        "exclusive-group",
        "together",
        ["--fast", "--safe"],
        entry("arguments", "--fast", "group-changed"),
    ),
]

if since("3.13.0"):
    ON_LITTLE.append(
        ("texts", "deprecated", ["--note", "a"], entry("run", "--note", "message-changed"))
    )
if reads_toml_1_1():
    ON_FLAME.append(
        (
            "config-syntax",
            "OlderToml",
            [((), '[training]\nnew = "\\e"\n')],
            entry("", "", "error-kind-changed"),
        )
    )


def _entries(target: Target, inputs: Iterable[Input]) -> set[Entry]:
    with Comparator(target) as comparator:
        found: set[Entry] = set()
        for words, toml in inputs:
            case = Case.of(words, toml)
            found |= {
                mismatch.key
                for mismatch in attribute(comparator, comparator.compare(case, steady=True))
            }
        return found


@pytest.mark.parametrize(
    ("operator", "variant", "inputs", "expected"),
    ON_FLAME,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_sabotaged_flame_is_named_by_section_flag_and_class(
    operator: str, variant: str, inputs: Sequence[Input], expected: set[Entry]
) -> None:
    target = replace(find_target("flame"), candidate=f"{FOLDER / 'flame.py'}:{variant}")
    assert _entries(target, inputs) == expected


@pytest.mark.parametrize(
    ("operator", "variant", "words", "expected"),
    ON_LITTLE,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_sabotaged_parser_is_named_by_section_flag_and_class(
    operator: str, variant: str, words: list[str], expected: set[Entry]
) -> None:
    target = Target(
        name="little",
        control="little.py:control",
        candidate=f"little.py:{variant}",
        base=FOLDER,
        prog="p",
    )
    assert _entries(target, [(words, None)]) == expected


def test_there_is_a_sabotage_for_every_operator() -> None:
    assert {row[0] for row in (*ON_FLAME, *ON_LITTLE)} == operators()


def test_without_sabotage_the_same_inputs_match() -> None:
    little = Target(
        name="little",
        control="little.py:control",
        candidate="little.py:control",
        base=FOLDER,
        prog="p",
    )
    assert _entries(find_target("flame"), [each for row in ON_FLAME for each in row[2]]) == set()
    assert _entries(little, [(row[2], None) for row in ON_LITTLE]) == set()
