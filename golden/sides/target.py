"""A target: one legacy parser that is being replaced, as configuration.

Targets are entries `[tool.argparity.targets.NAME]` of a `pyproject.toml`, or `[targets.NAME]` of an
`argparity.toml`, found in the current folder or above; those of `golden/targets.toml` come with the
package.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args

from argparity.golden.errors import ConfigError, UsageError
from argparity.golden.isolate.clock import pin
from argparity.golden.model.encode import attributes, register_encoder_by_name
from argparity.golden.model.mismatch import CLASSES, SEVERITIES, Severity
from argparity.golden.sides.calling import ConfigFormat
from argparity.golden.sides.loading import Surroundings, load_side
from argparity.golden.sides.schema import LEVELS, Level
from argparity.golden.sides.sections import SECTION_RULES, SectionRule
from argparity.golden.sides.side import KINDS, Side, SideKind
from argparity.golden.toml_file import Document

NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*")
NAME_RULE = "the name of a target is made of letters, digits, _ and -"

CONFIG_FORMATS: tuple[ConfigFormat, ...] = get_args(ConfigFormat)
HelpRule = Literal["compared", "ignored"]
HELP_RULES: tuple[HelpRule, ...] = get_args(HelpRule)
_BUILTIN = Path(__file__).resolve().with_name("targets.toml")


@dataclass(frozen=True)
class ConfigFile:
    """The file that is layered under the command line: the flag that names it, and its format.

    `keys`: where the key of an argument is, by its flag, its dest, or one of these behind the
    subcommands that lead to it (`train --lr`).
    """

    flag: str | None
    format: ConfigFormat = "toml"
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Settings:
    """How a target's sides are run.

    `prog`: `sys.argv[0]`. `config_flag`: the flag before the path of a configuration file, None if
    the file's content is passed to a function. `values`: the method of the result that returns its
    values as a mapping, None if the result itself is the values. `environment`: variables that are
    unset unless the case sets them. `left_out`: see `without`.
    """

    prog: str = "prog"
    config_flag: str | None = None
    values: str | None = None
    environment: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Target:
    """One entry. `base`: the folder that relative paths are relative to; the rest as in the
    documentation of targets.
    """

    name: str
    control: str
    candidate: str
    base: Path
    control_kind: SideKind | None = None
    candidate_kind: SideKind | None = None
    module: str | None = None
    paths: tuple[str, ...] = ()
    shims: tuple[str, ...] = ()
    prog: str = "prog"
    values: str | None = None
    sections: SectionRule = field(default_factory=SectionRule)
    config_file: ConfigFile | None = None
    environment: tuple[str, ...] = ()
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    encoders: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    pinned: Mapping[str, Any] = field(default_factory=dict)
    help: HelpRule = "compared"
    level: Level = "text"
    severity: Mapping[str, Severity] = field(default_factory=dict)
    frozen: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    goldens: str = ""
    ledger: str = "golden/ledger.toml"
    accepted: str = "golden/accepted.toml"
    switches: str = "compat/switches.toml"
    seals: str = "legacy/SEALS.toml"

    @property
    def settings(self) -> Settings:
        """How its sides are run."""
        flag = None if self.config_file is None else self.config_file.flag
        return Settings(self.prog, flag, self.values, self.environment, self.left_out)

    def path(self, relative: str) -> Path:
        """A path of the entry as a real one."""
        return self.base / relative

    @property
    def goldens_path(self) -> Path:
        """The folder of its goldens."""
        return self.path(self.goldens or f"golden/cases/{self.name}")

    def pin(self) -> None:
        """Have the pinned functions return their values in this process. Raises ConfigError."""
        with Surroundings(self.base, self.paths).on_path():
            pin(self.pinned)

    def import_encoders(self) -> None:
        """Register the encoders: those of the modules, and those that are given for a class by its
        name (`orders.Weight=vars`). Raises ConfigError for one that is missing.
        """
        with Surroundings(self.base, self.paths).on_path():
            for entry in self.encoders:
                name, _, function = entry.partition("=")
                try:
                    if function:
                        register_encoder_by_name(name, _encoder(function))
                    else:
                        importlib.import_module(name)
                except (ImportError, AttributeError) as error:
                    raise ConfigError(
                        f"target {self.name!r}, encoders: {function or name} cannot be imported "
                        f"({error}); it is looked for in {self.base} and among what is installed; "
                        f"{_ENCODER_RULE}"
                    ) from error

    def load_control(self) -> Side:
        """The legacy side. Raises SideError."""
        shims = {name: file for name, _, file in (shim.partition("=") for shim in self.shims)}
        around = Surroundings(self.base, self.paths, shims, self.module)
        return load_side(self.control, kind=self.control_kind, around=around)

    def load_candidate(self) -> Side:
        """The dataclass-generated side. Raises SideError."""
        around = Surroundings(self.base, self.paths)
        return load_side(self.candidate, kind=self.candidate_kind, around=around)


_ENCODERS: Mapping[str, Callable[[Any], object]] = {
    "vars": attributes,
    **{kind.__name__: kind for kind in (str, int, float, bool, list, tuple, dict, set)},
    "repr": repr,
}
_ENCODER_RULE = (
    f"an encoder is a module, or CLASS=FUNCTION with {', '.join(_ENCODERS)} or module:function"
)


def _encoder(name: str) -> Callable[[Any], object]:
    if name in _ENCODERS:
        return _ENCODERS[name]
    module, _, attribute = name.partition(":")
    found: Callable[[Any], object] = getattr(importlib.import_module(module), attribute or module)
    return found


def adhoc_target(control: str, candidate: str, **settings: Any) -> Target:
    """A target without an entry, for `--control A --candidate B`; paths are relative to the current
    folder.
    """
    return Target(name="adhoc", control=control, candidate=candidate, base=Path.cwd(), **settings)


def known_targets(start: Path | None = None) -> dict[str, Target]:
    """All targets: the package's own, then the project's that holds `start` (default: the current
    folder).

    Raises ConfigError with file and line for a wrong entry, also for a project's entry of a name
    that is taken.
    """
    targets = _read(_BUILTIN, ("targets",), _BUILTIN.parents[2])
    return {**targets, **_project_targets(start or Path.cwd(), taken=targets)}


def find_target(name: str, start: Path | None = None) -> Target:
    """The target of that name. Raises UsageError that lists the known ones."""
    targets = known_targets(start)
    if name not in targets:
        raise UsageError(
            f"unknown target {name!r}; known targets: {', '.join(sorted(targets))}. "
            "A project's own are in its pyproject.toml as [tool.argparity.targets.NAME]"
        )
    return targets[name]


def project_folder(start: Path) -> Path:
    """The project that holds `start`: the nearest folder with a configuration or a repository."""
    marks = ("argparity.toml", "pyproject.toml", ".git")
    for folder in (start.resolve(), *start.resolve().parents):
        if any((folder / mark).exists() for mark in marks):
            return folder
    return start.resolve()


def _project_targets(start: Path, taken: Collection[str]) -> dict[str, Target]:
    for folder in (start.resolve(), *start.resolve().parents):
        own = {
            folder / "argparity.toml": ("targets",),
            folder / "pyproject.toml": ("tool", "argparity", "targets"),
        }
        found = [_read(file, table, folder, taken) for file, table in own.items() if file.is_file()]
        twice = set(found[0]) & set(found[1]) if len(found) == 2 else set()
        if twice:
            raise ConfigError(
                f"target {min(twice)!r} is also in argparity.toml; keep one of the two",
                file=folder / "pyproject.toml",
            )
        merged = {name: target for targets in found for name, target in targets.items()}
        if merged:
            return merged
    return {}


def _read(
    file: Path, table: tuple[str, ...], base: Path, taken: Collection[str] = ()
) -> dict[str, Target]:
    document = Document.read(file)
    data = document.values
    for depth, name in enumerate(table):
        data = data.get(name, {})
        if not isinstance(data, dict):
            path = table[: depth + 1]
            raise document.error(f"{'.'.join(path)} is not a table", path)
    entries = {name: _Entry(document, (*table, name), entry) for name, entry in data.items()}
    for name, entry in entries.items():
        if name in taken:
            raise entry.error(None, "argparity already ships a target of that name; choose another")
        if not NAME.fullmatch(name):
            raise entry.error(None, NAME_RULE)
    return {name: entry.target(base) for name, entry in entries.items()}


class _Entry:
    """One entry under validation."""

    def __init__(self, document: Document, path: tuple[str, ...], data: Any) -> None:
        self.document, self.path, self.data = document, path, data
        self.name = path[-1]

    def error(self, key: str | None, message: str) -> ConfigError:
        keys = () if key is None else (key,)
        where = ", ".join((f"target {self.name!r}", *keys))
        return self.document.error(f"{where}: {message}", (*self.path, *keys))

    def target(self, base: Path) -> Target:
        if not isinstance(self.data, dict):
            raise self.error(None, "is not a table")
        known = {f.name for f in fields(Target)} - {"name", "base"}
        for key in self.data:
            if key not in known:
                raise self.error(key, f"unknown key; valid keys: {', '.join(sorted(known))}")
        for key in ("control", "candidate"):
            if not isinstance(self.data.get(key), str):
                raise self.error(
                    key if key in self.data else None, f"{key} must be given as a string"
                )
        target = Target(
            name=self.name,
            base=base,
            control=self.data["control"],
            candidate=self.data["candidate"],
        )
        read = {
            "sections": self._sections,
            "config_file": self._config_file,
            "words": self._words,
            "pinned": self._pinned,
            "help": self._one_of("help", HELP_RULES),
            "level": self._one_of("level", LEVELS),
            "severity": self._severity,
            "control_kind": self._one_of("control_kind", tuple(KINDS)),
            "candidate_kind": self._one_of("candidate_kind", tuple(KINDS)),
        }
        tuples = ("environment", "encoders", "left_out", "frozen", "paths", "shims", "sources")
        changes: dict[str, Any] = {
            key: read[key](value)
            if key in read
            else self._strings(key, value)
            if key in tuples
            else self._string(key, value)
            for key, value in self.data.items()
        }
        return replace(target, **changes)

    def _string(self, key: str, value: Any) -> str:
        if not isinstance(value, str):
            raise self.error(key, f"must be a string, not {type(value).__name__}")
        return value

    def _strings(self, key: str, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(key, "must be a list of strings")
        return tuple(value)

    def _one_of(self, key: str, choices: tuple[str, ...]) -> Any:
        def read(value: Any) -> str:
            if value not in choices:
                raise self.error(key, f"is {value!r}; valid choices: {', '.join(choices)}")
            return str(value)

        return read

    def _severity(self, value: Any) -> dict[str, Severity]:
        if not isinstance(value, Mapping):
            raise self.error("severity", 'must be a table, like { "help-changed" = "note" }')
        for cls, severity in value.items():
            if cls not in CLASSES:
                raise self.error("severity", f"unknown class {cls!r}; known: {', '.join(CLASSES)}")
            self._one_of("severity", SEVERITIES)(severity)
        return dict(value)

    def _sections(self, value: Any) -> SectionRule:
        shape = 'one of { prefix = "." }, { group = true }, { lists = { NAME = ["dest", ...] } }'
        if (
            not isinstance(value, Mapping)
            or len(value) != 1
            or next(iter(value)) not in SECTION_RULES
        ):
            raise self.error("sections", f"must be {shape}")
        ((rule, detail),) = value.items()
        if rule == "prefix" and isinstance(detail, str) and detail:
            return SectionRule(prefix=detail)
        if rule == "group" and detail is True:
            return SectionRule()
        if rule == "lists" and isinstance(detail, Mapping) and detail:
            return SectionRule(
                lists={name: self._strings("sections", dests) for name, dests in detail.items()}
            )
        raise self.error("sections", f"{rule} is {detail!r}; must be {shape}")

    def _config_file(self, value: Any) -> ConfigFile:
        if not isinstance(value, Mapping) or not set(value) <= {"flag", "format", "keys"}:
            raise self.error(
                "config_file", 'must be { flag = "--config", format = "toml", keys = {} }'
            )
        kind = value.get("format", "toml")
        if kind not in CONFIG_FORMATS:
            raise self.error(
                "config_file", f"format is {kind!r}; valid choices: {', '.join(CONFIG_FORMATS)}"
            )
        flag = value.get("flag")
        if flag is not None and not isinstance(flag, str):
            raise self.error("config_file", "flag must be a string")
        return ConfigFile(flag, kind, self._keys(value.get("keys", {})))

    def _words(self, value: Any) -> dict[str, tuple[str, ...]]:
        if not isinstance(value, Mapping):
            raise self.error("words", 'must be { FLAG = ["word", ...] }')
        return {name: self._strings("words", words) for name, words in value.items()}

    def _pinned(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping) or not all("." in name for name in value):
            raise self.error("pinned", 'must be { "module.function" = VALUE }, with quotes')
        return dict(value)

    def _keys(self, value: Any) -> dict[str, tuple[str, ...]]:
        if not isinstance(value, Mapping):
            raise self.error("config_file", 'keys must be { FLAG = "table.key" }')
        found: dict[str, tuple[str, ...]] = {}
        for name, key in value.items():
            path = key.split(".") if isinstance(key, str) else key
            if not isinstance(path, list) or not path or not all(isinstance(k, str) for k in path):
                raise self.error(
                    "config_file", f'the key of {name} must be "table.key", or ["table", "key"]'
                )
            found[name] = tuple(path)
        return found
