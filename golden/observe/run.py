"""Run one case on one side and note everything that it did.

This is the one place where all exceptions are caught: argparse reports errors with SystemExit,
which passes through
`except Exception`. KeyboardInterrupt goes up.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import logging
import os
import shutil
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from argparity.compat.first_parse import on_first_parse
from argparity.golden.errors import GoldenError
from argparity.golden.model.case import Case, Step
from argparity.golden.model.encode import encode, encoding, qualified
from argparity.golden.model.observation import Observation, Outcome
from argparity.golden.observe.result import read_result
from argparity.golden.sides.parsers.snapshot import remembered
from argparity.golden.sides.side import Session, Side
from argparity.golden.sides.target import Settings

__all__ = ["FIXED_VARIABLES", "ParserHook", "Workbench", "observe"]

ParserHook = Callable[[argparse.ArgumentParser], None]

_NOBODY = 65534


class Workbench:
    """A temporary folder with the files that placeholders stand for; a context manager."""

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

    def __enter__(self) -> Workbench:
        return self

    def __exit__(self, *exc: object) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def fill(self, word: str) -> str:
        """`word` with placeholders replaced by paths."""
        for name, path in self.paths.items():
            word = word.replace(name, path)
        return word

    def mask(self, text: str) -> str:
        """`text` with paths replaced by their placeholders."""
        if self._prefix not in text:
            return text
        for name, path in self.paths.items():
            text = text.replace(path, name)
        return text

    def words(self, step: Step, flag: str | None) -> list[str]:
        """The step's words; its configuration file is written, and named by `flag` unless a word
        names it already.
        """
        if step.config is not None:
            self._write(step.config)
            if flag is not None and not any("<TOML>" in word for word in step.argv):
                return [flag, self.paths["<TOML>"], *map(self.fill, step.argv)]
        elif any("<TOML>" in word for word in step.argv):
            Path(self.paths["<TOML>"]).unlink(missing_ok=True)  # that of an earlier case
        return [self.fill(word) for word in step.argv]

    def _write(self, config: bytes) -> None:
        # Not emptied first: some file systems write a file that is to the disk at once.
        with open(os.open(self.paths["<TOML>"], os.O_WRONLY | os.O_CREAT, 0o644), "wb") as file:
            file.write(config)
            file.truncate()


def observe(
    side: Side, case: Case, settings: Settings, bench: Workbench, hook: ParserHook | None = None
) -> Observation:
    """Run `case` on a fresh session of `side`; `hook` sees each parser once, right before it first
    parses. What it changes in the parser is undone in the end.

    Raises UnknownTypeError for a value without encoder; whatever the side itself raises becomes an
    outcome.
    """
    with (
        side.scope(),
        _environment(case, settings),
        _collector_paused(),
        encoding(bench.mask, side.own_modules),
    ):
        return Observation(tuple(_outcomes(side, case, settings, bench, hook)))


def _outcomes(
    side: Side, case: Case, settings: Settings, bench: Workbench, hook: ParserHook | None
) -> list[Outcome]:
    """Those of the steps. When it returns, nothing holds the session any more, so that a collection
    that follows finds it at its first look.
    """
    outcomes: list[Outcome] = []
    session: Session | None = None
    with _undone(hook) as guarded:
        for step in case.steps:
            run = _Run(side, settings, bench, guarded, session)
            outcomes.append(run.outcome(case, step))
            session = run.session
    return outcomes


@contextlib.contextmanager
def _undone(hook: ParserHook | None) -> Iterator[ParserHook | None]:
    """`hook`, which leaves alone a parser that it has seen already (a later step on the same
    object); afterwards every parser is as it was before the hook saw it.
    """
    if hook is None:
        yield None
        return
    seen: dict[int, tuple[argparse.ArgumentParser, Callable[[], None]]] = {}

    def guarded(parser: argparse.ArgumentParser) -> None:
        if id(parser) not in seen:
            seen[id(parser)] = parser, remembered(parser)
            hook(parser)

    try:
        yield guarded
    finally:
        for _, restore in seen.values():
            restore()


# A fixed terminal, and texts in English without a search for translations at each message.
FIXED_VARIABLES = {"COLUMNS": "80", "LINES": "24", "NO_COLOR": "1", "LANGUAGE": "C"}


@contextlib.contextmanager
def _environment(case: Case, settings: Settings) -> Iterator[None]:
    """The case's environment: fixed terminal, the target's variables as the case has them."""
    before = _variables()
    for name in settings.environment:
        os.environ.pop(name, None)
    wanted = {**FIXED_VARIABLES, **dict(case.env)}
    os.environ.update(
        {name: value for name, value in wanted.items() if os.environ.get(name) != value}
    )
    try:
        yield
    finally:
        for key, _, then in _changes(before):
            if then is None:
                del os.environ[key]
            else:
                os.environ[key] = then


def _variables() -> dict[Any, Any]:
    """What `os.environ` holds, as it holds it: reading it entry by entry decodes each."""
    return dict(getattr(os.environ, "_data", os.environ))


def _changes(before: dict[Any, Any]) -> list[tuple[str, str | None, str | None]]:
    """The variables that are not as before: name, value now and value then, None for unset."""
    after = _variables()
    if after == before:
        return []
    names = sorted(
        name for name in before.keys() | after.keys() if before.get(name) != after.get(name)
    )
    return [
        (_decoded(name), _decoded(after.get(name)), _decoded(before.get(name))) for name in names
    ]


def _decoded(raw: Any) -> Any:
    return os.fsdecode(raw) if isinstance(raw, bytes) else raw


@contextlib.contextmanager
def _collector_paused() -> Iterator[None]:
    """No garbage collection amid a run: what earlier cases left behind must not act up in this one.

    A finalizer that fails writes to standard error, whenever the collector comes to it.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


@contextlib.contextmanager
def _unprivileged(needed: bool) -> Iterator[None]:
    """Give up root's right to read everything, where a file has to be unreadable."""
    if not needed or not hasattr(os, "geteuid") or os.geteuid() != 0:
        yield
        return
    os.seteuid(_NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


class _Run:
    """One parse under observation."""

    def __init__(
        self,
        side: Side,
        settings: Settings,
        bench: Workbench,
        hook: ParserHook | None,
        session: Session | None,
    ) -> None:
        self.session = session
        self._side, self._settings, self._bench, self._hook = side, settings, bench, hook
        self._log: list[str] = []
        self._stdout, self._stderr = io.StringIO(), io.StringIO()

    def outcome(self, case: Case, step: Step) -> Outcome:
        words = self._bench.words(step, self._settings.config_flag)
        argv_before, environ_before = sys.argv, _variables()
        sys.argv = [self._settings.prog, *words]
        argv_given = list(sys.argv)
        try:
            with warnings.catch_warnings(record=True) as caught, self._recorded_log():
                warnings.simplefilter("always")
                with _unprivileged(any("<UNREADABLE>" in word for word in step.argv)):
                    found = self._parse(words, step, dict(case.env))
            effects = _effects(argv_given, environ_before)
        finally:
            sys.argv = argv_before
        mask = self._bench.mask
        return Outcome(
            stdout=mask(self._stdout.getvalue()),
            stderr=mask(self._stderr.getvalue()),
            log=tuple(map(mask, self._log)),
            warnings=tuple(mask(f"{qualified(w.category)}: {w.message}") for w in caught),
            effects=tuple(map(mask, effects)),
            **found,
        )

    def _parse(self, words: list[str], step: Step, env: dict[str, str]) -> dict[str, Any]:
        with contextlib.ExitStack() as stack:
            stack.enter_context(contextlib.redirect_stdout(self._stdout))
            stack.enter_context(contextlib.redirect_stderr(self._stderr))
            if self._hook is not None:
                stack.enter_context(on_first_parse(self._hook))
            try:
                if self.session is None:
                    self.session = self._side.start(private=self._hook is not None)
                result = self.session(words, step.config_text, env)
            except (KeyboardInterrupt, GoldenError):
                raise
            except SystemExit as error:
                return {"kind": "exit", "code": encode(error.code)}
            except BaseException as error:
                return {
                    "kind": "raise",
                    "error": qualified(type(error)),
                    "message": _message(error, self._bench),
                }
            values, surface = read_result(result, self._settings.values)
        return {"kind": "ok", "values": values, "surface": surface}

    @contextlib.contextmanager
    def _recorded_log(self) -> Iterator[None]:
        """Note every log record of any logger instead of passing it to handlers."""
        original = logging.Logger.callHandlers
        log = self._log

        def note(logger: logging.Logger, record: logging.LogRecord) -> None:
            failure = record.exc_info[0] if record.exc_info else None
            shown = "" if failure is None else f" [{qualified(failure)}]"
            log.append(f"{record.levelname} {record.name}: {record.getMessage()}{shown}")

        logging.Logger.callHandlers = note  # type: ignore[assignment, method-assign]
        try:
            yield
        finally:
            logging.Logger.callHandlers = original  # type: ignore[method-assign]


def _message(error: BaseException, bench: Workbench) -> str:
    try:
        return bench.mask(str(error))
    except Exception:
        return "".join(traceback.format_exception_only(type(error), error)).strip()


def _effects(argv_given: list[str], environ_before: dict[Any, Any]) -> list[str]:
    """What the parse changed outside of its result: `sys.argv` and the environment."""
    effects = [] if sys.argv == argv_given else [f"sys.argv became {sys.argv!r}"]
    changes = _changes(environ_before)
    return [*effects, *(f"os.environ[{name!r}] became {now!r}" for name, now, _ in changes)]
