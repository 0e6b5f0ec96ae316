"""From an action to the field of a dataclass that generates it, fact for fact."""

from __future__ import annotations

import argparse
import dataclasses
import re
import textwrap
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from argparity.compat.argparse_meta import KEY
from argparity.compat.argument_group import InferenceWarning
from argparity.compat.section import KEPT, Section
from argparity.compat.swapping import action_for, generated_actions
from argparity.golden.migrate.annotations import Hint, hint_of
from argparity.golden.migrate.expressions import Imports, NoSource, expression
from argparity.golden.migrate.facts import (
    KEEPABLE,
    Facts,
    NotExpressible,
    differences,
    facts_of,
    same,
)

_WIDTH = 92
_MISSING: Any = dataclasses.MISSING
# A kind of action decides which other keywords are inferred, and a type which choices are.
_FIRST = ("action", "type")
# Behind the default, as a person would write them.
_ORDER = (
    *("default", "action", "type", "nargs", "const", "choices", "required", "metavar"),
    *("dest", "arg_names", "help", "deprecated"),
)
_OF_THE_FACTORY = {"help", "default", "required", "off_names"}


@dataclasses.dataclass(frozen=True, kw_only=True)
class FieldSource:
    """One field as source. `default`: the source after the annotation, "" for a required field.
    `kept`: what is left to the legacy code, each with the reason.
    """

    name: str
    annotation: str
    default: str
    doc: tuple[str, ...]
    kept: Mapping[str, str]


class _Value(NamedTuple):
    """The default of a field: its source, and how the trial gives it to `dataclasses.field`."""

    source: str
    keywords: dict[str, Any]


def field_of(
    name: str,
    actions: Sequence[argparse.Action],
    section: Section,
    parser: argparse.ArgumentParser,
    imports: Imports,
    kept: Mapping[str, str],
) -> FieldSource:
    """The field `name` of `section` (whose `config` plays no part) that generates `actions`, all of
    one dest, in `parser`. `kept`: facts that are not to be generated, with reasons.

    Raises NotExpressible.
    """
    first, *others = actions
    if others and type(first.default).__hash__ is None:
        kept = {"default": "is mutable, and several flags share it", **kept}
    reason = ""
    for facts in facts_of(first):
        try:
            found = _Attempt(name, facts, section, parser, imports, kept)
            made = found.made()
            # Attributes that other code attached to the original are copied on replacement.
            wrong = differences(made, first, {*found.kept, *(vars(first).keys() - vars(made))})
            if not wrong:
                companions = [_companion(other, facts, parser, imports) for other in others]
                return found.source(companions)
            reason = reason or f"its {' and '.join(wrong)} cannot be set by a keyword"
        except NoSource as error:
            raise NotExpressible(str(error)) from error
        except Exception as error:  # a program's own class of action may raise anything
            why = " ".join(str(error.__cause__ or error).split())
            reason = reason or f"cannot be registered again: {why}"
    raise NotExpressible(reason or "no call of add_argument makes it")


class _Attempt:
    """One set of facts, and the metadata that makes inference arrive at it."""

    def __init__(
        self,
        name: str,
        facts: Facts,
        section: Section,
        parser: argparse.ArgumentParser,
        imports: Imports,
        kept: Mapping[str, str],
    ) -> None:
        self.name, self._section, self._parser, self._imports = name, section, parser, imports
        self.kept = {**self._inexpressible(facts), **kept}
        self.hint: Hint = hint_of(facts, imports, default_kept="default" in self.kept)
        wanted = {key: v for key, v in facts.keywords.items() if key not in self.kept}
        self.facts = facts._replace(keywords={"default": None, **wanted})
        self.value = self._value()
        self.meta = self._metadata()

    def _inexpressible(self, facts: Facts) -> dict[str, str]:
        found = {}
        for key in KEEPABLE:
            try:
                expression(facts.keywords.get(key), self._imports)
            except NoSource as error:
                found[key] = str(error)
        return found

    def _value(self) -> _Value | None:
        keywords, default = self.facts.keywords, self.facts.keywords["default"]
        demanded = keywords.get("required") or self.facts.positional
        if default is None and demanded and keywords.get("nargs") != "?":
            return None if "default" not in self.kept else _Value("None", {"default": None})
        if default is argparse.SUPPRESS:
            default = None
        elif isinstance(default, str):
            default = self._converted(default)
        source = expression(default, self._imports)
        if type(default).__hash__ is not None:
            return _Value(source, {"default": default})
        empty = not default and type(default) in (list, dict, set)
        made = type(default).__name__ if empty else f"lambda: {source}"
        return _Value(f"factory={made}", {"default_factory": lambda: default})

    def _converted(self, default: str) -> Any:
        """The value that argparse makes of a default that is a string, if it is plain."""
        kind = self.facts.keywords.get("type")
        if kind in (int, float) and "nargs" not in self.facts.keywords:
            try:
                return kind(default)
            except ValueError:
                return default
        return default

    def _metadata(self) -> dict[str, Any]:
        """The keywords that inference does not find."""
        meta: dict[str, Any] = dict.fromkeys(self.kept, KEPT)
        for _ in range(8):
            missing = self._missing(meta)
            if not missing:
                break
            ahead = next((key for key in _FIRST if key in missing), None)
            meta.update(missing if ahead is None else {ahead: missing[ahead]})
        return meta

    def _missing(self, meta: dict[str, Any]) -> dict[str, Any]:
        wanted = {k: v for k, v in self.facts.keywords.items() if k not in ("help", "default")}
        names, got, default = self._inferred(meta)
        missing = {k: v for k, v in wanted.items() if k not in got or not same(got[k], v)}
        if "type" not in missing:  # it may make them go
            for key in got.keys() - wanted.keys() - meta.keys() - _OF_THE_FACTORY:
                if got[key] is not None:
                    missing[key] = "store" if key == "action" else None
        if got.get("required") and "required" not in wanted and not self.facts.positional:
            missing["required"] = False
        if not same(default, self.facts.keywords["default"]):
            missing["default"] = self.facts.keywords["default"]
        if tuple(names) != self.facts.names:
            missing["arg_names"] = list(self.facts.names)
        return missing

    def _inferred(self, meta: dict[str, Any]) -> tuple[tuple[str, ...], dict[str, Any], Any]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InferenceWarning)
            (found,) = self._factory(meta or {"help": None}).arguments
        default = found.keywords.get("default")
        if found.default_factory is not None:
            default = found.default_factory()
        return found.names, found.keywords, default

    def _factory(self, meta: dict[str, Any]) -> Any:
        given = {} if self.value is None else self.value.keywords
        field = dataclasses.field(**given, metadata={KEY: meta})
        config = dataclasses.make_dataclass(
            "Trial", [(self.name, self.hint.meaning, field)], kw_only=True
        )
        return self._section._replace(config=config).factory()

    def made(self) -> argparse.Action:
        """The resulting action."""
        meta = {"help": self.facts.keywords.get("help"), **self.meta}
        (action,) = generated_actions(self._parser, self._factory(meta))
        return action

    def source(self, companions: list[str]) -> FieldSource:
        """The field as source."""
        meta = {key: self.meta[key] for key in sorted(self.meta, key=_ORDER.index)}
        doc = _docstring(self.facts.keywords.get("help"))
        if doc is None and "help" in self.facts.keywords:
            meta["help"] = self.facts.keywords["help"]
        arguments = [f"{key}={expression(value, self._imports)}" for key, value in meta.items()]
        if companions:
            arguments.append(f"companions=[{', '.join(companions)}]")
        value = "" if self.value is None else self.value.source
        if arguments or value.startswith("factory="):
            value = f"argument({', '.join(filter(None, (value, *arguments)))})"
        return FieldSource(
            name=self.name, annotation=self.hint.text, default=value, doc=doc or (), kept=self.kept
        )


def _companion(
    action: argparse.Action, first: Facts, parser: argparse.ArgumentParser, imports: Imports
) -> str:
    """The dict for `action` among the companions of `first`, as source."""
    for facts in facts_of(action):
        own = {k: v for k, v in facts.keywords.items() if k != "dest"}
        if same(own["default"], first.keywords["default"]):
            del own["default"]
        try:
            made = action_for(parser, facts.names, facts.keywords)
        except Exception:
            continue
        if not differences(made, action, vars(action).keys() - vars(made)):
            return expression({"arg_names": list(facts.names), **own}, imports)
    raise NotExpressible("shares its dest with an argument that no call of add_argument makes")


def _docstring(text: Any) -> tuple[str, ...] | None:
    """The lines of a docstring that is read back as this help, None if there is none."""
    if not isinstance(text, str) or text is argparse.SUPPRESS or not text:
        return None
    if "%" in text.replace("%%", ""):
        return None
    plain = text.replace("%%", "%")
    if re.sub(r"\s+", " ", plain).strip() != plain:
        return None
    escaped = plain.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if escaped.endswith('"'):
        escaped = escaped[:-1] + '\\"'
    if not escaped.isprintable():
        return None
    lines = textwrap.wrap(escaped, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return tuple(lines)
