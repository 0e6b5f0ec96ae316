"""Fuzz a target: Hypothesis composes arguments, configuration file and environment jointly.

The battery enumerates what one argument can do; this looks for what several do together. Profiles
of Hypothesis play no part: every setting is given here, and checked to be in effect.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, given
from hypothesis import strategies as st

from argparity.golden.errors import CannotJudge
from argparity.golden.inputs.battery.documents import fits, settings_of
from argparity.golden.inputs.battery.files import BROKEN, SECTION_VALUES
from argparity.golden.inputs.battery.subject import Subject
from argparity.golden.inputs.battery.values import ordinary, words_of
from argparity.golden.inputs.battery.whole_parser import ENVIRONMENT_VALUES, UNKNOWN
from argparity.golden.model.case import Case, Step
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.target import Target

T = TypeVar("T")

_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
_NUMBER = st.one_of(
    st.integers().map(str), st.floats().map(repr), st.integers(-9, 9).map(lambda n: f"{n}_0")
)


class _Leave(BaseException):
    """Leaves Hypothesis, which takes every Exception for a finding that it then reproduces."""


class _Choices(Generic[T]):
    """A long list to draw from; Hypothesis would spell it out in the name of each strategy."""

    def __init__(self, items: Iterable[T]) -> None:
        self._items = list(items)

    def item(self, place: int) -> T:
        return self._items[place]

    def drawn(self) -> st.SearchStrategy[T]:
        """One of the items; it shrinks toward the first."""
        return st.integers(0, len(self._items) - 1).map(self.item)


def cases(target: Target, schema: Schema) -> st.SearchStrategy[Case]:
    """Cases of up to five groups of words, a configuration file, variables; some of two parses.

    Everything that can be prepared is, so that drawing is mostly a choice from long lists.
    """
    subject = Subject(target, schema)
    required = subject.filler.at(())
    words = st.lists(_words(subject), max_size=5).map(_joined)
    argv = _weighted((words, 2), (words.map(required.around), 2)) if required.around(()) else words
    step = st.builds(Step, argv, st.none() if subject.writer is None else _files(subject))
    steps = _weighted((st.tuples(step), 7), (st.tuples(step, step), 1))
    return st.builds(_case, steps, _environment(target))


def _weighted(*options: tuple[st.SearchStrategy[Any], int]) -> st.SearchStrategy[Any]:
    """One of the strategies, as often as its weight says; it shrinks toward the first."""
    places = [option for option, weight in options for _ in range(weight)]
    choice = st.integers(0, len(places) - 1)

    @st.composite
    def chosen(draw: st.DrawFn) -> Any:
        return draw(places[draw(choice)])

    return chosen()


def _case(steps: tuple[Step, ...], env: tuple[tuple[str, str], ...]) -> Case:
    case = Case(id="", why="Hypothesis composed it.", steps=steps, env=env)
    return Case(id=f"fuzz:{case.digest[:12]}", why=case.why, steps=steps, env=env)


def _joined(groups: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(word for group in groups for word in group)


def _words(subject: Subject) -> st.SearchStrategy[tuple[str, ...]]:
    """Arguments that belong together: a flag with its values, in ordinary and in other forms."""
    plain: list[tuple[str, ...]] = []
    odd: list[tuple[str, ...]] = [words for _, words in UNKNOWN]
    for argument in subject.arguments:
        usual, other = ordinary(argument), ordinary(argument, 1)
        for name in argument.flags or (None,):
            flag = () if name is None else (name,)
            # Help ends a parse, so it is one of the unusual ones.
            (odd if argument.ends else plain).extend([(*flag, *usual), (*flag, *other)])
            odd += [(*flag, word.text) for word in words_of(argument) if argument.takes_words]
            odd += [flag, (*flag, *usual, *other)]
            if name is not None:
                plain += [(f"{name}={usual[0]}",)] if argument.count == 1 else []
                odd += [(f"{name}={text}",) for text in ("", "--", "true")]
                odd += [(name[:length], *usual) for length in range(3, len(name), 4)]
    flags = _Choices([a.flags[0] for a in subject.optionals] or ["--nosuch"]).drawn()
    values = _weighted((_NUMBER, 1), (_TEXT, 1))
    return _weighted(
        (_Choices(plain or odd).drawn(), 7),
        (_Choices(odd).drawn(), 2),
        (st.tuples(flags, values), 1),
        (st.builds(lambda flag, value: (f"{flag}={value}",), flags, values), 1),
    )


def _files(subject: Subject) -> st.SearchStrategy[bytes | None]:
    """No file, one with up to five keys, one with something else for a table, a broken one."""
    writer = subject.writer
    if writer is None:
        return st.none()
    entries: list[tuple[tuple[str, ...], Any]] = [(("nosuch", "key"), 1), (("nosuch",), "x")]
    for argument in subject.keyed.values():
        place = subject.path(argument)
        entries += [(place, setting.value) for setting in settings_of(argument, writer.kind)]
        entries.append(((*place[:-1], place[-1].replace("_", "-")), 1))
    shapes = [
        ((table,), value)
        for table in dict.fromkeys(place[0] for place, _ in entries if len(place) == 2)
        for _, value in SECTION_VALUES
        if fits(value, writer.kind)
    ]
    values = st.one_of(
        _TEXT, st.integers(), st.floats(), st.booleans(), st.lists(_TEXT, max_size=3)
    )
    known = _Choices(entries).drawn()
    free = st.tuples(_Choices(dict.fromkeys(place for place, _ in entries)).drawn(), values)
    pairs = st.lists(_weighted((known, 3), (free, 1)), max_size=5)
    return _weighted(
        (st.none(), 4),
        (pairs.map(writer.settings), 6),
        (st.tuples(_Choices(shapes).drawn(), known).map(writer.settings), 1),
        (_Choices(raw for _, raw in BROKEN).drawn(), 1),
    )


def _environment(target: Target) -> st.SearchStrategy[tuple[tuple[str, str], ...]]:
    if not target.environment:
        return st.just(())
    texts = _Choices(ENVIRONMENT_VALUES).drawn()
    pairs = st.dictionaries(_Choices(target.environment).drawn(), texts, max_size=2)
    return pairs.map(lambda chosen: tuple(sorted(chosen.items())))


def fuzz(
    target: Target,
    schema: Schema,
    try_case: Callable[[Case], object],
    *,
    seed: int,
    examples: int,
    seconds: float = float("inf"),
) -> dict[str, object]:
    """Hypothesis' settings that were in effect while `try_case` got the cases of `examples`
    examples, each once, or as many as fit into `seconds`.

    Hypothesis repeats itself about every fourth time. Equal seeds give equal cases where the same
    modules are loaded, whose constants it draws from as well.

    Raises CannotJudge if Hypothesis runs with other settings than the given ones, and what
    `try_case` raises.
    """
    end = time.monotonic() + seconds
    seen: set[tuple[object, ...]] = set()
    errors: list[Exception] = []

    def visit(case: Case) -> None:
        if time.monotonic() >= end:
            raise _Leave
        if (case.steps, case.env) in seen:
            return
        seen.add((case.steps, case.env))
        try:
            try_case(case)
        except Exception as error:
            errors.append(error)
            raise _Leave from error

    effective = _run(cases(target, schema), visit, seed, examples)
    if errors:
        raise errors[0]
    return effective


def _run(
    strategy: st.SearchStrategy[Case], visit: Callable[[Case], None], seed: int, examples: int
) -> dict[str, object]:
    """Let Hypothesis call `visit`, and return the settings in effect."""
    chosen: dict[str, Any] = {
        "max_examples": examples,
        "derandomize": False,
        "database": None,
        "deadline": None,
        "phases": (Phase.generate,),
        "stateful_step_count": 1,
        "report_multiple_bugs": False,
        "suppress_health_check": tuple(HealthCheck),
        "verbosity": Verbosity.quiet,
        "print_blob": False,
    }
    applied = hypothesis.settings(**chosen)(hypothesis.seed(seed)(given(strategy)(visit)))
    effective = _effective(applied, chosen)
    with contextlib.suppress(_Leave):
        applied()
    return {
        "seed": seed,
        "examples": examples,
        "derandomize": effective["derandomize"],
        "database": effective["database"],
        "phases": [phase.name for phase in effective["phases"]],
        "hypothesis": hypothesis.__version__,
    }


def _effective(applied: Any, chosen: dict[str, Any]) -> dict[str, Any]:
    """The settings that a test function will run with; none may come from a profile."""
    in_use = applied._hypothesis_internal_use_settings
    effective = {name: getattr(in_use, name) for name in chosen}
    for name, value in chosen.items():
        if effective[name] != value:
            raise CannotJudge(f"Hypothesis runs with {name}={effective[name]!r}, not {value!r}")
    return effective
