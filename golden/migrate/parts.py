"""The dataclasses that a parser needs: one for each section, or for each of its subcommands."""

from __future__ import annotations

import argparse
import builtins
import keyword
import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from argparity.compat.flag_style import DASHED, DOTTED, UNDERSCORED, FlagStyle
from argparity.compat.section import Section
from argparity.golden.sides.parsers.walk import ACTIONS, parser_at, titles, walk
from argparity.golden.sides.sections import SectionRule

# Field names must not shadow names that the generated module uses.
_RESERVED = frozenset(dir(builtins)) | {
    *("Any", "Literal", "Path", "KEPT", "Section", "argument", "argparse", "dataclass", "datetime"),
    *("decimal", "functools", "re"),
}


@dataclass(kw_only=True)
class Part:
    """The arguments of one section in one parser; `name` of the section, `class_name` of its
    dataclass. Actions of one dest stand together, in the order of the first.
    """

    name: str
    command: tuple[str, ...]
    parser: argparse.ArgumentParser
    class_name: str
    actions: dict[str, list[argparse.Action]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def section(self, config: type, rule: SectionRule) -> Section:
        """The place and the spelling of its arguments."""
        every = [action for some in self.actions.values() for action in some]
        prefix = self.name if rule.prefix is not None and self.name != rule.rest else ""
        return Section(
            config, self.command, prefix, self._style(every, prefix, rule), **_spelling(every)
        )

    def _style(
        self, actions: Iterable[argparse.Action], prefix: str, rule: SectionRule
    ) -> FlagStyle:
        if prefix:
            separator = rule.prefix or "."
            return DOTTED if separator == "." else FlagStyle("_", separator, separator)
        votes = Counter(
            style
            for action in actions
            for style in (DASHED, UNDERSCORED)
            if style.flag("", action.dest) in action.option_strings
        )
        return UNDERSCORED if votes[UNDERSCORED] > votes[DASHED] else DASHED

    def field_names(self, rule: SectionRule, taken: Collection[str]) -> dict[str, str]:
        """dest -> name of its field, none of `taken`."""
        names = self.names = {}
        prefix = self.name + (rule.prefix or "") if rule.prefix and self.name != rule.rest else ""
        used: set[str] = set()
        for dest in self.actions:
            name = identifier(dest.removeprefix(prefix))
            while name in used or name in _RESERVED or name in taken or keyword.iskeyword(name):
                name += "_"
            used.add(name)
            names[dest] = name
        return names


def _spelling(actions: list[argparse.Action]) -> dict[str, Any]:
    """The type that most of them register for strings, and the container they list choices in."""
    valued = [a for a in actions if a.nargs != 0 and a.type in (None, str)]
    untyped = sum(action.type is None for action in valued)
    containers = Counter(type(action.choices) for action in actions if action.choices)
    return {
        "text": None if untyped * 2 > len(valued) else str,
        "choices": list if containers[list] > containers[tuple] else tuple,
    }


def parts_of(
    parser: argparse.ArgumentParser, rule: SectionRule, taken: Collection[str] = ()
) -> list[Part]:
    """The parts, in the order in which their first arguments register; names of classes are
    distinct and none of `taken`.

    A dest has one section, wherever it is registered: it is one key of the result.
    """
    parts: dict[tuple[str, tuple[str, ...]], Part] = {}
    groups: dict[str, str] = {}
    title_of = titles(parser)
    used = set(taken)
    for command, action in walk(parser):
        if isinstance(action, ACTIONS["help"]):  # argparse's own, in every parser
            continue
        group = rule.of_group(title_of.get(id(action)) or "", command)
        groups.setdefault(action.dest, group)
        by_rule = rule.prefix is not None or rule.lists
        name = rule.section_of(action.dest) if by_rule else groups[action.dest]
        if (name, command) not in parts:
            class_name = _class_name(name if by_rule else group, command, used)
            used.add(class_name)
            inner = parser_at(parser, command)
            assert inner is not None
            parts[name, command] = Part(
                name=name, command=command, parser=inner, class_name=class_name
            )
        parts[name, command].actions.setdefault(action.dest, []).append(action)
    return list(parts.values())


def _class_name(name: str, command: tuple[str, ...], taken: set[str]) -> str:
    base = "".join(word[:1].upper() + word[1:] for word in re.findall(r"[A-Za-z0-9]+", name))
    base = base or "Arguments"
    if base[0].isdigit():
        base = "Section" + base
    candidate, number = base, 2
    while candidate in taken or candidate in _RESERVED or keyword.iskeyword(candidate):
        prefix = "".join(word.title() for word in re.findall(r"[A-Za-z0-9]+", " ".join(command)))
        candidate = prefix + base if number == 2 and prefix else f"{base}{number}"
        number += 1
    return candidate


def identifier(text: str) -> str:
    """`text` as a name of Python."""
    name = re.sub(r"\W", "_", text)
    if not name or name[0].isdigit():
        name = "_" + name
    return name
