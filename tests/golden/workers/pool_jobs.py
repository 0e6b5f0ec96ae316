"""Jobs that do to their worker whatever can happen to one; workers import this module."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from argparity.golden.errors import CannotJudge, UsageError
from argparity.golden.workers.pool import Job, Reporter


@dataclass(frozen=True)
class Opening:
    """A context that is the process id, or an opening that fails in the way it is told to."""

    fails: str = ""

    @contextlib.contextmanager
    def __call__(self) -> Iterator[int]:
        if self.fails == "usage":
            raise UsageError("no such side")
        if self.fails == "exit":
            print("the import exits", file=sys.stderr, flush=True)
            os._exit(4)
        yield os.getpid()


@dataclass(frozen=True)
class Steps(Job):
    """Reports each step; a step that is a name does something to the worker instead."""

    steps: tuple[object, ...]

    def run(self, context: int, report: Reporter) -> None:
        for step in self.steps:
            if isinstance(step, str):
                ACTS[step]()
            report((step, context))

    def rest(self, done: int) -> Steps | None:
        return Steps(self.steps[done + 1 :]) if self.steps[done + 1 :] else None


def _hang() -> None:
    time.sleep(60)


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _end() -> None:
    os._exit(3)


def _memory() -> None:
    raise MemoryError


def _fail() -> None:
    raise CannotJudge("an unknown type")


def _bug() -> None:
    raise ZeroDivisionError("not a number")


def _print() -> None:
    os.write(1, b"noise\n")
    print("more noise")


def _read() -> None:
    if sys.stdin.read():
        raise CannotJudge("standard input held something")


ACTS = {
    "hang": _hang,
    "kill": _kill,
    "end": _end,
    "memory": _memory,
    "fail": _fail,
    "bug": _bug,
    "print": _print,
    "read": _read,
}
