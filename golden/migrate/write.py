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
from argparity.golden.errors import CannotJudge, ConfigError
from argparity.golden.migrate.facts import KEEPABLE, differences
from argparity.golden.migrate.probe import (
    COMPUTED,
    Key,
    Parser,
    Refused,
    computed,
    returns_parser,
)
from argparity.golden.migrate.render import (
    Sources,
    Stay,
    formatted,
    sections_source,
    written,
)
from argparity.golden.observe.capture import parser_of
from argparity.golden.records.atomic import write_text
from argparity.golden.sides.loading import split_spec
from argparity.golden.sides.parsers.walk import walk
from argparity.golden.sides.side import Side
from argparity.golden.sides.target import Target
from argparity.golden.toml_file import toml_key

__all__ = ["Scaffolded", "scaffold"]

_STAMP = ".scaffold.json"
_SWITCHES = "switches.toml"  # holds what was decided since; it is never written anew
_ROUNDS = 4
_CAME_OUT = "came out different when it was generated"


@dataclass(frozen=True)
class Scaffolded:
    """What was written. `written` are the files; `beside` those whose place holds an edited file,
    with the differences as text.
    """

    folder: Path
    sections: tuple[str, ...]
    generated: int
    stays: tuple[Stay, ...]
    written: tuple[Path, ...]
    beside: tuple[tuple[Path, str], ...]

    @property
    def computes_defaults(self) -> bool:
        """Whether a default of the control is another one elsewhere."""
        return any(
            stay.fact == "default" and stay.reason.startswith(COMPUTED) for stay in self.stays
        )


def scaffold(target: Target, *, probe: bool = True) -> Scaffolded:
    """Write the candidate of `target` where its entry says.

    With `probe`, the parser is also built in other surroundings, and what is another there stays
    with the legacy code. Raises ConfigError for an entry that names no folder for the candidate,
    CannotJudge where the control shows no parser or no argument to generate.
    """
    folder, attribute = _place_of(target)
    control = target.load_control()
    parser = parser_of(target, control)
    refused = computed(target, parser) if probe else {}
    frozen = control.modules.get(target.module) if target.module else None
    for _ in range(_ROUNDS):
        sources = _sections(target, parser, frozen, refused)
        around = _around(target, control, folder, attribute, sources)
        files = {"sections.py": sources.text, **around}
        wrong = _differing(target, folder, attribute, files, parser, sources)
        if not wrong:
            pretty = {n: formatted(t) if n.endswith(".py") else t for n, t in files.items()}
            return _put(folder, pretty, sources)
        for key, facts in wrong.items():
            refused[key] = {**refused.get(key, {}), **facts}
    named = (f"{' '.join((*command, dest))}: {why}" for (command, dest), why in wrong.items())
    raise CannotJudge(
        f"the candidate of {target.name} still differs after {_ROUNDS} rounds: {'; '.join(named)}"
    )


def _place_of(target: Target) -> tuple[Path, str]:
    place, attribute = split_spec(target.candidate)
    if not place.endswith("__init__.py"):
        raise ConfigError(
            f"target {target.name!r}: the candidate of a scaffolded target is a folder of its own: "
            f'candidate = "{target.name}_args/__init__.py:{attribute}"'
        )
    return (target.base / place).parent, attribute


def _sections(
    target: Target, parser: Parser, frozen: ModuleType | None, refused: Refused
) -> Sources:
    imports = {} if frozen is None else {"frozen": frozen, "frozen_from": ".frozen"}
    sources = sections_source(target.name, parser, target.sections, imports, refused)
    if not sources.sections:
        why = "; ".join(stay.text for stay in sources.stays)
        raise CannotJudge(
            f"target {target.name!r} has no sections: no argument of its parser can be generated "
            f"({why or 'it has none'}); is {target.control} the right parser?"
        )
    return sources


def _around(
    target: Target, control: Side, folder: Path, attribute: str, sources: Sources
) -> dict[str, str]:
    """The modules beside the dataclasses."""
    capture = target.control.startswith("capture:")
    place = target.control.removeprefix("capture:")
    script = capture and ":" not in place
    module, _, dotted = (place, "", "") if script else place.rpartition(":")
    depth = len(folder.relative_to(target.base).parts)
    maker = "" if capture else _maker(control)
    # The program itself, with the swap in the parser that it parses with.
    program = [dotted] if capture and dotted.isidentifier() and dotted != attribute else []
    made = {
        "__init__.py": written(
            "dropin.py.jinja",
            target=target.name,
            origin=target.module or module,
            attribute=attribute,
            script=place if script else "",
            runner=("path" if place.endswith(".py") else "module") if script else "",
            captured=dotted if capture else "",
            maker=maker,
            dotted=dotted,
            names=[attribute, *program],
            replaced=_is_replaced(module, maker, dotted),
            depth=depth,
        ),
        "switches.toml": written(
            "switches.toml.jinja",
            target=target.name,
            target_key=toml_key(target.name),
            names=[toml_key(name) for name in sources.sections],
        ),
    }
    if not script:
        file = module if module.endswith(".py") else ""
        shims = [shim.partition("=") for shim in target.shims]
        made["frozen.py"] = written(
            "frozen.py.jinja",
            file=file,
            module=target.module or Path(module).stem if file else module,
            shims={name: path for name, _, path in shims} if file else {},
            depth=depth,
        )
    return made


def _is_replaced(module: str, maker: str, dotted: str) -> bool:
    """Whether the frozen code itself shall use the drop-in: not in a live module, which is the
    control as well, and not a class, which may name itself to reach its base.
    """
    return module.endswith(".py") and maker != "parsing_class" and dotted.isidentifier()


def _maker(control: Side) -> str:
    """The method of a DropIn that stands for this kind of side."""
    if control.kind == "program":
        return "builder" if returns_parser(control) else "function"
    return "parsing_class" if control.kind == "class" else control.kind


def _differing(
    target: Target,
    folder: Path,
    attribute: str,
    files: Mapping[str, str],
    parser: Parser,
    sources: Sources,
) -> dict[Key, dict[str, str]]:
    """The generated arguments that the written candidate has otherwise, each with what differs."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f"{folder.name}_") as trial:
        for name, text in files.items():
            (Path(trial) / name).write_text(text, encoding="utf-8")
        place = Path(trial).relative_to(target.base) / "__init__.py"
        side = replace(target, candidate=f"{place}:{attribute}").load_candidate()
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


def _put(folder: Path, files: Mapping[str, str], sources: Sources) -> Scaffolded:
    """Write each file, but beside its place where it was edited since it was last written."""
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
        elif name != _SWITCHES:
            other = path.with_name(f"{path.stem}.scaffolded{path.suffix}")
            write_text(other, text)
            beside.append((other, _difference(path, now, text)))
    _stamp(folder, known)
    return Scaffolded(
        folder, sources.sections, sources.number, sources.stays, tuple(written), tuple(beside)
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
