"""The files that a case names by placeholders, and the scratch folder in which it runs."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from argparity.golden.isolate.child_processes import end_children
from argparity.golden.isolate.own_folder import OwnFolder
from argparity.golden.isolate.removing import remove
from argparity.golden.isolate.scratch import Scratch
from argparity.golden.isolate.streams import Streams
from argparity.golden.model.case import Step


class TempFiles:
    """A temporary folder with the files that placeholders of a case mean; a context manager.

    `project`: the folder whose files the cases find by their relative names, by default the current
    one. In it, and in the folders `keep`, nothing is ever changed. `left_threads`: whether the last
    case left threads running, which nothing can end. `folder`: where they are made, by default one
    of their own.
    """

    def __init__(
        self,
        project: Path | None = None,
        keep: tuple[Path, ...] = (),
        folder: OwnFolder | None = None,
    ) -> None:
        self._own = folder or OwnFolder()
        self._folder = self._own.path
        self._prefix = str(self._folder)
        self.paths = {
            "<TOML>": str(self._folder / "config.toml"),
            "<TOML2>": str(self._folder / "config2.toml"),
            "<TOML3>": str(self._folder / "config3.toml"),
            "<FILE>": str(self._folder / "file"),
            "<DIR>": str(self._folder / "folder"),
            "<MISSING>": str(self._folder / "missing"),
            "<UNREADABLE>": str(self._folder / "unreadable"),
        }
        self._make()
        self.streams = Streams()
        self.scratch = Scratch(
            project or Path.cwd(),
            self._folder / "here",
            keep=keep,
            free=(self._folder, Path(tempfile.gettempdir())),
            unreadable=self.paths["<UNREADABLE>"],
        )
        self.left_threads = False
        own = [re.escape(name) for name in self._folder.parts if name.startswith(_OWN)]
        self._own_names = re.compile("|".join(own) or r"(?!)", re.IGNORECASE)
        self._masked = {**self.paths, "<CWD>": str(self.scratch.at)}

    def __enter__(self) -> TempFiles:
        return self

    def __exit__(self, *exc: object) -> None:
        self._own.remove()

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """Context manager: one case runs in the scratch folder, with its streams caught.

        Afterwards nothing of it is left: the processes that it started are ended, and what it wrote
        is gone.
        """
        threads = threading.active_count()
        try:
            with self.streams, self.scratch.entered():
                yield
        finally:
            self.left_threads = threading.active_count() > threads
            # First of all, so that nobody else writes there while it is cleared.
            if self.scratch.started_processes:
                end_children(self.scratch.children_before)
            self.scratch.clear()
            if self.scratch.strayed:
                self._make()

    def _make(self) -> None:
        for path in self.paths.values():
            if os.path.lexists(path):
                remove(Path(path))
        os.mkdir(self.paths["<DIR>"])
        Path(self.paths["<UNREADABLE>"]).touch(0o000)

    def fill(self, argument: str) -> str:
        """`argument` with placeholders replaced by paths."""
        for name, path in self.paths.items():
            argument = argument.replace(name, path)
        return argument

    def mask(self, text: str) -> str:
        """`text` with paths replaced by their placeholders; of a path in other letters
        (capitals, say), the name of the folder, which no two processes share.
        """
        if self._prefix in text:
            for name, path in self._masked.items():
                text = text.replace(path, name)
        return self._own_names.sub("<OWN>", text) if _OWN in text.casefold() else text

    def arguments(self, step: Step, flag: str | None) -> list[str]:
        """The step's arguments; its files are written, and its configuration files named by `flag`
        unless an argument names one already.
        """
        contents = dict(zip(_CONFIGS, (step.config, *step.more, None, None), strict=False))
        contents["<FILE>"] = b"word\n"
        words = "\0".join(step.argv)
        for name, content in contents.items():
            if content is None:
                if name in words:
                    Path(self.paths[name]).unlink(missing_ok=True)  # that of an earlier case
            elif name in words or name in _CONFIGS:
                _write(self.paths[name], content)
        arguments = list(map(self.fill, step.argv))
        if flag is None or any(name in words for name in _CONFIGS):
            return arguments
        given = [self.paths[name] for name in _CONFIGS if contents[name] is not None]
        return [word for path in given for word in (flag, path)] + arguments


_OWN = "argparity-"
"""How the names of temporary folders begin."""

_CONFIGS = ("<TOML>", "<TOML2>", "<TOML3>")


def _write(path: str, content: bytes) -> None:
    # Not truncated first: some file systems flush a truncated file at once.
    with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o644), "wb") as file:
        file.write(content)
        file.truncate()
