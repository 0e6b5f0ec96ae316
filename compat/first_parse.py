"""Hooks that get the parser of a program at the moment it first parses.

Every parse with argparse, also through subclasses, ``parse_args`` and the intermixed forms, goes
through one of two methods of ``ArgumentParser``. A hook in both gets the finished parser of any
program without knowing how the program builds it.
"""

from __future__ import annotations

import argparse
import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

_ENTRANCES = ("parse_known_args", "parse_known_intermixed_args")

# The whole process shares the two methods, so only one thread at a time may replace them.
_LOCK = threading.RLock()


class Captured(BaseException):
    """Raised in a program to stop it at its first parse; ``except Exception`` does not catch it."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self.parser = parser
        super().__init__("the program reached its first parse")


@contextlib.contextmanager
def on_first_parse(hook: Callable[[argparse.ArgumentParser], None]) -> Iterator[None]:
    """Context manager: call ``hook(parser)`` once, right before this thread's first parse.

    Later parses (another parser, subparsers) and those of other threads run untouched. An exception
    of the hook propagates through the program. Blocks may be nested; a second thread waits for the
    first.
    """
    with _LOCK:
        originals = {name: getattr(argparse.ArgumentParser, name) for name in _ENTRANCES}
        thread, waiting = threading.get_ident(), True

        def leave() -> None:
            nonlocal waiting
            if waiting:
                waiting = False
                for name, original in originals.items():
                    setattr(argparse.ArgumentParser, name, original)

        def entrance(name: str) -> Callable[..., Any]:
            def parse(self: argparse.ArgumentParser, *args: Any, **kwargs: Any) -> Any:
                if waiting and threading.get_ident() == thread:
                    leave()
                    hook(self)
                return originals[name](self, *args, **kwargs)

            return parse

        for name in _ENTRANCES:
            setattr(argparse.ArgumentParser, name, entrance(name))
        try:
            yield
        finally:
            leave()


def captured_parser(run: Callable[[], object]) -> argparse.ArgumentParser | None:
    """The parser that ``run()`` first parses with, where it is stopped; None if it never parses.

    Exceptions of ``run`` itself propagate, SystemExit included.
    """

    def stop(parser: argparse.ArgumentParser) -> None:
        raise Captured(parser)

    with on_first_parse(stop):
        try:
            run()
        except Captured as caught:
            return caught.parser
    return None
