"""Temporary folders that a killed run leaves behind only until the next run."""

from __future__ import annotations

import contextlib
import fcntl
import os
import tempfile
from pathlib import Path

from argparity.golden.isolate.removing import remove

_PREFIX = "argparity-"
_LOCK = ".in-use"
_CLEARED: set[str] = set()


class OwnFolder:
    """A temporary folder of this process, locked as long as it is in use.

    Where the first one is made, those are removed that nobody uses any more.
    """

    def __init__(self) -> None:
        parent = tempfile.gettempdir()
        if parent not in _CLEARED:
            _CLEARED.add(parent)
            _remove_unused(Path(parent))
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self._lock = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT, 0o644)
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def remove(self) -> None:
        """Remove the folder and all that is in it."""
        remove(self.path)
        os.close(self._lock)


def _remove_unused(parent: Path) -> None:
    for lock in parent.glob(f"{_PREFIX}*/{_LOCK}"):
        # Another user's folder, or one that goes away meanwhile, is not ours to remove.
        with contextlib.suppress(OSError):
            descriptor = os.open(lock, os.O_RDWR)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                remove(lock.parent)
            finally:
                os.close(descriptor)
