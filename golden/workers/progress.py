"""The progress of a run, as reported to a listener."""

from __future__ import annotations

from typing import Protocol


class ProgressListener(Protocol):
    """A listener. A run consists of phases, one after the other."""

    def phase(self, name: str, total: int) -> None:
        """A phase of `total` steps begins."""

    def advance(self, steps: int = 1) -> None:
        """`steps` more steps are done."""


class Quiet:
    """A listener that does nothing."""

    def phase(self, name: str, total: int) -> None:
        """See ProgressListener."""

    def advance(self, steps: int = 1) -> None:
        """See ProgressListener."""


QUIET = Quiet()
