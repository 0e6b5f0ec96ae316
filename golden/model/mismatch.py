"""A mismatch: one difference, attributed to a section and a flag, with a class, a direction and a
witness.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, get_args

from argparity.golden.model.case import Case
from argparity.golden.model.encode import Tree
from argparity.golden.model.observation import Outcome

MismatchClass = Literal[
    "default-changed",
    "type-changed",
    "choices-changed",
    "nargs-changed",
    "action-changed",
    "const-changed",
    "dest-changed",
    "flag-added",
    "flag-removed",
    "renamed",
    "alias-added",
    "alias-removed",
    "abbreviation-changed",
    "required-changed",
    "group-changed",
    "precedence-changed",
    "key-added",
    "key-removed",
    "value-changed",
    "error-kind-changed",
    "exit-code-changed",
    "message-changed",
    "help-changed",
    "order-changed",
    "surface-changed",
    "log-changed",
    "warnings-changed",
    "side-effect-changed",
]
CLASSES: tuple[MismatchClass, ...] = get_args(MismatchClass)

Direction = Literal["narrowed", "widened", "altered"]
DIRECTIONS: Mapping[Direction, str] = {
    "narrowed": "the control accepted it, the candidate rejects it",
    "widened": "the control rejected it, the candidate accepts it",
    "altered": "both accept or both reject it, the result differs",
}


Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""How much a difference weighs: an error makes a run red."""

MismatchKey: TypeAlias = tuple[str, str, MismatchClass]
"""Section, flag and class: mismatches that share them are one entry of a report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """One difference. `control` and `candidate` are JSON-able: a tree, `{"kind": ...}` of an
    outcome, a string, or None.

    `flag` is the first flag of the argument, a dest where no flag is known, "" where it concerns
    the whole section.
    `accepted` is the id of the accepted difference that covers it. `effect` says what a user gets
    on each side ("": the two values say it), `cause` the fact of the parser that brings it about
    ("": none was found, cases show it). `because`: the key of the mismatch of which this one is a
    consequence, None for one that stands for itself. `cases`: how many cases of the run showed it.
    `beside`: whether other differences come first when its case is run again. `severity`: as the
    target has it for the class.
    """

    target: str
    section: str
    flag: str
    cls: MismatchClass
    direction: Direction
    control: Any
    candidate: Any
    case: Case
    accepted: str | None = None
    effect: str = ""
    cause: str = ""
    because: MismatchKey | None = None
    cases: int = 0
    beside: bool = False
    severity: Severity = "error"

    @property
    def key(self) -> MismatchKey:
        """Its section, flag and class."""
        return self.section, self.flag, self.cls

    def under(self, environ: Mapping[str, str]) -> Mismatch:
        """The mismatch with a case that sets these variables, which its run has set for every case,
        so that the case shows it by itself.
        """
        env = {**environ, **dict(self.case.env)}
        return replace(self, case=replace(self.case, env=tuple(sorted(env.items()))))

    def to_json(self) -> dict[str, Any]:
        """The form of reports."""
        return {
            "target": self.target,
            "section": self.section,
            "flag": self.flag,
            "class": self.cls,
            "direction": self.direction,
            "control": self.control,
            "candidate": self.candidate,
            "effect": self.told_effect,
            "cause": self.told_cause,
            "because": None if self.because is None else list(self.because),
            "cases": self.cases,
            "severity": self.severity,
            "witness": self.case.witness(),
            "accepted": self.accepted,
        }

    @property
    def is_open(self) -> bool:
        """Whether it makes a run red."""
        return self.accepted is None and self.severity == "error"

    @property
    def told_effect(self) -> str:
        """What a user gets on each side."""
        return self.effect or " -> ".join(shortened(*self.shown))

    @property
    def told_cause(self) -> str:
        """What brings it about, or how it was found."""
        return self.cause or "found by cases"

    @property
    def shown(self) -> tuple[str, str]:
        """Control and candidate as people read them, with their types where they look alike."""
        return rendered(self.control, self.candidate)

    def line(self) -> str:
        """One line for people: `section.flag: class: control -> candidate`."""
        place = self.flag.lstrip("-") or self.section or "(whole parser)"
        if self.section and self.flag and not place.startswith(self.section):
            place = f"{self.section}: {self.flag}"
        control, candidate = self.shown
        return f"{place}: {self.cls}: {control} -> {candidate}"


def rendered(control: Any, candidate: Any) -> tuple[str, str]:
    """Two things as people read them, with their types where they look alike."""
    left, right = render(control), render(candidate)
    if left == right and isinstance(control, dict) and isinstance(candidate, dict):
        return f"{left} ({control.get('type')})", f"{right} ({candidate.get('type')})"
    return left, right


_CONTEXT = 12
"""So many characters stand before the place at which two shortened texts depart."""

_LONGEST = 90
"""A text that is longer is shortened."""


def shortened(control: str, candidate: str) -> tuple[str, str]:
    """Two texts, each on one line; long ones from shortly before where they depart."""
    left, right = (" ".join(text.split()) for text in (control, candidate))
    if max(len(left), len(right)) <= _LONGEST:
        return left, right
    pairs = enumerate(zip(left, right, strict=False))
    start = next((at for at, (a, b) in pairs if a != b), min(len(left), len(right))) - _CONTEXT
    return _cut(left, start), _cut(right, start)


def _cut(text: str, start: int) -> str:
    shown = text if start <= _CONTEXT else f"...{text[start:]}"
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 3]}..."


def summary(outcome: Outcome) -> dict[str, Any]:
    """An outcome as reports show it, without the values."""
    shown: dict[str, Any] = {"kind": outcome.kind}
    if outcome.kind == "exit" and outcome.code is not None:
        shown["code"] = outcome.code["value"]
    if outcome.error:
        shown["error"] = outcome.error
        shown["message"] = outcome.message
    elif outcome.message:
        shown["message"] = outcome.message
    last = outcome.stderr.rstrip("\n").rsplit("\n", 1)[-1]
    if last:
        shown["stderr"] = last
    return shown


_BRACKETS = {"list": ("[", "]"), "tuple": ("(", ")"), "set": ("{", "}")}


def render(thing: Any) -> str:
    """A tree, an outcome's summary or a string in the form that a Python user reads."""
    if thing is None:
        return "(absent)"
    if isinstance(thing, (str, bool)):
        return str(thing)
    if isinstance(thing, list):
        return "[" + ", ".join(map(render, thing)) + "]"
    if "kind" in thing:
        return _render_outcome(thing)
    return _render_tree(thing)


def _render_outcome(shown: dict[str, Any]) -> str:
    if shown["kind"] == "ok":
        return "accepted"
    if shown["kind"] == "exit":
        text = f"exit {shown.get('code', '')}".rstrip()
        return f"{text} ({shown['stderr']})" if shown.get("stderr") else text
    if shown["kind"] == "raise":
        return f"{shown['error']}({shown.get('message', '')!r})"
    return f"{shown['kind']} {shown.get('message', '')}".rstrip()


def _render_tree(tree: Tree) -> str:
    kind, value = tree["type"], tree["value"]
    if kind == "str":
        return repr(value)
    if isinstance(value, str):
        return value if kind in ("int", "float", "bool", "NoneType") else f"{kind} {value}"
    if "name" in tree:
        return f"{kind}.{tree['name']}"
    if value and isinstance(value[0], list):
        inner = ", ".join(f"{render(k)}: {render(v)}" for k, v in value)
        return f"{{{inner}}}" if kind == "dict" else f"{kind}({{{inner}}})"
    inner = ", ".join(map(render, value))
    left, right = _BRACKETS.get(kind, (f"{kind}(", ")"))
    return left + inner + right
