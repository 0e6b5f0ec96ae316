"""Outcomes as they are stored."""

from __future__ import annotations

import pytest

from argparity.golden.model.encode import encode
from argparity.golden.model.observation import Observation, Outcome


def test_an_outcome_is_stored_without_what_is_empty_and_comes_back_the_same() -> None:
    outcome = Outcome("exit", code=encode(2), stderr="x", log=("a", "b"))

    assert outcome.to_json() == {
        "kind": "exit",
        "code": {"type": "int", "value": "2"},
        "stderr": "x",
        "log": ["a", "b"],
    }
    assert Outcome.from_json(outcome.to_json()) == outcome
    assert Observation((outcome, Outcome("ok"))).last == Outcome("ok")
    with pytest.raises(TypeError):
        Outcome.from_json({"kind": "ok", "color": "red"})
