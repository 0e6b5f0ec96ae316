"""The source of the candidate: its dataclasses and its drop-in module."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import jinja2

from compat.dropin import DASHED, DOTTED, UNDERSCORED, Section
from golden.errors import CannotJudge
from golden.scaffold.facts import Stays
from golden.scaffold.fields import FieldSource, field_of
from golden.scaffold.plan import Part, parts_of
from golden.scaffold.probe import Key
from golden.scaffold.source import Imports
from golden.sections import SectionRule

__all__ = ["Sources", "Stay", "formatted", "sections_source", "written"]

_TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent.parent / "templates" / "scaffold"),
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    autoescape=False,
)


class Stay(NamedTuple):
    """An argument that stays with the legacy code, and why."""

    section: str
    command: tuple[str, ...]
    flags: str
    reason: str
    number: int = 1


@dataclass(frozen=True)
class _PartSource:
    part: Part
    fields: list[FieldSource]

    @property
    def class_name(self) -> str:
        return self.part.class_name

    @property
    def doc(self) -> str:
        title = " ".join(self.part.name.split()).replace("\\", "\\\\").replace('"', '\\"')
        where = f" of `{' '.join(self.part.command)}`" if self.part.command else ""
        return f"The section `{title}`{where}."


@dataclass(frozen=True)
class Sources:
    """What is written: `text` of the module, the names of the sections that it generates, how many
    arguments they have, and what stays with the legacy code.
    """

    text: str
    sections: tuple[str, ...]
    generated: int
    stays: tuple[Stay, ...]


def sections_source(
    target: str,
    parser: Any,
    rule: SectionRule,
    imports_of: Mapping[str, Any],
    refused: Mapping[Key, str],
) -> Sources:
    """The module of dataclasses for `parser`. `refused`: arguments that are to stay, with reasons.

    Fields give way to the names that the module imports, so it is written until these are known.
    """
    taken: set[str] = set()
    while True:
        imports = Imports(**imports_of)
        for name in ("Section", "argument"):
            imports.name("compat.dropin", name)
        imports.name("dataclasses", "dataclass")
        parts, stays = _described(parser, rule, imports, refused, taken)
        classes = {part.class_name for part in parts}
        fields = {field.name for part in parts for field in part.fields}
        if not imports.taken & (fields | classes):
            break
        taken |= imports.taken
    return _rendered(target, rule, parts, stays, imports)


def _described(
    parser: Any,
    rule: SectionRule,
    imports: Imports,
    refused: Mapping[Key, str],
    taken: set[str],
) -> tuple[list[_PartSource], list[Stay]]:
    described, stays = [], []
    for part in parts_of(parser, rule, taken):
        section = part.section(object, rule)
        fields = []
        for dest, name in part.field_names(rule, taken).items():
            actions = part.actions[dest]
            try:
                if (part.command, dest) in refused:
                    raise Stays(refused[part.command, dest])
                fields.append(field_of(name, actions, section, part.parser, imports))
            except Stays as error:
                shown = ", ".join("/".join(a.option_strings) or a.dest for a in actions)
                stays.append(Stay(part.name, part.command, shown, str(error), len(actions)))
        if fields:
            described.append(_PartSource(part, fields))
    return described, stays


def _rendered(
    target: str,
    rule: SectionRule,
    parts: list[_PartSource],
    stays: list[Stay],
    imports: Imports,
) -> Sources:
    places: dict[str, list[str]] = {}
    for part in parts:
        section = part.part.section(object, rule)
        places.setdefault(part.part.name, []).append(_place(part.class_name, section, imports))
    text = _TEMPLATES.get_template("sections.py.jinja").render(
        target=target,
        stays=[_bullet(stay) for stay in stays],
        imports=imports.lines(),
        exported=["SECTIONS", *sorted(part.class_name for part in parts)],
        parts=parts,
        sections=[(repr(name), made) for name, made in places.items()],
    )
    generated = sum(
        len(part.part.actions[dest])
        for part in parts
        for dest, name in part.part.names.items()
        if any(field.name == name for field in part.fields)
    )
    return Sources(text, tuple(places), generated, tuple(stays))


def _bullet(stay: Stay) -> str:
    where = f"{' '.join(stay.command)} " if stay.command else ""
    text = f"{where}{stay.flags}: {stay.reason}".replace("\\", "\\\\").replace('"""', "'''")
    return textwrap.fill(text, 96, initial_indent="- ", subsequent_indent="  ")


def _place(class_name: str, section: Section, imports: Imports) -> str:
    words = [class_name]
    if section.command:
        words.append(f"command={section.command!r}")
    if section.prefix:
        words.append(f"prefix={section.prefix!r}")
    if section.style is not DASHED:
        words.append(f"style={_style(section, imports)}")
    if section.text is None:
        words.append("text=None")
    if section.choices is list:
        words.append("choices=list")
    return f"Section({', '.join(words)})"


def _style(section: Section, imports: Imports) -> str:
    for name, style in (("DOTTED", DOTTED), ("UNDERSCORED", UNDERSCORED)):
        if section.style is style:
            return imports.name("compat.dropin", name)
    words = ", ".join(map(repr, section.style[:3]))
    return f"{imports.name('compat.argument_group', 'FlagStyle')}({words})"


def written(template: str, **values: Any) -> str:
    """One of the small modules around the dataclasses."""
    return _TEMPLATES.get_template(template).render(**values)


def toml_key(name: str) -> str:
    """`name` as a key of TOML."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name)


def formatted(text: str) -> str:
    """`text` as ruff formats it, with its imports sorted. Raises CannotJudge where ruff refuses."""
    options = ["--isolated", "--quiet", "--line-length", "100", "--target-version", "py310"]
    stages = (["check", "--select", "I,F401", "--fix-only", "--exit-zero"], ["format"])
    for stage in stages:
        command = [sys.executable, "-m", "ruff", *stage, *options, "--stdin-filename", "it.py", "-"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise CannotJudge(f"the formatter refuses the written source: {done.stderr.strip()}")
        text = done.stdout
    return text
