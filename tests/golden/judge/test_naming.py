"""The judge: what differs gets a class, a direction and a place; what is equal gets nothing."""

from __future__ import annotations

import argparse
import collections
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from argparity.golden.judge.naming import count_values, judge
from argparity.golden.model.case import Case, Step
from argparity.golden.model.encode import encode
from argparity.golden.model.mismatch import CLASSES, Mismatch
from argparity.golden.model.observation import Observation, Outcome
from argparity.golden.sides.parsers.table import action_table
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.sections import SectionRule


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="p")
    made.add_argument("--training.steps", type=int, default=10)
    made.add_argument("--training.seed", type=int, default=42)
    made.add_argument("--model.name", default="fla")
    return made


@pytest.fixture
def schema() -> Schema:
    table = action_table(parser())
    return Schema("target", SectionRule(prefix=".").with_table(table), table, table)


def accepted(steps: object = 10, **rest: Any) -> Outcome:
    return Outcome("ok", values=encode({"training": {"steps": steps, **rest}, "model": {}}))


def rejected(message: str = "p: error: m", code: object = 2, usage: str = "usage: p\n") -> Outcome:
    return Outcome("exit", code=encode(code), stderr=f"{usage}{message}\n")


def raised(error: str = "ValueError", message: str = "m") -> Outcome:
    return Outcome("raise", error=error, message=message)


Judge = Callable[..., list[Mismatch]]


@pytest.fixture
def found(schema: Schema) -> Judge:
    """The mismatches between two outcomes of one parse."""

    def found(control: Outcome, candidate: Outcome, case: Case | None = None) -> list[Mismatch]:
        case = case or Case.of()
        return judge(schema, case, Observation((control,)), Observation((candidate,)))

    return found


def named(mismatches: list[Mismatch]) -> list[tuple[str, str, str, str]]:
    return [(m.section, m.flag, m.cls, m.direction) for m in mismatches]


@pytest.mark.parametrize(
    ("case", "candidate", "cls"),
    [
        (Case.of(), 11, "default-changed"),
        (Case.of(), 10.0, "default-changed"),
        (Case.of(["--training.steps", "5"]), 11, "value-changed"),
        (Case.of(["--training.st", "5"]), 11, "value-changed"),
        (Case.of(["--training.steps", "5"]), 10.0, "type-changed"),
        (Case.of(["--training.steps", "5"]), True, "type-changed"),
        (Case.of([], "[training]\nsteps = 5"), 11, "value-changed"),
        (Case.of([], "[training]\nsteps = 5"), "10", "type-changed"),
        (Case.of(["--training.steps=5"], "[training]\nsteps = 6"), 11, "precedence-changed"),
        (Case.of(["--training.seed", "5"]), 11, "default-changed"),
    ],
)
def test_another_value_is_classed_by_what_was_given(
    found: Judge, case: Case, candidate: object, cls: str
) -> None:
    mismatches = found(accepted(10), accepted(candidate), case)

    assert named(mismatches) == [("training", "--training.steps", cls, "altered")]
    assert mismatches[0].control == encode(10)
    assert mismatches[0].candidate == encode(candidate)
    assert mismatches[0].case == case


@pytest.mark.parametrize(
    ("control", "candidate"),
    [(0.0, -0.0), (1, True), ([1], [True]), ([1], (1,)), ({"a": 1, "b": 2}, {"b": 2, "a": 1})],
)
def test_values_that_python_calls_equal_are_mismatches(
    found: Judge, control: object, candidate: object
) -> None:
    assert len(found(accepted(control), accepted(candidate))) == 1


def test_values_that_are_not_equal_to_themselves_are_no_mismatch(found: Judge) -> None:
    assert found(accepted(float("nan")), accepted(float("nan"))) == []


def test_a_key_of_one_side_only_is_added_or_removed(found: Judge) -> None:
    assert named(found(accepted(seed=1), accepted())) == [
        ("training", "--training.seed", "key-removed", "altered")
    ]
    assert named(found(accepted(), accepted(extra=1))) == [
        ("training", "training.extra", "key-added", "altered")
    ]


def test_a_section_of_one_side_only_is_added_or_removed(found: Judge) -> None:
    more = Outcome("ok", values=encode({"training": {"steps": 10}, "model": {}, "new": {}}))

    assert named(found(accepted(), more)) == [("new", "", "key-added", "altered")]
    assert named(found(more, accepted())) == [("new", "", "key-removed", "altered")]


def test_another_order_of_keys_is_one_mismatch_of_the_section(found: Judge) -> None:
    other = Outcome("ok", values=encode({"training": {"seed": 1, "steps": 10}, "model": {}}))

    assert named(found(accepted(seed=1), other)) == [("training", "", "order-changed", "altered")]


def test_another_type_of_mapping_is_a_mismatch_of_the_section(found: Judge) -> None:
    values = {"training": collections.defaultdict(None, steps=10), "model": {}}
    other = Outcome("ok", values=encode(values))

    assert named(found(accepted(), other)) == [("training", "", "type-changed", "altered")]


@pytest.mark.parametrize(
    ("control", "candidate", "cls", "direction"),
    [
        (accepted(), rejected(), "error-kind-changed", "narrowed"),
        (rejected(), accepted(), "error-kind-changed", "widened"),
        (accepted(), raised(), "error-kind-changed", "narrowed"),
        (rejected(), raised(), "error-kind-changed", "altered"),
        (raised("ValueError"), raised("TypeError"), "error-kind-changed", "altered"),
        (raised(message="a"), raised(message="b"), "message-changed", "altered"),
        (rejected(code=2), rejected(code=1), "exit-code-changed", "altered"),
        (rejected(code=2), rejected(code=0), "exit-code-changed", "widened"),
        (rejected(code=0), rejected(code=False), "exit-code-changed", "narrowed"),
        (rejected("p: error: a"), rejected("p: error: b"), "message-changed", "altered"),
        (accepted(), Outcome("lost", message="hung"), "error-kind-changed", "narrowed"),
    ],
)
def test_rejections_are_classed_by_kind_code_and_message(
    found: Judge, control: Outcome, candidate: Outcome, cls: str, direction: str
) -> None:
    case = Case.of(["--training.seed", "x"])

    assert named(found(control, candidate, case)) == [
        ("training", "--training.seed", cls, direction)
    ]


def test_a_rejection_belongs_to_the_flag_that_its_message_names(found: Judge) -> None:
    case = Case.of(["--training.seed", "1", "--training.steps", "x"])
    message = "p: error: argument --training.steps: invalid int value: 'x'"

    assert named(found(rejected(message), accepted(), case)) == [
        ("training", "--training.steps", "error-kind-changed", "widened")
    ]


def test_another_usage_under_the_same_message_is_a_matter_of_help(found: Judge) -> None:
    mismatches = found(rejected(usage="usage: p [-a]\n"), rejected(usage="usage: p [-b]\n"))

    assert named(mismatches) == [("", "", "help-changed", "altered")]
    assert mismatches[0].control == "usage: p [-a]"


def test_another_help_text_shows_the_first_line_that_differs(found: Judge) -> None:
    one = Outcome("exit", code=encode(0), stdout="usage: p\n\n  -a  first\n  -b  second\n")
    other = replace(one, stdout="usage: p\n\n  -a  first\n  -b  zweites\n")

    (mismatch,) = found(one, other)

    assert (mismatch.cls, mismatch.control, mismatch.candidate) == (
        "help-changed",
        "-b  second",
        "-b  zweites",
    )


def test_help_does_not_count_where_the_target_says_so(schema: Schema) -> None:
    blind = replace(schema, help_compared=False)
    one, other = rejected(usage="usage: p [-a]\n"), rejected(usage="usage: p [-b]\n")

    assert judge(blind, Case.of(), Observation((one,)), Observation((other,))) == []
    other = rejected("p: error: n", usage="usage: p [-b]\n")
    assert len(judge(blind, Case.of(), Observation((one,)), Observation((other,)))) == 1


@pytest.mark.parametrize(
    ("name", "cls"),
    [
        ("log", "log-changed"),
        ("warnings", "warnings-changed"),
        ("effects", "side-effect-changed"),
    ],
)
def test_side_effects_count_beside_equal_values(found: Judge, name: str, cls: str) -> None:
    noise: dict[str, Any] = {name: ("something",)}
    loud = replace(accepted(), **noise)

    assert named(found(accepted(), loud, Case.of(["--model.name", "x"]))) == [
        ("model", "--model.name", cls, "altered")
    ]


@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_what_an_accepted_parse_prints_counts(found: Judge, name: str) -> None:
    printed: dict[str, Any] = {name: "x"}
    printing = replace(accepted(), **printed)

    assert [m.cls for m in found(accepted(), printing)] == ["message-changed"]


def test_the_first_step_that_differs_is_judged_and_is_the_witness(schema: Schema) -> None:
    case = Case(id="i", why="w", steps=(Step(("--training.seed", "1")), Step(), Step()))
    control = Observation((accepted(1), accepted(2), accepted(3)))
    candidate = Observation((accepted(1), accepted(7), accepted(8)))

    (mismatch,) = judge(schema, case, control, candidate)

    assert mismatch.candidate == encode(7)
    assert mismatch.case.steps == case.steps[:2]


def test_every_difference_of_a_parse_is_listed(found: Judge) -> None:
    mismatches = found(accepted(1, seed=1), replace(accepted(2, seed=True), log=("x",)))

    assert sorted(m.cls for m in mismatches) == [
        "default-changed",
        "default-changed",
        "log-changed",
    ]


def test_values_are_counted_by_section(schema: Schema) -> None:
    assert count_values(schema, accepted(seed=1)) == (2, 1)
    assert count_values(schema, rejected()) == (0, 0)


texts = st.sampled_from(["", "a", "usage: p\np: error: a\n", "usage: q\np: error: a\n"])
lines = st.lists(st.sampled_from(["a", "b"]), max_size=2).map(tuple)
keys = st.sampled_from(["steps", "", 1, True, "int:1", float("nan"), "training"])
leaves: st.SearchStrategy[object] = st.sampled_from(
    [0, False, -0.0, 0.0, "0", None, float("nan"), (), []]
)
tables = st.lists(st.tuples(keys, leaves), max_size=3).map(dict)
results = st.lists(st.tuples(keys, tables | leaves), max_size=3).map(dict)
surfaces = st.builds(
    lambda sections, other: encode({"sections": sections, "other attributes": other}),
    st.dictionaries(st.sampled_from(["", "training"]), leaves, max_size=2),
    st.lists(st.just("stale"), max_size=1),
)
outcomes = st.one_of(
    st.builds(
        Outcome,
        st.just("ok"),
        values=(results | results.map(lambda table: argparse.Namespace(**{"a.b": table}))).map(
            encode
        ),
        surface=st.none() | surfaces,
        stdout=texts,
        stderr=texts,
        log=lines,
        warnings=lines,
        effects=lines,
    ),
    st.builds(
        Outcome,
        st.just("exit"),
        code=st.sampled_from([0, 1, True, None]).map(encode),
        stdout=texts,
        stderr=texts,
        log=lines,
        warnings=lines,
    ),
    st.builds(
        Outcome,
        st.sampled_from(["raise", "lost"]),
        error=st.sampled_from(["ValueError", "TypeError"]),
        message=texts,
        stdout=texts,
        stderr=texts,
        log=lines,
    ),
)


def parts_of_both(one: Outcome, other: Outcome, name: str) -> tuple[Outcome, Outcome]:
    """Two outcomes of one kind that differ in that part at most."""
    same_kind = one.kind == other.kind
    return one, replace(one, **{name: getattr(other, name)}) if same_kind else other


parts = st.sampled_from(
    ["values", "surface", "code", "error", "message", "stdout", "stderr", "log"]
)


@settings(deadline=None)  # the machine may be busy
@given(st.builds(parts_of_both, outcomes, outcomes, parts))
def test_the_judge_names_a_difference_exactly_if_there_is_one(
    pair: tuple[Outcome, Outcome],
) -> None:
    control, candidate = pair
    table = action_table(parser())
    for rule in (SectionRule(prefix="."), SectionRule().with_table(table)):
        schema = Schema("target", rule, table, table)
        mismatches = judge(schema, Case.of(), Observation((control,)), Observation((candidate,)))

        assert bool(mismatches) == (control != candidate)
        assert all(mismatch.cls in CLASSES and mismatch.line() for mismatch in mismatches)
