"""The folder of frozen files: which file goes where, and what keeps tools from changing them."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from argparity.golden.migrate.freezing.origin import Origin
from argparity.golden.records.atomic import locked, write_text
from argparity.golden.records.seals import SEALS

MARKER = (
    '"""Frozen code, byte for byte: what its replacement is measured against. Never edit it."""\n'
)
"""What makes a package of a folder of frozen files, so that a wheel holds them."""

_ATTRIBUTES = "* -text"
_WHY = "# Frozen files keep their bytes, line ends included, wherever they are checked out."


def default_folder(origin: Origin) -> str:
    """Where a file is frozen unless the user says where: in the package that it belongs to, next to
    it; for a loose script, and for what is not the project's own, in a folder of the project.
    """
    if not origin.is_in_package:
        return Path(SEALS).parent.as_posix()
    return (Path(origin.folder or ".") / "_legacy").as_posix()


@dataclass(frozen=True)
class LegacyFolder:
    """The frozen files of `target` in `path`, which is relative to the project in `base`.

    In the default folder of a package they have the names of their modules in that package; in any
    other, each target has a folder of its own.
    """

    base: Path
    path: str
    target: str
    origin: Origin

    @property
    def seals(self) -> str:
        """The file of the seals, relative to the project."""
        return f"{self.path}/{Path(SEALS).name}"

    @property
    def _is_of_package(self) -> bool:
        return self.origin.is_in_package and self.path == default_folder(self.origin)

    @property
    def control(self) -> str:
        """The frozen path of the file that the parser comes from."""
        if self._is_of_package:
            return self.of_module(self.origin.name, self.origin.file)
        return f"{self.path}/{self.target}/{self.origin.file.name}"

    def of_module(self, name: str, file: Path) -> str:
        """The frozen path of the module `name`, whose file is `file`."""
        own = self._is_of_package
        outer = self.origin.name.rpartition(".")[0]
        parts = (name.removeprefix(f"{outer}.") if own else name).split(".")
        is_package = file.name == "__init__.py"
        inner = "/".join(parts) + ("/__init__.py" if is_package else ".py")
        return f"{self.path}/{inner}" if own else f"{self.path}/{self.target}/{inner}"

    def prepare(self, frozen: Collection[str], candidate: str) -> None:
        """Make packages of the folders that hold `frozen` files if they are inside a package, as
        the folder of the `candidate` will be one; let git keep the bytes of what is in them.
        """
        top = self.base / self.path
        if (top.parent / "__init__.py").is_file() or top.parent == self.base / candidate:
            for folder in sorted({top, *_folders(self.base, self.path, frozen)}):
                marker = folder / "__init__.py"
                if not marker.is_file() and marker.relative_to(self.base).as_posix() not in frozen:
                    write_text(marker, MARKER)
        attributes = top / ".gitattributes"
        with locked(attributes):
            before = attributes.read_text(encoding="utf-8") if attributes.is_file() else ""
            if _ATTRIBUTES not in map(str.strip, before.splitlines()):
                gap = "\n" if before and not before.endswith("\n") else ""
                write_text(attributes, f"{before}{gap}{_WHY}\n{_ATTRIBUTES}\n")

    def excludes(self) -> list[str]:
        """Lines for pyproject.toml that keep ruff, black and mypy off the frozen files."""
        pattern = re.escape(self.path)
        return [
            "[tool.ruff]",
            f'extend-exclude = ["{self.path}"]',
            "[tool.black]",
            f"force-exclude = '^/{pattern}/'",
            "[tool.mypy]",
            f"exclude = ['^{pattern}/']",
        ]


def _folders(base: Path, top: str, frozen: Collection[str]) -> set[Path]:
    """The folders between `top` and each of the `frozen` files."""
    return {
        base / parent
        for file in frozen
        for parent in Path(file).parents
        if parent.is_relative_to(top)
    }
