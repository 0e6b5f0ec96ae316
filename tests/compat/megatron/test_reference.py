"""The page about Megatron-LM's arguments: every example does what it says."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

import checkout

PAGE = checkout.ROOT / "docs" / "megatron.md"


def test_every_example_does_what_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["pretrain.py"])
    for name in ("RANK", "WORLD_SIZE"):
        monkeypatch.delenv(name, raising=False)
    names: dict[str, Any] = {}

    result = doctest.testfile(str(PAGE), module_relative=False, globs=names, encoding="utf-8")

    assert result.attempted > 20
    assert result.failed == 0
