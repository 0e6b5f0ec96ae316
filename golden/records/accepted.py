"""Accepted differences: written, reasoned, expiring permissions for one mismatch each.

An entry names one section, flag and class, and both values as reports show them; nothing is a
pattern. It must keep firing, and it ends at a date at most a year away, or never, which needs a
separate reason. A mismatch that it covers is never counted as matched.
"""

from __future__ import annotations

import datetime
import platform
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import tomlkit

from argparity.golden.errors import ConfigError, UsageError
from argparity.golden.model.mismatch import CLASSES, Mismatch, MismatchClass
from argparity.golden.records.atomic import locked, write_text
from argparity.golden.sides.target import Target
from argparity.golden.toml_file import FORMAT, Entry, Fields, read_entries

LONGEST = datetime.timedelta(days=366)
"""How far away an expiry may be."""

NEVER = "never"

_FIELDS = Fields(
    {
        "id": str,
        "target": str,
        "section": str,
        "flag": str,
        "class": str,
        "control": str,
        "candidate": str,
        "reason": str,
        "owner": str,
        "expiry": (datetime.date, str),
    },
    {"never_reason": str, "python": list},
)
_MAY_BE_EMPTY = ("section", "flag", "control", "candidate")


@dataclass(frozen=True)
class Accepted:
    """One entry.

    `control`, `candidate`: the values as a report's line shows them. `expiry`: None for never.
    `python`: the minor versions on which it is valid, none for all.
    """

    id: str
    target: str
    section: str
    flag: str
    cls: MismatchClass
    control: str
    candidate: str
    reason: str
    owner: str
    expiry: datetime.date | None
    python: tuple[str, ...] = ()

    def covers(self, mismatch: Mismatch) -> bool:
        """Whether it accepts this mismatch."""
        place = (mismatch.target, *mismatch.key)
        if (self.target, self.section, self.flag, self.cls) != place:
            return False
        return (self.control, self.candidate) == mismatch.shown

    def expired(self, today: datetime.date) -> bool:
        """Whether its last day has passed."""
        return self.expiry is not None and self.expiry < today


def load_accepted(path: Path, target: Target, today: datetime.date | None = None) -> list[Accepted]:
    """The entries for a target that are valid on the running Python.

    Raises ConfigError with file and line for an invalid entry, also of another target.
    """
    day = today or datetime.date.today()
    seen: set[str] = set()
    found = []
    for entry in read_entries(path, "accepted", _FIELDS):
        accepted = _accepted(entry, day)
        if accepted.id in seen:
            raise entry.error(f"the id {accepted.id!r} occurs twice; make it unique", "id")
        seen.add(accepted.id)
        found.append(accepted)
    running = platform.python_version().rpartition(".")[0]
    return [
        accepted
        for accepted in found
        if accepted.target == target.name and (not accepted.python or running in accepted.python)
    ]


def _accepted(entry: Entry, today: datetime.date) -> Accepted:
    for key, value in entry.values.items():
        if isinstance(value, str) and not value.strip() and key not in _MAY_BE_EMPTY:
            raise entry.error(f"{key} is empty; fill it in", key)
    if entry["class"] not in CLASSES:
        raise entry.error(f"unknown class {entry['class']!r}; known: {', '.join(CLASSES)}", "class")
    python = entry.get("python", [])
    if not all(isinstance(version, str) and version.count(".") == 1 for version in python):
        raise entry.error('python is a list of minor versions, like ["3.13"]', "python")
    values = {key: value for key, value in entry.values.items() if key != "never_reason"}
    values.update(expiry=_expiry(entry, today), python=tuple(python), cls=values.pop("class"))
    return Accepted(**values)


def _expiry(entry: Entry, today: datetime.date) -> datetime.date | None:
    expiry = entry["expiry"]
    if isinstance(expiry, datetime.date):
        if "never_reason" in entry.values:
            raise entry.error('never_reason belongs to expiry = "never"', "never_reason")
        if expiry > today + LONGEST:
            raise entry.error(
                f"expiry {expiry} is more than a year away; review the difference within one",
                "expiry",
            )
        return expiry
    if expiry != NEVER:
        raise entry.error(f'expiry is {expiry!r}; must be a date or "{NEVER}"', "expiry")
    if "never_reason" not in entry.values:
        raise entry.error(f'expiry = "{NEVER}" needs never_reason: why it may stay', "expiry")
    return None


def add_accepted(target: Target, entry: Mapping[str, str | datetime.date]) -> None:
    """Add an entry at the end of the target's file. Raises UsageError, and changes nothing, where
    the file would not be valid with it.
    """
    file = target.path(target.accepted)
    file.parent.mkdir(parents=True, exist_ok=True)
    with locked(file):
        before = file.read_text(encoding="utf-8") if file.exists() else f"format = {FORMAT}\n"
        table = tomlkit.table()
        for key, value in entry.items():
            table.add(key, value)
        text = before.rstrip("\n") + "\n\n[[accepted]]\n" + table.as_string()
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / file.name
            copy.write_text(text, encoding="utf-8")
            try:
                load_accepted(copy, target)
            except ConfigError as error:
                raise UsageError(f"{target.accepted}, with this entry: {error.message}") from None
        write_text(file, text)


def apply_accepted(
    mismatches: Iterable[Mismatch],
    accepted: Iterable[Accepted],
    today: datetime.date | None = None,
) -> tuple[list[Mismatch], list[Accepted], list[Accepted]]:
    """`(mismatches, unused, expired)`: mismatches, with `accepted` set if an entry covers them.

    `unused` are the entries that cover none; `expired` entries no longer cover anything.
    """
    day = today or datetime.date.today()
    entries = list(accepted)
    expired = [entry for entry in entries if entry.expired(day)]
    valid = [entry for entry in entries if not entry.expired(day)]
    used: set[str] = set()
    judged = []
    for mismatch in mismatches:
        entry = next((entry for entry in valid if entry.covers(mismatch)), None)
        if entry is not None:
            used.add(entry.id)
            mismatch = replace(mismatch, accepted=entry.id)
        judged.append(mismatch)
    names = {mismatch.key: mismatch.accepted for mismatch in judged}
    judged = [
        replace(m, accepted=m.accepted or names.get(m.because)) if m.because else m for m in judged
    ]
    return judged, [entry for entry in valid if entry.id not in used], expired
