"""Faults of layering: command line over configuration file and environment over defaults."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from argparity.compat._toml import parse_toml
from argparity.golden.model.case import Case, Step
from argparity.golden.mutants.documents import document, edited, written
from argparity.golden.mutants.drafts import ADDED, MutantDraft
from argparity.golden.mutants.mutant import InputFault, Shows
from argparity.golden.sides.parsers.table import ActionRow, ActionTable
from argparity.golden.sides.schema import Schema
from argparity.golden.sides.target import Target


@dataclass(frozen=True)
class _Key:
    """Where a configuration file holds the value of one argument: its spellings, in the table that
    `outer` leads to.
    """

    outer: tuple[str, ...]
    names: tuple[str, ...]
    format: str

    @classmethod
    def of(cls, path: tuple[str, ...], format: str) -> _Key:
        *outer, key = path
        return cls(tuple(outer), tuple(dict.fromkeys((key, key.replace("_", "-")))), format)

    def table(self, found: Any) -> Any:
        """The mapping that may hold the key, None if there is none."""
        for name in self.outer:
            found = found.get(name) if isinstance(found, MutableMapping) else None
        return found if isinstance(found, MutableMapping) else None

    def given(self, data: bytes) -> str | None:
        """The spelling under which a file gives it, None if it does not."""
        if not any(name.encode() in data for name in self.names):
            return None
        table = self.table(document(data, self.format))
        return next((name for name in self.names if table is not None and name in table), None)

    def case(self, value: Any, name: str | None = None) -> Case:
        """A case whose file gives the key."""
        found: Any = {name or self.names[0]: value}
        for outer in reversed(self.outer):
            found = {outer: found}
        return Case.of((), written(found, self.format))


@dataclass(frozen=True)
class _Configured:
    """Changes each step whose file gives the key, by `change(step, key, spelling)`."""

    key: _Key
    change: Callable[[Step, _Key, str], Step]

    def __call__(self, case: Case) -> Case:
        steps = []
        for step in case.steps:
            name = None if step.config is None else self.key.given(step.config)
            steps.append(step if name is None else self.change(step, self.key, name))
        return replace(case, steps=tuple(steps))


def layers(
    row: ActionRow, table: ActionTable, schema: Schema, target: Target
) -> Iterator[MutantDraft]:
    """The key ignored, the file over the command line, a near spelling of the key taken for it, its
    value converted.

    Not for the flag that names the file: it does not come from a file.
    """
    config = target.config_file
    if config is None or not row.sets_value or config.flag in row.flags:
        return
    key = _Key.of(schema.key_path(row), config.format)
    yield from _ignored(row, key)
    if row.flags:
        yield from _file_wins(row, key, table)
    yield from _converted(row, key)
    if len(key.names) > 1:
        yield from _near_spelling(row, key)


def _ignored(row: ActionRow, key: _Key) -> Iterator[MutantDraft]:
    fault = InputFault(_Configured(key, _without_key), key.case(_some_value(row)))
    yield MutantDraft(
        "config-key", "dropped", "ignores its key in the file", fault, shows=("configured",)
    )


def _file_wins(row: ActionRow, key: _Key, table: ActionTable) -> Iterator[MutantDraft]:
    flags = [flag for other in table.rows if other.dest == row.dest for flag in other.flags]
    fault = InputFault(_Configured(key, _WithoutOption(tuple(flags), table)))
    description = "lets the file win over the command line"
    yield MutantDraft("precedence", "file-wins", description, fault, shows=("both",))


def _converted(row: ActionRow, key: _Key) -> Iterator[MutantDraft]:
    to = _conversion(row)
    fault = InputFault(_Configured(key, _Coerced(to)), key.case(_CONVERTED[to]))
    description = "converts what the file gives"
    yield MutantDraft("config-coercion", "converted", description, fault, shows=("configured",))


def _near_spelling(row: ActionRow, key: _Key) -> Iterator[MutantDraft]:
    name, near = key.names
    change = _Configured(replace(key, names=(near,)), _Renamed(name))
    fault = InputFault(change, key.case(_CONVERTED[_conversion(row)], near))
    yield MutantDraft(
        "config-key", "near", f"takes the key {near} for its own", fault, shows=("configured",)
    )


def _edit(step: Step, format: str, edit: Callable[[Any], None]) -> Step:
    assert step.config is not None
    return replace(step, config=edited(step.config, format, edit))


def _without_key(step: Step, key: _Key, name: str) -> Step:
    return _edit(step, key.format, lambda found: key.table(found).pop(name))


@dataclass(frozen=True)
class _Renamed:
    """Gives the key another name."""

    to: str

    def __call__(self, step: Step, key: _Key, name: str) -> Step:
        def edit(found: Any) -> None:
            table = key.table(found)
            table[self.to] = table.pop(name)

        return _edit(step, key.format, edit)


@dataclass(frozen=True)
class _WithoutOption:
    """Takes an option with its values out of the command line."""

    flags: tuple[str, ...]
    table: ActionTable

    def __call__(self, step: Step, key: _Key, name: str) -> Step:
        kept: list[str] = []
        rest = list(step.argv)
        while rest:
            argument = rest.pop(0)
            rows = self.table.resolve(argument) if argument[:1] in self.table.prefix_chars else ()
            if len(rows) != 1 or not set(rows[0].flags) & set(self.flags):
                kept.append(argument)
            elif "=" not in argument:
                del rest[: _length(rows[0], rest)]
        return replace(step, argv=tuple(kept))


def _length(row: ActionRow, following: Sequence[str]) -> int:
    """How many of the following arguments are values of an option."""
    if not row.takes_values:
        return 0
    nargs = row.plain_nargs
    free = next((n for n, other in enumerate(following) if other[:2] == "--"), len(following))
    most = {None: 1, "?": 1}.get(nargs, free) if not isinstance(nargs, int) else nargs
    return min(most, free)


def _some_value(row: ActionRow) -> Any:
    """A value that a file could give, unlike the default."""
    if row.is_switch:
        return row.default["value"] != "True"
    if row.is_list:
        return [ADDED]
    return {"int": 1001, "float": 1001.5}.get(row.type or "", ADDED)


def _conversion(row: ActionRow) -> str:
    if row.is_switch:
        return "bool"
    if row.is_list:
        return "list"
    return row.type if row.type in ("int", "float") else "str"


_CONVERTED: dict[str, Any] = {
    "bool": 1,
    "list": f"{ADDED},{ADDED}",
    "int": "1001",
    "float": 1001,
    "str": 1001,
}
"""For each conversion a value that it changes."""


@dataclass(frozen=True)
class _Coerced:
    """Converts the value that the file gives to what the flag yields."""

    to: str

    def __call__(self, step: Step, key: _Key, name: str) -> Step:
        def edit(found: Any) -> None:
            table = key.table(found)
            table[name] = _coerced(table[name], self.to)

        return _edit(step, key.format, edit)


def _coerced(value: Any, to: str) -> Any:
    plain = value.unwrap() if hasattr(value, "unwrap") else value
    if not isinstance(plain, (str, int, float)):
        return value
    try:
        if to == "list":
            return [plain] if isinstance(plain, str) else value
        if to == "bool":
            return plain in (True, "true", "True", "1", "yes")
        if isinstance(plain, bool):
            return value
        return {"int": int, "float": float, "str": str}[to](plain)
    except (ValueError, OverflowError):
        return value


def unknown_keys(
    section: str | None, table: ActionTable, schema: Schema, target: Target
) -> Iterator[MutantDraft]:
    """Keys without a flag are dropped, in one table of the file or (None) at the top."""
    config = target.config_file
    if config is None:
        return
    keys = [_Key.of(schema.key_path(row), config.format) for row in table.rows]
    if section is None:
        known = {name for key in keys for name in key.outer[:1] or key.names}
        probe: Any = {ADDED: {ADDED: 1} if any(key.outer for key in keys) else 1}
    else:
        inside = [key for key in keys if key.outer[:1] == (section,)]
        known = {name for key in inside for name in key.outer[1:2] or key.names}
        probe = {section: {ADDED: 1}}
    change = _Unknown(section, frozenset(known), config.format)
    fault = InputFault(change, Case.of((), written(probe, config.format)))
    shows: tuple[Shows, ...] = () if section is None else ("configured",)
    yield MutantDraft(
        "config-key", "unknown", "drops keys that it does not know", fault, shows=shows
    )


@dataclass(frozen=True)
class _Unknown:
    """Drops what is not known from the top level, or from one section."""

    section: str | None
    known: frozenset[str]
    format: str

    def __call__(self, case: Case) -> Case:
        return replace(case, steps=tuple(map(self._step, case.steps)))

    def _step(self, step: Step) -> Step:
        if step.config is None or not self._unknown(document(step.config, self.format)):
            return step
        return _edit(step, self.format, self._drop)

    def _unknown(self, found: Any) -> list[str]:
        table = found if self.section is None else found.get(self.section)
        return (
            [key for key in table if key not in self.known]
            if isinstance(table, MutableMapping)
            else []
        )

    def _drop(self, found: Any) -> None:
        table = found if self.section is None else found[self.section]
        for key in self._unknown(found):
            del table[key]


def syntax(target: Target) -> Iterator[MutantDraft]:
    """Files of TOML 1.1 are refused; planned where Python reads them."""
    config = target.config_file
    if config is not None and config.format == "toml" and _reads(_ESCAPED):
        fault = InputFault(_refuse_toml_1_1, Case.of((), _ESCAPED))
        yield MutantDraft(
            "config-syntax",
            "toml-1.0",
            "reads TOML 1.0 only",
            fault,
            shows=("configured",),
            keys=("escaped",),
        )


_ESCAPED = b'escaped = "\\e"\n'


def _reads(data: bytes) -> bool:
    try:
        parse_toml(data.decode())
    except ValueError:
        return False
    return True


def _refuse_toml_1_1(case: Case) -> Case:
    return replace(case, steps=tuple(map(_without_escape, case.steps)))


def _without_escape(step: Step) -> Step:
    """`\\e` spelled as an escape that no version of TOML has."""
    return replace(
        step, config=None if step.config is None else step.config.replace(b"\\e", b"\\q")
    )


def environment(target: Target) -> Iterator[tuple[str, MutantDraft]]:
    """A variable that the target declares is ignored."""
    for name in target.environment:
        fault = InputFault(_WithoutVariable(name), Case.of((), env={name: "3"}))
        yield (
            name,
            MutantDraft(
                "precedence", f"no-{name}", f"ignores the variable {name}", fault, shows=()
            ),
        )


@dataclass(frozen=True)
class _WithoutVariable:
    """Takes a variable out of the environment."""

    name: str

    def __call__(self, case: Case) -> Case:
        return replace(case, env=tuple(pair for pair in case.env if pair[0] != self.name))
