"""Loading a frozen file under its old name, and stand-ins for what it must not import."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

from argparity.compat.errors import FrozenFileError
from argparity.compat.frozen import load_frozen


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_a_module_has_the_name_that_it_had(tmp_path: Path) -> None:
    write(tmp_path, frozen="import logging\nlog = logging.getLogger(__name__)\n\nclass A: ...\n")

    module = load_frozen(tmp_path / "frozen.py", "tool.cli")

    assert (module.__name__, module.log.name, module.A.__module__) == ("tool.cli",) * 3


def test_the_name_stays_with_the_module_that_has_it_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, frozen="VALUE = 1\n")
    present = ModuleType("tool_cli")
    monkeypatch.setitem(sys.modules, "tool_cli", present)

    load_frozen(tmp_path / "frozen.py", "tool_cli")
    load_frozen(tmp_path / "frozen.py", "tool_other")

    assert sys.modules["tool_cli"] is present
    assert "tool_other" not in sys.modules


def test_relative_imports_and_text_annotations_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = (
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\nfrom typing import ClassVar\n"
        "from .near import NEAR\n\n"
        "@dataclass\nclass Options:\n    kind: ClassVar[str] = NEAR\n    steps: int = 1\n"
    )
    write(tmp_path, relative_pkg____init__="", relative_pkg__near="NEAR = 'near'\n", frozen=source)
    (tmp_path / "relative_pkg" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))

    module = load_frozen(tmp_path / "frozen.py", "relative_pkg.cli")

    assert module.Options().kind == "near"
    del sys.modules["relative_pkg"], sys.modules["relative_pkg.near"]


def test_a_package_that_imports_the_module_itself_gets_the_live_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, circular__cli="def main(): ...\n", frozen="import circular\nOK = True\n")
    (tmp_path / "circular" / "__init__.py").write_text("from circular.cli import main\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    module = load_frozen(tmp_path / "frozen.py", "circular.cli")

    assert module.OK
    assert sys.modules["circular.cli"] is not module
    for name in ("circular", "circular.cli"):
        sys.modules.pop(name)


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(FrozenFileError, match=r"no frozen file .*gone\.py; .*shipped with it"):
        load_frozen(tmp_path / "gone.py", "gone")


SHIMMED = """\
import heavy_gpu.nn.functional as functional
from heavy_gpu import Tensor
from heavy_gpu.optim import *


class Mine(Tensor):
    pass


DTYPE = heavy_gpu = functional.relu.somewhere
"""


def test_a_shim_stands_for_a_module_that_is_not_there(tmp_path: Path) -> None:
    write(tmp_path, frozen=SHIMMED)

    module = load_frozen(tmp_path / "frozen.py", "tool", shims={"heavy_gpu": ""})

    assert module.Mine.__mro__[1].__name__ == "Tensor"
    assert not [name for name in sys.modules if name.startswith("heavy_gpu")]


def test_a_shim_may_be_a_file_of_the_projects(tmp_path: Path) -> None:
    write(tmp_path, frozen="from heavy_gpu import count\nGPUS = count()\n")
    write(tmp_path, stand="def count():\n    return 8\n")

    module = load_frozen(
        tmp_path / "frozen.py", "tool", shims={"heavy_gpu": str(tmp_path / "stand.py")}
    )

    assert module.GPUS == 8


def test_the_real_module_is_back_afterwards_and_nothing_holds_the_shim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, shim_real="REAL = True\n", shim_user="from shim_real import REAL\n")
    write(tmp_path, shim_far="import shim_user\n", frozen="import shim_far, shim_real\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    real = importlib.import_module("shim_real")

    module = load_frozen(tmp_path / "frozen.py", "tool", shims={"shim_real": ""})

    assert module.shim_real is not real
    assert sys.modules["shim_real"] is real
    assert "shim_user" not in sys.modules
    assert "shim_far" not in sys.modules
    assert importlib.import_module("shim_user").REAL is True
    for name in ("shim_real", "shim_user"):
        sys.modules.pop(name)


def test_two_frozen_files_that_belong_together_are_loaded_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "live", pair__options="DEFAULT = 'live'\n", pair__cli="")
    (tmp_path / "live" / "pair" / "__init__.py").touch()
    write(tmp_path / "legacy", options="DEFAULT = 'frozen'\n")
    write(tmp_path / "legacy", cli="from . import options\nDEFAULT = options.DEFAULT\n")
    monkeypatch.syspath_prepend(str(tmp_path / "live"))
    live = importlib.import_module("pair.options")

    module = load_frozen(
        tmp_path / "legacy" / "cli.py",
        "pair.cli",
        shims={"pair.options": str(tmp_path / "legacy" / "options.py")},
    )

    assert module.DEFAULT == "frozen"
    assert sys.modules["pair"].options is live
    for name in ("pair", "pair.options"):
        sys.modules.pop(name)


@pytest.mark.parametrize("deleted", [False, True])
def test_data_beside_the_module_is_found_from_the_frozen_file(
    deleted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "from pathlib import Path\nhere = Path(__file__).parent\n"
    write(tmp_path / "live", placed__cli=source, placed____init__="")
    (tmp_path / "live" / "placed" / "__init__.py").touch()
    write(tmp_path / "legacy", cli=source)
    monkeypatch.syspath_prepend(str(tmp_path / "live"))
    if deleted:
        (tmp_path / "live" / "placed" / "cli.py").unlink()

    module = load_frozen(tmp_path / "legacy" / "cli.py", "placed.cli")

    assert module.here == tmp_path / "live" / "placed"
    sys.modules.pop("placed")


def test_a_module_of_no_package_is_where_python_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "live", placed_alone="")
    write(tmp_path / "legacy", placed_alone="here = __file__\n")

    before = load_frozen(tmp_path / "legacy" / "placed_alone.py", "placed_alone")
    monkeypatch.syspath_prepend(str(tmp_path / "live"))
    module = load_frozen(tmp_path / "legacy" / "placed_alone.py", "placed_alone")

    assert before.here == str(tmp_path / "legacy" / "placed_alone.py")
    assert module.here == str(tmp_path / "live" / "placed_alone.py")


def test_a_package_that_is_frozen_finds_its_modules_at_any_depth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "live" / "outer" / "inner"
    write(inner, near="near = 'near'\n")
    for folder in (inner, inner.parent):
        (folder / "__init__.py").touch()
    (tmp_path / "legacy").mkdir()
    (tmp_path / "legacy" / "__init__.py").write_text("from .near import near\nat = __file__\n")
    monkeypatch.syspath_prepend(str(tmp_path / "live"))

    module = load_frozen(tmp_path / "legacy" / "__init__.py", "outer.inner")

    assert (module.near, module.at) == ("near", str(inner / "__init__.py"))
    for name in ("outer", "outer.inner", "outer.inner.near"):
        sys.modules.pop(name, None)


def test_a_module_that_was_frozen_along_has_its_path_and_a_stand_in_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "live", placed_options="", placed_gpu="")
    write(tmp_path / "legacy", placed_options="at = __file__\n")
    write(tmp_path / "shims", placed_gpu="at = __file__\n")
    write(tmp_path / "legacy", cli="import placed_gpu, placed_options\n")
    monkeypatch.syspath_prepend(str(tmp_path / "live"))

    module = load_frozen(
        tmp_path / "legacy" / "cli.py",
        "cli",
        shims={
            "placed_options": str(tmp_path / "legacy" / "placed_options.py"),
            "placed_gpu": str(tmp_path / "shims" / "placed_gpu.py"),
        },
    )

    assert module.placed_options.at == str(tmp_path / "live" / "placed_options.py")
    assert module.placed_gpu.at == str(tmp_path / "shims" / "placed_gpu.py")
