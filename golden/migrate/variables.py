"""The facts of a parser that depend on environment variables, found by setting each of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator

from argparity.golden.errors import GoldenError
from argparity.golden.isolate.environ import variables_set

ParserFacts = dict[str, dict[str, str]]
"""The facts of each argument, by a string that names it."""

# What a program would take for a number, for a flag that is on, or for any word; none is likely to
# be the default.
_VALUES = ("7531", "1", "true", "elsewhere")
_MOST = 32


def depending(
    known: ParserFacts,
    names: Iterable[str],
    modules: Iterable[str],
    build: Callable[[dict[str, str]], ParserFacts],
    made_anew: Callable[[], ParserFacts],
) -> dict[str, dict[str, str]]:
    """The facts that change if one of the variables `names` is set.

    For each argument of `known`, the variable by fact; the fact "" is the whole argument. `build`:
    the facts with these variables; `modules` are imported again for it. `made_anew`: the facts of
    arguments whose own class may read a variable, as a generated one then does. Only the first few
    variables that are not set are tried.
    """
    found: dict[str, dict[str, str]] = {}
    for name in [name for name in names if name not in os.environ][:_MOST]:
        for value in _VALUES:
            with variables_set({name: value}):
                there = _built(build, {name: value}, modules)
                made = made_anew()
            for argument, facts in _moved(known, there):
                own = made.get(argument, known[argument])
                lost = [f for f in facts if not f or own[f] != (there or {})[argument][f]]
                found.setdefault(argument, {}).update(dict.fromkeys(lost, name))
    return {argument: facts for argument, facts in found.items() if facts}


def _moved(here: ParserFacts, there: ParserFacts | None) -> Iterator[tuple[str, list[str]]]:
    for argument, facts in here.items() if there is not None else ():
        other = (there or {}).get(argument)
        if other is None:
            yield argument, [""]
        elif other != facts:
            yield argument, [fact for fact in facts if other.get(fact) != facts[fact]]


def _built(
    build: Callable[[dict[str, str]], ParserFacts], given: dict[str, str], modules: Iterable[str]
) -> ParserFacts | None:
    for module in modules:
        sys.modules.pop(module, None)
    try:
        return build(given)
    except GoldenError:  # not a value that the program takes
        return None
