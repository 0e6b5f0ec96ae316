"""The battery: all kinds of cases, merged so that each beginning of it is a good battery."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from argparity.golden.inputs.battery import (
    combinations,
    command_line,
    covering,
    files,
    layers,
    whole_parser,
)
from argparity.golden.inputs.battery.subject import CaseDraft, Subject
from argparity.golden.model.case import Case
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.target import Target


@dataclass(frozen=True)
class Kind:
    """One kind of cases.

    Its n-th case about one thing has the rank `start + n * stride`; low ranks come first.
    """

    name: str
    make: Callable[[Subject], Iterator[CaseDraft]]
    start: float
    stride: float


KINDS = (
    Kind("defaults", whole_parser.defaults, 0, 0),
    Kind("given", command_line.given, 0, 0.1),
    Kind("counts", command_line.counts, 0.2, 0.3),
    Kind("omitted", command_line.omitted, 0.3, 0),
    Kind("layered", layers.layered, 0.5, 0.5),
    Kind("keyed", layers.keyed, 0.5, 0.7),
    Kind("values", command_line.values, 0.6, 0.6),
    Kind("unknown", whole_parser.unknown_words, 0.7, 0.05),
    Kind("help", whole_parser.help_texts, 0.7, 0.1),
    Kind("environment", whole_parser.environment, 0.7, 0.2),
    Kind("joined", command_line.joined, 1, 1),
    Kind("attached", command_line.attached, 1, 0.2),
    Kind("prefixes", combinations.prefixes, 1, 0.6),
    Kind("exclusive", combinations.exclusive, 1, 0.2),
    Kind("unknown-keys", files.unknown_keys, 1, 0.1),
    Kind("located", files.located, 1, 0.2),
    Kind("conflicts", layers.conflicts, 1, 0.2),
    Kind("placed", command_line.placed, 1.2, 0.5),
    Kind("sections", files.sections, 1.5, 0.3),
    Kind("forms", files.forms, 1.5, 0.1),
    Kind("repeated", command_line.repeated, 1.5, 0.7),
    Kind("near-spellings", layers.near_spellings, 2, 1),
    Kind("mixed", layers.mixed, 2, 0),
    Kind("misspelled", command_line.misspelled, 2, 1),
    Kind("pairs", combinations.pairs, 2.5, 0.5),
    Kind("covering", covering.covering, 2.05, 0.02),
    Kind("forgotten", whole_parser.forgotten, 2.5, 0.5),
    Kind("parses", whole_parser.repeated_parses, 3, 1),
    Kind("values-in-spellings", command_line.values_in_spellings, 40, 0.1),
)


def build_battery(target: Target, schema: Schema) -> list[Case]:
    """All cases for a target, most valuable first, none twice.

    They follow from the target's entry and its two action tables alone, so equal ones give equal
    batteries. Ids are `battery:KIND:ABOUT:N`; N counts within both, so that a new
    flag does not rename the others' cases.
    """
    subject = Subject(target, schema)
    ranked = sorted(_ranked(subject), key=lambda pair: pair[0])
    unique: dict[object, Case] = {}
    for _, case in ranked:
        unique.setdefault((case.steps, case.env), case)
    return list(unique.values())


def _ranked(subject: Subject) -> Iterator[tuple[float, Case]]:
    for kind in KINDS:
        numbers: Counter[str] = Counter()
        for draft in kind.make(subject):
            number = numbers[draft.about]
            numbers[draft.about] += 1
            id = f"battery:{kind.name}:{draft.about}:{number}"
            case = Case(
                id=id,
                why=f"{draft.why[0].upper()}{draft.why[1:]}.",
                steps=draft.steps,
                env=draft.env,
            )
            yield kind.start + number * kind.stride, case
