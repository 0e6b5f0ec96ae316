"""The judge: two observations of one case -> the mismatches between them.

Equality is equality of the encoded observations. What differs is then named from what the runs did
alone; why it differs (which fact of a parser changed) is for `argparity.golden.judge.attribute`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from argparity.golden.judge.levels import visible
from argparity.golden.model.case import Case, Step
from argparity.golden.model.common import PARTS, Part
from argparity.golden.model.encode import Tree
from argparity.golden.model.mismatch import Direction, Mismatch, MismatchClass, summary
from argparity.golden.model.observation import Observation, Outcome
from argparity.golden.observe.messages import flags_in_message, split_error
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.sections import Leaf


def alike(schema: Schema, control: Observation, candidate: Observation) -> bool:
    """Whether two observations are equal in everything that the target compares."""
    return visible(schema, control) == visible(schema, candidate)


def judge(
    schema: Schema, case: Case, control: Observation, candidate: Observation
) -> list[Mismatch]:
    """The mismatches of one case, empty exactly if the visible observations are equal.

    Of several steps the first that differs is judged: what follows it may be its consequence.
    """
    sides = (visible(schema, side).outcomes for side in (control, candidate))
    for place, (left, right) in enumerate(zip(*sides, strict=True)):
        if left != right:
            upto = Case(id=case.id, why=case.why, steps=case.steps[: place + 1], env=case.env)
            naming = _Naming(schema, upto, left, right)
            return list(naming.mismatches()) or [naming.unnamed()]
    return []


def count_values(schema: Schema, outcome: Outcome) -> tuple[int, int]:
    """How many values in how many sections an accepted parse gave; `(0, 0)` for a rejected one."""
    if outcome.values is None:
        return 0, 0
    leaves = [leaf for leaf, _ in schema.sections.leaves(outcome.values)]
    return len(leaves), len({leaf.section for leaf in leaves})


_CLASS_OF: dict[Part, MismatchClass] = {
    "log": "log-changed",
    "warnings": "warnings-changed",
    "effects": "side-effect-changed",
}

EVERY_PARSE = "every parse"
"""The cause of a mismatch that no argument of the parser has."""


class _Naming:
    """Two different outcomes of one step."""

    def __init__(self, schema: Schema, case: Case, control: Outcome, candidate: Outcome) -> None:
        self.schema, self.case, self.control, self.candidate = schema, case, control, candidate
        self.step: Step = case.steps[-1]
        self.common = schema.common

    def mismatches(self) -> Iterator[Mismatch]:
        yield from self._of_every_parse()
        if self.control.kind == "ok" and self.candidate.kind == "ok":
            yield from self._values()
            yield from self._shape()
        elif self.control.kind != self.candidate.kind:
            yield self._outcome("error-kind-changed")
        elif self.control.kind == "exit":
            yield from self._exits()
        elif (self.control.error, self.control.values) != (
            self.candidate.error,
            self.candidate.values,
        ):
            yield self._outcome("error-kind-changed")
        elif self.control.message != self.candidate.message:
            yield self._outcome("message-changed")
        yield from self._side_effects()

    def unnamed(self) -> Mismatch:
        """The mismatch of two outcomes that differ where no section or flag is to be named, as
        under keys that read alike: a section "", two keys that are not a number.
        """
        classes: dict[str, MismatchClass] = {
            "values": "value-changed",
            "surface": "surface-changed",
        }
        part = next(
            p for p in (*classes, "stderr", "stdout") if self._part(0, p) != self._part(1, p)
        )
        cls = classes.get(part, "message-changed")
        return self._make("", "", cls, self._part(0, part), self._part(1, part))

    def _part(self, side: int, name: str) -> Any:
        return getattr((self.control, self.candidate)[side], name)

    @property
    def direction(self) -> Direction:
        accepted = self._accepts(self.control)
        if accepted == self._accepts(self.candidate):
            return "altered"
        return "narrowed" if accepted else "widened"

    @staticmethod
    def _accepts(outcome: Outcome) -> bool:
        return outcome.kind == "ok" or (
            outcome.kind == "exit" and outcome.code == {"type": "int", "value": "0"}
        )

    def _make(
        self, section: str, flag: str, cls: MismatchClass, control: Any, candidate: Any
    ) -> Mismatch:
        return Mismatch(
            target=self.schema.target,
            section=section,
            flag=flag,
            cls=cls,
            direction=self.direction,
            control=control,
            candidate=candidate,
            case=self.case,
        )

    # What every parse does otherwise.

    def _of_every_parse(self) -> Iterator[Mismatch]:
        """The differences that are those of every parse or of every error; what is left differs
        besides.
        """
        common, pair = self.common, (self.control, self.candidate)
        for part in PARTS:
            left, right = common.subtracted(part, pair)
            if (left, right) != tuple(getattr(outcome, part) for outcome in pair):
                shown = (_joined(part, tuple(gone)) for gone in common.entries(part))
                yield self._of_all(_CLASS_OF[part], *shown)
                pair = _with(pair[0], part, left), _with(pair[1], part, right)
        written = common.written(pair)
        if written != pair:
            yield self._of_all("message-changed", *_first_difference(*map(_printed, pair)))
        coded = common.coded(written)
        if coded != written:
            yield self._of_all("exit-code-changed", *map(summary, written))
        called = common.called(coded)
        if called != coded:
            names = common.names or ("", "")
            yield self._of_all("help-changed", *(f"the program is called {n}" for n in names))
        self.control, self.candidate = called

    def _of_all(self, cls: MismatchClass, control: Any, candidate: Any) -> Mismatch:
        made = self._make("", "", cls, control, candidate)
        return replace(made, direction="altered", cause=EVERY_PARSE)

    # Both accept.

    def _values(self) -> Iterator[Mismatch]:
        left, right = self.schema.leaves(self.control), self.schema.leaves(self.candidate)
        for leaf, tree in left.items():
            other = right.get(leaf)
            if other is None:
                yield self._leaf(leaf, "key-removed", tree, None)
            elif other != tree:
                yield self._leaf(leaf, self._value_class(leaf, tree, other), tree, other)
        for leaf, tree in right.items():
            if leaf not in left:
                yield self._leaf(leaf, "key-added", None, tree)

    def _leaf(
        self, leaf: Leaf, cls: MismatchClass, control: Tree | None, candidate: Tree | None
    ) -> Mismatch:
        if cls in ("key-added", "key-removed") and not self._is_known(leaf.dest):
            return self._make("", "", cls, *map(_kept, (control, candidate)))
        return self._make(leaf.section, self.schema.flag_of(leaf.dest), cls, control, candidate)

    def _is_known(self, dest: str) -> bool:
        """Whether an argument has that dest, or the plainest parse gives it a value; else it is a
        key of the input that no argument has.
        """
        plain, tables = self.common.plain, self.schema.tables
        if plain is None or not tables or any(table.by_dest(dest) for table in tables):
            return True
        return any(dest == leaf.dest for outcome in plain for leaf in self.schema.leaves(outcome))

    def _value_class(self, leaf: Leaf, control: Tree, candidate: Tree) -> MismatchClass:
        given, configured = (
            self.schema.gives(self.step, leaf.dest),
            self.schema.configures(self.step, leaf.dest),
        )
        if not given and not configured:
            return "default-changed"
        if _types(control) != _types(candidate):
            return "type-changed"
        return "precedence-changed" if given and configured else "value-changed"

    def _shape(self) -> Iterator[Mismatch]:
        if self.control.values is None or self.candidate.values is None:
            return
        left = dict(self.schema.sections.containers(self.control.values))
        right = dict(self.schema.sections.containers(self.candidate.values))
        kinds: dict[tuple[str, str], list[str]] = {}
        for section in sorted(left.keys() & right.keys()):
            (kind, *keys), (other_kind, *other_keys) = left[section], right[section]
            if kind != other_kind:
                kinds.setdefault((kind, other_kind), []).append(section)
            elif keys != other_keys and sorted(keys) == sorted(other_keys):
                yield self._make(
                    section, "", "order-changed", ", ".join(keys), ", ".join(other_keys)
                )
        for pair, sections in kinds.items():  # one container everywhere is one difference
            if pair == self.common.containers:
                yield self._of_all("type-changed", *pair)
            else:
                place = sections[0] if len(sections) == 1 else ""
                yield self._make(place, "", "type-changed", *pair)
        for section in sorted(left.keys() ^ right.keys()):
            cls: MismatchClass = "key-removed" if section in left else "key-added"
            yield self._make(
                section, "", cls, _or_none(left.get(section)), _or_none(right.get(section))
            )
        if self.control.surface != self.candidate.surface:
            yield from self._surface()

    def _surface(self) -> Iterator[Mismatch]:
        left, right = _sections_of(self.control.surface), _sections_of(self.candidate.surface)
        for section in [*left, *(name for name in right if name not in left)]:
            if left.get(section) != right.get(section):
                yield self._make(
                    section, "", "surface-changed", left.get(section), right.get(section)
                )

    # At least one rejects.

    def _outcome(self, cls: MismatchClass) -> Mismatch:
        section, flag = self._concerned()
        return self._make(section, flag, cls, summary(self.control), summary(self.candidate))

    def _exits(self) -> Iterator[Mismatch]:
        if self.control.code != self.candidate.code:
            yield self._outcome("exit-code-changed")
            return
        usage, message = split_error(self.control.stderr)
        other_usage, other_message = split_error(self.candidate.stderr)
        if message != other_message:
            yield self._outcome("message-changed")
        elif self._help(0) != self._help(1):
            section, _ = self._concerned() if usage == other_usage else ("", "")
            yield self._make(
                section, "", "help-changed", *_first_difference(self._help(0), self._help(1))
            )

    def _help(self, side: int) -> str:
        outcome = (self.control, self.candidate)[side]
        text = split_error(outcome.stderr)[0] + outcome.stdout
        # A name of another length wraps a usage at other places.
        return text if self.common.names is None else " ".join(text.split())

    def _concerned(self) -> tuple[str, str]:
        """Section and flag that a rejection is about: named by a message, else given in argv or
        configured.
        """
        for outcome in (self.candidate, self.control):
            for flag in flags_in_message(outcome.stderr) if outcome.kind == "exit" else ():
                rows = self.schema.rows_named(self.step, flag)
                if rows:
                    return self.schema.sections.section_of(rows[0].dest), rows[0].name
        given = self.schema.given_rows(self.step)
        if given:
            return self.schema.sections.section_of(given[0].dest), given[0].name
        for table in self.schema.tables:
            for row in table.rows:
                if self.schema.configures(self.step, row.dest):
                    return self.schema.sections.section_of(row.dest), row.name
        if self.schema.tables:  # no word that is left is a flag
            return "", ""
        word = next((w for w in self.step.argv if _FLAG.match(w)), "").partition("=")[0]
        return self.schema.sections.section_of(word.lstrip("-")), word

    # Either way.

    def _side_effects(self) -> Iterator[Mismatch]:
        for part in PARTS:
            left, right = getattr(self.control, part), getattr(self.candidate, part)
            if left != right:
                shown = _joined(part, left), _joined(part, right)
                yield self._make(*self._concerned(), _CLASS_OF[part], *shown)
        if self.control.kind == self.candidate.kind and self.control.kind != "exit":
            for name in ("stdout", "stderr"):
                left, right = getattr(self.control, name), getattr(self.candidate, name)
                if left != right:
                    section, flag = self._concerned()
                    yield self._make(
                        section, flag, "message-changed", f"{name} {left!r}", f"{name} {right!r}"
                    )


_FLAG = re.compile(r"--?[A-Za-z]")


def _with(outcome: Outcome, part: Part, entries: tuple[str, ...]) -> Outcome:
    if part == "log":
        return replace(outcome, log=entries)
    if part == "warnings":
        return replace(outcome, warnings=entries)
    return replace(outcome, effects=entries)


def _printed(outcome: Outcome) -> str:
    return outcome.stdout + outcome.stderr


def _kept(tree: Tree | None) -> str:
    return "unknown keys are dropped" if tree is None else "unknown keys are kept"


def _types(tree: Tree) -> Any:
    """The types in a tree, without what they hold."""
    value = tree["value"]
    if not isinstance(value, list):
        return tree["type"]
    kinds = {repr(_types(item)) for item in value if isinstance(item, dict)}
    return [tree["type"], *sorted(kinds)]


def _or_none(shape: tuple[str, ...] | None) -> str | None:
    return None if shape is None else shape[0]


def _joined(name: str, entries: tuple[str, ...]) -> str:
    return f"{name}: " + ("; ".join(entries) or "none")


def _sections_of(surface: Tree | None) -> dict[str, Any]:
    if surface is None:
        return {}
    (_, sections), (_, other) = surface["value"]
    return {**{key["value"]: tree for key, tree in sections["value"]}, "": other}


def _first_difference(control: str, candidate: str) -> tuple[str, str]:
    """The first lines in which two texts differ."""
    left, right = control.splitlines(), candidate.splitlines()
    for one, other in zip(left, right, strict=False):
        if one != other:
            return one.strip(), other.strip()
    longer = left[len(right) :] or right[len(left) :] or [""]
    return (longer[0].strip(), "") if len(left) > len(right) else ("", longer[0].strip())
