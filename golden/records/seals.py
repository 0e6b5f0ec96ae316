"""Seals: the SHA-256 of each frozen file, with where it came from and why it is in this state."""

from __future__ import annotations

import datetime
import hashlib
from dataclasses import dataclass
from pathlib import Path

import tomlkit

from argparity.golden.errors import UsageError
from argparity.golden.records.atomic import locked, write_text
from argparity.golden.toml_file import FORMAT, Fields, read_entries

SEALS = "legacy/SEALS.toml"
"""The file of a project's seals, unless the target names another."""

_FIELDS = Fields(
    {"path": str, "sha256": str, "origin": str, "reason": str, "date": str},
    {"revision": str},
)

_HEAD = """\
# A sealed file is never edited: what it does is what its replacement is measured against.
format = {format}
"""


@dataclass(frozen=True, kw_only=True)
class Seal:
    """One sealed file.

    `path`: relative to the project, with slashes. `origin`: where the file came from; `revision`:
    its state there. `reason`: why it was sealed, or sealed again. `date`: as YYYY-MM-DD.
    """

    path: str
    sha256: str
    origin: str
    reason: str
    date: str
    revision: str = ""


def file_digest(file: Path) -> str:
    """SHA-256 of the bytes of a file, as a hexadecimal string."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def read_seals(file: Path) -> dict[str, Seal]:
    """The seals by path, in order; none if there is no file. Raises ConfigError."""
    found: dict[str, Seal] = {}
    for entry in read_entries(file, "seal", _FIELDS):
        if entry["path"] in found:
            raise entry.error(f"{entry['path']} is sealed twice; keep one", "path")
        found[entry["path"]] = Seal(**entry.values)
    return found


def check_seals(base: Path, seals: str = SEALS) -> list[str]:
    """The problems with the sealed files of the project in `base`, one sentence each."""
    problems = []
    for seal in read_seals(base / seals).values():
        file = base / seal.path
        if not file.is_file():
            problems.append(f"{seal.path}: is sealed in {seals}, and missing; restore it")
        elif file_digest(file) != seal.sha256:
            problems.append(
                f"{seal.path}: broken seal: its bytes are not those that {seals} sealed on "
                f"{seal.date}; restore it, or freeze it again with a reason"
            )
    return problems


def write_seal(
    base: Path, path: str, *, origin: str, reason: str, revision: str = "", seals: str = SEALS
) -> Seal:
    """The new seal of the file as it is now, which replaces an earlier one of that path.

    Raises UsageError if the file was sealed with other bytes and no reason is given.
    """
    file = base / seals
    digest = file_digest(base / path)
    with locked(file):
        before = read_seals(file).get(path)
        if before is not None and before.sha256 != digest and not reason.strip():
            raise UsageError(
                f"{path} differs from what was sealed; sealing it again needs a reason"
            )
        today = datetime.date.today().isoformat()
        seal = Seal(
            path=path, sha256=digest, origin=origin, reason=reason, date=today, revision=revision
        )
        write_text(file, _with_seal(file, seal))
    return seal


def _with_seal(file: Path, seal: Seal) -> str:
    """The text of the seals file with this seal; comments and other seals stay."""
    text = file.read_text(encoding="utf-8") if file.exists() else _HEAD.format(format=FORMAT)
    document = tomlkit.parse(text)
    values = {key: value for key, value in vars(seal).items() if value or key != "revision"}
    for entry in document.get("seal", ()):
        if entry["path"] == seal.path:
            entry.update(values)
            return tomlkit.dumps(document)
    table = tomlkit.table()
    table.update(values)
    return f"{text.rstrip()}\n\n[[seal]]\n{table.as_string()}"
