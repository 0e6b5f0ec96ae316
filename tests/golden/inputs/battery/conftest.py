"""Programs with the batteries that are made for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from argparity.golden.inputs.battery.build import build_battery
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.sides.target import Target
from tests.golden.small_targets import COMMANDS, FLAT, layered, small

Cases = dict[str, list[Case]]


@pytest.fixture(scope="module")
def comparator_of(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[[str], tuple[Comparator, Cases]]]:
    """The comparator of a program and its battery by kind ("": all); made once for each program.

    An input that two kinds would make belongs to the more important one.
    """
    made: dict[str, tuple[Comparator, Cases]] = {}

    def comparator_of(name: str) -> tuple[Comparator, Cases]:
        if name not in made:
            folder: Path = tmp_path_factory.mktemp(name)
            targets: dict[str, Callable[[], Target]] = {
                "flat": lambda: small(folder, FLAT),
                "commands": lambda: small(folder, COMMANDS),
                "toml": lambda: layered(folder),
                "json": lambda: layered(folder, "json"),
                "yaml": lambda: layered(folder, "yaml"),
            }
            target = targets[name]()
            comparator = Comparator(target)
            by_kind: Cases = {"": build_battery(target, comparator.schema)}
            for case in by_kind[""]:
                by_kind.setdefault(case.id.split(":")[1], []).append(case)
            made[name] = comparator, by_kind
        return made[name]

    yield comparator_of
    for comparator, _ in made.values():
        comparator.__exit__(None, None, None)
