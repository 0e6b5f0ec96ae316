"""Transplants: single facts of the candidate's parser, brought into the control's."""

from __future__ import annotations

import argparse
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Any

from argparity.compat.argparse_internals import actions_of
from argparity.golden.judge.comparator import Comparator
from argparity.golden.judge.static import (
    PARSER_FACTS,
    RowPair,
    StaticDifference,
    difference_between,
    pairs,
    static_differences,
)
from argparity.golden.model.mismatch import MismatchClass
from argparity.golden.sides.parsers.edit import (
    add_action,
    become,
    move_to_group,
    remove_action,
    reorder,
    set_default,
    set_exclusive_groups,
    set_flags,
)
from argparity.golden.sides.parsers.walk import (
    ActionRef,
    Parser,
    exclusive_groups,
    is_subcommand,
    titles,
)
from argparity.golden.sides.schema import Schema


@dataclass(frozen=True)
class Transplant:
    """A difference, and the function that brings it into a parser of the control."""

    difference: StaticDifference
    plant: Callable[[Parser], None]


_KNOWN: weakref.WeakKeyDictionary[Comparator, tuple[Transplant, ...]] = weakref.WeakKeyDictionary()


def transplants(comparator: Comparator) -> tuple[Transplant, ...]:
    """One for each static difference, as far as possible; none where a side shows no parser.

    Besides, there are namesakes: converters and action classes of one name that are two objects.
    Whether they behave differently only an experiment can tell.
    """
    if comparator not in _KNOWN:
        _KNOWN[comparator] = tuple(_transplants(comparator))
    return _KNOWN[comparator]


def _transplants(comparator: Comparator) -> Iterator[Transplant]:
    sides = comparator.together
    control, donor = sides.parser(sides.control), sides.parser(sides.candidate)
    schema = comparator.schema
    if control is None or donor is None or schema.control is None or schema.candidate is None:
        return
    found = static_differences(schema.control, schema.candidate, schema.sections)
    rows = pairs(schema.control, schema.candidate)
    for difference in (*found, *_namesakes(schema, rows, control, donor)):
        plant = _plant(difference, donor)
        if plant is not None:
            yield Transplant(difference, plant)


def _namesakes(
    schema: Schema, rows: Iterable[RowPair], control: Parser, donor: Parser
) -> Iterator[StaticDifference]:
    for left, right in rows:
        if left is None or right is None:
            continue
        here, there = left.ref.action(control), right.ref.action(donor)
        if here is None or there is None:
            continue
        suspects: tuple[tuple[str, MismatchClass, object, object], ...] = (
            ("type", "type-changed", here.type, there.type),
            ("kind", "action-changed", _kind_of(here), _kind_of(there)),
        )
        for fact, cls, one, other in suspects:
            name = getattr(left, fact)
            if name == getattr(right, fact) and one is not other:
                yield difference_between(
                    schema.sections,
                    (left, right),
                    fact=fact,
                    cls=cls,
                    control=name,
                    candidate=f"another {name}",
                )


def _kind_of(action: argparse.Action) -> type:
    action.help  # noqa: B018  # where help is worked out when it is read, that ends a stand-in class
    return type(action)


def _plant(difference: StaticDifference, donor: Parser) -> Callable[[Parser], None] | None:
    """How to plant a difference; None for one that others bring about."""
    if difference.fact in PARSER_FACTS:
        return partial(_set_parser_fact, donor=donor, fact=difference.fact)
    if difference.fact == "prefix" or (
        difference.fact in _OF_ALL_BELOW and _is_subcommand(difference, donor)
    ):
        return None
    change = _CHANGES.get(difference.fact, partial(_set_fact, fact=difference.fact))
    return partial(_apply, difference=difference, donor=donor, change=change)


_OF_ALL_BELOW = ("row", "kind", "choices")
"""What cannot be transplanted of subcommands alone: their parsers would have to come along."""


def _is_subcommand(difference: StaticDifference, donor: Parser) -> bool:
    model = None if difference.candidate_place is None else difference.candidate_place.action(donor)
    return is_subcommand(model)


def _set_parser_fact(parser: Parser, *, donor: Parser, fact: str) -> None:
    vars(parser)[fact] = getattr(donor, fact)


def _apply(
    root: Parser, *, difference: StaticDifference, donor: Parser, change: Callable[..., None]
) -> None:
    """Resolve the places of a difference on both sides, and change the control's parser there."""
    here, there = difference.control_place, difference.candidate_place
    place = here or there
    parser = None if place is None else place.parser(root)
    if parser is None:
        return
    action = None if here is None else here.action(root)
    model = None if there is None else there.action(donor)
    model_parser = None if there is None else there.parser(donor)
    if (action is None) == (here is None) and (model is None) == (there is None):
        change(parser, action, model, model_parser)


def _set_fact(parser: Parser, action: Any, model: Any, donor: Parser, *, fact: str) -> None:
    setattr(action, fact, getattr(model, fact))


def _default(
    parser: Parser, action: argparse.Action, model: argparse.Action, donor: Parser
) -> None:
    set_default(parser, action, model.default)


def _kind(parser: Parser, action: argparse.Action, model: argparse.Action, donor: Parser) -> None:
    become(parser, action, model)


def _flags(parser: Parser, action: argparse.Action, model: argparse.Action, donor: Parser) -> None:
    set_flags(parser, action, model.option_strings)


def _renamed(
    parser: Parser, action: argparse.Action, model: argparse.Action, donor: Parser
) -> None:
    set_flags(parser, action, model.option_strings)
    action.dest, action.metavar, action.help = model.dest, model.metavar, model.help


def _group(parser: Parser, action: argparse.Action, model: argparse.Action, donor: Parser) -> None:
    move_to_group(parser, action, titles(donor).get(id(model)))
    _order(parser, action, model, donor)


def _row(
    parser: Parser,
    action: argparse.Action | None,
    model: argparse.Action | None,
    donor: Parser | None,
) -> None:
    if action is not None:
        remove_action(parser, action)
    if model is not None and donor is not None:
        before = takewhile(lambda other: other is not model, actions_of(donor))
        known = [_counterpart(parser, other) for other in before]
        after = next((found for found in reversed(known) if found is not None), None)
        add_action(parser, model, after=after, title=titles(donor).get(id(model)))


def _counterpart(parser: Parser, action: argparse.Action) -> argparse.Action | None:
    return ActionRef((), tuple(action.option_strings), action.dest).action(parser)


def _exclusive(
    parser: Parser, action: argparse.Action, model: argparse.Action, donor: Parser
) -> None:
    """Exclusive groups are mirrored as a whole: a member alone excludes nothing."""
    mirrored = [
        (required, [own for member in members if (own := _counterpart(parser, member)) is not None])
        for required, members in exclusive_groups(donor)
    ]
    set_exclusive_groups(parser, mirrored)


def _order(parser: Parser, action: argparse.Action, model: argparse.Action, donor: Parser) -> None:
    places: dict[int, int] = {}
    for place, other in enumerate(actions_of(donor)):
        places[id(_counterpart(parser, other))] = place
    ranks: dict[int, int] = {}
    last = -1
    for known in actions_of(parser):  # one without a counterpart stays behind its neighbour
        last = places.get(id(known), last)
        ranks[id(known)] = last
    reorder(parser, lambda known: ranks[id(known)])


_CHANGES: dict[str, Callable[..., None]] = {
    "default": _default,
    "kind": _kind,
    "flags": _flags,
    "renamed": _renamed,
    "group": _group,
    "row": _row,
    "exclusive": _exclusive,
    "order": _order,
}


def transplanted(chosen: Sequence[Transplant]) -> Callable[[Parser], None]:
    """A hook that plants all of `chosen`."""

    def hook(parser: Parser) -> None:
        for transplant in chosen:
            transplant.plant(parser)

    return hook
