"""Which state of its source a file is: a commit, or the version of the package it came with."""

from __future__ import annotations

import importlib.metadata
import subprocess
from pathlib import Path

__all__ = ["revision_of"]


def revision_of(file: Path) -> str:
    """`git COMMIT` (with `+ changes` where the file has some), `PACKAGE VERSION`, or ""."""
    commit = _git(file, "rev-parse", "HEAD")
    if commit and _git(file, "ls-files", "--error-unmatch", file.name):
        changed = _git(file, "status", "--porcelain", "--", file.name)
        return f"git {commit}{' + changes' if changed else ''}"
    return _installed_with(file.resolve())


def _installed_with(file: Path) -> str:
    for distribution in importlib.metadata.distributions():
        for entry in distribution.files or ():
            if entry.name == file.name and Path(str(entry.locate())).resolve() == file:
                return f"{distribution.metadata['Name']} {distribution.version}"
    return ""


def _git(file: Path, *words: str) -> str:
    try:
        done = subprocess.run(
            ["git", *words], cwd=file.parent, capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
