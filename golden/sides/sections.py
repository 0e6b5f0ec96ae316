"""How a target's values are divided into sections, the units that are switched over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from argparity.golden.model.encode import Tree
from argparity.golden.sides.parsers.table import ActionTable

__all__ = ["SECTION_RULES", "Leaf", "SectionRule", "plain_name"]

SECTION_RULES = ("prefix", "group", "lists")

# argparse's own group titles; arguments that nobody put into a group stand there.
_DEFAULT_TITLES = ("options", "optional arguments", "positional arguments", "")


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value: its section, its key, and the dest that argparse knows it by."""

    section: str
    key: str
    dest: str


@dataclass(frozen=True)
class SectionRule:
    """The division of a target.

    `prefix`: the part of the dest before this separator is the section, and a result of two levels
    is read likewise. Without it: `lists` (section -> dests); else the title of the argument group
    (`groups`: dest -> title).
    """

    prefix: str | None = None
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    rest: str = "arguments"

    def with_table(self, *tables: ActionTable) -> SectionRule:
        """The rule with the group titles of these parsers; the first that knows a dest decides."""
        groups: dict[str, str] = {}
        for table in tables:
            for row in table.rows:
                groups.setdefault(row.dest, self.of_group(row.group, row.command))
        return SectionRule(self.prefix, self.lists, groups, self.rest)

    def of_group(self, title: str, command: tuple[str, ...] = ()) -> str:
        """The section of an argument group, where groups are sections."""
        return " ".join((*command, self.rest if title in _DEFAULT_TITLES else str(title)))

    def section_of(self, dest: str) -> str:
        """The section of a dest; `rest` where the rule says nothing."""
        if self.prefix is not None:
            place = self.place_of(dest)
            return place[0] if len(place) == 2 else self.rest
        for section, dests in self.lists.items():
            if dest in dests:
                return section
        return self.rest if self.lists else self.groups.get(dest, self.rest)

    def place_of(self, dest: str) -> tuple[str, ...]:
        """Where a configuration file holds a dest: in which table, if in any, and by which key."""
        section, found, key = dest.partition(self.prefix) if self.prefix else ("", "", "")
        return (section, key) if found else (dest,)

    def keys_of(self, dest: str) -> tuple[str, ...]:
        """What a configuration file may call a dest: its last part, and that with dashes."""
        key = dest.rpartition(self.prefix)[2] if self.prefix else dest
        return tuple(dict.fromkeys((key, key.replace("_", "-"))))

    def leaves(self, values: Tree) -> Iterator[tuple[Leaf, Tree]]:
        """The values of a result's tree, in order."""
        pairs = values["value"]
        for key_tree, tree in pairs if isinstance(pairs, list) else ():
            key = label(key_tree)
            if self.prefix is not None and _is_mapping(tree):
                for inner_key, inner in tree["value"]:
                    name = label(inner_key)
                    yield Leaf(key, name, f"{key}{self.prefix}{name}"), inner
            elif self.prefix is not None:
                yield Leaf(self.section_of(key), self.place_of(key)[-1], key), tree
            else:
                yield Leaf(self.section_of(key), key, key), tree

    def containers(self, values: Tree) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The shape around the values: for the whole and each two-level section its type and the
        order of its keys.
        """
        pairs = values["value"] if isinstance(values["value"], list) else []
        yield "", (_shape(values), *(repr(key) for key, _ in pairs))
        if self.prefix is not None:
            for key, tree in pairs:
                if _is_mapping(tree):
                    yield label(key), (_shape(tree), *(repr(inner) for inner, _ in tree["value"]))


def plain_name(name: str) -> str:
    """A name without case and separators: what a section and its class have in common."""
    return "".join(filter(str.isalnum, name)).lower()


def label(key: Tree) -> str:
    """A key as reports show it: a text as it is, anything else with its type."""
    return str(key["value"]) if key["type"] == "str" else f"{key['type']}:{key['value']}"


def _is_mapping(tree: Tree) -> bool:
    return "dict" in tree["type"].lower() and isinstance(tree["value"], list)


def _shape(tree: Tree) -> str:
    return f"{tree['type']}({tree['factory']})" if "factory" in tree else str(tree["type"])
