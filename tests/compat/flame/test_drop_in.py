"""The drop-in offers what the frozen module offers, imports little and rolls back whole."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import checkout
from argparity.compat import errors
from argparity.compat.flame import config_manager as drop_in
from argparity.compat.flame.sections import SECTIONS
from argparity.legacy.flame import config_manager as control

HEAVY = {"torch", "hypothesis", "deepdiff", "pytest", "argparity.golden", "argparity.legacy"}
REPOSITORY = checkout.ROOT


def test_the_public_names_are_those_of_the_frozen_module() -> None:
    assert drop_in.__all__ == control.__all__
    assert set(drop_in.__all__) <= {*dir(drop_in), "TORCH_DTYPE_MAP"}


def test_the_class_has_the_attributes_of_the_frozen_class() -> None:
    own = set(vars(control.JobConfig)) - set(vars(object)) - {"__static_attributes__"}

    assert own - {"__firstlineno__"} <= set(vars(drop_in.JobConfig))


@pytest.mark.parametrize("name", ["string_list", "check_string_list_argument", "JobConfig"])
def test_a_public_signature_takes_the_same_parameters(name: str) -> None:
    assert parameters(getattr(drop_in, name)) == parameters(getattr(control, name))


@pytest.mark.parametrize(
    "name", [name for name, member in vars(control.JobConfig).items() if callable(member)]
)
def test_a_method_takes_the_same_parameters(name: str) -> None:
    assert parameters(getattr(drop_in.JobConfig, name)) == parameters(
        getattr(control.JobConfig, name)
    )


def parameters(function: Any) -> list[tuple[str, object, object]]:
    found = inspect.signature(function).parameters.values()
    return [(parameter.name, parameter.kind, parameter.default) for parameter in found]


@pytest.mark.parametrize("module", [drop_in, control])
def test_an_unknown_name_is_an_attribute_error_of_the_module(module: Any) -> None:
    with pytest.raises(AttributeError, match=f"module '{module.__name__}' has no attribute 'x'"):
        _ = module.x


@pytest.mark.parametrize("module", [drop_in, control])
@pytest.mark.parametrize(
    ("text", "parts"),
    [("a, b", ["a", "b"]), ("", []), (" , ,", []), ("a b", ["a b"]), ("é,ß", ["é", "ß"])],
)
def test_string_list_splits_at_commas(module: Any, text: str, parts: list[str]) -> None:
    assert module.string_list(text) == parts


@pytest.mark.parametrize("module", [drop_in, control])
def test_check_string_list_argument_splits_text_in_place(module: Any) -> None:
    values = {"model": {"converters": "a,b", "name": "c,d", "others": ["e,f"]}}

    for name in ("model.converters", "model.others", "model.nothing", "nowhere.converters"):
        module.check_string_list_argument(values, name)

    assert values == {"model": {"converters": ["a", "b"], "name": "c,d", "others": ["e,f"]}}


@pytest.mark.parametrize("module", [drop_in, control])
def test_check_string_list_argument_needs_one_dot(module: Any) -> None:
    with pytest.raises(ValueError, match="unpack"):
        module.check_string_list_argument({}, "a.b.c")


def test_the_annotations_name_the_dataclass_of_each_section() -> None:
    annotations = drop_in.JobConfig.__annotations__

    assert annotations == {name: section.__name__ for name, section in SECTIONS.items()}


def test_importing_the_drop_in_loads_nothing_heavy() -> None:
    loaded = modules_after("import argparity.compat.flame.config_manager")

    assert loaded & HEAVY == set()
    assert "argparity.compat" in loaded


def test_parsing_loads_nothing_heavy() -> None:
    heavy = {
        "torch",
        "hypothesis",
        "deepdiff",
        "pytest",
        "argparity.golden",
        "argparity.legacy",
        "logging",
    }

    loaded = modules_after(
        "from argparity.compat.flame.config_manager import JobConfig; JobConfig().parse_args([])"
    )

    assert loaded & heavy == set()
    assert "argparity.compat.flame.sections" in loaded


def test_rolled_back_the_generated_side_is_not_even_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ARGPARITY_BACKENDS", "flame=legacy")

    loaded = modules_after(
        "from argparity.compat.flame.config_manager import JobConfig; JobConfig().parse_args([])"
    )

    assert "argparity.legacy.flame.config_manager" in loaded
    assert not loaded & {"argparity.compat.flame.sections", "argparity.compat.argument_group"}


def test_reading_the_frozen_module_loads_no_torch() -> None:
    assert "torch" not in modules_after("import argparity.legacy.flame.config_manager")


def modules_after(statement: str) -> set[str]:
    program = f"import sys; sys.argv = ['train.py']; {statement}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_rolled_back_only_frozen_methods_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARGPARITY_BACKENDS", "flame=legacy")
    config = drop_in.JobConfig()
    ran = []

    def record(frame: Any, event: str, argument: object) -> None:
        if event == "call" and "flame/config_manager.py" in frame.f_code.co_filename:
            ran.append((Path(frame.f_code.co_filename).parts[-3], frame.f_code.co_name))

    sys.setprofile(record)
    try:
        config.parse_args(["--model.converters", "a,b"])
    finally:
        sys.setprofile(None)

    assert {name for package, name in ran if package == "legacy"} >= {
        "parse_args",
        "parse_args_from_command_line",
        "_args_to_two_level_dict",
        "_get_string_list_argument_names",
        "_validate_config",
        "string_list",
    }
    assert {name for package, name in ran if package == "compat"} <= {
        "parse_args",
        "_get_string_list_argument_names",
        "<listcomp>",
    }


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        ("flame.trainning=legacy", errors.UnknownSectionError, "known are: job, model,"),
        ("flame=generatd", errors.UnknownBackendError, "known are: legacy, generated"),
        ("flam=legacy", errors.UnknownTargetError, "known are: flame, megatron"),
    ],
)
def test_a_mistyped_switch_stops_the_program(
    value: str, error: type[Exception], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARGPARITY_BACKENDS", value)

    with pytest.raises(error, match=message):
        drop_in.JobConfig()


def test_every_section_ships_as_generated() -> None:
    assert drop_in.SWITCHBOARD.backends() == dict.fromkeys(SECTIONS, "generated")


@pytest.mark.torch
@pytest.mark.parametrize("module", [drop_in, control])
def test_the_dtype_table_holds_the_dtypes_of_torch(module: Any) -> None:
    torch = pytest.importorskip("torch", reason="the table holds torch's own dtypes")

    expected = {
        "float16": torch.float16,
        "float32": torch.float32,
        "bfloat16": torch.bfloat16,
    }

    assert expected == module.TORCH_DTYPE_MAP
    assert list(module.TORCH_DTYPE_MAP) == list(expected)
    assert module.TORCH_DTYPE_MAP is module.TORCH_DTYPE_MAP


@pytest.mark.parametrize("module", [drop_in, control])
def test_the_dtype_table_is_made_on_first_use_and_kept(
    module: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FakeTorch:
        float16, float32, bfloat16 = "half", "single", "brain"

    monkeypatch.delitem(vars(module), "TORCH_DTYPE_MAP", raising=False)
    monkeypatch.setitem(sys.modules, "torch", FakeTorch)

    table = module.TORCH_DTYPE_MAP

    assert table == {"float16": "half", "float32": "single", "bfloat16": "brain"}
    assert module.TORCH_DTYPE_MAP is table
    monkeypatch.delitem(vars(module), "TORCH_DTYPE_MAP")
