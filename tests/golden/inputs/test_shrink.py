"""Shrinking: the fewest tokens that still show it, the same ones each time, in few trials."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from argparity.golden.inputs.shrink import TRIALS, shrink
from argparity.golden.model.case import Case, Step

TOML = b"""\
# a comment
[model]
name = "something long"
steps = [1, 2, 3]

[training]
seed = 42
steps = 1000
"""
BUSY = Case(
    id="busy",
    why="It has everything.",
    steps=(
        Step(("--early", "1")),
        Step(("--model.name", "llama", "--x=long-value", "stray", "--y", "123"), TOML),
        Step(("--late",), b"x = 1"),
    ),
    env=(("RANK", "3"), ("WORLD_SIZE", "4")),
)


def words_of(case: Case) -> list[str]:
    return [word for step in case.steps for word in step.argv]


def text_of(case: Case) -> str:
    return "".join(step.config_text or "" for step in case.steps)


@pytest.mark.parametrize(
    ("keeps", "steps", "env"),
    [
        (lambda case: True, (Step(),), ()),
        (lambda case: "--late" in words_of(case), (Step(("--late",)),), ()),
        (lambda case: "123" in words_of(case), (Step(("123",)),), ()),
        (
            lambda case: any(
                step.argv[at : at + 1] == ("--y",) and len(step.argv) > at + 1
                for step in case.steps
                for at in range(len(step.argv))
            ),
            (Step(("--y", "1")),),
            (),
        ),
        (lambda case: any(w.startswith("--x=") for w in words_of(case)), (Step(("--x=1",)),), ()),
        (lambda case: "RANK" in dict(case.env), (Step(),), (("RANK", "3"),)),
        (
            lambda case: "[training]\n" in text_of(case) and "seed = " in text_of(case),
            (Step((), b"[training]\nseed = 1\n"),),
            (),
        ),
        (
            lambda case: len(case.steps) > 1 and case.steps[-1].config is not None,
            (Step(), Step((), b"")),
            (),
        ),
    ],
)
def test_what_is_left_is_what_is_needed(
    keeps: Callable[[Case], bool], steps: tuple[Step, ...], env: tuple[tuple[str, str], ...]
) -> None:
    small = shrink(BUSY, keeps)

    assert (small.steps, small.env) == (steps, env)
    assert keeps(small)


def test_equal_cases_give_equal_results_and_few_trials() -> None:
    trials: list[str] = []

    def keeps(case: Case) -> bool:
        trials.append(case.digest)
        return "stray" in words_of(case) and "seed" in text_of(case)

    first = shrink(BUSY, keeps)
    count = len(trials)
    assert shrink(BUSY, keeps) == first
    assert len(trials) == 2 * count
    assert len(set(trials)) == count < 80


def test_a_case_that_cannot_be_smaller_stays_itself() -> None:
    assert shrink(BUSY, lambda case: False) is BUSY


def test_a_smaller_case_is_named_by_its_digest_and_keeps_its_reason() -> None:
    small = shrink(BUSY, lambda case: bool(case.env))

    assert small.id == f"x:{small.digest[:12]}"
    assert small.why == BUSY.why


def test_the_number_of_trials_is_bounded() -> None:
    long = Case.of([str(number) for number in range(3000)], id="long")
    trials = 0

    def keeps(case: Case) -> bool:
        nonlocal trials
        trials += 1
        return trials % 7 == 0

    shrink(long, keeps)
    assert trials == TRIALS


def test_keys_of_a_json_file_go_one_by_one() -> None:
    document = {"training": {"steps": 1, "seed": [1, 2]}, "model": {"name": "x"}}
    case = Case.of([], json.dumps(document), id="json")

    def keeps(case: Case) -> bool:
        held = json.loads(case.config or b"{}")
        return "seed" in held.get("training", {})

    assert json.loads(shrink(case, keeps).config or b"") == {"training": {"seed": [1, 2]}}


def test_lines_and_values_of_a_yaml_file_go_one_by_one() -> None:
    config = b"model:\n  name: something long\ntraining:\n  steps: 1000\n  seed: 42\n"
    case = Case.of([], config)

    small = shrink(case, lambda c: c.config is not None and b"training:\n  steps:" in c.config)

    assert small.config is not None
    assert small.config.startswith(b"training:\n  steps: ")
    assert len(small.config) < len(b"training:\n  steps: 1000")


def test_a_broken_file_and_bytes_that_are_no_text_shrink_too() -> None:
    case = Case.of([], b"junk\n\xff = [\nmore\n", id="broken")

    assert shrink(case, lambda case: b"\xff" in (case.config or b"")).config == b"\xff = [\n"


def test_placeholders_and_flags_are_not_made_shorter() -> None:
    case = Case.of(["--config", "<TOML>", "--training.seed"], id="flags")

    assert shrink(case, lambda case: len(case.argv) == 3).argv == case.argv


@settings(deadline=None)  # the machine may be busy
@given(
    st.lists(st.sampled_from(["--a", "--b", "1", "word", "--c=7"]), max_size=8),
    st.sets(st.sampled_from(["--a", "1", "word"])),
)
def test_no_single_word_can_be_left_out_of_the_result(words: list[str], needed: set[str]) -> None:
    case = Case.of(words, id="given")

    def keeps(case: Case) -> bool:
        return needed & set(words) <= set(case.argv)

    small = shrink(case, keeps)

    assert keeps(small)
    for at in range(len(small.argv)):
        assert not keeps(Case.of(small.argv[:at] + small.argv[at + 1 :]))
