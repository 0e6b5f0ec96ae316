"""Standard output and error of this process, caught down to their descriptors.

What a program prints may go through `sys.stdout`, through a stream that it saved when it was
imported, through `os.write`, or through a child process. All of that ends in two files here, so
that it is seen, in order, and nothing reaches the user's terminal.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import sys
import tempfile
from types import TracebackType
from typing import Any, TextIO

_NAMES = ("stdout", "stderr")


class Streams:
    """Context manager: while it is active, both streams write into files of its own.

    `sys.stdout` and `sys.stderr` are real text streams on descriptors 1 and 2: they have `buffer`,
    `fileno()` and `reconfigure()`, and stay the same objects from one case to the next, so that a
    program which saved one of them still writes to where it is read.
    """

    def __init__(self) -> None:
        self._channels = [_Channel(name, number) for number, name in enumerate(_NAMES, start=1)]

    def __enter__(self) -> Streams:
        for channel in self._channels:
            channel.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        for channel in self._channels:
            channel.close()

    def take(self) -> tuple[str, str]:
        """The texts that standard output and error were given since the last call."""
        out, err = (channel.take() for channel in self._channels)
        return out, err

    def repair(self) -> None:
        """Make both streams whole again after a program that closed or replaced them."""
        for channel in self._channels:
            channel.repair()


class _Channel:
    """One of the two streams: its descriptor, the file behind it, and the text stream on top."""

    def __init__(self, name: str, descriptor: int) -> None:
        self._name, self._descriptor = name, descriptor
        self._file = -1
        self._saved: int | None = None
        self._before: TextIO | None = None
        self._stream: TextIO | None = None

    def open(self) -> None:
        self._before = getattr(sys, self._name)
        _flush(self._before)
        with contextlib.suppress(OSError):  # a program may be started with a closed stream
            self._saved = fcntl.fcntl(self._descriptor, fcntl.F_DUPFD_CLOEXEC, 10)
        self._file = _anonymous_file()
        self.repair()

    def close(self) -> None:
        _flush(self._stream)
        setattr(sys, self._name, self._before)
        if self._saved is None:
            os.close(self._descriptor)
        else:
            os.dup2(self._saved, self._descriptor)
            os.close(self._saved)
            self._saved = None
        os.close(self._file)

    def repair(self) -> None:
        if not self._leads_here():
            os.dup2(self._file, self._descriptor)
        if not _is_open(self._stream):
            self._stream = _text_stream(self._descriptor)
        setattr(sys, self._name, self._stream)

    def take(self) -> str:
        for stream in {id(s): s for s in (self._stream, getattr(sys, self._name))}.values():
            _flush(stream)
        _flush(getattr(sys, f"__{self._name}__"))
        size = os.fstat(self._file).st_size
        if not size:
            return ""
        written = os.pread(self._file, size, 0)
        os.ftruncate(self._file, 0)
        return _decoded(written)

    def _leads_here(self) -> bool:
        try:
            return os.path.sameopenfile(self._descriptor, self._file)
        except OSError:
            return False


def _text_stream(descriptor: int) -> TextIO:
    # Any string can be written, also one with lone surrogates, as undecodable arguments have them.
    return open(
        descriptor,
        "w",
        buffering=1,
        encoding="utf-8",
        errors="surrogatepass",
        newline="\n",
        closefd=False,
    )


def _anonymous_file() -> int:
    """The descriptor of a new file without a name; all who write to it append."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("argparity")
    else:
        descriptor, name = tempfile.mkstemp()
        os.unlink(name)
    # A child process, a copy of the descriptor and the stream itself may take turns.
    flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
    fcntl.fcntl(descriptor, fcntl.F_SETFL, flags | os.O_APPEND)
    return descriptor


def _is_open(stream: TextIO | None) -> bool:
    try:
        return stream is not None and not stream.closed
    except ValueError:  # its buffer was detached
        return False


def _flush(stream: Any) -> None:
    # A program may have put anything there, and closed it.
    with contextlib.suppress(Exception):
        stream.flush()


def _decoded(written: bytes) -> str:
    try:
        return written.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return written.decode("utf-8", "surrogateescape")
