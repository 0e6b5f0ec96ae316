"""Every behaviour of flame's configuration is tested on the frozen module and on each backend."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from argparity.compat.flame.config_manager import JobConfig
from argparity.legacy.flame import config_manager as control

SECTIONS = list(JobConfig.__annotations__)

MIXED = ",".join(
    f"flame.{section}={('generated', 'legacy')[number % 2]}"
    for number, section in enumerate(SECTIONS)
)
"""Every second section on the frozen parser."""

BACKENDS = {"frozen": "flame=legacy", "generated": "flame=generated", "mixed": MIXED}


@pytest.fixture(params=list(BACKENDS))
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The drop-in's sections are all frozen, all generated, or alternate."""
    monkeypatch.setenv("ARGPARITY_BACKENDS", BACKENDS[request.param])
    return str(request.param)


@pytest.fixture(params=["control", *BACKENDS])
def config_manager(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The frozen module itself, and the drop-in on each backend."""
    monkeypatch.setattr("sys.argv", ["train.py"])
    if request.param == "control":
        return importlib.import_module("argparity.legacy.flame.config_manager")
    monkeypatch.setenv("ARGPARITY_BACKENDS", BACKENDS[request.param])
    return importlib.import_module("argparity.compat.flame.config_manager")


@pytest.fixture
def toml_file(tmp_path: Path) -> Callable[[str | bytes], str]:
    """Write a configuration file and give its path."""

    def write(content: str | bytes) -> str:
        path = tmp_path / "job.toml"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return write


@pytest.fixture
def parse(config_manager: ModuleType, toml_file: Callable[[str | bytes], str]) -> Any:
    """Parse words, and the content of a file if there is one, with a fresh JobConfig."""

    def run(*words: str, toml: str | bytes | None = None) -> Any:
        file: Iterable[str] = () if toml is None else ("--job.config_file", toml_file(toml))
        config = config_manager.JobConfig()
        config.parse_args([*file, *words])
        return config

    return run


@pytest.fixture
def message_of_control(toml_file: Callable[[str | bytes], str]) -> Callable[..., str]:
    """The message of the error that the frozen module raises for a file on this Python."""

    def run(error: type[Exception], toml: str) -> str:
        with pytest.raises(error) as error_info:
            control.JobConfig().parse_args(["--job.config_file", toml_file(toml)])
        return str(error_info.value)

    return run
