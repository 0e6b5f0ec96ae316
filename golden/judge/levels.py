"""How much of an observation is compared: the values alone, the contract, or every word.

`values`: whether the input is accepted, and what the program gets. `contract`: besides, exit codes,
exceptions, which stream is written to, records, warnings and what changes in the process. `text`:
all of it, word for word. On the first two, containers and the order of keys may differ.
"""

from __future__ import annotations

from dataclasses import replace

from argparity.golden.model.encode import Tree
from argparity.golden.model.observation import Observation, Outcome
from argparity.golden.observe.messages import without_help
from argparity.golden.sides.schema import Schema

_REFUSED: Tree = {"type": "int", "value": "2"}
_DONE: Tree = {"type": "int", "value": "0"}


def visible(schema: Schema, observation: Observation) -> Observation:
    """The part of an observation that the target compares."""
    if schema.level == "text" and schema.help_compared:
        return observation
    return Observation(tuple(visible_part(schema, one) for one in observation.outcomes))


def visible_part(schema: Schema, outcome: Outcome) -> Outcome:
    """The part of one outcome that the target compares."""
    if schema.level == "text":
        return outcome if schema.help_compared else without_help(outcome)
    if outcome.kind in ("lost", "unread"):
        return outcome
    if schema.level == "values":
        return _values(schema, outcome)
    return replace(
        outcome,
        values=_flat(schema, outcome.values),
        surface=None,
        message="",
        stdout="<TEXT>" if outcome.stdout else "",
        stderr="<TEXT>" if outcome.stderr else "",
        log=tuple(" ".join(entry.split(":")[0].split()[:2]) for entry in outcome.log),
        warnings=tuple(entry.partition(":")[0] for entry in outcome.warnings),
    )


def _values(schema: Schema, outcome: Outcome) -> Outcome:
    if outcome.kind == "ok":
        return Outcome("ok", values=_flat(schema, outcome.values))
    done = outcome.kind == "exit" and outcome.code in (_DONE, None)
    return Outcome("exit", code=_DONE if done else _REFUSED)


def _flat(schema: Schema, values: Tree | None) -> Tree | None:
    """The values by dest, whatever holds them."""
    if values is None:
        return None
    leaves = {leaf.dest: tree for leaf, tree in schema.sections.leaves(values)}
    pairs = [[{"type": "str", "value": dest}, leaves[dest]] for dest in sorted(leaves)]
    return {"type": "dict", "value": pairs}
