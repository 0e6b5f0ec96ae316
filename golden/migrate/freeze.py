"""Freeze a hand-written parser: its file byte for byte, a seal, and the entry of its target."""

from __future__ import annotations

import difflib
import importlib.util
import inspect
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from argparity.golden.errors import SideError, UsageError
from argparity.golden.migrate.origin import revision_of
from argparity.golden.migrate.parts import identifier
from argparity.golden.observe.capture import parser_of
from argparity.golden.records.atomic import locked, write_text
from argparity.golden.records.seals import SEALS, read_seals, write_seal
from argparity.golden.sides.loading import Surroundings, load_side, split_spec
from argparity.golden.sides.parsers.walk import walk
from argparity.golden.sides.side import Side
from argparity.golden.sides.target import (
    NAME,
    NAME_RULE,
    Target,
    find_target,
    known_targets,
    project_folder,
)
from argparity.golden.toml_file import toml_key

__all__ = ["Frozen", "FrozenOtherwise", "Request", "freeze"]

_FIRST_REASON = "the control of target {}"


class FrozenOtherwise(UsageError):
    """A file that is frozen already has changed since; `changes` is the difference in lines."""

    def __init__(self, frozen: str, file: Path, changes: str) -> None:
        self.changes = changes
        super().__init__(
            f"{frozen} is frozen with other bytes than {file} has now; give --reason to freeze it "
            "anew"
        )


@dataclass(frozen=True)
class Request:
    """What to freeze: the side `spec` as target `name`. `shims`: modules that are not imported for
    it, `NAME` or `NAME=FILE`. `also`: further modules of the project that are frozen with it.
    `legacy`: the folder for the copies. `reason`: why a file that is frozen already changes.
    """

    spec: str
    name: str
    shims: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    legacy: str = "legacy"
    reason: str = ""

    @property
    def seals(self) -> str:
        """The file of the seals, relative to the project."""
        return SEALS if self.legacy == "legacy" else f"{self.legacy}/SEALS.toml"


@dataclass
class Frozen:
    """What was done. `copied`: origin and frozen path of each file that is new or has changed;
    `unchanged`: the frozen paths that are as they were; `configured`: the file that holds the
    entry, None where it was there before.
    """

    base: Path
    copied: list[tuple[Path, str]] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    configured: Path | None = None


def freeze(request: Request, start: Path | None = None) -> Frozen:
    """Copy, seal and configure, in the project that holds `start` (default: the current folder).

    A file that is frozen already and differs is replaced only with a reason; without one the error
    is a FrozenOtherwise. Raises UsageError, SideError.
    """
    base = project_folder(start or Path.cwd())
    _check_words(request, base)
    present = known_targets(base).get(request.name)
    origin = _origin(request, base)
    files = {f"{request.legacy}/{request.name}/{origin.file.name}": origin.file}
    shims = list(request.shims)
    for module in request.also:
        file = _module_file(request.spec, module, origin.around)
        frozen = f"{request.legacy}/{request.name}/{module.replace('.', '/')}.py"
        files[frozen] = file
        shims.append(f"{module}={frozen}")
    if present is not None and (present.base != base or set(files) - set(present.frozen)):
        raise UsageError(
            f"target {request.name!r} exists with control {present.control}; give another name, or "
            "change its entry by hand"
        )
    # The entry says what the parser looks like, so a side without one ends here.
    entry = _entry(request, base, origin, tuple(files), tuple(shims))
    done = Frozen(base)
    for frozen, file in files.items():
        _copy(request, base, frozen, file, done)
    for file, frozen in done.copied:
        _seal(request, base, frozen, file, origin.module)
    if present is None:
        done.configured = _configure(base, request.name, entry)
    return done


def _check_words(request: Request, base: Path) -> None:
    if not NAME.fullmatch(request.name):
        raise UsageError(f"--target {request.name!r}: {NAME_RULE}")
    for shim in request.shims:
        name, _, file = shim.partition("=")
        if file and not (base / file).is_file():
            raise UsageError(f"--shim {shim}: no file {base / file} to stand for {name}")


@dataclass(frozen=True)
class _Origin:
    """Where the side lives. `module`: its name, None for a program that runs as a script."""

    side: Side
    file: Path
    module: str | None
    attribute: str
    around: Surroundings


def _origin(request: Request, base: Path) -> _Origin:
    shims = {name: file for name, _, file in (shim.partition("=") for shim in request.shims)}
    place = request.spec.removeprefix("capture:")
    script = place != request.spec and ":" not in place
    module, attribute = (place, "") if script else split_spec(place)
    paths: tuple[str, ...] = ()
    if module.endswith(".py"):
        file = base / module if (base / module).is_file() else Path.cwd() / module
        if not file.is_file():
            raise SideError(request.spec, f"no file {file}")
        module_name, folder = _name_of(file.resolve(), base)
        if folder not in (base, base / "src"):
            paths = (os.path.relpath(folder, base),)
        around = Surroundings(base, paths, shims, None)
    else:
        around = Surroundings(base, (), shims, None)
        module_name, file = module, _module_file(request.spec, module, around)
    if script and not module.endswith(".py"):
        raise SideError(
            request.spec,
            "a module that runs as a program has no name of its own to be frozen under; name its "
            f"function: capture:{module}:FUNCTION",
        )
    spec = request.spec
    if module.endswith(".py") and not (base / module).is_file():
        spec = _absolute(spec, file)  # it is relative to the current folder, not to the project
    side = load_side(spec, around=around)
    if not script:
        _must_live_in(side, file, request.spec)
    return _Origin(side, file.resolve(), None if script else module_name, attribute, around)


def _absolute(spec: str, file: Path) -> str:
    """`spec` with the real path of its file, where it names one."""
    prefix = "capture:" if spec.startswith("capture:") else ""
    place = spec.removeprefix(prefix)
    path, _, attribute = place.rpartition(".py:")
    if path:
        return f"{prefix}{file.resolve()}:{attribute}"
    return f"{prefix}{file.resolve()}" if place.endswith(".py") else spec


def _name_of(file: Path, base: Path) -> tuple[str, Path]:
    """The name by which `file` is imported, and the folder that it is imported from."""
    package = file.name == "__init__.py"
    parts = [file.parent.name if package else file.stem]
    folder = file.parent.parent if package else file.parent
    while (folder / "__init__.py").is_file() and folder not in (base, folder.parent):
        parts.insert(0, folder.name)
        folder = folder.parent
    return ".".join(parts), folder


def _module_file(spec: str, module: str, around: Surroundings) -> Path:
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


def _must_live_in(side: Side, file: Path, spec: str) -> None:
    thing = inspect.unwrap(side.thing) if callable(side.thing) else side.thing
    try:
        lives = Path(inspect.getsourcefile(thing) or file).resolve()
    except TypeError:  # an object: it lives where it is found
        return
    if lives != file.resolve():
        raise SideError(spec, f"is defined in {lives}; name it there, so that its own code is kept")


def _copy(request: Request, base: Path, frozen: str, file: Path, done: Frozen) -> None:
    now = file.read_bytes()
    place = base / frozen
    same = place.is_file() and place.read_bytes() == now
    if same and frozen in read_seals(base / request.seals):  # a freeze may have been interrupted
        done.unchanged.append(frozen)
        return
    if place.is_file() and not same and not request.reason.strip():
        raise FrozenOtherwise(frozen, file, _changes(place, file))
    place.parent.mkdir(parents=True, exist_ok=True)
    beside = place.with_name(f".{place.name}.{secrets.token_hex(4)}")
    beside.write_bytes(now)
    os.replace(beside, place)
    done.copied.append((file, frozen))


def _changes(before: Path, after: Path) -> str:
    old, new = (
        path.read_text(encoding="utf-8", errors="replace").splitlines() for path in (before, after)
    )
    return "\n".join(difflib.unified_diff(old, new, str(before), str(after), lineterm=""))


def _seal(request: Request, base: Path, frozen: str, file: Path, module: str | None) -> None:
    inside = file.is_relative_to(base)
    write_seal(
        base,
        frozen,
        origin=file.relative_to(base).as_posix() if inside else (module or file.name),
        reason=request.reason or _FIRST_REASON.format(request.name),
        revision=revision_of(file),
        seals=request.seals,
    )


def _entry(
    request: Request, base: Path, origin: _Origin, files: tuple[str, ...], shims: tuple[str, ...]
) -> dict[str, object]:
    """The entry, as it is written."""
    inside = origin.file.is_relative_to(base) and not _installed(origin.file, base)
    beside = origin.file.parent.relative_to(base).as_posix() if inside else "."
    package = identifier(f"{request.name}_args")
    folder = package if beside == "." else f"{beside}/{package}"
    capture = origin.side.kind == "capture"
    attribute = "build_parser" if capture else origin.attribute.rpartition(".")[2]
    suffix = f":{origin.attribute}" if origin.attribute else ""
    entry: dict[str, object] = {
        "control": f"{'capture:' if capture else ''}{files[0]}{suffix}",
        "candidate": f"{folder}/__init__.py:{attribute}",
    }
    if capture:
        entry["candidate_kind"] = "builder"  # one parser for all parses of a case, as captured
    if origin.module is not None:
        entry["module"] = origin.module
    if origin.around.paths:
        entry["paths"] = list(origin.around.paths)
    if shims:
        entry["shims"] = list(shims)
    entry["prog"] = origin.file.name
    entry["sections"] = _section_rule(request, base, origin)
    entry["frozen"] = list(files)
    entry["sources"] = [f"{folder}/sections.py", f"{folder}/__init__.py"]
    entry["switches"] = f"{folder}/switches.toml"
    if request.seals != SEALS:
        entry["seals"] = request.seals
    return entry


def _installed(file: Path, base: Path) -> bool:
    return any(part in ("site-packages", "dist-packages") for part in file.relative_to(base).parts)


def _section_rule(request: Request, base: Path, origin: _Origin) -> dict[str, object]:
    """By prefix where most flags have a dot in their dest, else by argument group."""
    trial = Target(request.name, request.spec, request.spec, base)
    actions = [action for _, action in walk(parser_of(trial, origin.side))]
    dests = [a.dest for a in actions if a.option_strings and a.dest != "help"]
    dotted = sum("." in dest for dest in dests)
    return {"prefix": "."} if dotted * 2 > len(dests) else {"group": True}


def _configure(base: Path, name: str, entry: Mapping[str, object]) -> Path:
    """Add the entry to the project's pyproject.toml, or to its argparity.toml where it has none."""
    file = base / "pyproject.toml"
    table = f"tool.argparity.targets.{toml_key(name)}"
    if not file.is_file():
        file = base / "argparity.toml"
        table = f"targets.{toml_key(name)}"
    lines = [f"[{table}]", *(f"{key} = {_toml(value)}" for key, value in entry.items())]
    with locked(file):
        before = file.read_text(encoding="utf-8") if file.is_file() else ""
        gap = "" if not before else "\n" if before.endswith("\n") else "\n\n"
        write_text(file, before + gap + "\n".join(lines) + "\n")
    find_target(name, base)
    return file


def _toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)
