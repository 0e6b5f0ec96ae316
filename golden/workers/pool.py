"""A pool of worker processes that may hang, run out of memory or die without taking the run along.

A worker opens a context once (which loads the sides, a user's code) and then does many jobs in it.
It reports after every small step, so that the parent knows what a lost worker was doing: it kills a
worker that reports nothing for too long, starts a fresh one and goes on with the rest of the job.

Workers are plain child processes with a pipe each. Nothing of the parent's main module is imported
there, their standard streams are cut off, and they are in a session of their own, so that a Ctrl-C
reaches the parent alone and a kill reaches everything that a worker started.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import tempfile
import time
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from argparity.golden.errors import CannotJudge, ExitCode, GoldenError
from argparity.golden.isolate.fresh_python import python_running
from argparity.golden.isolate.own_folder import OwnFolder
from argparity.golden.isolate.side_process import fate, not_for_children

EXIT_OUT_OF_MEMORY = 77
"""The status with which a worker ends itself when a job raised MemoryError."""

OPENING_SECONDS = 120.0
"""Seconds that a worker may take to load its sides; importing torch can take tens of seconds."""

J = TypeVar("J", bound="Job")

Reporter = Callable[[object], None]


class Job(ABC):
    """A piece of work; it and all that it reports are pickled."""

    @abstractmethod
    def run(self, context: Any, report: Reporter) -> None:
        """Do it in `context`, and call `report` with the result of every small step."""

    def rest(self, done: int) -> Job | None:
        """The job to go on with when the worker was lost after `done` reports; None: nothing."""
        return None


@dataclass(frozen=True)
class WorkerLost:
    """A worker that was lost during a job. `reports`: the number that it had given for the job."""

    reason: str
    reports: int


class WorkerError(GoldenError):
    """An error that stopped a job inside a worker, with the exit code it had there."""

    def __init__(self, message: str, exit_code: ExitCode) -> None:
        self.exit_code = exit_code
        super().__init__(message)


@dataclass(frozen=True)
class _Failure:
    message: str
    exit_code: ExitCode


@dataclass(frozen=True)
class _Reported:
    what: object


_READY = "ready"
_DONE = "done"


class _Worker:
    """The parent's end of one child process."""

    def __init__(self, opening: object, folder: str) -> None:
        self.job: Job | None = None
        self.reports = 0
        self.ready = False
        self.since = time.monotonic()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by end()
        here, there = socket.socketpair()
        serving = f"from argparity.golden.workers.pool import serve; serve({there.fileno()})"
        with there:
            self._process = subprocess.Popen(
                python_running(serving),
                pass_fds=[there.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                start_new_session=True,
                # The order in which a set of choices is printed must not depend on the worker.
                env={**os.environ, "PYTHONHASHSEED": "0", "TMPDIR": folder},
            )
        self.connection = Connection(here.detach())
        self._send(opening)

    def hand(self, job: Job) -> None:
        """Give it a job, now or as soon as its context is open."""
        self.job, self.reports, self.since = job, 0, time.monotonic()
        if self.ready:
            self._send(job)

    def opened(self) -> None:
        """Its context is open."""
        self.ready = True
        self._send(self.job)

    def _send(self, what: object) -> None:
        # A child that died is noticed when the parent reads.
        with contextlib.suppress(OSError):
            self.connection.send(what)

    def fate(self) -> str:
        """A phrase for how the process ended; waits for its end."""
        status = self._process.wait()
        if status == EXIT_OUT_OF_MEMORY:
            return "out of memory"
        return fate(status)

    def last_error_line(self) -> str:
        """The last line that the process wrote to standard error."""
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else ""

    def end(self) -> None:
        """Kill the process and everything that it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self.connection.close()
        self._errors.close()


class Pool:
    """`size` workers that each open `opening()`; a context manager.

    `opening` is pickled to the worker and called there; it gives the context, itself a context
    manager. `timeout`: seconds without a report after which a worker counts as hanging.
    """

    def __init__(self, opening: object, size: int, timeout: float) -> None:
        self._opening = opening
        self._size = size
        self._timeout = timeout
        self._idle: list[_Worker] = []
        self._all: list[_Worker] = []
        # A worker that is killed leaves its temporary files; they go with this folder.
        self._folder = OwnFolder()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *exc: object) -> None:
        for worker in self._all:
            worker.end()
        self._all.clear()
        self._idle.clear()
        self._folder.remove()

    def run(
        self, jobs: Iterable[J], deadline: float | None = None, *, abandon: bool = False
    ) -> Iterator[tuple[J, object | WorkerLost]]:
        """Do the jobs in any order; yield each report, or `WorkerLost`, with its job.

        A job is taken from `jobs` when there is a worker for it, none after `deadline` (of
        `time.monotonic`); with `abandon` those that have begun end there, too. Raises WorkerError
        for an error that stopped a job, and CannotJudge for a worker that cannot even be opened.
        """
        coming = iter(jobs)
        again: deque[J] = deque()
        busy: list[_Worker] = []
        try:
            while True:
                late = deadline is not None and time.monotonic() >= deadline
                while len(busy) < self._size and not late:
                    job = again.popleft() if again else next(coming, None)
                    if job is None:
                        break
                    worker = self._idle.pop() if self._idle else self._start()
                    worker.hand(job)
                    busy.append(worker)
                if not busy or (late and abandon):
                    return
                for worker, message in self._next(busy, deadline if abandon else None):
                    yield from self._handle(worker, message, busy, again)
        finally:
            # The caller stopped early or a job failed: workers still busy are of no use.
            for worker in busy:
                self._drop(worker)

    def reports(self, job: Job) -> list[object | WorkerLost]:
        """All reports of one job. A worker that is left in the middle of a job is dropped with the
        sides that it has loaded; so this goes to the end.
        """
        return [report for _, report in self.run([job])]

    def _start(self) -> _Worker:
        worker: _Worker = _Worker(self._opening, str(self._folder.path))
        self._all.append(worker)
        return worker

    def _drop(self, worker: _Worker) -> None:
        # The generator may be closed after the pool.
        if worker in self._all:
            self._all.remove(worker)
            worker.end()

    def _patience(self, worker: _Worker) -> float:
        """Seconds left before a worker counts as hanging."""
        allowed = self._timeout if worker.ready else OPENING_SECONDS
        return allowed - (time.monotonic() - worker.since)

    def _next(self, busy: list[_Worker], end: float | None = None) -> list[tuple[_Worker, object]]:
        """The next messages, none at `end`; a lost worker's message is a `WorkerLost`."""
        patience = min(map(self._patience, busy))
        if end is not None:
            patience = min(patience, end - time.monotonic())
        patience = max(0.0, patience)
        by_connection = {worker.connection: worker for worker in busy}
        found: list[tuple[_Worker, object]] = []
        for connection in wait(list(by_connection), patience):
            worker = by_connection[connection]  # type: ignore[index]
            try:
                found.append((worker, worker.connection.recv()))
            except (EOFError, OSError):
                found.append((worker, WorkerLost(worker.fate(), worker.reports)))
        if not found:
            for worker in busy:
                if self._patience(worker) <= 0:
                    reason = f"hang: no result within {self._timeout:g} s"
                    found.append((worker, WorkerLost(reason, worker.reports)))
        return found

    def _handle(
        self, worker: _Worker, message: object, busy: list[_Worker], again: deque[J]
    ) -> Iterator[tuple[J, object | WorkerLost]]:
        job: Any = worker.job
        worker.since = time.monotonic()
        if isinstance(message, _Reported):
            worker.reports += 1
            yield job, message.what
        elif message == _READY:
            worker.opened()
        elif message == _DONE:
            busy.remove(worker)
            self._idle.append(worker)
        elif isinstance(message, _Failure):
            raise WorkerError(message.message, message.exit_code)
        elif isinstance(message, WorkerLost):
            last_error_line = worker.last_error_line() if not worker.ready else ""
            busy.remove(worker)
            self._drop(worker)
            if not worker.ready:
                because = f" ({last_error_line})" if last_error_line else ""
                raise CannotJudge(
                    f"the sides could not be loaded in a worker process: {message.reason}{because}"
                )
            rest: Any = job.rest(message.reports)
            if rest is not None:
                again.append(rest)
            yield job, message


def serve(descriptor: int) -> None:
    """The worker's side: open the context, then do jobs until the pipe ends."""
    connection = Connection(descriptor)
    not_for_children(connection)
    pipe = _Pipe(connection)
    with contextlib.suppress(_PipeClosed), _failures_sent(pipe):
        opening: Callable[[], Any] = pipe.receive()
        with opening() as context:
            pipe.send(_READY)
            while True:
                job: Job = pipe.receive()
                job.run(context, lambda what: pipe.send(_Reported(what)))
                pipe.send(_DONE)


class _PipeClosed(Exception):
    """The parent is gone, or has closed the pipe."""


class _Pipe:
    """The worker's end; tells a closed pipe from an OSError of the work itself."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def send(self, what: object) -> None:
        try:
            self._connection.send(what)
        except OSError as error:
            raise _PipeClosed from error

    def receive(self) -> Any:
        try:
            return self._connection.recv()
        except (EOFError, OSError) as error:
            raise _PipeClosed from error


@contextlib.contextmanager
def _failures_sent(pipe: _Pipe) -> Iterator[None]:
    """Send what stops the worker, as a string: not every exception can be pickled."""
    try:
        yield
    except _PipeClosed:
        raise
    except MemoryError:
        os._exit(EXIT_OUT_OF_MEMORY)
    except GoldenError as error:
        pipe.send(_Failure(str(error), error.exit_code))
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{place.filename}:{place.lineno}"
        failure = f"{type(error).__name__}: {error} (at {where})"
        pipe.send(_Failure(failure, ExitCode.COULD_NOT_JUDGE))
