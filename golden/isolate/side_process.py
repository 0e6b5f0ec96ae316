"""One side of a target in processes of its own, which never import the other side.

What a side does to its process when it is imported or parses (it patches argparse, disables
logging, leaves a thread running) then cannot reach the other side, nor the harness that compares
them. A keeper process loads the side once; a server process, forked from it, runs the cases. A case
that hangs, ends its process, or leaves something behind which nothing can undo, such as a thread,
costs the server: the next case runs in a fresh one.

This module knows nothing of sides and cases: what answers in the server process is
`observe/side_server.py`.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import signal
import sys
import threading
import warnings
import weakref
from collections.abc import Callable, Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, Protocol

from argparity.golden.errors import CannotJudge, GoldenError
from argparity.golden.isolate.child_processes import (
    adopt_orphans,
    children,
    end_children,
    end_process,
)

SPENT = 78
"""The exit status of a server whose last request left something behind."""

TRIED = 79
"""The exit status of a server whose request was a trial that the keeper may repeat: what it leaves
behind is then there for each server that follows.
"""


_CLOSED = 80
"""The exit status of a server whose parent is gone."""


class SideLost(CannotJudge):
    """A side that gave no answer; `reason` is a phrase."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"a side gave no answer: {reason}")


def fate(code: int) -> str:
    """How a process with this exit code (negative: the signal that killed it) ended."""
    if code < 0:
        return f"killed by signal {-code} ({signal.Signals(-code).name})"
    return f"its process ended with status {code}"


class Server(Protocol):
    """What runs in the server process: a loaded side that answers requests."""

    def start(self) -> None:
        """Prepare the server process."""

    def answer(self, request: Any) -> Any:
        """The answer to a request."""

    @property
    def leaves(self) -> int:
        """0, or SPENT or TRIED where the process is to end after the last request."""

    def repeat(self) -> None:
        """In the keeper: the trial of a server that was TRIED."""


class SideProcess:
    """The parent's end. `load` is called in the keeper process and returns the server. `patience`:
    seconds that an answer may take once the side is loaded, None for any.
    """

    def __init__(self, load: Callable[[], Server], patience: float | None = None) -> None:
        self._load, self._patience = load, patience
        self._start()

    def _start(self) -> None:
        self._connection, there = Pipe()
        not_for_children(self._connection)
        self._serving = 0
        self._keeper = _fork()
        if self._keeper == 0:
            _close_inherited()
            _keep(there, self._load)
        there.close()

    def send(self, request: Any) -> None:
        """Ask; `receive` gives the answer. Raises SideLost."""
        if not self._keeper:  # it was lost with an earlier request
            self._start()
        try:
            self._connection.send(request)
        except OSError:
            self._raise_lost()

    def receive(self) -> Any:
        """The answer to the request that was sent. Raises SideLost, and what the request raised."""
        try:
            answer = self._message()
            while isinstance(answer, _Serving):
                self._serving = answer.process
                answer = self._message()
        except (EOFError, OSError):
            self._raise_lost()
        if isinstance(answer, _Lost):
            raise SideLost(answer.reason)
        if isinstance(answer, _Raised):
            raise answer.error()
        return answer

    def _message(self) -> Any:
        """The next message. A server that takes too long is ended, and lost."""
        patience = self._patience if self._serving else None
        if patience is not None and not self._connection.poll(patience):
            end_process(self._serving)
            while not isinstance(self._connection.recv(), _Lost):
                pass  # an answer that came too late
            return _Lost(f"hang: no result within {patience:g} s")
        return self._connection.recv()

    def ask(self, request: Any) -> Any:
        """The answer to a request."""
        self.send(request)
        return self.receive()

    def close(self) -> None:
        """End both processes."""
        self._connection.close()
        for process in (self._keeper, self._serving):
            if process:
                end_process(process)
        self._serving = 0
        if self._keeper:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._keeper, 0)
            self._keeper = 0

    def _raise_lost(self) -> None:
        status = os.waitpid(self._keeper, 0)[1] if self._keeper else 0
        self._keeper = self._serving = 0
        self._connection.close()
        raise SideLost(fate(os.waitstatus_to_exitcode(status)))


class _Serving:
    """The message of a fresh server: the number of its process."""

    def __init__(self, process: int) -> None:
        self.process = process


class _Lost:
    """The message of the keeper that a server has ended before it answered."""

    def __init__(self, reason: str) -> None:
        self.reason = reason


class _Raised:
    """An exception on its way to the parent."""

    def __init__(self, error: BaseException) -> None:
        self._pickled = pickle.dumps((type(error), error.args, vars(error)))

    def error(self) -> BaseException:
        """The exception, made again without a call of its class."""
        kind, arguments, attributes = pickle.loads(self._pickled)
        error: BaseException = kind.__new__(kind)
        error.args = arguments
        vars(error).update(attributes)
        return error


_OURS: weakref.WeakSet[Connection] = weakref.WeakSet()


def not_for_children(connection: Connection) -> None:
    """Have side processes close their copy of it: an end of a pipe that a child holds is never seen
    to close.
    """
    _OURS.add(connection)


def _close_inherited() -> None:
    """Close the pipes of the parent; there is nothing to read on standard input, either."""
    for connection in list(_OURS):
        connection.close()
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdin = sys.__stdin__


def _fork() -> int:
    with warnings.catch_warnings():
        # Threads of the parent do not exist in the child, which never waits for one of them.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _keep(connection: Connection, load: Callable[[], Server]) -> None:
    """The keeper process: load, then see to it that there is a server; never returns."""
    with _ended_by_errors(connection):
        server = load()
        gc.freeze()
        adopt_orphans()
        own = children()
        if threading.active_count() > 1:  # a fork would lose the threads of the side's import
            _serve(connection, server, ends=False)
        while True:
            process = _fork()
            if process == 0:
                connection.send(_Serving(os.getpid()))
                _serve(connection, server)
            code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
            end_children(own)
            if code == TRIED:
                server.repeat()
                gc.freeze()
            elif code == _CLOSED:
                os._exit(0)
            elif code != SPENT:
                connection.send(_Lost(fate(code)))


@contextlib.contextmanager
def _ended_by_errors(connection: Connection) -> Iterator[None]:
    """Context manager: the process ends here, whatever happens in the block."""
    try:
        yield
    except BaseException as error:
        # The parent may be gone; then nobody wants to know.
        with contextlib.suppress(OSError, EOFError):
            connection.recv()
            connection.send(_Raised(_plain(error)))
    os._exit(0)


def _serve(connection: Connection, server: Server, *, ends: bool = True) -> None:
    """The server process: answer requests until there are no more; never returns. `ends`: another
    one follows where it is to end after a request.
    """
    own = os.getpid()
    server.start()
    while True:
        try:
            request = connection.recv()
        except (EOFError, OSError):
            os._exit(_CLOSED)
        try:
            answer = server.answer(request)
        except BaseException as error:
            answer = _Raised(_plain(error))
        if os.getpid() != own:  # a child process that the case forked, and that came back
            os._exit(0)
        try:
            connection.send(answer)
        except OSError:
            os._exit(_CLOSED)
        if ends and server.leaves:
            os._exit(server.leaves)


def _plain(error: BaseException) -> BaseException:
    """The error itself where it is one of ours or Python's; a CannotJudge with its text else."""
    if isinstance(error, (GoldenError, MemoryError, KeyboardInterrupt)):
        return error
    return CannotJudge(f"{type(error).__name__}: {error}")
