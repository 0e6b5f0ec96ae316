"""End the processes that a case has started and left running."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from pathlib import Path

_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """Make daemons, whose own parent has ended, children of this process (Linux alone can)."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_children() -> None:
    """Kill every child process of this one, and wait for its end.

    Where the system does not list children (it is Linux that does), those that have ended already
    are all that can be waited for.
    """
    while True:
        children = _children()
        for child in children:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(child, signal.SIGKILL)
        try:
            while os.waitpid(-1, 0 if children else os.WNOHANG) != (0, 0):
                pass
        except ChildProcessError:
            return
        if not children:
            return


def _children() -> list[int]:
    found: list[int] = []
    for file in Path("/proc/self/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += map(int, file.read_text().split())
    return found
