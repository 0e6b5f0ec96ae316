"""Reach the parser that a program builds, at the moment when it first parses.

Every parse of argparse, also through subclasses, ``parse_args`` and the intermixed forms, passes
through two methods of ``ArgumentParser``. Standing there gives the finished parser of any program
without knowing how the program builds it.
"""

from __future__ import annotations

import argparse
import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["Captured", "captured_parser", "on_first_parse"]

_ENTRANCES = ("parse_known_args", "parse_known_intermixed_args")

# The methods are those of the whole process: one thread at a time may stand in them.
_LOCK = threading.RLock()


class Captured(BaseException):
    """Raised inside a program to stop it where it would parse; no ``except Exception`` in it can
    hold this back.
    """

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self.parser = parser
        super().__init__("the program reached its first parse")


@contextlib.contextmanager
def on_first_parse(hook: Callable[[argparse.ArgumentParser], None]) -> Iterator[None]:
    """Call ``hook(parser)`` once, right before the first parse that this thread does in the block.

    Later parses (another parser, subparsers) and those of other threads run untouched. An exception
    of the hook goes up through the program. Blocks may stand in each other; a second thread waits
    for the first.
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
    """The parser that ``run()`` first parses with, stopped there; None if it ends without a parse.

    Exceptions of ``run`` itself go up, SystemExit included.
    """

    def stop(parser: argparse.ArgumentParser) -> None:
        raise Captured(parser)

    with on_first_parse(stop):
        try:
            run()
        except Captured as caught:
            return caught.parser
    return None
