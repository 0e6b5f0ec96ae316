"""What the switches file and the environment variable say, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from argparity.compat.errors import (
    CompatError,
    SwitchesFileError,
    UnknownBackendError,
    UnknownSectionError,
    UnknownTargetError,
)
from argparity.compat.switchboard import ENVIRONMENT_VARIABLE, Switchboard

SWITCHES = """
format = 1

[engine]
fuel = "generated"
spark = "legacy"

[other]
only = "generated"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "switches.toml"
    path.write_text(SWITCHES)
    return path


@pytest.fixture
def switchboard(path: Path) -> Switchboard:
    return Switchboard("engine", ["spark", "fuel", "air"], path)


def test_the_file_decides_in_the_order_of_the_sections(switchboard: Switchboard) -> None:
    assert list(switchboard.backends().items()) == [
        ("spark", "legacy"),
        ("fuel", "generated"),
        ("air", "legacy"),
    ]


def test_the_file_is_read_anew_each_time(switchboard: Switchboard, path: Path) -> None:
    assert switchboard.backends()["spark"] == "legacy"

    path.write_text(SWITCHES.replace('spark = "legacy"', 'spark = "generated"'))

    assert switchboard.backends()["spark"] == "generated"


def test_nothing_is_read_before_it_is_asked_for(tmp_path: Path) -> None:
    switchboard = Switchboard("engine", ["spark"], tmp_path / "missing.toml")

    with pytest.raises(SwitchesFileError, match=r"missing\.toml: cannot be read"):
        switchboard.backends()


@pytest.mark.parametrize(
    ("value", "generated"),
    [
        ("engine=legacy", []),
        ("engine=generated", ["spark", "fuel", "air"]),
        ("engine.air=generated", ["fuel", "air"]),
        ("engine=legacy,engine.air=generated", ["air"]),
        ("engine.air=generated,engine=legacy", []),
        (" engine.fuel = legacy , ", []),
        ("", ["fuel"]),
        (",,", ["fuel"]),
        ("other=legacy", ["fuel"]),
        ("other.only=legacy,engine.spark=generated", ["spark", "fuel"]),
    ],
)
def test_the_environment_goes_before_the_file(
    switchboard: Switchboard,
    value: str,
    generated: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, value)

    backends = switchboard.backends()

    assert [section for section, backend in backends.items() if backend == "generated"] == generated


def test_a_project_may_use_a_variable_of_its_own(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, "engine=generated")
    monkeypatch.setenv("ENGINE_BACKENDS", "engine=legacy")

    switchboard = Switchboard("engine", ["spark", "fuel"], path, variable="ENGINE_BACKENDS")

    assert switchboard.backends() == {"spark": "legacy", "fuel": "legacy"}


@pytest.mark.parametrize(
    ("value", "error", "name", "known"),
    [
        ("motor=legacy", UnknownTargetError, "motor", ("engine", "other")),
        ("motor.fuel=legacy", UnknownTargetError, "motor", ("engine", "other")),
        ("engine.fule=legacy", UnknownSectionError, "fule", ("spark", "fuel", "air")),
        ("engine.=legacy", UnknownSectionError, "", ("spark", "fuel", "air")),
        ("engine=new", UnknownBackendError, "new", ("legacy", "generated")),
        ("other=new", UnknownBackendError, "new", ("legacy", "generated")),
        ("engine=", UnknownBackendError, "", ("legacy", "generated")),
    ],
)
def test_an_unknown_name_in_the_environment_lists_the_known_ones(
    switchboard: Switchboard,
    value: str,
    error: type[UnknownTargetError | UnknownSectionError | UnknownBackendError],
    name: str,
    known: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, value)

    with pytest.raises(error) as error_info:
        switchboard.backends()

    assert (error_info.value.name, error_info.value.known) == (name, known)
    assert error_info.value.source == ENVIRONMENT_VARIABLE
    assert str(error_info.value).startswith(f"{ENVIRONMENT_VARIABLE}: unknown ")
    assert str(error_info.value).endswith(f"known are: {', '.join(known)}")
    assert isinstance(error_info.value, CompatError)


def test_one_variable_speaks_of_the_targets_of_all_files(
    switchboard: Switchboard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "far.toml"
    file.write_text('format = 1\n[far_away]\nonly = "generated"\n')
    far = Switchboard("far_away", ["only"], file)
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, "far_away=legacy,engine=legacy,megatron=legacy")

    assert far.backends() == {"only": "legacy"}
    assert set(switchboard.backends().values()) == {"legacy"}

    monkeypatch.setenv(ENVIRONMENT_VARIABLE, "far_awya=legacy")
    with pytest.raises(UnknownTargetError, match="'far_awya'; known are: far_away"):
        far.backends()


def test_a_part_without_a_backend_is_refused(
    switchboard: Switchboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, "engine")

    with pytest.raises(SwitchesFileError, match="'engine' is not TARGET=BACKEND or"):
        switchboard.backends()


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("format = 2\n[engine]\n", SwitchesFileError, "format is 2, and this version reads"),
        ("[engine]\n", SwitchesFileError, "format is None"),
        ("format = 1\nengine = 'legacy'\n", SwitchesFileError, "'engine' must be a table"),
        ("format = 1\n[engine\n", SwitchesFileError, "cannot be read: .*line 2"),
        ("format = 1\n", UnknownTargetError, "unknown target 'engine'; known are: none"),
        ("format = 1\n[gearbox]\n", UnknownTargetError, "known are: gearbox"),
        ("format = 1\n[engine]\nfule = 'legacy'\n", UnknownSectionError, "'fule' for engine"),
        ("format = 1\n[engine]\nair = 'new'\n", UnknownBackendError, "'new' for engine.air"),
        ("format = 1\n[engine]\nair = 1\n", UnknownBackendError, "unknown backend 1 for"),
    ],
)
def test_a_file_that_cannot_be_obeyed_is_refused(
    switchboard: Switchboard, path: Path, text: str, error: type[CompatError], message: str
) -> None:
    path.write_text(text)

    with pytest.raises(error, match=message) as error_info:
        switchboard.backends()

    assert str(error_info.value).startswith(f"{path}: ")


def test_a_folder_is_no_switches_file(tmp_path: Path) -> None:
    with pytest.raises(SwitchesFileError, match="cannot be read"):
        Switchboard("engine", ["spark"], tmp_path).backends()


def test_the_packaged_file_is_the_default() -> None:
    assert set(Switchboard("megatron", ["training", "validation"]).backends().values()) == {
        "generated"
    }
