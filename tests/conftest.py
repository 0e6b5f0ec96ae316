"""What every test can rely on: no setting of the developer's shell reaches a parser."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Help and usage are wrapped at 80 columns; the switches come from the file alone."""
    monkeypatch.setenv("COLUMNS", "80")
    for name in list(os.environ):
        if name.startswith("ARGPARITY_"):
            monkeypatch.delenv(name)
