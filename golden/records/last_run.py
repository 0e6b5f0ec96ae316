"""The differences of the last run of the gate on a target, by the numbers that its report shows.

They are kept in the user's cache folder, by project and target: nothing in the project changes.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from argparity.golden.errors import UsageError
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.records.atomic import write_text
from argparity.golden.sides.target import Target


@dataclass(frozen=True)
class Shown:
    """One numbered difference: what names it, and both values as the report shows them."""

    section: str
    flag: str
    cls: str
    control: str
    candidate: str
    accepted: str | None


def keep_last(target: Target, shown: Sequence[Mismatch]) -> None:
    """Keep the differences of a run, in the order of their numbers.

    Where the cache folder cannot be written nothing is kept, as a report does not depend on it.
    """
    entries = [asdict(Shown(*m.key, *m.shown, m.accepted)) for m in shown]
    file = _file(target)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_text(file, json.dumps(entries, indent=1))
    except OSError:
        return


def last_difference(target: Target, number: int) -> Shown:
    """The difference with that number (from 1) in the last report. Raises UsageError."""
    try:
        entries = [Shown(**entry) for entry in json.loads(_file(target).read_text("utf-8"))]
    except (OSError, ValueError, TypeError):
        raise UsageError(
            f"no report on {target.name} is known here; run `argparity gate {target.name}` first, "
            "and give the number of a difference in its report"
        ) from None
    if not 1 <= number <= len(entries):
        have = f"1 to {len(entries)}" if entries else "none"
        raise UsageError(
            f"the last report on {target.name} has no difference {number}; it has {have}"
        )
    return entries[number - 1]


def _file(target: Target) -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    project = hashlib.sha256(str(target.base.resolve()).encode("utf-8", "surrogatepass"))
    return Path(cache) / "argparity" / project.hexdigest()[:16] / f"{target.name}.json"
