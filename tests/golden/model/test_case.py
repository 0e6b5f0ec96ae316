"""Cases: their digest is their input, and their stored form is exact."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from argparity.golden.model.case import Case, Step

words = st.text(max_size=5) | st.just("\udcff")
steps = st.builds(Step, st.lists(words, max_size=3).map(tuple), st.none() | st.binary(max_size=9))
variables = st.dictionaries(st.text("AB", min_size=1), st.text(max_size=3), max_size=2)
cases = st.builds(
    Case,
    id=st.text(min_size=1),
    why=st.text(),
    steps=st.lists(steps, min_size=1, max_size=3).map(tuple),
    env=variables.map(lambda env: tuple(sorted(env.items()))),
)


@settings(deadline=None)  # the machine may be busy
@given(cases)
def test_the_stored_form_gives_the_same_case_back(case: Case) -> None:
    assert Case.from_json(case.to_json()) == case


@settings(deadline=None)  # the machine may be busy
@given(cases, cases)
def test_digests_are_equal_exactly_for_equal_inputs(one: Case, other: Case) -> None:
    same_input = (one.steps, one.env) == (other.steps, other.env)

    assert (one.digest == other.digest) == same_input


def test_the_digest_is_the_input_alone() -> None:
    case = Case.of(["--a"], "x = 1", env={"B": "1"}, id="one", why="because")

    assert case.digest == Case.of(["--a"], "x = 1", env={"B": "1"}, id="two").digest
    assert case.digest != Case.of(["--a"], "x = 1").digest
    assert case.digest != Case.of(["--a"], env={"B": "1"}).digest
    assert Case.of([], "").digest != Case.of([]).digest
    assert Case.of(["a b"]).digest != Case.of(["a", "b"]).digest


def test_a_case_without_id_is_named_by_its_digest() -> None:
    case = Case.of(["--a"])

    assert case.id == f"x:{case.digest[:12]}"


def test_bytes_that_are_no_text_are_stored_as_base64() -> None:
    case = Case.of([], b'a = "\xff"', id="i", why="w")

    assert case.to_json()["toml"] == {"base64": "YSA9ICL/Ig=="}
    assert Case.from_json(case.to_json()).config == b'a = "\xff"'
    assert case.steps[0].config_text == 'a = "\udcff"'


def test_the_stored_form_leaves_out_what_is_empty() -> None:
    assert Case.of(["--a"], id="i", why="w").to_json() == {"id": "i", "why": "w", "argv": ["--a"]}
    several = Case(id="i", why="w", steps=(Step(("--a",)), Step((), b"")))
    assert several.to_json()["steps"] == [{"argv": ["--a"]}, {"argv": [], "toml": ""}]


def test_the_witness_shows_the_last_parse_and_those_before_it() -> None:
    case = Case(
        id="i", why="w", steps=(Step(("--a",)), Step(("--b",), b"x = 1")), env=(("C", "1"),)
    )

    assert case.argv == ("--b",)
    assert case.config == b"x = 1"
    assert case.witness() == {
        "argv": ["--b"],
        "toml": "x = 1",
        "env": {"C": "1"},
        "before": [{"argv": ["--a"], "toml": None}],
    }


def test_another_last_step_makes_another_case_of_the_same_first_ones() -> None:
    case = Case(id="i", why="w", steps=(Step(("--a",)), Step(("--b",))))
    changed = case.with_last(Step(("--c",)))

    assert changed.steps == (Step(("--a",)), Step(("--c",)))
    assert changed.id == f"x:{changed.digest[:12]}"
    assert changed.why == "w"


@pytest.mark.parametrize(
    "data",
    [
        {"id": "i", "why": "w", "argv": "--a"},
        {"id": "i", "why": "w", "argv": [1]},
        {"id": "i", "why": "w", "argv": [], "toml": 1},
        {"id": "i", "why": "w", "argv": [], "toml": {"base64": "?"}},
        {"id": "i", "why": "w", "steps": []},
        {"id": "i", "why": "w", "steps": 1},
        {"id": "i", "why": "w", "argv": [], "env": []},
    ],
)
def test_what_is_no_case_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any text will do
        Case.from_json(data)


def test_a_case_needs_id_and_why() -> None:
    with pytest.raises(KeyError):
        Case.from_json({"id": "i", "argv": []})
