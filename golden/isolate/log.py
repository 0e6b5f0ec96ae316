"""Log records, taken from the loggers before any handler gets them."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

from argparity.golden.model.encode import qualified


@contextlib.contextmanager
def recorded_log(log: list[str]) -> Iterator[None]:
    """Context manager: every record of any logger and level is a line of `log`, and not handled."""
    original, level = logging.Logger.callHandlers, logging.root.level

    def note(logger: logging.Logger, record: logging.LogRecord) -> None:
        failure = record.exc_info[0] if record.exc_info else None
        shown = "" if failure is None else f" [{qualified(failure)}]"
        log.append(f"{record.levelname} {record.name}: {record.getMessage()}{shown}")

    logging.Logger.callHandlers = note  # type: ignore[assignment, method-assign]
    logging.root.setLevel(1)
    try:
        yield
    finally:
        logging.Logger.callHandlers = original  # type: ignore[method-assign]
        logging.root.setLevel(level)
