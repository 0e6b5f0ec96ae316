"""A new Python process that finds the modules that this one finds."""

from __future__ import annotations

import os
import sys


def python_running(code: str) -> list[str]:
    """The command that runs `code` with this interpreter and this process's module search path.

    Neither `-m` nor `PYTHONPATH` would do: the first puts the current folder before everything
    else, and the second puts ours before a user's own.
    """
    # "" is the current folder, which may be another one there.
    folders = [folder or os.getcwd() for folder in sys.path]
    optimized = ["-O"] * sys.flags.optimize
    return [sys.executable, *optimized, "-c", f"import sys; sys.path[:] = {folders!r}\n{code}"]
