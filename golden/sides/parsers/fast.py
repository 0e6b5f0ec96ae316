"""Cache the help formatter that argparse creates for every argument."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator
from typing import Any

# Their formatters hold no state that the check of a metavar reads; one of a program's own may.
_STANDARD = (
    argparse.HelpFormatter,
    argparse.RawDescriptionHelpFormatter,
    argparse.RawTextHelpFormatter,
    argparse.ArgumentDefaultsHelpFormatter,
    argparse.MetavarTypeHelpFormatter,
)


@contextlib.contextmanager
def fast_registration() -> Iterator[None]:
    """Context manager: argparse checks the texts of new arguments with one formatter a class,
    instead of making one for each argument: a tenth of what a big parser costs. (From Python 3.14.3
    on argparse makes one for each parser.)
    """
    spare: dict[Any, argparse.HelpFormatter] = {kind: kind(prog="") for kind in _STANDARD}
    checks = _codes("add_argument", "_check_help")
    name = "_get_validation_formatter"
    if not hasattr(argparse.ArgumentParser, name):
        name = "_get_formatter"
    original = getattr(argparse.ArgumentParser, name)

    def formatter(self: argparse.ArgumentParser) -> argparse.HelpFormatter:
        if self.formatter_class in _STANDARD and sys._getframe(1).f_code in checks:
            return spare[self.formatter_class]
        found: argparse.HelpFormatter = original(self)
        return found

    setattr(argparse.ArgumentParser, name, formatter)
    try:
        yield
    finally:
        setattr(argparse.ArgumentParser, name, original)


def _codes(*names: str) -> frozenset[Any]:
    """The code of those methods that this Python has."""
    methods = (getattr(argparse._ActionsContainer, name, None) for name in names)
    return frozenset(method.__code__ for method in methods if method is not None)
