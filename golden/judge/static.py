"""Static differences of two parsers: one for each flag and each fact that differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from argparity.golden.model.encode import Tree
from argparity.golden.model.mismatch import MismatchClass, MismatchKey
from argparity.golden.sides.parsers.table import ActionRow, ActionTable
from argparity.golden.sides.parsers.walk import ActionRef, off_switches
from argparity.golden.sides.sections import SectionRule

RowPair: TypeAlias = "tuple[ActionRow | None, ActionRow | None]"

# The facts of a row that stand for themselves, and the class of a difference in each.
_FACTS: dict[str, MismatchClass] = {
    "default": "default-changed",
    "dest": "dest-changed",
    "type": "type-changed",
    "choices": "choices-changed",
    "required": "required-changed",
    "group": "group-changed",
    "metavar": "help-changed",
    "help": "help-changed",
    "deprecated": "message-changed",
}
# The facts of a whole parser, beside its abbreviations.
_FACTS_OF_THE_PARSER: dict[str, MismatchClass] = {
    "suggest_on_error": "message-changed",
    "color": "help-changed",
}
PARSER_FACTS = ("allow_abbrev", *_FACTS_OF_THE_PARSER)
"""The names of the attributes of a parser that are compared."""

# A kind of action brings its own; they differ by themselves only between actions of one kind.
_FACTS_OF_A_KIND: dict[str, MismatchClass] = {"nargs": "nargs-changed", "const": "const-changed"}


@dataclass(frozen=True, slots=True, kw_only=True)
class StaticDifference:
    """One fact that differs. `fact`: the field of the row, `flags` or `row`; values as in the rows.

    `control_place` and `candidate_place` are the places of the action on each side, None if it is
    missing. `section` and `flag` use the control's names, or the candidate's if only it has the
    argument.
    """

    section: str
    flag: str
    cls: MismatchClass
    control: Any
    candidate: Any
    fact: str
    control_place: ActionRef | None = None
    candidate_place: ActionRef | None = None

    @property
    def key(self) -> MismatchKey:
        """The key of a mismatch that shows it."""
        return self.section, self.flag, self.cls


def difference_between(
    rule: SectionRule,
    rows: RowPair,
    *,
    fact: str,
    cls: MismatchClass,
    control: Any,
    candidate: Any,
) -> StaticDifference:
    """The difference of two rows that correspond, or of one without a counterpart."""
    left, right = rows
    row = left or right
    assert row is not None
    return StaticDifference(
        section=rule.section_of(row.dest),
        flag=row.name,
        cls=cls,
        control=control,
        candidate=candidate,
        fact=fact,
        control_place=None if left is None else left.ref,
        candidate_place=None if right is None else right.ref,
    )


def static_differences(
    control: ActionTable, candidate: ActionTable, rule: SectionRule
) -> list[StaticDifference]:
    """All differences, in the control's order, then what only the candidate has."""
    found: list[StaticDifference] = []
    matched = pairs(control, candidate)
    for left, right in matched:
        if left is not None and right is not None:
            pair = _Pair(left, right, rule)
            found += [pair.renamed()] if is_renamed(left, right) else pair.static_differences()
        else:
            found.append(_one_sided((left, right), rule))
    found += _exclusive(matched, rule)
    found += _order(candidate, matched, rule)
    found += _abbreviations(control, candidate, matched, rule)
    found += _of_the_parser(control, candidate)
    return found


def pairs(control: ActionTable, candidate: ActionTable) -> list[RowPair]:
    """The rows that stand for each other: by a common flag, positionals by dest, then by place."""
    flagged = {(row.command, flag): row for row in candidate.rows for flag in row.flags}
    dests = {(row.command, row.dest): row for row in candidate.rows if not row.flags}
    taken: set[int] = set()
    found: list[RowPair] = []
    for row in control.rows:
        if row.flags:
            near = [flagged.get((row.command, flag)) for flag in row.flags]
        else:
            near = [dests.get((row.command, row.dest))]
        other = next((r for r in near if r is not None and id(r) not in taken), None)
        taken.add(id(other))
        found.append((row, other))
    left_over = [row for row in candidate.rows if id(row) not in taken]
    return _by_facts(_positionals_by_place(found, left_over))


_OF_A_NAME = ("flags", "dest", "metavar", "help", "words", "exclusive")


def _by_facts(found: list[RowPair]) -> list[RowPair]:
    """`found`, with a flag that is gone paired with the one new flag that has all of its facts."""
    gone = [left for left, right in found if left is not None and right is None and left.flags]
    new = [right for left, right in found if right is not None and left is None and right.flags]
    known = {id(left): [right for right in new if _same_facts(left, right)] for left in gone}
    renamed: dict[int, ActionRow] = {}
    for left in gone:
        alike = known[id(left)]
        if len(alike) == 1 and sum(alike[0] in other for other in known.values()) == 1:
            renamed[id(left)] = alike[0]
    taken = set(map(id, renamed.values()))
    return [
        (left, renamed.get(id(left), right))
        for left, right in found
        if left is not None or id(right) not in taken
    ]


def _same_facts(left: ActionRow, right: ActionRow) -> bool:
    facts = [field.name for field in fields(ActionRow) if field.name not in _OF_A_NAME]
    return all(getattr(left, fact) == getattr(right, fact) for fact in facts)


def is_renamed(left: ActionRow, right: ActionRow) -> bool:
    """Whether two options that stand for each other have no flag in common."""
    return bool(left.flags) and not set(left.flags) & set(right.flags)


def _positionals_by_place(found: list[RowPair], left_over: list[ActionRow]) -> list[RowPair]:
    """`found`, with positionals that have no counterpart by name paired in the order of those of
    `left_over`; the rest of it comes last.
    """
    paired: list[RowPair] = []
    for left, right in found:
        other = right
        if left is not None and right is None and not left.flags:
            here = (row for row in left_over if not row.flags and row.command == left.command)
            other = next(here, None)
            if other is not None:
                left_over.remove(other)
        paired.append((left, other))
    return [*paired, *((None, row) for row in left_over)]


class _Pair:
    """Two rows that stand for each other."""

    def __init__(self, left: ActionRow, right: ActionRow, rule: SectionRule) -> None:
        self.left, self.right, self.rule = left, right, rule

    def static_differences(self) -> Iterator[StaticDifference]:
        left, right = self.left, self.right
        facts = dict(_FACTS)
        if left.kind != right.kind:
            yield self._difference("kind", "action-changed", left.kind, right.kind)
        else:
            facts |= _FACTS_OF_A_KIND
        for fact, cls in facts.items():
            control, candidate = getattr(left, fact), getattr(right, fact)
            if fact == "choices":
                control, candidate = _sequence(control), _sequence(candidate)
            if control != candidate:
                yield self._difference(fact, cls, control, candidate)
        yield from self._aliases()

    def renamed(self) -> StaticDifference:
        """The difference of two options of which only the names differ."""
        left, right = (" ".join(row.flags) for row in (self.left, self.right))
        return self._difference("renamed", "renamed", left, right)

    def _aliases(self) -> Iterator[StaticDifference]:
        left, right = self.left.flags, self.right.flags
        added = _implied_negations(self.right, [flag for flag in right if flag not in left])
        removed = _implied_negations(self.left, [flag for flag in left if flag not in right])
        if removed:
            yield self._difference(
                "flags", "alias-removed", list(left), [f for f in left if f not in removed]
            )
        if added:
            yield self._difference("flags", "alias-added", list(left), [*left, *added])
        if not added and not removed and left != right and set(left) == set(right):
            yield self._difference("flags", "help-changed", list(left), list(right))

    def _difference(
        self, fact: str, cls: MismatchClass, control: Any, candidate: Any
    ) -> StaticDifference:
        rows = self.left, self.right
        return difference_between(
            self.rule, rows, fact=fact, cls=cls, control=control, candidate=candidate
        )


def _sequence(choices: Tree | None) -> Tree | None:
    """Choices as a list: argparse does not tell a tuple from it."""
    if choices is not None and choices["type"] == "tuple":
        return {**choices, "type": "list"}
    return choices


def _implied_negations(row: ActionRow, flags: Sequence[str]) -> list[str]:
    """`flags` without the off switches that the kind of the row makes by itself."""
    if row.action != "boolean_optional":
        return list(flags)
    made = off_switches(row.flags)
    return [flag for flag in flags if flag not in made]


def _one_sided(rows: RowPair, rule: SectionRule) -> StaticDifference:
    cls: MismatchClass = "flag-removed" if rows[1] is None else "flag-added"
    control, candidate = map(_shown, rows)
    return difference_between(rule, rows, fact="row", cls=cls, control=control, candidate=candidate)


def _shown(row: ActionRow | None) -> str | None:
    return (
        None
        if row is None
        else f"{' '.join(row.flags) or row.dest} ({row.kind.rpartition('.')[2]})"
    )


def _exclusive(matched: Iterable[RowPair], rule: SectionRule) -> Iterator[StaticDifference]:
    """The mutually exclusive groups: for each flag whose companions differ."""
    both = [(left, right) for left, right in matched if left is not None and right is not None]
    for left, right in both:
        mates = sorted(a.name for a, _ in both if a is not left and _together(a, left))
        others = sorted(a.name for a, b in both if b is not right and _together(b, right))
        if (mates, left.exclusive_required) != (others, right.exclusive_required):
            yield difference_between(
                rule,
                (left, right),
                fact="exclusive",
                cls="group-changed",
                control=_exclusive_text(mates, left),
                candidate=_exclusive_text(others, right),
            )


def _together(row: ActionRow, other: ActionRow) -> bool:
    return row.exclusive is not None and (row.exclusive, row.command) == (
        other.exclusive,
        other.command,
    )


def _exclusive_text(mates: Sequence[str], row: ActionRow) -> str:
    if row.exclusive is None:
        return "exclusive with nothing"
    required = ", one required" if row.exclusive_required else ""
    return f"exclusive with {', '.join(mates) or 'nothing'}{required}"


def _order(
    candidate: ActionTable, matched: Sequence[RowPair], rule: SectionRule
) -> Iterator[StaticDifference]:
    """Rows of one command whose order differs: positionals, which changes what arguments mean, and
    options.
    """
    ranks = {id(row): rank for rank, row in enumerate(candidate.rows)}
    both = [
        (left, right)
        for left, right in matched
        if left is not None and right is not None and left.group == right.group
    ]
    kinds = dict.fromkeys((left.command, bool(left.flags)) for left, _ in both)
    for kind in kinds:
        here = [(a, b) for a, b in both if (a.command, bool(a.flags)) == kind]
        there = sorted(here, key=lambda pair: ranks[id(pair[1])])
        moved = [(a, b) for (a, _), (b, _) in zip(here, there, strict=True) if a is not b]
        if moved:
            first = moved[0][0]
            yield difference_between(
                rule,
                (first, first),
                fact="order",
                cls="order-changed",
                control=", ".join(row.name for row, _ in moved),
                candidate=", ".join(row.name for _, row in moved),
            )


def _abbreviations(
    control: ActionTable, candidate: ActionTable, matched: Sequence[RowPair], rule: SectionRule
) -> Iterator[StaticDifference]:
    """Whether abbreviations are on, and flags whose shortest unambiguous abbreviation differs."""
    if control.allow_abbrev != candidate.allow_abbrev:
        here, there = (
            f"abbreviations {'on' if t.allow_abbrev else 'off'}" for t in (control, candidate)
        )
        yield StaticDifference(
            section="",
            flag="",
            cls="abbreviation-changed",
            control=here,
            candidate=there,
            fact="allow_abbrev",
        )
    elif control.allow_abbrev:
        left_short, right_short = control.abbreviations, candidate.abbreviations
        for left, right in matched:
            if left is None or right is None:
                continue
            for flag in left.flags:
                short = left_short.get((left.command, flag))
                other_short = right_short.get((left.command, flag))
                if flag in right.flags and short != other_short:
                    yield difference_between(
                        rule,
                        (left, right),
                        fact="prefix",
                        cls="abbreviation-changed",
                        control=short,
                        candidate=other_short,
                    )


def _of_the_parser(control: ActionTable, candidate: ActionTable) -> Iterator[StaticDifference]:
    """What the parsers as a whole were told differently: suggestions for choices, colours."""
    for fact, cls in _FACTS_OF_THE_PARSER.items():
        here, there = getattr(control, fact), getattr(candidate, fact)
        if here != there:
            yield StaticDifference(
                section="",
                flag="",
                cls=cls,
                control=f"{fact}={here}",
                candidate=f"{fact}={there}",
                fact=fact,
            )
