"""Which lines of `compat/` run when a target's candidate is loaded and parses.

python -m tests.campaign.reach TARGET      prints {file: [lines]} for the checkout in use
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections import defaultdict
from pathlib import Path
from types import FrameType
from typing import Any

import argparity.compat
from argparity.compat.switchboard import ENVIRONMENT_VARIABLE
from argparity.golden.inputs.battery.build import build_battery
from argparity.golden.judge.comparator import Comparator
from argparity.golden.judge.survey import survey
from argparity.golden.observe.run import observe
from argparity.golden.observe.temp_files import TempFiles
from argparity.golden.records.store import load_goldens
from argparity.golden.sides.target import find_target

COMPAT = Path(argparity.compat.__file__).resolve().parent
_CASES = 3_000
"""So many cases of the battery, the most telling ones, are parsed."""


class Trace:
    """The lines of `compat/` that ran."""

    def __init__(self) -> None:
        self.lines: dict[str, set[int]] = defaultdict(set)
        self._known: dict[str, str] = {}

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        """The local trace function of a frame: of those in `compat/` alone."""
        path = frame.f_code.co_filename
        if path not in self._known:
            real = Path(path).resolve()
            inside = COMPAT in real.parents
            self._known[path] = f"compat/{real.relative_to(COMPAT).as_posix()}" if inside else ""
        file = self._known[path]
        if not file:
            return None
        lines = self.lines[file]
        lines.add(frame.f_lineno)

        def local(frame: FrameType, event: str, argument: Any) -> Any:
            lines.add(frame.f_lineno)
            return local

        return local


def lines_run(name: str) -> dict[str, list[int]]:
    """The lines by file."""
    target = find_target(name, Path.cwd())
    switched = target.path(target.switches).is_file()
    environ = {ENVIRONMENT_VARIABLE: f"{name}=generated"} if switched else {}
    os.environ.update(environ)
    with Comparator(target, environ) as comparator:
        seen = survey(comparator)
        cases = build_battery(seen.target, seen.schema)[:_CASES]
    if target.goldens_path.is_dir():
        cases += [golden.case for golden in load_goldens(target)]
    for module in [name for name in sys.modules if name.startswith("argparity.compat")]:
        del sys.modules[module]  # so that the candidate runs what it imports
    trace = Trace()
    threading.settrace(trace)
    sys.settrace(trace)
    side = seen.target.load_candidate()
    with TempFiles(keep=(target.base,)) as files:
        for case in cases:
            sys.settrace(trace)
            observe(side, case.under(environ), seen.target.settings, files)
    sys.settrace(None)
    return {file: sorted(lines) for file, lines in trace.lines.items()}


if __name__ == "__main__":
    print(json.dumps(lines_run(sys.argv[1])))
