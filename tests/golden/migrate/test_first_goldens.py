"""The goldens that scaffolding records."""

from __future__ import annotations

from pathlib import Path

from argparity.golden.migrate.first_goldens import record_first
from argparity.golden.records.store import load_goldens
from tests.golden.migrate.projects import SMALL, scaffolded


def test_the_first_goldens_show_every_argument_of_the_control_once(tmp_path: Path) -> None:
    target, _ = scaffolded(tmp_path, SMALL)

    recorded = record_first(target)
    again = record_first(target)

    given = {word for golden in load_goldens(target) for word in golden.case.argv}
    assert {"--steps", "--path"} <= given
    assert (recorded, again) == (len(load_goldens(target)), 0)


def test_no_accepted_input_is_recorded_where_defaults_are_computed(tmp_path: Path) -> None:
    target, _ = scaffolded(tmp_path, SMALL)

    record_first(target, computes_defaults=True)

    kinds = {golden.expected(golden.recorded[0]).last.kind for golden in load_goldens(target)}
    assert kinds == {"exit"}
