"""Run one case on one side and record everything that it did.

This is the one place where all exceptions are caught: argparse reports errors with SystemExit,
which passes through `except Exception`. KeyboardInterrupt goes up.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from argparity.compat.first_parse import on_first_parse
from argparity.golden.errors import GoldenError
from argparity.golden.isolate.environ import FIXED_VARIABLES, variables_set
from argparity.golden.isolate.log import recorded_log
from argparity.golden.isolate.process_state import ProcessState
from argparity.golden.model.case import Case, Step
from argparity.golden.model.encode import encode, encoding, qualified
from argparity.golden.model.observation import Observation, Outcome
from argparity.golden.observe.left_out import without
from argparity.golden.observe.result import read_result
from argparity.golden.observe.temp_files import TempFiles
from argparity.golden.sides.parsers.snapshot import restore_point
from argparity.golden.sides.side import Session, Side
from argparity.golden.sides.target import Settings

ParserHook = Callable[[argparse.ArgumentParser], None]
Mask = Callable[[str], str]


def observe(
    side: Side, case: Case, settings: Settings, files: TempFiles, hook: ParserHook | None = None
) -> Observation:
    """Run `case` on a fresh session of `side`; `hook` sees each parser once, right before it first
    parses. What it changes in the parser is undone in the end.

    Raises UnknownTypeError for a value without encoder; whatever the side itself raises becomes an
    outcome.
    """
    own = side.names.unless_given([settings.prog, *_given(case)])

    def mask(text: str) -> str:
        return own.mask(files.mask(text))

    with (
        side.scope(),
        _collector_paused(),
        files.entered(),
        _collected(),
        variables_set({**dict.fromkeys(settings.environment), **FIXED_VARIABLES, **dict(case.env)}),
        encoding(mask, side.own_modules),
    ):
        return Observation(tuple(_outcomes(side, case, settings, files, mask, hook)))


def _given(case: Case) -> list[str]:
    """The texts of a case that both sides are given."""
    texts = [text for step in case.steps for text in step.argv]
    texts += [os.fsdecode(file) for step in case.steps for file in step.files]
    return [*texts, *(value for _, value in case.env)]


def _outcomes(
    side: Side,
    case: Case,
    settings: Settings,
    files: TempFiles,
    mask: Mask,
    hook: ParserHook | None,
) -> list[Outcome]:
    """The outcomes of the steps. When it returns, nothing holds the session any more, so that the
    next collection frees it in the first pass.
    """
    outcomes: list[Outcome] = []
    session: Session | None = None
    with _undone(hook) as guarded, _Watch() as watch:
        for step in case.steps:
            parse = _Parse(side, settings, files, mask, guarded, session)
            outcomes.append(parse.outcome(case, step, watch))
            session = parse.session
    return outcomes


class _Watch:
    """Context manager: what the parses of a case warn of, log, and change in the process; in the
    end the process is as it was.
    """

    def __init__(self) -> None:
        self._states: list[ProcessState] = []
        self._log: list[str] = []
        self._contexts = contextlib.ExitStack()

    def __enter__(self) -> _Watch:
        self._argv = sys.argv
        self._warned = self._contexts.enter_context(warnings.catch_warnings(record=True))
        warnings.simplefilter("always")
        self._contexts.enter_context(recorded_log(self._log))
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        # Most parses change nothing; to find that out once more would cost as much as they do.
        if self._states and (kind is not None or any(state.changed for state in self._states)):
            self._states[0].restore()
        self._contexts.close()
        sys.argv = self._argv

    def begin(self) -> None:
        """A parse begins."""
        self._states.append(ProcessState())

    def effects(self) -> list[str]:
        """What the parse that has begun changed, one sentence each."""
        return self._states[-1].changes()

    def take(self) -> tuple[list[str], list[str]]:
        """The log records and warnings since the last call."""
        log = list(self._log)
        warned = [
            f"{qualified(one.category)}: {one.message}" for one in _lasting(self._warned or [])
        ]
        self._log.clear()
        if self._warned:
            self._warned.clear()
        return log, warned


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
            seen[id(parser)] = parser, restore_point(parser)
            hook(parser)

    try:
        yield guarded
    finally:
        for _, restore in seen.values():
            restore()


@contextlib.contextmanager
def _collector_paused() -> Iterator[None]:
    """Context manager: no garbage collection, as what earlier cases left behind must not interfere.

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
def _collected() -> Iterator[None]:
    """Context manager: what a case leaves is collected while its streams are still caught, so that
    what finalizers write is neither the next case's nor seen on a terminal.
    """
    try:
        yield
    finally:
        gc.collect(0)


class _Parse:
    """One parse under observation."""

    def __init__(
        self,
        side: Side,
        settings: Settings,
        files: TempFiles,
        mask: Mask,
        hook: ParserHook | None,
        session: Session | None,
    ) -> None:
        self.session = session
        self._side, self._settings, self._files, self._hook = side, settings, files, hook
        self._mask = mask
        self._process = os.getpid()

    def outcome(self, case: Case, step: Step, watch: _Watch) -> Outcome:
        arguments = self._files.arguments(step, self._settings.config_flag)
        sys.argv = [self._settings.prog, *arguments]
        self._files.streams.repair()
        given = list(arguments)
        watch.begin()
        outcome = self._parse(arguments, step, dict(case.env))
        effects = watch.effects()
        if arguments != given:
            effects.append(f"the caller's list of arguments became {arguments!r}")
        mask = self._mask
        stdout, stderr = self._files.streams.take()
        log, warned = watch.take()
        return replace(
            outcome,
            stdout=mask(stdout),
            stderr=mask(stderr),
            log=tuple(map(mask, log)),
            warnings=tuple(map(mask, warned)),
            effects=tuple(map(mask, effects)),
        )

    def _parse(self, arguments: list[str], step: Step, env: dict[str, str]) -> Outcome:
        with contextlib.ExitStack() as stack:
            if self._hook is not None:
                stack.enter_context(on_first_parse(self._hook))
            try:
                if self.session is None:
                    self.session = self._side.start(private=self._hook is not None)
                result = self.session(arguments, step.config_text, env)
            except (KeyboardInterrupt, GoldenError):
                raise
            except SystemExit as error:
                return Outcome("exit", code=encode(error.code))
            except BaseException as error:
                message = _message(error, self._mask)
                return Outcome("raise", error=qualified(type(error)), message=message)
            finally:
                if os.getpid() != self._process:  # a child that the case forked, and that came back
                    os._exit(0)
            values, surface = read_result(result, self._settings.values)
        values = without(values, self._settings.left_out)
        return Outcome("ok", values=values, surface=surface)


def _lasting(caught: Iterable[warnings.WarningMessage]) -> Iterator[warnings.WarningMessage]:
    """The warnings, but for those about resources: they come when an object is collected, which
    may be now or later.
    """
    return (one for one in caught if not issubclass(one.category, ResourceWarning))


def _message(error: BaseException, mask: Mask) -> str:
    try:
        return mask(str(error))
    except Exception:
        return "".join(traceback.format_exception_only(type(error), error)).strip()
