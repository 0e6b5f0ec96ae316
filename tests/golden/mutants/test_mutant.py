"""Planted faults: what each operator does to a parse, which are void, and which cases meet them
first.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import pytest

from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.mutants.mutant import ActionFault, InvalidMutant, Mutant, run_mutant
from argparity.golden.sides.target import Target

from .conftest import planned_by

# A mutant, and a case that shows it.
SHOWN = [
    ("default-value:other:--steps", [], None),
    ("default-value:other:--mode", [], None),
    ("default-value:other:--note", [], None),
    ("default-value:other:first", [], None),
    ("default-type:other:--steps", [], None),
    ("default-type:other:--words", [], None),
    ("default-type:other:--on", [], None),
    ("default-type:other:--max_len", [], None),
    ("type:other:--steps", ["--steps", "3"], None),
    ("type:other:--rate", ["--rate", "3"], None),
    ("type:other:--max_len", ["-m", "3"], None),
    ("strictness:lax:--steps", ["--steps", "3.0"], None),
    ("strictness:strict:--steps", ["--steps", "1_000"], None),
    ("strictness:lax:--rate", ["--rate", "1,5"], None),
    ("strictness:strict:--rate", ["--rate", "nan"], None),
    ("strictness:not-empty:--max_len", ["--max_len", ""], None),
    ("choices:dropped:--mode", ["--mode", "b"], None),
    ("choices:added:--mode", ["--mode", "argparity"], None),
    ("choices:reordered:--mode", ["--help"], None),
    ("nargs:?:--steps", ["--steps"], None),
    ("nargs:1:--steps", ["--steps", "3"], None),
    ("nargs:+:--words", ["--words"], None),
    ("const:other:--level", ["--level"], None),
    ("alias:dropped:--max_len", ["-m", "x"], None),
    ("alias:added:--max_len", ["--max-len", "x"], None),
    ("switch:turned:--on", ["--on"], None),
    ("boolean-optional:pair:--on", ["--no-on"], None),
    ("accumulate:last:--note", ["--note", "a"], None),
    ("dest:renamed:--rate", [], None),
    ("abbreviation:neighbour:--steps", ["--ste", "3"], None),
    ("abbreviation:turned:parser", ["--ste", "3"], None),
    ("required-order:required:--steps", [], None),
    ("required-order:order:first", ["a", "b"], None),
    ("exclusive-group:dissolved:--fast", ["--fast", "--safe"], None),
    ("suppress-none:swapped:--note", [], None),
    ("precedence:file-wins:--steps", ["--steps", "3"], "steps = 4"),
    ("precedence:no-P_HOME:P_HOME", [], None),
    ("config-key:dropped:--steps", [], "steps = 4"),
    ("config-key:near:--max_len", [], "max-len = 4"),
    ("config-key:unknown:parser", [], "other = 4"),
    ("config-coercion:converted:--steps", [], 'steps = "4"'),
    ("outcome:code:--steps", ["--steps", "x"], None),
    ("outcome:message:--steps", ["--steps", "x"], None),
    ("outcome:help:parser", ["--help"], None),
    ("outcome:known-args:parser", ["--bogus"], None),
]


@pytest.mark.parametrize(("name", "words", "toml"), SHOWN, ids=[row[0] for row in SHOWN])
def test_a_mutant_differs_from_the_candidate_where_its_fault_shows(
    comparator: Comparator,
    mutants: dict[str, Mutant],
    name: str,
    words: list[str],
    toml: str | None,
) -> None:
    case = Case.of(words, toml, env={"P_HOME": "here"})
    assert run_mutant(comparator, mutants[name], case) != comparator.run(comparator.candidate, case)


# A text default goes through the converter, and the order of attributes is that of the arguments.
SHOWN_BY_THE_PLAIN_PARSE_TOO = (
    "type:other:--max_len",
    "strictness:not-empty:--max_len",
    "required-order:order:first",
)


@pytest.mark.parametrize(
    "name",
    [row[0] for row in SHOWN if (row[1] or row[2]) and row[0] not in SHOWN_BY_THE_PLAIN_PARSE_TOO],
)
def test_a_mutant_leaves_alone_what_its_fault_does_not_touch(
    comparator: Comparator, mutants: dict[str, Mutant], name: str
) -> None:
    plain = Case.of()
    assert run_mutant(comparator, mutants[name], plain) == comparator.run(
        comparator.candidate, plain
    )


def test_every_planned_mutant_is_valid_but_those_that_cannot_show(
    comparator: Comparator, mutants: dict[str, Mutant]
) -> None:
    void = {}
    for mutant in mutants.values():
        try:
            run_mutant(comparator, mutant, Case.of())
        except InvalidMutant as error:
            void[mutant.id] = error.reason
    assert set(void) == {"precedence:no-P_UNUSED:P_UNUSED"}
    assert "cannot show" in void["precedence:no-P_UNUSED:P_UNUSED"]


def test_a_crash_on_the_plain_parse_is_no_kill(tmp_path: Path) -> None:
    (tmp_path / "sides.py").write_text(
        "import argparse\n"
        "def parse(argv, toml, env):\n"
        "    parser = argparse.ArgumentParser(prog='p')\n"
        "    parser.add_argument('--n', default=1)\n"
        "    return {'n': parser.parse_args(argv).n}\n",
        encoding="utf-8",
    )
    with Comparator(
        Target(
            name="t", control="sides.py:parse", candidate="sides.py:parse", base=tmp_path, prog="p"
        )
    ) as opened:
        renamed = planned_by(opened)["dest:renamed:--n"]
        with pytest.raises(
            InvalidMutant, match="crashes on a plain parse: AttributeError"
        ) as caught:
            run_mutant(opened, renamed, Case.of(["--n", "2"]))
    assert caught.value.id == "dest:renamed:--n"


def test_a_fault_that_leaves_the_parser_as_it_is_is_void(
    comparator: Comparator, mutants: dict[str, Mutant]
) -> None:
    planned = mutants["choices:reordered:--mode"]
    assert isinstance(planned.fault, ActionFault)
    same = replace(planned, id="same", fault=replace(planned.fault, change=_leave_alone))
    with pytest.raises(InvalidMutant, match="the candidate's parser stays what it is"):
        run_mutant(comparator, same, Case.of(["--mode", "a"]))


def _leave_alone(parser: argparse.ArgumentParser, action: argparse.Action) -> None:
    action.choices = list(action.choices or ())
