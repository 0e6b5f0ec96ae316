"""The sides that every parser test of this target runs on."""

from __future__ import annotations

from types import ModuleType

import pytest

import argparity.compat.megatron.arguments
import argparity.legacy.megatron.arguments

_SWITCHES = {
    "generated": "megatron=generated",
    "legacy": "megatron=legacy",
    "training on legacy": "megatron=generated,megatron.training=legacy",
    "validation on legacy": "megatron=generated,megatron.validation=legacy",
}


@pytest.fixture(params=["frozen", *_SWITCHES])
def arguments(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that users import: the frozen one, and the drop-in with each mix of backends."""
    for name in ("RANK", "WORLD_SIZE"):
        monkeypatch.delenv(name, raising=False)
    module: ModuleType = argparity.compat.megatron.arguments
    if request.param == "frozen":
        module = argparity.legacy.megatron.arguments
    else:
        monkeypatch.setenv("ARGPARITY_BACKENDS", _SWITCHES[request.param])
    return module
