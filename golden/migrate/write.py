"""Scaffold a target: write its candidate, and make sure that it equals the control."""

from __future__ import annotations

import difflib
import hashlib
import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

from argparity.compat.switchboard import ENVIRONMENT_VARIABLE
from argparity.golden.errors import CannotJudge
from argparity.golden.migrate.drop_in import Place, drop_in_files, place_of
from argparity.golden.migrate.facts import KEEPABLE, differences
from argparity.golden.migrate.probe import (
    COMPUTED,
    Key,
    Parser,
    Refused,
    computed,
)
from argparity.golden.migrate.render import (
    Kept,
    Sources,
    formatted,
    sections_source,
)
from argparity.golden.observe.capture import parser_of
from argparity.golden.records.atomic import write_text
from argparity.golden.sides.parsers.walk import walk
from argparity.golden.sides.target import Target

_STAMP = ".scaffold.json"
_ROUNDS = 4
_CAME_OUT = "came out different when it was generated"


@dataclass(frozen=True, kw_only=True)
class Scaffolded:
    """The files that were written.

    `beside`: those written next to their place, as that holds an edited file, with the difference.
    """

    folder: Path
    sections: tuple[str, ...]
    generated: int
    kept: tuple[Kept, ...]
    written: tuple[Path, ...]
    beside: tuple[tuple[Path, str], ...]

    @property
    def computes_defaults(self) -> bool:
        """Whether a default of the control is computed where the program runs."""
        return any(
            kept.fact == "default" and kept.reason.startswith(COMPUTED) for kept in self.kept
        )


def scaffold(target: Target, *, probe: bool = True) -> Scaffolded:
    """Write the candidate of `target` to the place in its entry.

    With `probe`, the parser is also built in other surroundings, and what is another there stays
    with the legacy code. Raises ConfigError for an entry that names no folder for the candidate,
    CannotJudge where the control shows no parser or no argument to generate.
    """
    place = place_of(target)
    control = target.load_control()
    parser = parser_of(target, control)
    refused = computed(target, parser) if probe else {}
    frozen = control.modules.get(target.module) if target.module else None
    for _ in range(_ROUNDS):
        sources = _sections(target, parser, frozen, refused)
        files = drop_in_files(target, control, place, sources.sections)
        files = {"sections.py": sources.text, **files}
        wrong = _differing(target, place, files, parser, sources)
        if not wrong:
            pretty = {n: formatted(t) if n.endswith(".py") else t for n, t in files.items()}
            return _put(place, pretty, sources)
        for key, facts in wrong.items():
            refused[key] = {**refused.get(key, {}), **facts}
    named = (f"{' '.join((*command, dest))}: {why}" for (command, dest), why in wrong.items())
    raise CannotJudge(
        f"the candidate of {target.name} still differs after {_ROUNDS} rounds: {'; '.join(named)}"
    )


def _sections(
    target: Target, parser: Parser, frozen: ModuleType | None, refused: Refused
) -> Sources:
    imports = {} if frozen is None else {"frozen": frozen, "frozen_from": ".frozen"}
    sources = sections_source(target.name, parser, target.sections, imports, refused)
    if not sources.sections:
        why = "; ".join(kept.text for kept in sources.kept)
        raise CannotJudge(
            f"target {target.name!r} has no sections: no argument of its parser can be generated "
            f"({why or 'it has none'}); is {target.control} the right parser?"
        )
    return sources


def _differing(
    target: Target,
    place: Place,
    files: Mapping[str, str],
    parser: Parser,
    sources: Sources,
) -> dict[Key, dict[str, str]]:
    """The arguments that differ in the written candidate, each with its differences."""
    folder = place.folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f"{folder.name}_") as trial:
        for name, text in files.items():
            (Path(trial) / name).write_text(text, encoding="utf-8")
        module = Path(trial).relative_to(target.base) / "__init__.py"
        side = replace(target, candidate=f"{module}:{place.attribute}").load_candidate()
        other = parser_of(target, side, {ENVIRONMENT_VARIABLE: f"{target.name}=generated"})
        if other is parser:
            raise CannotJudge(
                f"both sides of {target.name} parse with one parser object, so that one would be "
                "measured against itself; freeze the module that makes it, with --also"
            )
        found: dict[Key, dict[str, str]] = {}
        with side.scope():  # where the docstrings of its fields are found
            pairs = zip(walk(parser), walk(other), strict=True)
            for (command, one), (_, generated) in pairs:
                kept = sources.generated.get((command, one.dest))
                wrong = [] if kept is None else differences(one, generated, kept)
                if wrong:
                    keepable = set(wrong) <= set(KEEPABLE)
                    facts = wrong if keepable else [""]
                    found[command, one.dest] = dict.fromkeys(facts, _CAME_OUT)
        return found


def _put(place: Place, files: Mapping[str, str], sources: Sources) -> Scaffolded:
    """Write each file, or next to its place if it was edited since it was last written."""
    folder = place.folder
    stamp = folder / _STAMP
    known = json.loads(stamp.read_text(encoding="utf-8")) if stamp.is_file() else {}
    written, beside = [], []
    for name, text in files.items():
        path = folder / name
        now = path.read_text(encoding="utf-8") if path.is_file() else None
        if now == text:
            known[name] = _digest(text)
        elif now is None or known.get(name) == _digest(now):
            write_text(path, text)
            known[name] = _digest(text)
            written.append(path)
            _stamp(folder, known)  # at once: what is written and not stamped counts as edited
        elif name != place.switches:  # which holds what was decided since
            other = path.with_name(f"{path.stem}.scaffolded{path.suffix}")
            write_text(other, text)
            beside.append((other, _difference(path, now, text)))
    _stamp(folder, known)
    return Scaffolded(
        folder=folder,
        sections=sources.sections,
        generated=sources.number,
        kept=sources.kept,
        written=tuple(written),
        beside=tuple(beside),
    )


def _stamp(folder: Path, known: Mapping[str, str]) -> None:
    write_text(folder / _STAMP, json.dumps(known, indent=1, sort_keys=True) + "\n")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _difference(path: Path, now: str, text: str) -> str:
    lines = difflib.unified_diff(
        now.splitlines(keepends=True),
        text.splitlines(keepends=True),
        f"{path.name} (edited)",
        f"{path.name} (scaffolded)",
    )
    return "".join(lines)
