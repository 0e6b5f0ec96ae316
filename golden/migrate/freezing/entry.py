"""The entry of a frozen parser's target in the configuration of its project."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from argparity.golden.migrate.freezing.origin import Origin
from argparity.golden.migrate.parts import identifier
from argparity.golden.observe.capture import parser_of
from argparity.golden.records.atomic import locked, write_text
from argparity.golden.records.seals import SEALS
from argparity.golden.sides.parsers.walk import walk
from argparity.golden.sides.target import Target, find_target
from argparity.golden.toml_file import toml_key


def candidate_folder(name: str, origin: Origin) -> str:
    """The folder of the target's candidate, next to the file that was frozen."""
    package = identifier(f"{name}_args")
    return package if origin.folder in (None, ".") else f"{origin.folder}/{package}"


def entry_of(
    name: str, origin: Origin, frozen: Sequence[str], shims: Sequence[str], seals: str
) -> dict[str, object]:
    """The entry of the target `name`; `frozen` begins with the file of the control.

    Raises CannotJudge for a side that shows no parser.
    """
    folder = candidate_folder(name, origin)
    capture = origin.side.kind == "capture"
    attribute = "build_parser" if capture else origin.attribute.rpartition(".")[2]
    suffix = f":{origin.attribute}" if origin.attribute else ""
    entry: dict[str, object] = {
        "control": f"{'capture:' if capture else ''}{frozen[0]}{suffix}",
        "candidate": f"{folder}/__init__.py:{attribute}",
    }
    if capture:
        entry["candidate_kind"] = "builder"  # one parser for all parses of a case, as captured
    if origin.module is not None:
        entry["module"] = origin.module
    if origin.around.paths:
        entry["paths"] = list(origin.around.paths)
    if shims:
        entry["shims"] = list(shims)
    entry["prog"] = origin.file.name
    entry["sections"] = _section_rule(name, origin)
    entry["frozen"] = list(frozen)
    entry["sources"] = [f"{folder}/sections.py", f"{folder}/__init__.py"]
    entry["switches"] = f"{folder}/switches.py"
    if seals != SEALS:
        entry["seals"] = seals
    return entry


def _section_rule(name: str, origin: Origin) -> dict[str, object]:
    """By prefix where most flags have a dot in their dest, else by argument group."""
    spec = origin.side.spec
    parser = parser_of(
        Target(name=name, control=spec, candidate=spec, base=origin.around.base), origin.side
    )
    actions = [action for _, action in walk(parser)]
    dests = [a.dest for a in actions if a.option_strings and a.dest != "help"]
    dotted = sum("." in dest for dest in dests)
    return {"prefix": "."} if dotted * 2 > len(dests) else {"group": True}


def write_entry(base: Path, name: str, entry: Mapping[str, object]) -> Path:
    """Add the entry to pyproject.toml, or to argparity.toml in a project without one; return that
    file.
    """
    file = base / "pyproject.toml"
    table = f"tool.argparity.targets.{toml_key(name)}"
    if not file.is_file():
        file = base / "argparity.toml"
        table = f"targets.{toml_key(name)}"
    lines = [f"[{table}]", *(f"{key} = {_toml(value)}" for key, value in entry.items())]
    with locked(file):
        before = file.read_text(encoding="utf-8") if file.is_file() else ""
        gap = "" if not before else "\n" if before.endswith("\n") else "\n\n"
        write_text(file, before + gap + "\n".join(lines) + "\n")
    find_target(name, base)
    return file


def _toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)
