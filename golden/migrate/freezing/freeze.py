"""Freeze a hand-written parser: its file byte for byte, a seal, and the entry of its target."""

from __future__ import annotations

import difflib
import os
import secrets
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path

from argparity.golden.errors import UsageError
from argparity.golden.migrate.freezing.entry import candidate_folder, entry_of, write_entry
from argparity.golden.migrate.freezing.legacy_folder import MARKER, LegacyFolder, default_folder
from argparity.golden.migrate.freezing.origin import Origin, find_origin, module_file, revision_of
from argparity.golden.records.seals import read_seals, write_seal
from argparity.golden.sides.target import NAME, NAME_RULE, Target, known_targets, project_folder

_FIRST_REASON = "the control of target {}"


class FrozenDiffers(UsageError):
    """A frozen file has changed since; `changes` is the difference in lines."""

    def __init__(self, frozen: str, file: Path, changes: str) -> None:
        self.changes = changes
        super().__init__(f"{frozen} differs from {file}; pass --reason to freeze the new version")


@dataclass(frozen=True)
class Request:
    """A request to freeze the side `spec` as target `name`.

    `shims`: modules that must not be imported for it, `NAME` or `NAME=FILE`. `also`: further
    modules of the project to freeze with it. `legacy`: the folder of the copies, None for that of
    the target, or the default. `reason`: why a frozen file is replaced.
    """

    spec: str
    name: str
    _: KW_ONLY
    shims: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    legacy: str | None = None
    reason: str = ""


@dataclass
class Frozen:
    """The result of freezing.

    `copied`: origin and frozen path of each new or changed file. `unchanged`: the other frozen
    paths. `configured`: the file with the new entry, None if there was one. `excludes`: lines for
    pyproject.toml that keep tools off the frozen files, none for an existing folder.
    """

    base: Path
    copied: list[tuple[Path, str]] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    configured: Path | None = None
    excludes: list[str] = field(default_factory=list)


def freeze(request: Request, start: Path | None = None) -> Frozen:
    """Copy, seal and configure, in the project that holds `start` (default: the current folder).

    A file that is frozen already and differs is replaced only with a reason; without one the error
    is a FrozenDiffers. Raises UsageError, SideError.
    """
    base = project_folder(start or Path.cwd())
    _check(request, base)
    present = known_targets(base).get(request.name)
    stand_ins = {name: file for name, _, file in (shim.partition("=") for shim in request.shims)}
    origin = find_origin(request.spec, base, stand_ins)
    legacy = LegacyFolder(base, _path(request, origin, present), request.name, origin)
    files = {legacy.control: origin.file}
    shims = list(request.shims)
    for module in request.also:
        file = module_file(request.spec, module, origin.around)
        frozen = legacy.of_module(module, file)
        files[frozen] = file
        shims.append(f"{module}={frozen}")
    if present is not None and (present.base != base or set(files) - set(present.frozen)):
        raise UsageError(
            f"target {request.name!r} exists with control {present.control}; give another name, or "
            "change its entry by hand"
        )
    # The entry says what the parser looks like, so a side without one ends here.
    entry = entry_of(request.name, origin, list(files), shims, legacy.seals)
    done = Frozen(base, excludes=[] if (base / legacy.seals).is_file() else legacy.excludes())
    _copy_all(request, legacy, files, done)
    legacy.prepare(files, candidate_folder(request.name, origin))
    if present is None:
        done.configured = write_entry(base, request.name, entry)
    return done


def _check(request: Request, base: Path) -> None:
    if not NAME.fullmatch(request.name):
        raise UsageError(f"--target {request.name!r}: {NAME_RULE}")
    for shim in request.shims:
        name, _, file = shim.partition("=")
        if file and not (base / file).is_file():
            raise UsageError(f"--shim {shim}: no file {base / file} to stand for {name}")


def _path(request: Request, origin: Origin, present: Target | None) -> str:
    """The folder of frozen files: as asked for, where the target has it already, or the default."""
    if request.legacy is not None:
        return request.legacy
    return default_folder(origin) if present is None else Path(present.seals).parent.as_posix()


def _copy_all(
    request: Request, legacy: LegacyFolder, files: Mapping[str, Path], done: Frozen
) -> None:
    base = legacy.base
    for frozen, file in files.items():
        _copy(request, legacy, frozen, file, done)
    for file, frozen in done.copied:
        inside = file.is_relative_to(base)
        write_seal(
            base,
            frozen,
            origin=file.relative_to(base).as_posix()
            if inside
            else (legacy.origin.module or file.name),
            reason=request.reason or _FIRST_REASON.format(request.name),
            revision=revision_of(file),
            seals=legacy.seals,
        )


def _copy(request: Request, legacy: LegacyFolder, frozen: str, file: Path, done: Frozen) -> None:
    now = file.read_bytes()
    place = legacy.base / frozen
    before = place.read_bytes() if place.is_file() else None
    is_sealed = frozen in read_seals(legacy.base / legacy.seals)
    if before == now and is_sealed:  # one that is not may be left by an interrupted freeze
        done.unchanged.append(frozen)
        return
    if before not in (None, now, MARKER.encode()) and not request.reason.strip():
        raise FrozenDiffers(frozen, file, _changes(place, file))
    place.parent.mkdir(parents=True, exist_ok=True)
    unfinished = place.with_name(f".{place.name}.{secrets.token_hex(4)}")
    unfinished.write_bytes(now)
    os.replace(unfinished, place)
    done.copied.append((file, frozen))


def _changes(before: Path, after: Path) -> str:
    old, new = (
        path.read_text(encoding="utf-8", errors="replace").splitlines() for path in (before, after)
    )
    return "\n".join(difflib.unified_diff(old, new, str(before), str(after), lineterm=""))
