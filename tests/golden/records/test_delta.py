"""What is kept as a delta comes back as it was."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from argparity.golden.model.encode import encode
from argparity.golden.records.delta import apply_delta, delta, full, short

BASE = {"training": {"steps": 5, "seed": None}, "type": {"a": 1}, "names": ["x"]}

SCALARS = st.one_of(st.none(), st.booleans(), st.integers(0, 2), st.sampled_from(["", "type"]))
KEYS = st.one_of(st.sampled_from(["type", "keys", "value", "a"]), st.integers(0, 1))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(KEYS, inner, max_size=3),
        st.tuples(inner, inner),
    ),
    max_leaves=12,
)


def test_equal_trees_have_an_empty_delta() -> None:
    assert delta(encode(BASE), encode(BASE)) == {}


def test_a_delta_names_only_what_differs() -> None:
    changed = {**BASE, "training": {"steps": 6, "seed": None}}

    assert delta(encode(BASE), encode(changed)) == {"training": {"steps": encode(6)}}


def test_a_delta_of_a_removed_key_says_so() -> None:
    changed = {**BASE, "training": {"steps": 5}}

    assert delta(encode(BASE), encode(changed)) == {"training": {"seed": None}}


def test_new_keys_come_last_in_their_order() -> None:
    changed = {**BASE, "training": {"steps": 5, "seed": None, "z": 1, "a": 2}}

    changes = delta(encode(BASE), encode(changed))

    assert list(changes["training"]) == ["z", "a"]
    assert apply_delta(encode(BASE), changes) == encode(changed)


@pytest.mark.parametrize(
    "changed",
    [
        {"seed": None, "steps": 5},
        {"first": 1, "steps": 5, "seed": None},
        {1: 2, "steps": 5},
        ["steps"],
        7,
    ],
)
def test_what_a_delta_cannot_say_is_a_whole_tree(changed: Any) -> None:
    tree = encode({**BASE, "training": changed})

    changes = delta(encode(BASE), tree)

    assert changes["training"] == encode(changed)
    assert apply_delta(encode(BASE), changes) == tree


@pytest.mark.parametrize("changes", [{"nothing": None}, {"nothing": {}}, {"names": {"x": None}}])
def test_a_delta_that_does_not_fit_its_base_is_an_error(changes: Any) -> None:
    with pytest.raises(ValueError, match="base"):
        apply_delta(encode(BASE), changes)


@given(VALUES, VALUES)
@settings(max_examples=200, deadline=None)
def test_any_tree_comes_back_from_its_delta_to_any_other(base: Any, value: Any) -> None:
    left, right = encode(base), encode(value)

    assert apply_delta(left, delta(left, right)) == right


@given(VALUES, VALUES)
@settings(max_examples=200, deadline=None)
def test_trees_and_deltas_come_back_from_the_short_form(base: Any, value: Any) -> None:
    left, right = encode(base), encode(value)
    changes = delta(left, right)

    assert full(short(right)) == right
    assert full(short(changes)) == changes
