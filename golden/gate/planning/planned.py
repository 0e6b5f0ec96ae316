"""One case of a run, with the tier that it comes from and the sections that it touches."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from argparity.golden.inputs.touched import sections_touched
from argparity.golden.model.case import Case
from argparity.golden.sides.schema import Schema
from argparity.golden.workers.jobs import Item


@dataclass(frozen=True)
class Planned:
    """One case of a tier."""

    tier: str
    item: Item
    schema: Schema = field(repr=False, compare=False)

    @cached_property
    def sections(self) -> frozenset[str]:
        """The sections that it touches ("" if none); a big plan is never asked for all of them."""
        return sections_touched(self.schema, self.case) or frozenset([""])

    @property
    def case(self) -> Case:
        """Its input."""
        return self.item.case
