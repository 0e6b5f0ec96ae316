"""The division of a target's values into sections, the units that are switched over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from argparity.golden.model.encode import Tree
from argparity.golden.sides.parsers.table import ActionTable

SECTION_RULES = ("prefix", "group", "lists")

# argparse's own group titles, of arguments that nobody put into a group.
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

    `prefix`: the part of the dest before this separator is the section, and so are the outer keys
    of a result of two levels. Without it: `lists` (section -> dests); else the title of the
    argument group (`groups`: dest -> title). `paths`: dest -> the keys that lead to its value in a
    nested result.
    """

    prefix: str | None = None
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    rest: str = "arguments"
    paths: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def with_table(self, *tables: ActionTable) -> SectionRule:
        """The rule with the group titles of these parsers; the first that knows a dest decides."""
        groups: dict[str, str] = {}
        for table in tables:
            for row in table.rows:
                groups.setdefault(row.dest, self.of_group(row.group, row.command))
        return replace(self, groups=groups)

    def with_results(self, results: Iterable[Tree], dests: Iterable[str]) -> SectionRule:
        """The rule with the paths to the values of these dests, as far as their names show in the
        results; the first that shows one decides.

        A prefix says itself where a value is.
        """
        if self.prefix is not None:
            return self
        known = [dict.fromkeys(_paths(values, ())) for values in results]
        paths: dict[str, tuple[str, ...]] = {}
        for dest in dests:
            path = next(filter(None, (_path_to(dest, paths) for paths in known)), (dest,))
            if path != (dest,):
                paths[dest] = path
        return replace(self, paths=paths)

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
        """Where a result holds the value of a dest, and a configuration file unless the target says
        otherwise: the keys that lead to it.
        """
        if dest in self.paths:
            return self.paths[dest]
        section, found, key = dest.partition(self.prefix) if self.prefix else ("", "", "")
        return (section, key) if found else (dest,)

    def keys_of(self, dest: str) -> tuple[str, ...]:
        """The keys of a dest in a configuration file: its last part, and that with dashes."""
        key = dest.rpartition(self.prefix)[2] if self.prefix else self.place_of(dest)[-1]
        return tuple(dict.fromkeys((key, key.replace("_", "-"))))

    def leaves(self, values: Tree) -> Iterator[tuple[Leaf, Tree]]:
        """The values of a result's tree, in order."""
        if self.prefix is None:
            yield from self._along_paths(values, ())
            return
        for key, tree in _pairs(values):
            if _is_mapping(tree):
                for name, inner in _pairs(tree):
                    yield Leaf(key, name, f"{key}{self.prefix}{name}"), inner
            else:
                yield Leaf(self.section_of(key), self.place_of(key)[-1], key), tree

    def _along_paths(self, values: Tree, outer: tuple[str, ...]) -> Iterator[tuple[Leaf, Tree]]:
        for key, tree in _pairs(values):
            path = (*outer, key)
            if path in self._outer and _holds_pairs(tree):
                yield from self._along_paths(tree, path)
            else:
                dest = self._dests.get(path, ".".join(path))
                yield Leaf(self.section_of(dest), key, dest), tree

    @cached_property
    def _dests(self) -> dict[tuple[str, ...], str]:
        return {path: dest for dest, path in reversed(tuple(self.paths.items()))}

    @cached_property
    def _outer(self) -> frozenset[tuple[str, ...]]:
        """What the paths lead through."""
        return frozenset(path[:end] for path in self.paths.values() for end in range(len(path)))

    def containers(self, values: Tree) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The shape around the values: for the whole, and each mapping that holds values, its type
        and the order of its keys.
        """
        yield "", _shape_and_keys(values)
        if self.prefix is None:
            yield from self._shapes_along_paths(values, ())
            return
        for key, tree in _pairs(values):
            if _is_mapping(tree):
                yield key, _shape_and_keys(tree)

    def _shapes_along_paths(
        self, values: Tree, outer: tuple[str, ...]
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        for key, tree in _pairs(values):
            path = (*outer, key)
            if path in self._outer and _holds_pairs(tree):
                yield ".".join(path), _shape_and_keys(tree)
                yield from self._shapes_along_paths(tree, path)


def _pairs(values: Tree) -> Iterator[tuple[str, Tree]]:
    """The keys, as reports show them, and values of a tree; none of one that is no mapping."""
    if _holds_pairs(values):
        for key, tree in values["value"]:
            yield label(key), tree


def _holds_pairs(tree: Tree) -> bool:
    pairs = tree["value"]
    return isinstance(pairs, list) and all(isinstance(pair, list) for pair in pairs)


def _paths(values: Tree, outer: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The paths to all values of a result, those to mappings as well."""
    for key, tree in _pairs(values):
        yield (*outer, key)
        yield from _paths(tree, (*outer, key))


_SEPARATORS = re.compile(r"__|[._/:-]")


def _path_to(dest: str, paths: Mapping[tuple[str, ...], None]) -> tuple[str, ...] | None:
    """The path that is the dest, is spelled like it, or whose last name alone is; None where there
    is none, and where there are several.
    """
    if (dest,) in paths:
        return (dest,)
    plain = _SEPARATORS.sub("", dest)
    whole = [path for path in paths if _SEPARATORS.sub("", "".join(path)) == plain]
    last = [path for path in paths if path[-1] == dest]
    # A value that is there only when it is given.
    head, separator, rest = re.split(r"([./:]|$)", dest, maxsplit=1)
    inside = separator and any(path[0] == head and len(path) > 1 for path in paths)
    absent = [(head, rest)] if inside else []
    return next((found[0] for found in (whole, last, absent) if len(found) == 1), None)


def plain_name(name: str) -> str:
    """A name without case and separators: what a section and its class have in common."""
    return "".join(filter(str.isalnum, name)).lower()


def label(key: Tree) -> str:
    """A key as reports show it: a string as it is, anything else with its type."""
    return str(key["value"]) if key["type"] == "str" else f"{key['type']}:{key['value']}"


def _is_mapping(tree: Tree) -> bool:
    return "dict" in tree["type"].lower() and isinstance(tree["value"], list)


def _shape_and_keys(tree: Tree) -> tuple[str, ...]:
    keys = tree["value"] if _holds_pairs(tree) else []
    return (_shape(tree), *(repr(key) for key, _ in keys))


def _shape(tree: Tree) -> str:
    return f"{tree['type']}({tree['factory']})" if "factory" in tree else str(tree["type"])
