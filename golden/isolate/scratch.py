"""A scratch folder over a project: its files can be read by their relative names, and whatever a
parse writes stays in the scratch folder.

The scratch folder holds a link for each entry of the project. Python announces every access that
changes a file before it happens (audit events); at that moment a link on the way is replaced by a
copy. A write that would leave the scratch folder is refused with PermissionError. A child process
announces nothing, so that before one starts, all links are replaced: small files by copies, the
rest by nothing. What is never announced, the system refuses where it can (`landlock.py`).
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import os
import shutil
import stat
import sys
import tempfile
import threading
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from argparity.golden.isolate.child_processes import children, end_children
from argparity.golden.isolate.own_folder import OwnFolder
from argparity.golden.isolate.removing import remove
from argparity.golden.isolate.streams import Streams

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

_COPIED_FILES = 500
_COPIED_BYTES = 20 * 2**20
"""How much of a project is copied for a child process."""

_LEFT_OUT = {".git", ".hg", ".svn", ".venv", ".nox", ".tox", "node_modules", "__pycache__"}
"""Folders that a child process does not get."""

_LINKS = 40
"""How many links in a row are followed; the system itself follows no more."""

_DEVICES = ("/dev/", "/proc/self/fd/")


class Scratch:
    """The folder `at`, laid over the folder `below`.

    `keep`: further folders in which nothing may be changed, even where they are temporary ones;
    `free`: folders in which a program may write, such as the one for temporary files. `strayed`:
    whether the last case wrote there. `refused`: the paths of all writes that were refused.
    `unreadable`: a file that nobody can open, not even root.
    """

    def __init__(
        self,
        below: Path,
        at: Path,
        *,
        keep: tuple[Path, ...] = (),
        free: tuple[Path, ...] = (),
        unreadable: str = "",
    ) -> None:
        self.at = at
        self.refused: list[str] = []
        self.started_processes = False
        self.children_before: set[int] = set()
        self.strayed = False
        self._below = below
        self._keep = tuple(os.path.realpath(folder) for folder in (below, *keep))
        self._free = tuple(os.path.realpath(folder) for folder in free)
        self._unreadable = unreadable
        self._changed = self._unlinked = False
        self._lay()

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """Context manager: the current folder is the scratch folder, and writes are watched, those
        of threads that are left later on, too. What is registered to run at exit never runs.
        """
        self.started_processes = self.strayed = self._unlinked = False
        here, threads = os.getcwd(), set(threading.enumerate())
        try:
            with (
                _watching(self),
                _replaced(os, "open", _open),
                _replaced(atexit, "register", _never),
            ):
                os.chdir(self.at)
                yield
        finally:
            _LEFT.update((one.ident, self) for one in set(threading.enumerate()) - threads)
            os.chdir(here)

    def clear(self) -> None:
        """Make it as if nothing had been written."""
        if self._changed or not self.at.is_dir():
            self._lay()

    def _lay(self) -> None:
        self._changed = False
        if os.path.lexists(self.at):
            remove(self.at)
        self.at.mkdir(parents=True, exist_ok=True)
        self.at.chmod(0o755)
        _link_entries(self._below, self.at)

    # What the audit events ask for.

    def open(self, path: Any, *, writes: bool) -> None:
        """As `write` where the file is opened for that. Raises PermissionError for the unreadable
        file.
        """
        if path == self._unreadable:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        if writes:
            self.write(path)

    def write(self, path: Any, folder: int = -1, *, entry: bool = False) -> None:
        """Make sure that a change of `path` stays in the scratch folder. Raises PermissionError.

        `entry`: it is the entry in its folder that changes (it is removed), not what is in it.
        """
        if isinstance(path, int):  # a descriptor, which was opened under the same rules
            return
        place = _absolute(os.fsdecode(path), folder)
        self._lead_away(place, entry)
        # A program may have made links of its own, to what is a link of ours.
        for _ in range(_LINKS):
            if entry or not os.path.islink(place):
                break
            place = os.path.normpath(os.path.join(os.path.dirname(place), os.readlink(place)))
            self._lead_away(place, entry)
        # A link may lead anywhere: what counts is where the file is in the end.
        real = os.path.join(os.path.realpath(os.path.dirname(place)), os.path.basename(place))
        if not self._may_change(real):
            if real not in self.refused:
                self.refused.append(real)
            raise PermissionError(
                errno.EACCES,
                "argparity keeps files outside of the scratch folder as they are",
                real,
            )

    def _lead_away(self, place: str, entry: bool) -> None:
        own = str(self.at)
        if _inside(place, own):
            self._changed = True
            parts = Path(place[len(own) + 1 :]).parts
            self._copy_up(parts[:-1] if entry else parts)
        else:
            self.strayed = True

    def enter(self, path: Any) -> None:
        """Have a folder that becomes the current one be a copy: what is written there by relative
        names then stays here.
        """
        if not isinstance(path, int):
            place = _absolute(os.fsdecode(path), -1)
            if place != str(self.at) and _inside(place, str(self.at)) and os.path.isdir(place):
                self._lead_away(place, entry=False)

    def _may_change(self, real: str) -> bool:
        own = os.path.realpath(self.at)
        if _inside(real, own) or real.startswith(_DEVICES):
            return True
        return any(_inside(real, free) for free in self._free) and not any(
            _inside(real, kept) for kept in self._keep
        )

    def _copy_up(self, parts: tuple[str, ...]) -> None:
        """Replace every link on the way along `parts` by a copy."""
        here = self.at
        for part in parts:
            here = here / part
            if self._is_ours(here):
                target = Path(os.readlink(here))
                here.unlink()
                if target.is_dir():
                    here.mkdir()
                    _link_entries(target, here)
                else:
                    shutil.copy2(target, here)
                    here.chmod(stat.S_IMODE(here.stat().st_mode) | stat.S_IWUSR)

    def _is_ours(self, link: Path) -> bool:
        return link.is_symlink() and _inside(os.readlink(link), str(self._below))

    def fork(self) -> None:
        """Note that there is a child process, which announces what it writes as this one does."""
        if not self.started_processes:
            self.started_processes = self._changed = True
            self.children_before = children()

    def start_process(self) -> None:
        """Replace every link, as a child process that runs another program announces nothing."""
        self.fork()
        if not self._unlinked:
            self._unlinked = True
            self._unlink_all(self.at, _Budget())

    def _unlink_all(self, folder: Path, budget: _Budget) -> None:
        for entry in sorted(folder.iterdir()):
            if self._is_ours(entry):
                target = Path(os.readlink(entry))
                entry.unlink()
                if target.is_dir() and target.name not in _LEFT_OUT:
                    entry.mkdir()
                    _link_entries(target, entry)
                    self._unlink_all(entry, budget)
                elif target.is_file() and budget.takes(target.stat().st_size):
                    shutil.copy2(target, entry)
            elif entry.is_dir() and not entry.is_symlink():
                self._unlink_all(entry, budget)


class _Budget:
    def __init__(self) -> None:
        self._files, self._bytes = _COPIED_FILES, _COPIED_BYTES

    def takes(self, size: int) -> bool:
        self._files -= 1
        self._bytes -= size
        return self._files >= 0 and self._bytes >= 0


def _link_entries(source: Path, folder: Path) -> None:
    with contextlib.suppress(OSError):
        for name in os.listdir(source):
            os.symlink(source / name, folder / name)


def _absolute(path: str, folder: int) -> str:
    if os.path.isabs(path):
        return os.path.normpath(path)
    base = os.getcwd() if folder < 0 else os.path.realpath(f"/proc/self/fd/{folder}")
    return os.path.normpath(os.path.join(base, path))


def _inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


@contextlib.contextmanager
def in_scratch(keep: Path) -> Iterator[None]:
    """Context manager: the current folder is a scratch folder over the one that it was, and what is
    printed is caught. Both go away in the end, with the processes that were started; inside of
    another scratch folder, that one serves.
    """
    if _WATCHER is not None:
        yield
        return
    temporary = Path(tempfile.gettempdir())
    folder = OwnFolder()
    scratch = Scratch(Path.cwd(), folder.path / "here", keep=(keep,), free=(temporary,))
    try:
        with Streams(), scratch.entered():
            yield
    finally:
        if scratch.started_processes:
            end_children(scratch.children_before)
        folder.remove()


@contextlib.contextmanager
def _replaced(module: ModuleType, name: str, function: Callable[..., Any]) -> Iterator[None]:
    original = getattr(module, name)
    setattr(module, name, function)
    try:
        yield
    finally:
        setattr(module, name, original)


_OPEN = os.open


def _open(path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
    """`os.open`, which does not announce the folder that a relative path is relative to."""
    if dir_fd is not None and flags & _WRITES and not os.path.isabs(path):
        path = os.path.join(os.path.realpath(f"/proc/self/fd/{dir_fd}"), os.fsdecode(path))
        dir_fd = None
    return _OPEN(path, flags, mode, dir_fd=dir_fd)


def _never(function: Any, *arguments: Any, **named: Any) -> Any:
    return function


# Audit events. A hook cannot be removed from a process: one serves whoever watches.

_WATCHER: Scratch | None = None
_HOOKED = False
_LEFT: dict[int | None, Scratch] = {}
"""The threads that were started under a watcher which is gone: it goes on for them."""


@contextlib.contextmanager
def _watching(scratch: Scratch) -> Iterator[None]:
    global _WATCHER, _HOOKED
    if not _HOOKED:
        sys.addaudithook(_audit)
        _HOOKED = True
    before, _WATCHER = _WATCHER, scratch
    try:
        yield
    finally:
        _WATCHER = before


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    global _WATCHER
    handle = _EVENTS.get(event)
    if handle is None:
        return
    thread = threading.get_ident()
    before, left = _WATCHER, _LEFT.pop(thread, None)
    watcher = before or left
    if watcher is None:
        return
    _WATCHER = None  # what the watcher itself does to files is not watched
    try:
        handle(watcher, *arguments)
    finally:
        _WATCHER = before
        if left is not None:
            _LEFT[thread] = left


def _opened(scratch: Scratch, path: Any, mode: Any, flags: Any) -> None:
    scratch.open(path, writes=isinstance(flags, int) and bool(flags & _WRITES))


def _entered(scratch: Scratch, path: Any) -> None:
    scratch.enter(path)


def _made(scratch: Scratch, path: Any, mode: Any = None, folder: int = -1) -> None:
    # The system itself refuses to make what is there, and programs count on its error.
    if not os.path.lexists(path):
        scratch.write(path, folder)


def _truncated(scratch: Scratch, path: Any, *rest: Any) -> None:
    scratch.write(path)


def _changed(scratch: Scratch, path: Any, *rest: Any) -> None:
    # A file that was opened to be read can be given other permissions and times.
    place = os.path.realpath(f"/proc/self/fd/{path}") if isinstance(path, int) else path
    if place is path or os.path.exists(place):
        scratch.write(place)


def _removed(scratch: Scratch, path: Any, folder: int = -1) -> None:
    scratch.write(path, folder, entry=True)


def _emptied(scratch: Scratch, path: Any, folder: int | None = None) -> None:
    # One level is enough: of a link in a folder, the link alone is removed.
    scratch.write(path, -1 if folder is None else folder)


def _renamed(scratch: Scratch, source: Any, target: Any, one: int = -1, other: int = -1) -> None:
    scratch.write(source, one)
    scratch.write(target, other, entry=True)


def _linked_hard(
    scratch: Scratch, source: Any, target: Any, one: int = -1, other: int = -1
) -> None:
    scratch.write(source, one)  # through the second name, too, the file can be changed
    scratch.write(target, other, entry=True)


def _linked(scratch: Scratch, source: Any, target: Any, *folders: int) -> None:
    scratch.write(target, folders[-1] if folders else -1, entry=True)


def _database(scratch: Scratch, path: Any, *rest: Any) -> None:
    name = os.fsdecode(path)
    if name.startswith("file:"):
        name = urllib.parse.unquote(urllib.parse.urlsplit(name).path)
    if name not in (":memory:", ""):
        scratch.write(name)


def _started(scratch: Scratch, *rest: Any) -> None:
    scratch.start_process()


def _forked(scratch: Scratch, *rest: Any) -> None:
    scratch.fork()


_EVENTS: dict[str, Callable[..., None]] = {
    "open": _opened,
    "os.chdir": _entered,
    "os.mkdir": _made,
    "os.remove": _removed,
    "os.rmdir": _emptied,
    "os.rename": _renamed,
    "os.link": _linked_hard,
    "os.symlink": _linked,
    "os.truncate": _truncated,
    "os.chmod": _changed,
    "os.chown": _changed,
    "os.utime": _changed,
    "os.setxattr": _changed,
    "os.removexattr": _changed,
    "sqlite3.connect": _database,
    "os.exec": _started,
    "os.fork": _forked,
    "os.forkpty": _forked,
    "os.posix_spawn": _started,
    "os.spawn": _started,
    "os.system": _started,
    "pty.spawn": _started,
    "shutil.rmtree": _emptied,
    "subprocess.Popen": _started,
}
