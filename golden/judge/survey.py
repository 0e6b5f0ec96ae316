"""Facts about a target before any case is planned: the schema of its sides, and the inputs that
these take besides arguments.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from argparity.golden.inputs.battery.subject import Subject
from argparity.golden.judge.comparator import Comparator
from argparity.golden.judge.keys import Heard, heard_keys
from argparity.golden.model.case import Case
from argparity.golden.model.encode import Tree
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.observe.side_server import SideFacts, SideName
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.target import ConfigFile, Target


@dataclass(frozen=True)
class Remark:
    """Something that a side could take and is not given. `grave`: without it there is no
    verdict.
    """

    message: str
    grave: bool = False


@dataclass(frozen=True)
class Surveyed:
    """`target`: the one that was asked for, with the configuration file and the variables that its
    sides were seen to take. `mismatches`: those that no case shows, but the import of a side.
    `fickle`: what is not the same in two runs of the control; `fickle_values`: the values among it,
    none where something else is not the same either.
    """

    schema: Schema
    target: Target
    remarks: tuple[Remark, ...] = ()
    mismatches: tuple[Mismatch, ...] = ()
    fickle: str = ""
    fickle_values: tuple[str, ...] = ()


def survey(comparator: Comparator) -> Surveyed:
    """Look at both sides of a comparator; each runs a few times."""
    sides = {side.name: side.facts for side in (comparator.control, comparator.candidate)}
    target, remarks = comparator.target, list(_about_files(comparator, sides))
    takers = [
        side for side in (comparator.control, comparator.candidate) if side.facts.takes_config
    ]
    if target.config_file is None and takers:
        target = replace(target, config_file=ConfigFile(None, takers[0].facts.config_format))
    schema = comparator.schema
    if target.config_file is not None and (takers or target.config_file.flag is not None):
        found = heard_keys(comparator, target, takers[0] if takers else comparator.control)
        keys = {**found.keys, **target.config_file.keys}
        target = replace(target, config_file=replace(target.config_file, keys=keys))
        schema = replace(schema, keys=keys)
        remarks += _about_keys(found)
    schema = replace(schema, unset=_unset(comparator, schema))
    heard = _variables(comparator, replace(target, environment=()))
    new = [name for name in heard if name not in target.environment]
    here = [name for name in new if name in os.environ]
    target = replace(
        target, environment=(*target.environment, *(name for name in new if name not in here))
    )
    remarks += _about_variables(sides, here)
    remarks += _about_the_entry(target)
    fickle, values = _fickle(comparator)
    outside = () if fickle else tuple(comparator.outside_of_cases())
    return Surveyed(schema, target, tuple(remarks), outside, fickle, values)


def _unset(comparator: Comparator, schema: Schema) -> dict[str, tuple[Tree, ...]]:
    """By dest, the values on either side when nothing, or only what is required, is given."""
    words = Subject(comparator.target, schema).whole("", "required").steps
    found: dict[str, dict[str, Tree]] = {}
    for side in (comparator.control, comparator.candidate):
        if not side.answers:
            continue
        values = comparator.run(side, Case(id="", why="", steps=words)).last.values
        for leaf, tree in () if values is None else schema.sections.leaves(values):
            found.setdefault(leaf.dest, {})[json.dumps(tree)] = tree
    return {dest: tuple(trees.values()) for dest, trees in found.items()}


def _fickle(comparator: Comparator) -> tuple[str, tuple[str, ...]]:
    if not comparator.control.answers:
        return "", ()
    steps = Subject(comparator.target, comparator.schema).whole("", "required").steps
    found = comparator.from_run_to_run(Case(id="", why="", steps=steps))
    if not found:
        return "", ()
    places = "; ".join(f"{place} ({one}, then {other})" for place, (one, other) in found.items())
    values = [place for place in found if not place.startswith("(")]
    advice = "" if not values else f": left_out = {json.dumps(values)}"
    message = (
        f"two runs of the control differ in {places}, which cannot be judged. What depends on "
        "time, process or chance is to be left out in the entry of the target, where it is a value"
        f'{advice}; or pin what it comes from: pinned = {{ "time.time" = 0 }}'
    )
    return message, tuple(values) if len(values) == len(found) else ()


def _about_the_entry(target: Target) -> Iterator[Remark]:
    if target.left_out:
        yield Remark(f"not compared, as the entry leaves it out: {', '.join(target.left_out)}")
    if target.pinned:
        pinned = ", ".join(f"{name} = {value}" for name, value in target.pinned.items())
        yield Remark(f"pinned by the entry on both sides: {pinned}")


def _about_files(comparator: Comparator, sides: dict[SideName, SideFacts]) -> Iterator[Remark]:
    config, takes = comparator.target.config_file, {n: s.takes_config for n, s in sides.items()}
    for name, side in sides.items():
        for parameter in side.untaken:
            yield Remark(
                f"the {name}'s parameter {parameter} is given nothing: it is a {side.kind}, and "
                "only a parse function with parameters for the words, the file and the variables "
                "gets them; name such a function as the side"
            )
    if config is not None and config.flag is None and not any(takes.values()):
        yield Remark(
            "the configuration file has no flag, and neither side takes its text: say which flag "
            "names it, or give parse functions with a parameter called toml or config",
            grave=True,
        )
    if (config is None or config.flag is None) and len(set(takes.values())) == 2:
        one, other = sorted(takes, key=lambda name: not takes[name])
        yield Remark(f"the {one} takes the text of a configuration file, the {other} takes none")
    if config is None and not any(takes.values()):
        yield from _of_a_flag(comparator.schema)


def _about_keys(found: Heard) -> Iterator[Remark]:
    if found.unheard:
        names = ", ".join(found.unheard[:5]) + (", ..." if found.unheard[5:] else "")
        yield Remark(
            f"no key of the configuration file was heard for {names}; if there is one, say where: "
            f'keys = {{ "{found.unheard[0]}" = "table.key" }} in config_file of the target\'s entry'
        )


_NAMES_A_FILE = re.compile(r"-+([\w-]+[.])?(conf|cfg|config|configuration)([_-]?(file|path))?")


def _of_a_flag(schema: Schema) -> Iterator[Remark]:
    """For a flag that is called like one that names a configuration file."""
    flags = dict.fromkeys(f for table in schema.tables for row in table.rows for f in row.flags)
    found = next((flag for flag in flags if _NAMES_A_FILE.fullmatch(flag)), None)
    if found is not None:
        yield Remark(
            f"no configuration file is tried; if {found} names one, say so: --config-flag={found}, "
            f'or config_file = {{ flag = "{found}" }} in the entry of the target'
        )


def _variables(comparator: Comparator, target: Target) -> dict[str, None]:
    """The variables that either side looks up when nothing, or only what is required, is given."""
    subject = Subject(target, comparator.schema)
    cases = [Case.of(), Case(id="", why="", steps=subject.whole("", "required").steps)]
    return {
        name: None
        for side in (comparator.control, comparator.candidate)
        if side.answers
        for case in cases
        for name in side.variables_read(case)
    }


def _about_variables(sides: dict[SideName, SideFacts], here: list[str]) -> Iterator[Remark]:
    if here:
        yield Remark(
            f"the sides look up {', '.join(here)}, set here, and keep what is set; to try other "
            f"values: environment = {here!r} in the entry of the target".replace("'", '"')
        )
    for name, side in sides.items():
        if side.read_at_import:
            names = ", ".join(side.read_at_import)
            yield Remark(
                f"the {name} looks up {names} when it is imported; other values of that are not "
                "tried, as each run imports it once"
            )
