"""The child processes of this one: those that a case has started are ended with it."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Collection
from pathlib import Path

_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """Make daemons, whose own parent has ended, children of this process (Linux alone can)."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def children(of: int | str = "self") -> set[int]:
    """The child processes of a process, by default of this one; none where the system does not list
    them (Linux does).
    """
    found: set[int] = set()
    tasks = Path(f"/proc/{of}/task")
    # The process, or one of its threads, may end meanwhile.
    with contextlib.suppress(OSError):
        for task in os.listdir(tasks):
            with contextlib.suppress(OSError):
                found.update(map(int, (tasks / task / "children").read_text().split()))
    return found


def end_children(other_than: Collection[int]) -> None:
    """Kill every child process but those, with all that they have started, and wait for its end."""
    while True:
        left = children().difference(other_than)
        for child in left:
            end_process(child)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child, 0)
        if not left:
            return


def end_process(process: int) -> None:
    """Kill a process with all that it has started."""
    for one in (process, *_descendants(process)):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(one, signal.SIGKILL)


def _descendants(process: int) -> list[int]:
    found = list(children(process))
    for child in found:
        found += children(child)
    return found
