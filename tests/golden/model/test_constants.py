"""Sentinels and other constants of modules are encoded by the name that a module has for them."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from argparity.golden.errors import UnknownTypeError
from argparity.golden.model.encode import Tree, encode, encoding

_SOURCE = """
class _Unset:
    def __repr__(self):
        return "UNSET"

    def __reduce__(self):
        return "UNSET"

class Level:
    def __init__(self, number):
        self.number = number

class Options:
    NONE = object()

_MISSING = object()
UNSET = _Unset()
HIGH = Level(3)
"""

Make = Callable[..., Any]


@pytest.fixture
def make() -> Iterator[Make]:
    """Makes modules, which are gone in the end."""
    made: list[str] = []

    def make(name: str, source: str = _SOURCE) -> Any:
        module = types.ModuleType(name)
        sys.modules[name] = module
        made.append(name)
        exec(source, vars(module))
        return module

    yield make
    for name in made:
        del sys.modules[name]


def own(value: object, *names: str) -> Tree:
    with encoding(str, frozenset(names)):
        return encode(value)


@pytest.mark.parametrize("name", ["_MISSING", "UNSET", "Options.NONE", "HIGH"])
def test_constants_of_one_name_in_both_sides_are_equal(make: Make, name: str) -> None:
    one, two = make("odd_one"), make("odd_two")
    first, second = one, two
    for part in name.split("."):
        first, second = getattr(first, part), getattr(second, part)

    tree = own(first, "odd_one")

    assert tree == own(second, "odd_two")
    assert f"<own>.{name}" in repr(tree)


def test_constants_of_different_names_differ(make: Make) -> None:
    one = make("odd_one", "A = object()\nB = object()\n")

    assert own(one.A, "odd_one") != own(one.B, "odd_one")


def test_the_state_of_a_constant_counts(make: Make) -> None:
    one, two = make("odd_one"), make("odd_two", _SOURCE.replace("Level(3)", "Level(4)"))

    assert own(one.HIGH, "odd_one") != own(two.HIGH, "odd_two")


def test_a_constant_that_is_imported_goes_by_the_module_that_it_comes_from(make: Make) -> None:
    make("odd_home", "NOTHING = object()\n")
    one = make("odd_one", "from odd_home import NOTHING\n")
    two = make("odd_two", "import odd_home\nNOTHING_AT_ALL = odd_home.NOTHING\n")

    trees = [own(one.NOTHING, "odd_one"), own(two.NOTHING_AT_ALL, "odd_two")]

    assert trees == [{"type": "object", "value": "odd_home.NOTHING"}] * 2


def test_an_object_that_no_module_holds_has_no_encoder(make: Make) -> None:
    one = make("odd_one")

    with pytest.raises(UnknownTypeError):
        own(object(), "odd_one")
    with pytest.raises(UnknownTypeError):
        own(one.Level(3), "odd_one")


def test_the_name_of_one_object_is_not_that_of_the_next_of_its_type(make: Make) -> None:
    one = make("odd_one")
    own(one.HIGH, "odd_one")

    with pytest.raises(UnknownTypeError):
        own(one.Level(3), "odd_one")
