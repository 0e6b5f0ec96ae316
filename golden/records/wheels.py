"""What a project's wheel would lack, as far as its pyproject.toml decides it.

Looked at are setuptools (its list of packages, `packages.find`, automatic discovery, package data)
and hatchling (`packages`, `only-include`, `force-include`, the package of the project's name).
Whatever else may decide (a setup.py or setup.cfg, a MANIFEST.in, patterns, other build backends)
gets the benefit of the doubt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Any

from argparity.golden.toml_file import Document

# Folders at the top that some version of setuptools does not take for a package of the project.
_NO_PACKAGE = re.compile(
    r"bin|ci|debian|docs?|documentation|manpages|changelog|news|newsfragments|requirements"
    r"|(unit_)?tests?|examples?|exercises?|benchmarks?|scripts|tasks|tools|utils?|fabfile|site_scons"
    r"|build|dist|env|venv|htmlcov|python|_.*"
)


def missing_from_wheel(base: Path, files: Sequence[str]) -> dict[str, list[str]]:
    """The `files` (relative to the project in `base`) that its wheel would lack, by reason.

    Raises ConfigError for a pyproject.toml that is not TOML.
    """
    file = base / "pyproject.toml"
    values = Document.read(file).values if file.is_file() else {}
    build = _table(values, "build-system")
    if "project" not in values and not build:
        return {}
    backend = build.get("build-backend", "setuptools.build_meta")
    if backend == "hatchling.build":
        reasons = _hatchling(base, values, files)
    elif str(backend).startswith("setuptools.build_meta"):
        reasons = _setuptools(base, values, files)
    else:
        return {}
    found: dict[str, list[str]] = {}
    for reason, missing in reasons:
        found.setdefault(reason, []).append(missing)
    return found


def _hatchling(
    base: Path, values: Mapping[str, Any], files: Sequence[str]
) -> Iterator[tuple[str, str]]:
    everywhere = _table(values, "tool", "hatch", "build")
    own = {**everywhere, **_table(everywhere, "targets", "wheel")}
    if own.get("include") or own.get("artifacts"):
        return
    shipped = _strings(own.get("only-include")) or _strings(own.get("packages"))
    if not shipped:
        name = re.sub(r"[-_.]+", "_", str(_table(values, "project").get("name", "")))
        packages = (f"{name}/__init__.py", f"src/{name}/__init__.py")
        shipped = [str(Path(path).parent) for path in packages if (base / path).is_file()][:1]
        if not shipped:
            return
    reason = f"hatchling ships {', '.join(shipped)} alone"
    shipped += list(_table(own, "force-include"))
    for file in files:
        if not any(PurePosixPath(file).is_relative_to(path.strip("/")) for path in shipped):
            yield reason, file


def _setuptools(
    base: Path, values: Mapping[str, Any], files: Sequence[str]
) -> Iterator[tuple[str, str]]:
    if (base / "setup.py").exists() or (base / "setup.cfg").exists():
        return
    own = _table(values, "tool", "setuptools")
    for file in files:
        reason = _reason(base, own, file) or _reason_of_data(base, values, own, file)
        if reason is not None:
            yield reason, file


def _reason(base: Path, own: Mapping[str, Any], file: str) -> str | None:
    """Why setuptools would not ship the package that holds `file`."""
    folder = PurePosixPath(file).parent
    packages, places = own.get("packages"), _table(own, "package-dir")
    if isinstance(packages, list):
        if str(folder) in (_folder_of(name, places) for name in _strings(packages)):
            return None
        return f"packages of [tool.setuptools] lacks {_dotted(folder, places.get('', '.'))}"
    if isinstance(packages, dict):
        found = _table(packages, "find")
        where = _strings(found.get("where")) or ["."]
        if any(_is_found(base, found, folder, place) for place in where):
            return None
        return f"[tool.setuptools.packages.find] leaves out {_dotted(folder, where[0])}"
    if own.get("py-modules") or own.get("ext-modules"):
        return "[tool.setuptools] names modules, and no packages"
    if places:
        return None
    if (base / "src").is_dir():
        return None if folder.is_relative_to("src") else "setuptools ships what is in src alone"
    return _reason_of_discovery(base, folder.parts[0])


def _reason_of_discovery(base: Path, package: str) -> str | None:
    """Why setuptools would not find the folders at the top by itself, of which `package` is one."""
    names = {path.name for path in base.iterdir() if path.is_dir() and path.name.isidentifier()}
    packages = sorted(name for name in names if not _NO_PACKAGE.fullmatch(name))
    if len(packages) < 2:
        return None
    return (
        f"setuptools finds several packages ({', '.join(packages)}) and builds no wheel; name "
        f'yours in [tool.setuptools.packages.find]: include = ["{package}*"]'
    )


def _is_found(base: Path, found: Mapping[str, Any], folder: PurePosixPath, where: str) -> bool:
    """Whether `packages.find` finds the package in `folder`, below `where`."""
    if not folder.is_relative_to(where) or folder == PurePosixPath(where):
        return False
    inside = folder.relative_to(where)
    name = ".".join(inside.parts)
    parents = [inside, *inside.parents][: len(inside.parts)]
    return (
        any(fnmatchcase(name, pattern) for pattern in _strings(found.get("include")) or ["*"])
        and not any(fnmatchcase(name, pattern) for pattern in _strings(found.get("exclude")))
        and (
            found.get("namespaces", True) is not False
            or all((base / where / parent / "__init__.py").is_file() for parent in parents)
        )
    )


def _reason_of_data(
    base: Path, values: Mapping[str, Any], own: Mapping[str, Any], file: str
) -> str | None:
    """Why setuptools would not ship `file` with its package, if it is no module."""
    if file.endswith(".py"):
        return None
    requires = " ".join(_strings(_table(values, "build-system").get("requires")))
    is_listed = (base / "MANIFEST.in").exists() or re.search(r"setuptools[-_]", requires)
    if is_listed and own.get("include-package-data", True):
        return None
    path = PurePosixPath(file)
    patterns = [p for some in _table(own, "package-data").values() for p in _strings(some)]
    tails = ("/".join(path.parts[start:]) for start in range(len(path.parts)))
    if any(fnmatchcase(tail, pattern) for tail in tails for pattern in patterns):
        return None
    return f"package-data of [tool.setuptools] has no pattern for {path.name}"


def _folder_of(package: str, places: Mapping[str, Any]) -> str:
    """The folder of a package; `places` is the table package-dir."""
    parts = package.split(".")
    for length in range(len(parts), -1, -1):
        place = places.get(".".join(parts[:length]))
        if isinstance(place, str):
            return str(PurePosixPath(place, *parts[length:]))
    return "/".join(parts)


def _dotted(folder: PurePosixPath, where: str) -> str:
    return ".".join((folder.relative_to(where) if folder.is_relative_to(where) else folder).parts)


def _table(values: Mapping[str, Any], *path: str) -> dict[str, Any]:
    """The table at `path`, empty if there is none."""
    found: Any = values
    for key in path:
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}


def _strings(value: object) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
