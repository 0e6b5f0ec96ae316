"""Removal of temporary folders, whatever a case made of them."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path


def remove(path: Path) -> None:
    """Remove a file or folder, also where the permissions of its folders forbid that; what a link
    leads to stays as it is.
    """
    if path.is_symlink() or not path.is_dir():
        path.unlink()
        return
    shutil.rmtree(path, ignore_errors=True)
    if os.path.lexists(path):
        _permit(str(path))
        shutil.rmtree(path, ignore_errors=True)


def _permit(folder: str) -> None:
    with contextlib.suppress(OSError):
        os.chmod(folder, 0o700)
        for entry in list(os.scandir(folder)):
            if entry.is_dir(follow_symlinks=False):
                _permit(entry.path)
