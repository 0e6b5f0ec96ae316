"""The side that a server process runs cases on, and what it says of itself."""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import os
import random
import sys
import tempfile
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal, TypeVar

from argparity.golden.errors import CannotJudge, UnknownTypeError, UnreadableValue
from argparity.golden.isolate.child_processes import adopt_orphans
from argparity.golden.isolate.clock import advance
from argparity.golden.isolate.environ import FIXED_VARIABLES, set_variables, variables_read
from argparity.golden.isolate.landlock import may_write_only_in
from argparity.golden.isolate.log import recorded_log
from argparity.golden.isolate.own_folder import OwnFolder
from argparity.golden.isolate.process_state import ProcessState
from argparity.golden.isolate.side_process import SPENT, TRIED, SideLost, SideProcess
from argparity.golden.model.case import Case
from argparity.golden.model.encode import encode, encoding
from argparity.golden.model.observation import Observation, Outcome
from argparity.golden.observe.capture import capture
from argparity.golden.observe.run import ParserHook, observe
from argparity.golden.observe.temp_files import TempFiles
from argparity.golden.sides.calling import ConfigFormat
from argparity.golden.sides.parsers.fast import fast_registration
from argparity.golden.sides.side import Side, SideKind
from argparity.golden.sides.target import Target

SideName = Literal["control", "candidate"]

T = TypeVar("T")


@dataclass(frozen=True)
class SideFacts:
    """What a loaded side says of itself.

    `kind`, `takes_config`, `config_format` and `untaken` are those of Side. `read_at_import`: the
    variables that its own modules look up when they are imported. `loading`: what its import did to
    the process.
    """

    kind: SideKind
    takes_config: bool
    config_format: ConfigFormat
    untaken: tuple[str, ...]
    read_at_import: tuple[str, ...]
    loading: Outcome


class ApartSide:
    """One side of a target in processes of its own. `environ` is set for every case, under the
    case's own variables; `memory`: bytes that the process may grow by, None for any; `patience`:
    seconds that one run may take, None for any; `ahead`: seconds that its clock is ahead.
    """

    def __init__(
        self,
        target: Target,
        name: SideName,
        environ: Mapping[str, str],
        memory: int | None = None,
        patience: float | None = None,
        ahead: float = 0.0,
    ) -> None:
        self.name = name
        self._environ = environ
        # Its processes are killed in the end; their files are this one's to remove.
        self._folder = OwnFolder()
        load = partial(_SideServer, target, name, environ, memory, self._folder, ahead)
        self._process = SideProcess(load, patience)

    @cached_property
    def facts(self) -> SideFacts:
        """What the side says of itself. Raises SideError for one that cannot be loaded."""
        facts: SideFacts = self._process.ask(("facts",))
        return facts

    @cached_property
    def plain(self) -> tuple[Observation, Observation]:
        """Its first parse and its second, both without arguments. What a lazy import does is in the
        first alone: the processes of all later cases have it behind them.
        """
        try:
            first, second = self._process.ask(("try_out",))
        except SideLost as lost:
            return (Observation.without_result("lost", lost.reason),) * 2
        return Observation.from_bytes(first), Observation.from_bytes(second)

    @property
    def answers(self) -> bool:
        """Whether there is a result to a parse without arguments."""
        return self.plain[1].last.kind != "lost"

    def send(self, case: Case, hook: ParserHook | None = None) -> None:
        """Begin an observation; `hook` is pickled to the process of the side."""
        self._process.send(("observe", case.under(self._environ), hook))

    def receive(self) -> Observation:
        """The observation that was begun."""
        try:
            return Observation.from_bytes(self._process.receive())
        except SideLost as lost:
            return Observation.without_result("lost", lost.reason)

    def observe(self, case: Case, hook: ParserHook | None = None) -> Observation:
        """One observation of `case`."""
        self.send(case, hook)
        return self.receive()

    def renew(self) -> None:
        """Have the next request meet the state after a first parse, whatever was run meanwhile."""
        if self.answers:
            self._process.ask(("end",))

    def variables_read(self, case: Case) -> list[str]:
        """The variables that the side, or what it uses, looks up in a parse of `case`."""
        try:
            names: list[str] = self._process.ask(("variables_read", case))
        except SideLost:
            return []
        return names

    def look(self, look: Callable[[argparse.ArgumentParser], T]) -> T | None:
        """What `look` returns for the parser that the side first parses with, None for no parse;
        the function and its result are pickled.
        """
        try:
            seen: T | None = self._process.ask(("look", look))
        except SideLost:
            return None
        return seen

    def close(self) -> None:
        """End the processes of the side."""
        self._process.close()
        self._folder.remove()


class _SideServer:
    """The loaded side, in the process that runs it."""

    def __init__(
        self,
        target: Target,
        name: SideName,
        environ: Mapping[str, str],
        memory: int | None,
        folder: OwnFolder,
        ahead: float,
    ) -> None:
        self._target, self._environ, self._memory = target, environ, memory
        may_write_only_in(_writable(target, folder))
        random.seed()  # as in a fresh Python; the parent's state would be that of each side
        if ahead:
            advance(ahead)
        target.pin()
        target.import_encoders()
        self._files = TempFiles(keep=(target.base,), folder=folder)
        set_variables(FIXED_VARIABLES)  # here once instead of for each case
        self._fast = contextlib.ExitStack()
        self._fast.enter_context(fast_registration())
        load = target.load_control if name == "control" else target.load_candidate
        loading = self._loaded(load)
        self._trial = self._ends = False
        _check_encoder()
        side = self._side
        self._known = SideFacts(
            kind=side.kind,
            takes_config=side.takes_config,
            config_format=side.config_format,
            untaken=tuple(side.untaken),
            read_at_import=tuple(self._read_at_import),
            loading=loading,
        )

    def _loaded(self, load: Callable[[], Side]) -> Outcome:
        """Load the side, and what that did to the process, as an outcome without values."""
        files, log = self._files, list[str]()
        with contextlib.ExitStack() as stack:
            stack.enter_context(files.streams)
            stack.enter_context(files.scratch.entered())
            # Python itself warns when it compiles a file, and not when it finds it compiled.
            stack.enter_context(warnings.catch_warnings(record=True))
            stack.enter_context(recorded_log(log))
            warnings.simplefilter("always")
            before = ProcessState()
            with variables_read() as read:
                self._side = load()
            own, names = self._side.own_modules, self._side.names
            self._read_at_import = [name for name, asked in read.items() if asked in own]

            def mask(text: str) -> str:
                return names.mask(files.mask(text))

            with encoding(mask, own):
                effects = before.changes()
            stdout, stderr = map(mask, files.streams.take())
        files.scratch.clear()
        return Outcome(
            kind="ok",
            stdout=stdout,
            stderr=stderr,
            log=tuple(map(mask, log)),
            effects=tuple(f"import: {mask(effect)}" for effect in effects),
        )

    def start(self) -> None:
        """Prepare the server process, which was forked from the one that loaded the side."""
        adopt_orphans()
        if self._memory is not None:
            _limit_memory(self._memory)
        # Each parse leaves thousands of objects in cycles; what is loaded now stays.
        gc.freeze()

    @property
    def leaves(self) -> int:
        """SPENT where threads of the last case are left, or another server is asked for."""
        return SPENT if self._files.left_threads or self._ends else TRIED if self._trial else 0

    def repeat(self) -> None:
        """Parse without arguments, as a server has tried."""
        self._observe(Case.of(env=self._environ), None)

    def answer(self, request: tuple[Any, ...]) -> Any:
        """The answer to a request of ApartSide."""
        method, *arguments = request
        self._trial = method == "try_out"
        return getattr(self, f"_{method}")(*arguments)

    def _end(self) -> None:
        self._ends = True

    def _facts(self) -> SideFacts:
        return self._known

    def _variables_read(self, case: Case) -> list[str]:
        with variables_read() as read, self._side.listening() as heard:
            self._observe(case, None)
        names = [*heard, *(name for name, asked in read.items() if _is_foreign(asked))]
        return [name for name in dict.fromkeys(names) if name and not name.startswith("ARGPARITY_")]

    def _observe(self, case: Case, hook: ParserHook | None) -> bytes:
        try:
            return observe(self._side, case, self._target.settings, self._files, hook).to_bytes()
        except UnreadableValue as error:
            types = json.dumps(error.places) if isinstance(error, UnknownTypeError) else ""
            return Observation.without_result("unread", str(error), types).to_bytes()

    def _try_out(self) -> list[bytes]:
        return [self._observe(Case.of(env=self._environ), None) for _ in range(2)]

    def _look(self, look: Callable[[argparse.ArgumentParser], Any]) -> Any:
        return capture(self._side, self._target.settings, self._files, look, self._environ)[0]


def _writable(target: Target, folder: OwnFolder) -> list[Path]:
    """Where cases may write: their own folder, devices, and that for temporary files unless the
    project is in it.
    """
    temporary = Path(tempfile.gettempdir()).resolve()
    kept = (target.base.resolve(), Path.cwd().resolve())
    inside = any(temporary in (one, *one.parents) for one in kept)
    return [folder.path, Path("/dev"), *(() if inside else (temporary,))]


_DIFFERENT: tuple[tuple[object, object], ...] = (
    (5, 6),
    (1, True),
    (1, 1.0),
    (0.0, -0.0),
    ("a", "b"),
    (None, "None"),
    ([1], (1,)),
    ([1], [True]),
    ({"a": 1}, {"a": 2}),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
)


def _check_encoder() -> None:
    """Raises CannotJudge where two values that differ have one encoding: every verdict rests on
    that.
    """
    for one, other in _DIFFERENT:
        if encode(one) == encode(other):
            raise CannotJudge(f"the encoder makes no difference between {one!r} and {other!r}")


def _is_foreign(module: str) -> bool:
    """Whether a module is neither Python's own nor the harness: the side, or what it uses."""
    first = module.partition(".")[0]
    return first not in sys.stdlib_module_names and not module.startswith("argparity.golden.")


def _limit_memory(growth: int) -> None:
    """Let the address space grow by so many bytes from now on, where the system can do so."""
    try:
        import resource

        with open("/proc/self/statm", encoding="ascii") as file:
            now = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (now + growth, hard))
    except (ImportError, OSError, ValueError):
        return
