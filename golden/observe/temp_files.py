"""The files that a case names by placeholders, in a temporary folder."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from argparity.golden.model.case import Step

__all__ = ["TempFiles"]


class TempFiles:
    """A temporary folder with the files that placeholders of a case mean; a context manager."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="argparity-"))
        self._prefix = str(self._folder)
        os.chmod(self._folder, 0o755)
        self.paths = {
            "<TOML>": str(self._folder / "config.toml"),
            "<DIR>": str(self._folder / "folder"),
            "<MISSING>": str(self._folder / "missing"),
            "<UNREADABLE>": str(self._folder / "unreadable"),
        }
        os.mkdir(self.paths["<DIR>"])
        Path(self.paths["<UNREADABLE>"]).touch(0o000)

    def __enter__(self) -> TempFiles:
        return self

    def __exit__(self, *exc: object) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def fill(self, argument: str) -> str:
        """`argument` with placeholders replaced by paths."""
        for name, path in self.paths.items():
            argument = argument.replace(name, path)
        return argument

    def mask(self, text: str) -> str:
        """`text` with paths replaced by their placeholders."""
        if self._prefix not in text:
            return text
        for name, path in self.paths.items():
            text = text.replace(path, name)
        return text

    def arguments(self, step: Step, flag: str | None) -> list[str]:
        """The step's arguments; its configuration file is written, and named by `flag` unless an
        argument names it already.
        """
        named = any("<TOML>" in argument for argument in step.argv)
        arguments = list(map(self.fill, step.argv))
        if step.config is not None:
            self._write(step.config)
            return arguments if named or flag is None else [flag, self.paths["<TOML>"], *arguments]
        if named:
            Path(self.paths["<TOML>"]).unlink(missing_ok=True)  # that of an earlier case
        return arguments

    def _write(self, config: bytes) -> None:
        # Not truncated first: some file systems flush a truncated file at once.
        with open(os.open(self.paths["<TOML>"], os.O_WRONLY | os.O_CREAT, 0o644), "wb") as file:
            file.write(config)
            file.truncate()
