"""A frozen file that changes is no control any more."""

from __future__ import annotations

import checkout
import hashlib
from pathlib import Path
from typing import Any

import pytest

from argparity.compat._toml import read_toml

REPOSITORY = checkout.ROOT
SEALS: list[dict[str, Any]] = read_toml(REPOSITORY / "legacy" / "SEALS.toml")["seal"]


@pytest.mark.parametrize("seal", SEALS, ids=[seal["path"] for seal in SEALS])
def test_a_sealed_file_has_not_changed(seal: dict[str, Any]) -> None:
    content = (REPOSITORY / seal["path"]).read_bytes()

    assert hashlib.sha256(content).hexdigest() == seal["sha256"]


def test_every_frozen_parser_is_sealed_with_its_origin() -> None:
    folder = REPOSITORY / "legacy"
    frozen = {path for path in folder.rglob("*.py") if path.name != "__init__.py"}

    assert {REPOSITORY / seal["path"] for seal in SEALS} == frozen
    for seal in SEALS:
        assert set(seal) == {"path", "sha256", "origin", "reason", "date"}
        assert all(seal.values())
