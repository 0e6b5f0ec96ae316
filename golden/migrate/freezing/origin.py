"""Where a parser that is frozen comes from: its file, its module, the revision of the file."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import inspect
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from argparity.golden.errors import SideError
from argparity.golden.sides.loading import Surroundings, load_side, split_spec
from argparity.golden.sides.side import Side


@dataclass(frozen=True, kw_only=True)
class Origin:
    """A loaded side and its file. `name`: what the file is imported as, also where it runs as a
    script. `attribute`: what of it is the side, "" for a script.
    """

    side: Side
    file: Path
    name: str
    attribute: str
    around: Surroundings

    @property
    def module(self) -> str | None:
        """The name under which the file runs, None for a script."""
        return self.name if self.attribute else None

    @property
    def folder(self) -> str | None:
        """The folder of the file, relative to the project; None outside of it and for a file that
        is installed.
        """
        if not self.file.is_relative_to(self.around.base):
            return None
        folder = self.file.parent.relative_to(self.around.base)
        installed = {"site-packages", "dist-packages"} & set(folder.parts)
        return None if installed else folder.as_posix()

    @property
    def is_in_package(self) -> bool:
        """Whether the file belongs to a package of the project."""
        return self.folder is not None and ("." in self.name or self.file.name == "__init__.py")


def find_origin(spec: str, base: Path, shims: Mapping[str, str]) -> Origin:
    """Load the side `spec` of the project in `base` where it lives. Raises SideError."""
    place = spec.removeprefix("capture:")
    is_script = place != spec and ":" not in place
    module, attribute = (place, "") if is_script else split_spec(place)
    if not module.endswith(".py"):
        around = Surroundings(base, (), shims, None)
        name, file = module, module_file(spec, module, around)
        if is_script:
            raise SideError(
                spec,
                "a module that runs as a program has no name of its own to be frozen under; name "
                f"its function: capture:{module}:FUNCTION",
            )
        side = load_side(spec, around=around)
    else:
        is_relative = (base / module).is_file()
        file = base / module if is_relative else Path.cwd() / module
        if not file.is_file():
            raise SideError(spec, f"no file {file}")
        name, folder = _name_of(file.resolve(), base)
        outside = folder not in (base, base / "src")
        paths = (os.path.relpath(folder, base),) if outside else ()
        around = Surroundings(base, paths, shims, None)
        side = load_side(spec if is_relative else _absolute(spec, file), around=around)
    if not is_script:
        _check_defined_in(side, file, spec)
    return Origin(side=side, file=file.resolve(), name=name, attribute=attribute, around=around)


def module_file(spec: str, module: str, around: Surroundings) -> Path:
    """The Python file of a module that `spec` needs. Raises SideError if it has none."""
    with around.on_path():
        try:
            found = importlib.util.find_spec(module)
        except (ImportError, ValueError) as error:
            raise SideError(spec, f"no module named {module!r} ({error})") from error
    if found is None or found.origin is None or not found.origin.endswith(".py"):
        raise SideError(
            spec, f"no module named {module!r} with a Python file; is its folder on PYTHONPATH?"
        )
    return Path(found.origin)


def _name_of(file: Path, base: Path) -> tuple[str, Path]:
    """The name by which `file` is imported, and the folder that it is imported from."""
    package = file.name == "__init__.py"
    parts = [file.parent.name if package else file.stem]
    folder = file.parent.parent if package else file.parent
    while (folder / "__init__.py").is_file() and folder not in (base, folder.parent):
        parts.insert(0, folder.name)
        folder = folder.parent
    return ".".join(parts), folder


def _absolute(spec: str, file: Path) -> str:
    """`spec` with the real path of its file, for a path relative to the current folder."""
    prefix = "capture:" if spec.startswith("capture:") else ""
    attribute = spec.removeprefix(prefix).rpartition(".py")[2]
    return f"{prefix}{file.resolve()}{attribute}"


def _check_defined_in(side: Side, file: Path, spec: str) -> None:
    thing = inspect.unwrap(side.thing) if callable(side.thing) else side.thing
    try:
        defined = Path(inspect.getsourcefile(thing) or file).resolve()
    except TypeError:  # an object belongs to the file that has it
        return
    if defined != file.resolve():
        raise SideError(
            spec, f"is defined in {defined}; name it there, so that its own code is kept"
        )


def revision_of(file: Path) -> str:
    """`git COMMIT` (with `+ changes` where the file has some), `PACKAGE VERSION`, or ""."""
    commit = _git(file, "rev-parse", "HEAD")
    if commit and _git(file, "ls-files", "--error-unmatch", file.name):
        changed = _git(file, "status", "--porcelain", "--", file.name)
        return f"git {commit}{' + changes' if changed else ''}"
    return _installed_with(file.resolve())


def _installed_with(file: Path) -> str:
    for distribution in importlib.metadata.distributions():
        for entry in distribution.files or ():
            if entry.name == file.name and Path(str(entry.locate())).resolve() == file:
                return f"{distribution.metadata['Name']} {distribution.version}"
    return ""


def _git(file: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=file.parent, capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
