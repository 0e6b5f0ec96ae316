"""What a user gets on each side, in a few words."""

from __future__ import annotations

from argparity.golden.model.mismatch import rendered, shortened
from argparity.golden.model.observation import Outcome
from argparity.golden.observe.messages import split_error
from argparity.golden.sides.schema import Schema


def effect(schema: Schema, flag: str, control: Outcome, candidate: Outcome) -> str:
    """The effect of a difference that concerns `flag`; "" where nothing that a user gets differs.

    `100 -> 101`; `accepted -> refused: unrecognized arguments: --x`; of another argument's value,
    with its name.
    """
    if control.kind == candidate.kind == "ok":
        return _of_values(schema, flag, control, candidate)
    left, right = end(control), end(candidate)
    return "" if left == right else " -> ".join(shortened(left, right))


def end(outcome: Outcome) -> str:
    """How a parse ended: accepted, refused with which message, or with which exception."""
    if outcome.kind == "ok":
        return "accepted"
    if outcome.kind != "exit":
        return f"{outcome.error}: {outcome.message}" if outcome.error else outcome.message
    message = split_error(outcome.stderr)[1].strip()
    message = message.partition("error: ")[2] or message
    code = "" if outcome.code is None else str(outcome.code["value"])
    if code == "0":
        return "exit 0"
    return f"refused: {message}" if code == "2" else f"exit {code}: {message}"


def _of_values(schema: Schema, flag: str, control: Outcome, candidate: Outcome) -> str:
    left, right = schema.leaves(control), schema.leaves(candidate)
    different = [leaf for leaf in {**left, **right} if left.get(leaf) != right.get(leaf)]
    own = [leaf for leaf in different if schema.flag_of(leaf.dest) == flag]
    if not different:
        return _besides(control, candidate)
    leaf = (own or different)[0]
    shown = " -> ".join(shortened(*rendered(left.get(leaf), right.get(leaf))))
    return shown if own else f"{leaf.dest}: {shown}"


def _besides(control: Outcome, candidate: Outcome) -> str:
    for name in ("stdout", "stderr", "warnings", "log", "effects"):
        left, right = getattr(control, name), getattr(candidate, name)
        if left != right:
            shown = [one if isinstance(one, str) else "; ".join(one) for one in (left, right)]
            return f"{name}: " + " -> ".join(shortened(*(one or "nothing" for one in shown)))
    return ""
