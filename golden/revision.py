"""Which state of its source a file is: a commit, or the version of the package it came with."""

from __future__ import annotations

import importlib.metadata
import subprocess
from pathlib import Path

__all__ = ["revision_of"]


def revision_of(file: Path, module: str | None) -> str:
    """`git COMMIT` (with `+ changes` where the file has some), `PACKAGE VERSION`, or ""."""
    commit = _git(file, "rev-parse", "HEAD")
    if commit and _git(file, "ls-files", "--error-unmatch", file.name):
        changed = _git(file, "status", "--porcelain", "--", file.name)
        return f"git {commit}{' + changes' if changed else ''}"
    package = (module or "").partition(".")[0]
    for name in importlib.metadata.packages_distributions().get(package, ()):
        return f"{name} {importlib.metadata.version(name)}"
    return ""


def _git(file: Path, *words: str) -> str:
    try:
        done = subprocess.run(
            ["git", *words], cwd=file.parent, capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
