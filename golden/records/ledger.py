"""The ledger: which section was switched when, why, and on what evidence; it only grows."""

from __future__ import annotations

import datetime
import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomlkit

from argparity.compat.errors import CompatError
from argparity.compat.switchboard import Backend
from argparity.golden.records.atomic import locked, write_text
from argparity.golden.records.evidence import Evidence, frozen_files
from argparity.golden.records.seals import read_seals
from argparity.golden.records.store import Touched
from argparity.golden.records.switches import read_switches
from argparity.golden.sides.target import Target
from argparity.golden.toml_file import FORMAT, Entry, Fields, read_entries

_DIGESTS = {
    "cases": "the goldens changed",
    "frozen": "the frozen parser changed",
    "code": "the section's code changed",
}
_FIELDS = Fields(
    {
        "target": str,
        "section": str,
        "backend": str,
        "reason": str,
        "date": datetime.date,
    },
    {"python": list, "digests": dict, "cases": dict, "mutants": dict},
)
_HEAD = """\
# The record of switch-overs, written by `argparity switch`. Entries are added, never edited: the
# last one of a section says which backend it uses and why that was allowed.
format = {format}
"""


@dataclass(frozen=True, kw_only=True)
class Switch:
    """One entry.

    A switch to `generated` has its evidence: `python` (versions that the gate ran on), `digests`
    (see `records.evidence`), `cases` (the number run, by tier) and `mutants` (`planted`, `killed`).
    A rollback needs none.
    """

    target: str
    section: str
    backend: Backend
    reason: str
    date: datetime.date
    python: tuple[str, ...] = ()
    digests: Mapping[str, str] = field(default_factory=dict)
    cases: Mapping[str, int] = field(default_factory=dict)
    mutants: Mapping[str, int] = field(default_factory=dict)

    def to_toml(self) -> str:
        """The entry as TOML, without evidence if there is none."""
        entry = tomlkit.table()
        for key, value in vars(self).items():
            if isinstance(value, Mapping) and value:
                entry.add(key, _inline(value))
            elif isinstance(value, tuple) and value:
                entry.add(key, list(value))
            elif not isinstance(value, (Mapping, tuple)):
                entry.add(key, value)
        return "\n[[switch]]\n" + entry.as_string()


def _inline(values: Mapping[str, Any]) -> Any:
    table = tomlkit.inline_table()
    table.update(values)
    return table


def read_ledger(file: Path) -> list[Switch]:
    """All entries, oldest first; none if there is no file. Raises ConfigError."""
    return [_switch(entry) for entry in read_entries(file, "switch", _FIELDS)]


def _switch(entry: Entry) -> Switch:
    if entry["backend"] == "generated":
        for key in ("python", "digests", "cases", "mutants"):
            if not entry.get(key):
                raise entry.error(f"{key!r} is missing: {entry['section']} went over without it")
    values = {**entry.values, "python": tuple(entry.get("python", ()))}
    return Switch(**values)


def append(file: Path, switches: Iterable[Switch]) -> None:
    """Add entries at the end, all in one step. Raises ConfigError if the ledger is broken."""
    with locked(file):
        read_ledger(file)
        before = file.read_text(encoding="utf-8") if file.exists() else _HEAD.format(format=FORMAT)
        write_text(file, before + "".join(switch.to_toml() for switch in switches))


def latest(switches: Iterable[Switch], target: Target) -> dict[str, Switch]:
    """The last entry of each section of a target."""
    return {switch.section: switch for switch in switches if switch.target == target.name}


def check_ledger(target: Target, today: datetime.date, touched: Touched) -> list[str]:
    """The contradictions between switches, ledger, seals and code, one sentence each; `touched`:
    see Evidence.

    A target with neither switches nor entries has none.
    """
    entries = latest(read_ledger(target.path(target.ledger)), target)
    try:
        switches = read_switches(target)
    except CompatError as error:
        return [str(error)]
    found = list(_unsealed(target, switches))
    if switches or entries:
        evidence = Evidence(target, list(switches), touched)
        found[:0] = _problems(target, entries, switches, today, evidence)
    return found


def _problems(
    target: Target,
    entries: Mapping[str, Switch],
    switches: Mapping[str, Backend],
    today: datetime.date,
    evidence: Evidence,
) -> Iterator[str]:
    for section, entry in entries.items():
        if section not in switches:
            yield f"{target.name}.{section}: the ledger knows it, and {target.switches} does not"
        if entry.date > today:
            yield f"{target.name}.{section}: the ledger's entry of {entry.date} is in the future"
    for section, backend in switches.items():
        yield from _section_problems(target, section, backend, entries.get(section), evidence)


def _section_problems(
    target: Target,
    section: str,
    backend: Backend,
    entry: Switch | None,
    evidence: Evidence,
) -> Iterator[str]:
    place = f"{target.name}.{section}"
    recorded = "legacy" if entry is None else entry.backend
    arguments = shlex.join([target.name, section, backend])
    again = f"run `argparity switch {arguments} --reason ...`"
    if recorded != backend:
        yield (
            f"{place}: {target.switches} says {backend}, the ledger {recorded}; either put the "
            f"switch back or {again}"
        )
    elif entry is not None and backend == "generated":
        now = evidence.of(section)
        for key, change in _DIGESTS.items():
            if entry.digests.get(key) != now[key]:
                yield f"{place}: stale evidence: {change} since {entry.date}; {again}"


def _unsealed(target: Target, switches: Mapping[str, str]) -> Iterator[str]:
    """Frozen files that a switched section rests on and that no seal protects."""
    if "generated" not in switches.values():
        return
    sealed = {target.path(path).resolve() for path in read_seals(target.path(target.seals))}
    for file in frozen_files(target):
        if file.resolve() not in sealed:
            yield f"{file}: is the control of {target.name}, and has no seal in {target.seals}"
