"""What a parse can change in its process, outside of its result.

Each `Aspect` is one thing that the whole process shares. It is read before a parse and again after
it; what differs is an effect of the parse, and it is put back, so that no case meets the changes of
an earlier one.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]
import argparse
import builtins
import contextlib
import locale
import logging
import os
import random
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any, Protocol

from argparity.golden.isolate.environ import changed_variables, restore_variables, variables
from argparity.golden.model.encode import qualified


class Aspect(Protocol):
    """One thing that the process shares."""

    def read(self) -> Any:
        """Its present state, as a value that later changes do not reach."""

    def changes(self, before: Any, after: Any) -> Iterator[str]:
        """One sentence for each difference."""

    def restore(self, before: Any, after: Any) -> None:
        """Put it back."""


class ProcessState:
    """A reading of every aspect; a parse that follows is compared with it.

    `changed`: whether a comparison found something that is different.
    """

    def __init__(self) -> None:
        self._before = [aspect.read() for aspect in ASPECTS]
        self.changed = False

    def changes(self) -> list[str]:
        """What is different now, one sentence each."""
        sentences: list[str] = []
        for aspect, before in zip(ASPECTS, self._before, strict=True):
            after = aspect.read()
            if after != before:
                self.changed = True
                sentences += aspect.changes(before, after)
        return sentences

    def restore(self) -> None:
        """Put back what is different now."""
        for aspect, before in zip(ASPECTS, self._before, strict=True):
            after = aspect.read()
            if after != before:
                aspect.restore(before, after)


class _Argv:
    """`sys.argv`, and the list that it is: a caller's own list may be changed in place."""

    def read(self) -> tuple[list[str], list[str]]:
        return sys.argv, list(sys.argv)

    def changes(self, before: Any, after: Any) -> Iterator[str]:
        if after[1] != before[1]:
            yield f"sys.argv became {after[1]!r}"

    def restore(self, before: Any, after: Any) -> None:
        sys.argv = before[0]
        sys.argv[:] = before[1]


class _Environ:
    def read(self) -> dict[Any, Any]:
        return variables()

    def changes(self, before: Any, after: Any) -> Iterator[str]:
        for name, _, now in changed_variables(before, after):
            yield f"os.environ[{name!r}] became {now!r}"

    def restore(self, before: Any, after: Any) -> None:
        restore_variables(before)


class _Folder:
    def read(self) -> str:
        try:
            return os.getcwd()
        except OSError:  # it was removed
            return ""

    def changes(self, before: Any, after: Any) -> Iterator[str]:
        yield f"the current folder became {after}" if after else "the current folder was removed"

    def restore(self, before: Any, after: Any) -> None:
        with contextlib.suppress(OSError):
            os.chdir(before)


class _Umask:
    def read(self) -> int:
        mask = os.umask(0o077)
        os.umask(mask)
        return mask

    def changes(self, before: Any, after: Any) -> Iterator[str]:
        yield f"the umask became {after:#o}"

    def restore(self, before: Any, after: Any) -> None:
        os.umask(before)


class _Locale:
    def read(self) -> str:
        return locale.setlocale(locale.LC_ALL)

    def changes(self, before: Any, after: Any) -> Iterator[str]:
        yield f"the locale became {after}"

    def restore(self, before: Any, after: Any) -> None:
        locale.setlocale(locale.LC_ALL, before)


class _SearchPath:
    def read(self) -> list[str]:
        return list(sys.path)

    def changes(self, before: Any, after: Any) -> Iterator[str]:
        added = [folder for folder in after if folder not in before]
        gone = [folder for folder in before if folder not in after]
        yield f"sys.path changed: added {added!r}, removed {gone!r}"

    def restore(self, before: Any, after: Any) -> None:
        sys.path[:] = before


class _Random:
    def read(self) -> object:
        return random.getstate()

    def changes(self, before: Any, after: Any) -> Iterator[str]:
        yield "the state of the random module changed"

    def restore(self, before: Any, after: Any) -> None:
        # It stays: a value that is drawn by chance has to show as one that is never the same.
        pass


class _WarningFilters:
    def read(self) -> list[Any]:
        return list(warnings.filters)

    def changes(self, before: Any, after: Any) -> Iterator[str]:
        added = [_filter(entry) for entry in after if entry not in before]
        gone = [_filter(entry) for entry in before if entry not in after]
        yield f"the warning filters changed: added {added!r}, removed {gone!r}"

    def restore(self, before: Any, after: Any) -> None:
        warnings.filters[:] = before  # type: ignore[index]


def _filter(entry: Any) -> str:
    return f"{entry[0]} {qualified(entry[2])}"


class _Patches:
    """The functions and classes of the modules whose behaviour every parse rests on."""

    def __init__(self) -> None:
        modules = (argparse, logging, warnings)
        classes = {
            thing
            for module in modules
            for thing in vars(module).values()
            if isinstance(thing, type) and thing.__module__ == module.__name__
        }
        ordered = sorted(classes, key=lambda kind: (kind.__module__, kind.__qualname__))
        self._owners: list[Any] = [*modules, builtins, *ordered]
        self._last = [dict(vars(owner)) for owner in self._owners]

    def read(self) -> list[dict[str, Any]]:
        # Only what changed is copied: to compare costs a quarter of that.
        now = list(self._last)
        for place, owner in enumerate(self._owners):
            if vars(owner) != now[place]:
                now[place] = dict(vars(owner))
        self._last = now
        return now

    def changes(self, before: Any, after: Any) -> Iterator[str]:
        for owner, name, _, now in self._departures(before, after):
            shown = "nothing" if now is None else qualified(now)
            yield f"{_owner(owner)}.{name} became {shown}"

    def restore(self, before: Any, after: Any) -> None:
        for owner, name, then, _ in self._departures(before, after):
            if then is None:
                delattr(owner, name)
            else:
                setattr(owner, name, then)

    def _departures(self, before: Any, after: Any) -> Iterator[tuple[Any, str, Any, Any]]:
        for owner, then, now in zip(self._owners, before, after, strict=True):
            if then != now:
                for name in sorted(then.keys() | now.keys()):
                    old, new = then.get(name), now.get(name)
                    # Counters and caches of these modules change all the time.
                    if old is not new and (callable(old) or callable(new)):
                        yield owner, name, old, new


def _owner(owner: Any) -> str:
    return qualified(owner) if isinstance(owner, type) else str(owner.__name__)


class _Logging:
    """Levels, handlers and switches of every logger, the root first."""

    def read(self) -> list[Any]:
        manager = logging.root.manager
        loggers = [x for x in manager.loggerDict.values() if isinstance(x, logging.Logger)]
        known = [
            (one, one.level, tuple(one.handlers), one.propagate, one.disabled)
            for one in (logging.root, *loggers)
            if one is logging.root or one.level or one.handlers or one.disabled or not one.propagate
        ]
        return [manager.disable, *known]

    def changes(self, before: Any, after: Any) -> Iterator[str]:
        if before[0] != after[0]:
            yield f"logging is disabled up to level {after[0]}"
        then = {entry[0].name: entry[1:] for entry in before[1:]}
        now = {entry[0].name: entry[1:] for entry in after[1:]}
        for name in sorted(then.keys() | now.keys()):
            if then.get(name) != now.get(name):
                yield f"logger {name}: {_logger(now.get(name))}"

    def restore(self, before: Any, after: Any) -> None:
        logging.disable(before[0])
        kept = {entry[0] for entry in before[1:]}
        plain = [(entry[0], logging.NOTSET, (), True, False) for entry in after[1:]]
        for logger, level, handlers, propagate, disabled in [
            *(entry for entry in plain if entry[0] not in kept),
            *before[1:],
        ]:
            logger.setLevel(level)
            logger.handlers[:] = handlers
            logger.propagate, logger.disabled = propagate, disabled


def _logger(entry: Any) -> str:
    if entry is None:
        return "as it was made"
    level, handlers, propagate, disabled = entry
    kinds = ", ".join(qualified(type(handler)) for handler in handlers) or "no handler"
    switches = "".join([", does not propagate" * (not propagate), ", disabled" * disabled])
    return f"level {logging.getLevelName(level)}, {kinds}{switches}"


class _Signals:
    """The handlers of the signals that programs usually handle."""

    _NUMBERS = tuple(
        getattr(signal, name)
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGPIPE", "SIGALRM")
        if hasattr(signal, name)
    )

    def read(self) -> list[Any]:
        # Those of the module `signal` make an enum of each.
        return [_signal.getsignal(number) for number in self._NUMBERS]

    def changes(self, before: Any, after: Any) -> Iterator[str]:
        for number, then, now in zip(self._NUMBERS, before, after, strict=True):
            if then != now:
                shown = signal.Handlers(now).name if isinstance(now, int) else qualified(now)
                yield f"the handler of {number.name} became {shown}"

    def restore(self, before: Any, after: Any) -> None:
        for number, then, now in zip(self._NUMBERS, before, after, strict=True):
            # One that was not set from Python cannot be put back.
            if then != now and then is not None:
                signal.signal(number, then)


class _Threads:
    """Threads that are left running; nothing can end them but the end of the process."""

    def read(self) -> list[Any]:
        return list(threading.enumerate())

    def changes(self, before: Any, after: Any) -> Iterator[str]:
        left = [thread for thread in after if thread not in before]
        if left:
            yield f"{len(left)} threads are left running"

    def restore(self, before: Any, after: Any) -> None:
        pass


ASPECTS: tuple[Aspect, ...] = (
    _Argv(),
    _Environ(),
    _Folder(),
    _Umask(),
    _Locale(),
    _SearchPath(),
    _Random(),
    _WarningFilters(),
    _Patches(),
    _Logging(),
    _Signals(),
    _Threads(),
)
