"""The source of the candidate: its dataclasses and its drop-in module."""

from __future__ import annotations

import subprocess
import textwrap
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from argparity.compat.flag_style import DASHED, DOTTED, UNDERSCORED
from argparity.compat.section import Section
from argparity.golden.errors import CannotJudge
from argparity.golden.isolate.fresh_python import python_running
from argparity.golden.migrate.expressions import Imports
from argparity.golden.migrate.facts import NotExpressible
from argparity.golden.migrate.fields import FieldSource, field_of
from argparity.golden.migrate.parts import Part, parts_of
from argparity.golden.migrate.probe import Key, Refused
from argparity.golden.sides.sections import SectionRule
from argparity.golden.templating import templates
from argparity.golden.toml_file import toml_key

_TEMPLATES = templates(Path(__file__).with_name("templates"))
_TEMPLATES.filters |= {"repr": repr, "toml_key": toml_key}


class Kept(NamedTuple):
    """An argument that stays with the legacy code, or one `fact` of it, and why.

    `command`: the subcommands that lead to it. `number`: of arguments that stay as a whole.
    """

    section: str
    command: tuple[str, ...]
    flags: str
    reason: str
    fact: str = ""
    number: int = 0

    @property
    def text(self) -> str:
        """One line for people."""
        where = " ".join((*self.command, self.flags))
        return f"{where}{', ' + self.fact if self.fact else ''}: {self.reason}"


@dataclass(frozen=True)
class _PartSource:
    """A part with the field of each dest that has one."""

    part: Part
    by_dest: dict[str, FieldSource]

    @property
    def fields(self) -> list[FieldSource]:
        return list(self.by_dest.values())

    @property
    def class_name(self) -> str:
        return self.part.class_name

    @property
    def doc(self) -> str:
        title = " ".join(self.part.name.split()).replace("\\", "\\\\").replace('"', '\\"')
        where = f" of `{' '.join(self.part.command)}`" if self.part.command else ""
        return f"The section `{title}`{where}."


@dataclass(frozen=True, kw_only=True)
class Sources:
    """What is written: `text` of the module, the names of the sections that it generates, and
    `generated`: each generated argument with the facts that are left to the legacy code.
    """

    text: str
    sections: tuple[str, ...]
    generated: Mapping[Key, frozenset[str]]
    number: int
    kept: tuple[Kept, ...]


def sections_source(
    target: str,
    parser: Any,
    rule: SectionRule,
    imports_of: Mapping[str, Any],
    refused: Refused,
) -> Sources:
    """The module of dataclasses for `parser`.

    Fields give way to the names that the module imports, so it is written until these are known.
    """
    taken: set[str] = set()
    while True:
        imports = Imports(**imports_of)
        for name in ("Section", "argument"):
            imports.name("argparity.compat", name)
        imports.name("dataclasses", "dataclass")
        described = _Description(rule, imports, refused)
        described.add(parts_of(parser, rule, taken), taken)
        classes = {part.class_name for part in described.parts}
        fields = {field.name for part in described.parts for field in part.fields}
        if not imports.taken & (fields | classes):
            return _rendered(target, described)
        taken |= imports.taken


class _Description:
    """The parts of a parser as source, and the arguments and facts that are kept."""

    def __init__(self, rule: SectionRule, imports: Imports, refused: Refused) -> None:
        self.rule, self.imports, self._refused = rule, imports, refused
        self.parts: list[_PartSource] = []
        self.kept: list[Kept] = []

    def add(self, parts: Iterable[Part], taken: Collection[str]) -> None:
        for part in parts:
            section = part.section(object, self.rule)
            found = {}
            for dest, name in part.field_names(self.rule, taken).items():
                field = self._field(part, section, dest, name)
                if field is not None:
                    found[dest] = field
            if found:
                self.parts.append(_PartSource(part, found))

    def _field(self, part: Part, section: Section, dest: str, name: str) -> FieldSource | None:
        actions = part.actions[dest]
        flags = ", ".join("/".join(a.option_strings) or a.dest for a in actions)
        refused = self._refused.get((part.command, dest), {})
        try:
            if "" in refused:
                raise NotExpressible(refused[""])
            field = field_of(name, actions, section, part.parser, self.imports, refused)
        except NotExpressible as error:
            kept = Kept(part.name, part.command, flags, str(error), number=len(actions))
            self.kept.append(kept)
            return None
        self.kept += [
            Kept(part.name, part.command, flags, reason, fact)
            for fact, reason in field.kept.items()
        ]
        return field


def _rendered(target: str, described: _Description) -> Sources:
    places: dict[str, list[str]] = {}
    for source in described.parts:
        section = source.part.section(object, described.rule)
        place = _place(source.class_name, section, described.imports)
        places.setdefault(source.part.name, []).append(place)
    text = _TEMPLATES.get_template("sections.py.jinja").render(
        target=target,
        kept=[_bullet(kept) for kept in described.kept],
        imports=described.imports.lines(),
        exported=["SECTIONS", *sorted(part.class_name for part in described.parts)],
        parts=described.parts,
        sections=[(repr(name), made) for name, made in places.items()],
    )
    generated = {
        (source.part.command, dest): frozenset(field.kept)
        for source in described.parts
        for dest, field in source.by_dest.items()
    }
    number = sum(len(s.part.actions[dest]) for s in described.parts for dest in s.by_dest)
    return Sources(
        text=text,
        sections=tuple(places),
        generated=generated,
        number=number,
        kept=tuple(described.kept),
    )


def _bullet(kept: Kept) -> str:
    text = kept.text.replace("\\", "\\\\").replace('"""', "'''")
    return textwrap.fill(text, 96, initial_indent="- ", subsequent_indent="  ")


def _place(class_name: str, section: Section, imports: Imports) -> str:
    arguments = [class_name]
    if section.command:
        arguments.append(f"command={section.command!r}")
    if section.prefix:
        arguments.append(f"prefix={section.prefix!r}")
    if section.style is not DASHED:
        arguments.append(f"style={_style(section, imports)}")
    if section.text is None:
        arguments.append("text=None")
    if section.choices is list:
        arguments.append("choices=list")
    return f"Section({', '.join(arguments)})"


def _style(section: Section, imports: Imports) -> str:
    for name, style in (("DOTTED", DOTTED), ("UNDERSCORED", UNDERSCORED)):
        if section.style is style:
            return imports.name("argparity.compat", name)
    arguments = ", ".join(map(repr, section.style[:3]))
    return f"{imports.name('argparity.compat', 'FlagStyle')}({arguments})"


def written(template: str, **values: Any) -> str:
    """One of the small modules around the dataclasses."""
    return _TEMPLATES.get_template(template).render(**values)


def formatted(text: str) -> str:
    """`text` as ruff formats it, with its imports sorted. Raises CannotJudge where ruff refuses."""
    options = ["--isolated", "--quiet", "--line-length", "100", "--target-version", "py310"]
    ruff = python_running("import runpy; runpy.run_module('ruff', run_name='__main__')")
    stages = (["check", "--select", "I,F401", "--fix-only", "--exit-zero"], ["format"])
    for stage in stages:
        command = [*ruff, *stage, *options, "--stdin-filename", "it.py", "-"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise CannotJudge(f"the formatter refuses the written source: {done.stderr.strip()}")
        text = done.stdout
    return text
