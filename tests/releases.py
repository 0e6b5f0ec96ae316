"""Which releases of Python do what a test says."""

from __future__ import annotations

import sys

__all__ = ["since"]


def since(*releases: str) -> bool:
    """Whether the running Python is the last of these releases or a later one.

    The others name patch releases of older minor versions that got the same change:
    `since("3.12.7", "3.13.1")` holds on 3.12.8 and 3.14.0, and not on 3.13.0.
    """
    *patches, first = (tuple(map(int, release.split("."))) for release in releases)
    running = sys.version_info[:3]
    return running >= first or any(
        running[:2] == patch[:2] and running >= patch for patch in patches
    )
