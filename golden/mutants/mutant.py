"""A mutant: the candidate with one fault planted, which the gate has to notice.

A fault changes one of three things: the candidate's parser right before it parses, the case on its
way in, or the outcome on its way out. All three work on any target.
"""

from __future__ import annotations

import argparse
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from argparity.golden.errors import GoldenError
from argparity.golden.judge.comparator import Comparator
from argparity.golden.judge.naming import alike
from argparity.golden.model.case import Case
from argparity.golden.model.observation import Observation, Outcome
from argparity.golden.observe.messages import flags_in_message
from argparity.golden.sides.parsers.table import action_table
from argparity.golden.sides.parsers.walk import ActionRef

Change: TypeAlias = "Callable[[argparse.ArgumentParser, argparse.Action], None]"
"""Changes one action of a parser in place; a function of a module or a `partial` of one, so that it
can be pickled.
"""

Shows = Literal["plain", "named", "abbreviated", "configured", "both"]
"""What a case has of an argument: nothing at all is given (`plain`), the argument is named,
abbreviated, configured, or both named and configured.
"""


class InvalidMutant(GoldenError):
    """A fault that says nothing: the candidate crashes on a plain parse, or nothing can show it;
    `id` is the mutant's.
    """

    def __init__(self, id: str, reason: str) -> None:
        self.id = id
        self.reason = reason
        super().__init__(f"mutant {id}: {reason}")


class Fault(ABC):
    """One planted fault. `probe` is a case that shows it wherever the target has what it breaks;
    None: no such case.
    """

    probe: Case | None = None

    @abstractmethod
    def run(self, comparator: Comparator, case: Case) -> Observation:
        """The candidate with the fault on `case`."""


@dataclass(frozen=True)
class ParserFault(Fault):
    """Changes the candidate's parser as a whole."""

    change: Callable[[argparse.ArgumentParser], None]
    probe: Case | None = None

    def run(self, comparator: Comparator, case: Case) -> Observation:
        """See Fault."""
        return comparator.run(comparator.candidate, case, self.change)


@dataclass(frozen=True)
class ActionFault(Fault):
    """Changes one action of the candidate's parser."""

    place: ActionRef
    change: Change

    def run(self, comparator: Comparator, case: Case) -> Observation:
        """See Fault."""
        return comparator.run(comparator.candidate, case, self._plant)

    def moves(self, comparator: Comparator) -> bool:
        """Whether the table of any parser is another one with the fault."""
        return bool(comparator.candidate.look(self._moves))

    def _moves(self, root: argparse.ArgumentParser) -> bool:
        before = action_table(root)
        self._plant(root)
        return action_table(root) != before

    def _plant(self, root: argparse.ArgumentParser) -> None:
        parser, action = self.place.parser(root), self.place.action(root)
        if parser is not None and action is not None:
            self.change(parser, action)


@dataclass(frozen=True)
class InputFault(Fault):
    """Lets the candidate see another case than the one that is judged."""

    change: Callable[[Case], Case]
    probe: Case | None = None

    def run(self, comparator: Comparator, case: Case) -> Observation:
        """See Fault."""
        return comparator.run(comparator.candidate, self.change(case))


@dataclass(frozen=True)
class OutcomeFault(Fault):
    """Changes what came out of the candidate."""

    change: Callable[[Outcome], Outcome]
    probe: Case | None = None

    def run(self, comparator: Comparator, case: Case) -> Observation:
        """See Fault."""
        plain = comparator.run(comparator.candidate, case)
        return Observation(tuple(map(self.change, plain.outcomes)))


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """A planned fault. `operator`: which kind of fault; `section` and `flag`: where, "" for the
    whole parser.

    `names`: flags of the action, none for a positional. `keys`: how a configuration file may call
    it. `shows`: in which cases it can show at all; without any of them, in all.
    """

    id: str
    operator: str
    section: str
    flag: str
    description: str
    fault: Fault
    shows: tuple[Shows, ...] = ()
    names: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


def run_mutant(comparator: Comparator, mutant: Mutant, case: Case) -> Observation:
    """The observation of the candidate with the fault on `case`.

    Raises InvalidMutant if a plain parse ends in an exception that the candidate without the fault
    does not raise, or if the fault's probe shows that the target has nothing that this fault could
    break.
    """
    known = _CHECKED.setdefault(comparator, {})
    if mutant.id not in known:
        known[mutant.id] = _problem(comparator, mutant)
    if known[mutant.id]:
        raise InvalidMutant(mutant.id, known[mutant.id])
    return mutant.fault.run(comparator, case)


_CHECKED: weakref.WeakKeyDictionary[Comparator, dict[str, str]] = weakref.WeakKeyDictionary()
_UNHARMED: weakref.WeakKeyDictionary[Comparator, Observation] = weakref.WeakKeyDictionary()
_PLAIN = Case.of()


def _unharmed(comparator: Comparator) -> Observation:
    """The plain parse of the candidate without any fault, run once a comparator."""
    if comparator not in _UNHARMED:
        _UNHARMED[comparator] = comparator.run(comparator.candidate, _PLAIN)
    return _UNHARMED[comparator]


def _problem(comparator: Comparator, mutant: Mutant) -> str:
    with_fault, without = mutant.fault.run(comparator, _PLAIN), _unharmed(comparator)
    last = with_fault.last
    if last.kind == "raise" and without.last.kind != "raise":
        return f"crashes on a plain parse: {last.error}: {last.message}"
    if isinstance(mutant.fault, ActionFault) and not mutant.fault.moves(comparator):
        return "cannot show: the candidate's parser stays what it is"
    probe = mutant.fault.probe
    if probe is not None:
        with_fault, without = (
            mutant.fault.run(comparator, probe),
            comparator.run(comparator.candidate, probe),
        )
    elif "plain" not in mutant.shows:
        return ""
    if alike(comparator.schema, with_fault, without) and not _is_about_others(without.last, mutant):
        return "cannot show: the candidate's own behaviour is the same"
    return ""


def _is_about_others(outcome: Outcome, mutant: Mutant) -> bool:
    """Whether a probe was rejected for another reason, as where other arguments are required."""
    rejected = outcome.kind == "exit" and outcome.code != {"type": "int", "value": "0"}
    return rejected and not set(mutant.names) & set(flags_in_message(outcome.stderr))
