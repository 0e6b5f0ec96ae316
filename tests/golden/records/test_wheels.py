"""What a wheel would lack is said before it is built, and what is built agrees."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from argparity.golden.errors import ConfigError
from argparity.golden.records.wheels import missing_from_wheel

FILES = ["orders_args/switches.py", "_legacy/cli.py", "_legacy/words.toml"]
FROZEN = FILES[1:]
DATA = FILES[2:]


class Config(NamedTuple):
    """Lines of a pyproject.toml, the folder of the package `orders`, and what its wheel lacks."""

    lines: str
    missing: list[str]
    reason: str = ""
    root: str = "."
    needs: str = ""

    def write(self, base: Path) -> list[str]:
        """Make the project; return its files that production needs."""
        backend = "hatchling.build" if "hatch" in self.lines else "setuptools.build_meta"
        requires = f'requires = ["{self.needs or backend.partition(".")[0]}"]'
        head = '[project]\nname = "orders"\nversion = "1"\n'
        build = f'[build-system]\n{requires}\nbuild-backend = "{backend}"\n'
        (base / "pyproject.toml").write_text(f"{head}{build}{self.lines}\n")
        package = base / self.root / "orders"
        for file in (*FILES, "__init__.py", "orders_args/__init__.py", "_legacy/__init__.py"):
            (package / file).parent.mkdir(parents=True, exist_ok=True)
            (package / file).touch()
        return [(Path(self.root) / "orders" / file).as_posix() for file in FILES]


FIND = "[tool.setuptools.packages.find]\n"
LIST = "[tool.setuptools]\npackages = "
DATA_FILES = '[tool.setuptools.package-data]\n"*" = ["*.toml"]\n'
HATCH = "[tool.hatch.build.targets.wheel]\n"
BUILT = [
    Config(LIST + '["orders"]', FILES, "packages of [tool.setuptools] lacks orders.orders_args"),
    Config(
        LIST + '["orders", "orders.orders_args"]',
        FROZEN,
        "packages of [tool.setuptools] lacks orders._legacy",
    ),
    Config(FIND + 'include = ["orders"]', FILES, "leaves out orders.orders_args"),
    Config(FIND + 'include = ["orders*"]', DATA, "has no pattern for words.toml"),
    Config(FIND + 'include = ["orders*"]\n' + DATA_FILES, []),
    Config(FIND + 'exclude = ["*._legacy"]\n' + DATA_FILES, FROZEN, "leaves out orders._legacy"),
    Config(FIND + 'where = ["src"]\nnamespaces = false\n' + DATA_FILES, [], root="src"),
    Config(DATA_FILES, [], root="src"),
    Config(HATCH + 'only-include = ["orders/orders_args"]', FROZEN, "ships orders/orders_args"),
    Config(HATCH + 'packages = ["orders"]', []),
    Config("[tool.hatch]", []),
    Config("[tool.hatch]", [], root="src"),
]
SAID = [
    *BUILT,
    Config(
        LIST + '["orders", "orders._legacy", "orders.orders_args"]\n'
        'package-dir = { "" = "src" }\n' + DATA_FILES,
        [],
        root="src",
    ),
    Config(
        '[tool.setuptools]\npackage-dir = { orders = "lib/orders" }\npackages = ["orders"]',
        FILES,
        "lacks",
        root="lib",
    ),
    Config('[tool.setuptools]\npy-modules = ["orders"]', FILES, "names modules, and no packages"),
    Config(FIND + 'where = ["src"]', FILES, "leaves out orders.orders_args"),
    Config(FIND + "", [], needs="setuptools_scm"),
    Config(HATCH + 'packages = ["other"]', FILES, "hatchling ships other alone"),
    Config(HATCH + 'packages = ["other"]\nforce-include = { "orders" = "orders" }', []),
    Config("[tool.hatch.build]\nonly-include = ['/orders/']", []),
    Config(HATCH + 'include = ["*.py"]', []),
]


@pytest.mark.parametrize("config", SAID)
def test_what_a_wheel_would_lack_is_said_with_the_reason(config: Config, tmp_path: Path) -> None:
    files = config.write(tmp_path)

    found = missing_from_wheel(tmp_path, files)

    root = f"{config.root}/orders/".removeprefix("./")
    assert sorted(file.removeprefix(root) for some in found.values() for file in some) == sorted(
        config.missing
    )
    assert any(config.reason in reason for reason in found) or not config.missing


@pytest.mark.slow
@pytest.mark.parametrize("config", BUILT)
def test_what_is_built_is_what_was_said(config: Config, tmp_path: Path) -> None:
    files = config.write(tmp_path)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet"]

    subprocess.run([*pip, "--no-deps", "-w", "out", "."], cwd=tmp_path, check=True)

    (wheel,) = (tmp_path / "out").glob("*.whl")
    held = zipfile.ZipFile(wheel).namelist()
    lacks = [file for file in files if file.removeprefix("src/") not in held]
    assert lacks == [file for some in missing_from_wheel(tmp_path, files).values() for file in some]


def test_folders_that_setuptools_would_not_choose_between_are_named(tmp_path: Path) -> None:
    files = Config("", []).write(tmp_path)
    for name in ("golden", "docs", ".venv", "two-words"):
        (tmp_path / name).mkdir()

    (reason,) = missing_from_wheel(tmp_path, files)

    assert reason == (
        "setuptools finds several packages (golden, orders) and builds no wheel; name yours in "
        '[tool.setuptools.packages.find]: include = ["orders*"]'
    )


@pytest.mark.parametrize("file", ["setup.py", "setup.cfg"])
def test_what_another_file_may_decide_is_not_judged(file: str, tmp_path: Path) -> None:
    files = Config(LIST + '["orders"]', []).write(tmp_path)
    (tmp_path / file).touch()

    assert missing_from_wheel(tmp_path, files) == {}


def test_a_manifest_may_hold_data(tmp_path: Path) -> None:
    files = Config(FIND, []).write(tmp_path)
    (tmp_path / "MANIFEST.in").write_text("recursive-include orders *.toml\n")

    assert missing_from_wheel(tmp_path, files) == {}


@pytest.mark.parametrize(
    "text",
    [
        "",
        '[tool.argparity]\nname = "orders"\n',
        '[project]\nname = "orders"\n[build-system]\nbuild-backend = "flit_core.buildapi"\n',
        "project = 1\nbuild-system = 2\ntool = 3\n",
        '[project]\nname = 1\n[build-system]\nbuild-backend = "hatchling.build"\n',
    ],
)
def test_a_project_without_a_wheel_or_of_another_backend_is_not_judged(
    text: str, tmp_path: Path
) -> None:
    (tmp_path / "pyproject.toml").write_text(text)

    assert missing_from_wheel(tmp_path, ["orders/cli.py"]) == {}


def test_a_project_without_a_configuration_has_no_wheel(tmp_path: Path) -> None:
    assert missing_from_wheel(tmp_path, ["orders/cli.py"]) == {}


def test_a_broken_configuration_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project\n")

    with pytest.raises(ConfigError, match=r"pyproject\.toml:1"):
        missing_from_wheel(tmp_path, [])
