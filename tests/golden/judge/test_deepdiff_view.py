"""DeepDiff over encodings: empty exactly if they are equal, with paths that people read."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from argparity.golden.judge.deepdiff_view import (
    confirms_equality,
    deep_difference,
    departures,
    plain,
    side_by_side,
)
from argparity.golden.model.encode import encode
from argparity.golden.model.observation import Observation, Outcome

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 2),
    st.integers(),
    st.sampled_from([0.0, -0.0, 1.0, float("nan"), float("inf")]),
    st.floats(),
    st.sampled_from(["", "1", "__a", "a"]),
    st.text(max_size=3),
    st.binary(max_size=2),
    st.datetimes(timezones=st.none() | st.just(datetime.timezone.utc)),
)
keys = st.one_of(st.integers(0, 1), st.booleans(), st.sampled_from(["a", "__a", "b"]))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(keys, inner, max_size=3),
        st.frozensets(scalars, max_size=3),
    ),
    max_leaves=6,
)
# Two values that are often equal or nearly so.
pairs = st.one_of(values.map(lambda value: (value, value)), st.tuples(values, values))


@settings(deadline=None)  # the machine may be busy
@given(pairs)
@example(([True], [1]))
@example(([1], [1.0]))
@example((0.0, -0.0))
@example((float("nan"), float("nan")))
@example(({1: "x"}, {True: "x"}))
@example(({"__x": 1}, {"__x": 2}))
@example(({"__x": 1}, {}))
@example(({"a": 1, "b": 2}, {"b": 2, "a": 1}))
@example((10**5000, 10**5000))
@example((10**5000, 10**5000 + 1))
@example((print, len))
@example(
    (datetime.datetime(2024, 1, 1), datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc))
)
def test_the_difference_is_empty_exactly_if_the_encodings_are_equal(pair: tuple[Any, Any]) -> None:
    control, candidate = encode(pair[0]), encode(pair[1])

    assert (deep_difference(control, candidate) == {}) == (control == candidate)


@settings(deadline=None)  # the machine may be busy
@given(pairs)
def test_readable_paths_hide_no_difference(pair: tuple[Any, Any]) -> None:
    control, candidate = (encode({"section": {"key": value}}) for value in pair)

    assert (plain(control) == plain(candidate)) == (control == candidate)


def test_a_difference_is_explained_by_its_path_and_both_values() -> None:
    control, candidate = (
        Observation((Outcome("ok", values=encode({"training": {"steps": steps}})),))
        for steps in (1, 1.0)
    )

    assert side_by_side(control, candidate) == ["training.steps: 1 (int) | 1.0 (float)"]


def test_of_several_parses_each_difference_has_the_number_of_its_parse() -> None:
    same, one, other = (Outcome("ok", values=encode({"a": value})) for value in (0, 1, 2))

    found = side_by_side(Observation((same, one)), Observation((same, other)))

    assert found == ["parse 2: a: 1 (int) | 2 (int)"]


def test_equal_observations_need_no_explanation() -> None:
    observation = Observation((Outcome("exit", code=encode(2), stderr="usage: x\n"),))

    assert side_by_side(observation, observation) == []


@pytest.mark.parametrize("name", ["type", "value", "factory"])
def test_a_key_called_like_a_part_of_a_tree_stays_apart_from_it(name: str) -> None:
    one, other = (plain(encode({name: value, "x": 1})) for value in (1, 2))

    assert one != other
    assert one["type"] == "dict"


def test_two_observations_are_equal_in_whatever_order_their_facts_are_kept() -> None:
    one, other = (
        Observation((Outcome("ok", values=dict(facts)),))
        for facts in ([("type", "int"), ("value", "1")], [("value", "1"), ("type", "int")])
    )

    assert one == other
    assert confirms_equality(one, other)


@settings(deadline=None)
@given(pairs)
def test_it_confirms_exactly_what_is_equal(pair: tuple[Any, Any]) -> None:
    one, other = (Observation((Outcome("ok", values=encode(value)),)) for value in pair)

    assert confirms_equality(one, other) == (one == other)


def test_a_departure_names_place_and_values() -> None:
    recorded, now = (
        Outcome("ok", values=encode({"training": {"steps": steps, "path": path}}))
        for steps, path in ((5, "a"), (6, "5"))
    )

    assert departures(recorded, now) == [
        ("training.steps", "5 (int)", "6 (int)"),
        ("training.path", "'a'", "'5'"),
    ]
