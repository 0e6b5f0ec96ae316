"""One side of a target in processes of its own, which never import the other side.

What a side does to its process when it is imported or parses (it patches argparse, disables
logging, leaves a thread running) then cannot reach the other side, nor the harness that compares
them. A keeper process loads the side once; a server process, forked from it, runs the cases. A case
that leaves something behind which nothing can undo, such as a thread, costs the server: the next
case runs in a fresh one.
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

_SPENT = 78
"""The exit status of a server whose last case left something behind."""


class SideLost(CannotJudge):
    """A side that ended its process; `status` is that of `os.waitpid`."""

    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(f"a side ended its process: {fate(os.waitstatus_to_exitcode(status))}")


def fate(code: int) -> str:
    """How a process with this exit code (negative: the signal that killed it) ended."""
    if code < 0:
        return f"killed by signal {-code} ({signal.Signals(-code).name})"
    return f"its process ended with status {code}"


def end_likewise(status: int) -> None:
    """End this process as another one ended."""
    if os.WIFSIGNALED(status):
        with contextlib.suppress(OSError):  # nobody handles SIGKILL
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.WEXITSTATUS(status))


class Server(Protocol):
    """What runs in the server process: a loaded side that answers requests."""

    def start(self) -> None:
        """Prepare the server process."""

    def answer(self, request: Any) -> Any:
        """The answer to a request."""

    @property
    def spent(self) -> bool:
        """Whether the last request left something behind that cannot be undone."""


class SideProcess:
    """The parent's end. `load` is called in the keeper process and returns the server."""

    def __init__(self, load: Callable[[], Server]) -> None:
        self._connection, there = Pipe()
        not_for_children(self._connection)
        self._serving = 0
        self._keeper = _fork()
        if self._keeper == 0:
            _close_inherited()
            _keep(there, load)
        there.close()

    def send(self, request: Any) -> None:
        """Ask; `receive` gives the answer. Raises SideLost."""
        try:
            self._connection.send(request)
        except OSError:
            self._raise_lost()

    def receive(self) -> Any:
        """The answer to the request that was sent. Raises SideLost, and what the request raised."""
        try:
            answer = self._connection.recv()
            while isinstance(answer, _Serving):
                self._serving = answer.process
                answer = self._connection.recv()
        except (EOFError, OSError):
            self._raise_lost()
        if isinstance(answer, _Raised):
            raise answer.error()
        return answer

    def ask(self, request: Any) -> Any:
        """The answer to a request."""
        self.send(request)
        return self.receive()

    def close(self) -> None:
        """End both processes."""
        self._connection.close()
        for process in (self._serving, self._keeper):
            if process:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        self._serving = 0
        if self._keeper:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._keeper, 0)
            self._keeper = 0

    def _raise_lost(self) -> None:
        status = os.waitpid(self._keeper, 0)[1] if self._keeper else 0
        self._keeper = self._serving = 0
        raise SideLost(status)


class _Serving:
    """The message of a fresh server: the number of its process."""

    def __init__(self, process: int) -> None:
        self.process = process


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
        if threading.active_count() > 1:  # a fork would lose the threads of the side's import
            _serve(connection, server)
        while True:
            process = _fork()
            if process == 0:
                connection.send(_Serving(os.getpid()))
                _serve(connection, server)
            status = os.waitpid(process, 0)[1]
            if not (os.WIFEXITED(status) and os.WEXITSTATUS(status) == _SPENT):
                end_likewise(status)


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


def _serve(connection: Connection, server: Server) -> None:
    """The server process: answer requests until there are no more; never returns."""
    own = os.getpid()
    server.start()
    while True:
        try:
            request = connection.recv()
        except (EOFError, OSError):
            os._exit(0)
        try:
            answer = server.answer(request)
        except BaseException as error:
            answer = _Raised(_plain(error))
        if os.getpid() != own:  # a child process that the case forked, and that came back
            os._exit(0)
        try:
            connection.send(answer)
        except OSError:
            os._exit(0)
        if server.spent:
            os._exit(_SPENT)


def _plain(error: BaseException) -> BaseException:
    """The error itself where it is one of ours or Python's; a CannotJudge with its text else."""
    if isinstance(error, (GoldenError, MemoryError, KeyboardInterrupt)):
        return error
    return CannotJudge(f"{type(error).__name__}: {error}")
