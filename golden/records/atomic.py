"""Atomic writes: a reader, an interruption or a second writer never meets half a file.

A file is written under a temporary name in its folder and renamed into place. A read-modify-write
holds the folder's lock, so concurrent updates are not lost. The lock is on the folder itself: it
leaves no file behind, and the system releases it when a process dies.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import threading
from collections.abc import Iterator
from pathlib import Path

_MARK = ".argparity-unfinished"


def write_text(path: Path, text: str) -> None:
    """Write `text` (UTF-8, line ends as given) to `path` in one step; make its folder if need be.

    Whatever happens meanwhile, `path` then holds either its old content or all of `text`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}{_MARK}")
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
    try:
        with open(beside, "x", encoding="utf-8", newline="") as file:
            os.fchmod(file.fileno(), mode)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make a rename survive a power cut, if the file system can."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def unfinished(folder: Path) -> list[Path]:
    """The files that killed writers have left in `folder`; nothing else reads them."""
    return sorted(folder.glob(f".*{_MARK}"))


def clear_unfinished(folder: Path) -> list[Path]:
    """The files that killed writers had left in `folder`, which are now removed.

    Only for the holder of the folder's lock: the file of another writer may be about to be renamed.
    """
    found = unfinished(folder)
    for file in found:
        file.unlink(missing_ok=True)
    return found


class _Lock:
    """The lock of one folder, between threads and processes; its holder may take it again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._thread = threading.RLock()
        self._depth = 0
        self._descriptor = -1

    def __enter__(self) -> None:
        self._thread.acquire()
        try:
            if self._depth == 0:
                self._descriptor = os.open(self._folder, os.O_RDONLY)
                fcntl.flock(self._descriptor, fcntl.LOCK_EX)
            self._depth += 1
        except BaseException:
            self._thread.release()
            raise

    def __exit__(self, *exc: object) -> None:
        self._depth -= 1
        if self._depth == 0:
            os.close(self._descriptor)
        self._thread.release()


_LOCKS: dict[Path, _Lock] = {}


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Context manager: no other process or thread is inside `locked` for the same folder.

    `path` is an existing folder, or a file in a folder, which is made if need be. Waits for its
    turn; the holder may take the lock again.
    """
    folder = path if path.is_dir() else path.parent
    folder.mkdir(parents=True, exist_ok=True)
    with _LOCKS.setdefault(folder.resolve(), _Lock(folder)):
        yield
