"""A parse function, observed on one case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from argparity.golden.model.case import Case
from argparity.golden.model.observation import Outcome
from argparity.golden.observe.run import observe
from argparity.golden.observe.temp_files import TempFiles
from argparity.golden.sides.side import Side
from argparity.golden.sides.target import Settings


@pytest.fixture
def files() -> Iterator[TempFiles]:
    with TempFiles() as files:
        yield files


Run = Callable[..., Outcome]


@pytest.fixture
def run(files: TempFiles) -> Run:
    """Observe a parse function on one case, and return its last outcome."""

    def run(parse: Any, case: Case | None = None, **settings: Any) -> Outcome:
        side = Side("test:parse", "function", parse, {})
        return observe(side, case or Case.of(), Settings(**settings), files).last

    return run
