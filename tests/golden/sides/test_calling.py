"""How parse functions are given words, the text of a file and variables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from argparity.golden.sides.calling import parse_call, unfit

GIVEN = (["--n"], "text", {"A": "1"})


def by_name(argv: Any, toml: Any, env: Any) -> Any:
    return argv, toml, env


def with_defaults(argv: Any = None, toml: Any = "no file", env: Any = "no variables") -> Any:
    return argv, toml, env


def by_place(words: Any, text: Any, variables: Any) -> Any:
    return words, text, variables


def in_another_order(env: Any, config: Any, argv: Any) -> Any:
    return argv, config, env


def by_keyword(argv: Any, *, yaml: Any, environ: Any = None) -> Any:
    return argv, yaml, environ


def after_others(argv: Any, strict: bool = False, json: Any = None, env: Any = None) -> Any:
    return (argv, json, env) if strict is False else strict


def of_a_place_alone(argv: Any, toml: Any = None, env: Any = None, /) -> Any:
    return argv, toml, env


@pytest.mark.parametrize(
    "function",
    [
        by_name,
        with_defaults,
        by_place,
        in_another_order,
        by_keyword,
        after_others,
        of_a_place_alone,
    ],
)
def test_words_file_and_variables_reach_the_parameters_for_them(
    function: Callable[..., Any],
) -> None:
    call = parse_call(function)

    assert call is not None
    assert call(*GIVEN) == GIVEN


def test_a_default_is_kept_where_the_case_says_nothing() -> None:
    call = parse_call(with_defaults)

    assert call is not None
    assert call([], None, {}) == ([], "no file", "no variables")


def test_what_has_no_default_is_given_also_where_the_case_says_nothing() -> None:
    call = parse_call(by_name)

    assert call is not None
    assert call([], None, {}) == ([], None, {})


def test_a_file_can_be_taken_without_variables_and_the_other_way_round() -> None:
    files, variables = parse_call(lambda argv, config: config), parse_call(lambda argv, env: env)

    assert files is not None
    assert variables is not None
    assert (files(*GIVEN), variables(*GIVEN)) == (GIVEN[1], GIVEN[2])
    assert (files.env, variables.config) == (None, None)


def test_a_function_that_hands_its_arguments_on_gets_the_words_alone() -> None:
    call = parse_call(lambda *args, **keywords: (args, keywords))

    assert call is not None
    assert call(*GIVEN) == ((["--n"],), {})


@pytest.mark.parametrize(
    "function",
    [lambda one, two: None, lambda argv, toml, env, more: None, lambda argv, *, logger: None],
)
def test_a_function_that_needs_more_is_none_and_the_reason_says_what_one_takes(
    function: Callable[..., Any],
) -> None:
    assert parse_call(function) is None
    assert "a parse function takes (argv) or (argv, toml, env)" in unfit(function)
