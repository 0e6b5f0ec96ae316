"""The modules next to the dataclasses: the drop-in, the frozen code, the switches."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from argparity.golden.errors import ConfigError
from argparity.golden.migrate.probe import returns_parser
from argparity.golden.migrate.render import written
from argparity.golden.sides.loading import split_spec
from argparity.golden.sides.side import Side
from argparity.golden.sides.target import Target


@dataclass(frozen=True)
class Place:
    """Where a candidate is written: a package with the drop-in `attribute`, and the name of the
    switches file in it.
    """

    folder: Path
    attribute: str
    switches: str


def place_of(target: Target) -> Place:
    """The place that the entry of a target names. Raises ConfigError if it is not a package."""
    module, attribute = split_spec(target.candidate)
    if not module.endswith("__init__.py"):
        raise ConfigError(
            f"target {target.name!r}: the candidate of a scaffolded target is a folder of its own: "
            f'candidate = "{target.name}_args/__init__.py:{attribute}"'
        )
    folder, switches = target.path(module).parent, target.path(target.switches)
    if switches.parent != folder:
        shown = folder.relative_to(target.base).as_posix()
        raise ConfigError(
            f"target {target.name!r}: the switches of a scaffolded target are next to its drop-in: "
            f'switches = "{shown}/switches.py"'
        )
    return Place(folder, attribute, switches.name)


def drop_in_files(
    target: Target, control: Side, place: Place, sections: Sequence[str]
) -> dict[str, str]:
    """The files by name, with their source."""
    spec = target.control.removeprefix("capture:")
    is_script = spec != target.control and ":" not in spec
    module = spec if is_script else spec.rpartition(":")[0]
    form = "switches.py.jinja" if place.switches.endswith(".py") else "switches.toml.jinja"
    files = {
        "__init__.py": _drop_in(target, control, place, "" if is_script else module),
        place.switches: written(form, target=target.name, names=sections),
    }
    if not is_script:
        files["frozen.py"] = _frozen(target, place, module)
    return files


def _drop_in(target: Target, control: Side, place: Place, module: str) -> str:
    """The drop-in of what `module` has, or of a script."""
    is_captured = target.control.startswith("capture:")
    spec = target.control.removeprefix("capture:")
    script = "" if module else spec
    dotted = spec.rpartition(":")[2] if module else ""
    maker = "" if is_captured else _maker(control)
    # The program itself, with the swap in the parser that it parses with.
    is_program = is_captured and dotted.isidentifier() and dotted != place.attribute
    is_file = script.endswith(".py")
    depth, (path,) = _reached(place.folder, [target.path(script)]) if is_file else (0, [script])
    return written(
        "dropin.py.jinja",
        target=target.name,
        origin=target.module or module or script,
        attribute=place.attribute,
        switches=place.switches,
        script=path,
        runner=("path" if is_file else "module") if script else "",
        captured=dotted if is_captured else "",
        maker=maker,
        dotted=dotted,
        names=[place.attribute, *([dotted] if is_program else [])],
        replaced=_is_replaced(module, maker, dotted),
        depth=depth,
    )


def _maker(control: Side) -> str:
    """The method of a DropIn that stands for this kind of side."""
    if control.kind == "program":
        return "builder" if returns_parser(control) else "function"
    return "parsing_class" if control.kind == "class" else control.kind


def _is_replaced(module: str, maker: str, dotted: str) -> bool:
    """Whether the frozen code itself shall use the drop-in: not in a live module, which is the
    control as well, and not a class, which may name itself to reach its base.
    """
    return module.endswith(".py") and maker != "parsing_class" and dotted.isidentifier()


def _frozen(target: Target, place: Place, module: str) -> str:
    """The module that loads the frozen file `module`, or imports the live module of that name."""
    if not module.endswith(".py"):
        return written("frozen.py.jinja", file="", module=module)
    shims = [shim.partition("=")[::2] for shim in target.shims]
    needed = [module, *(file for _, file in shims if file)]
    depth, paths = _reached(place.folder, [target.path(file) for file in needed])
    path_of = dict(zip(needed, paths, strict=True))
    return written(
        "frozen.py.jinja",
        file=path_of[module],
        module=target.module or Path(module).stem,
        shims={name: path_of.get(file, "") for name, file in shims},
        depth=depth,
    )


def _reached(folder: Path, files: Sequence[Path]) -> tuple[int, list[str]]:
    """The way from a module in `folder` to `files` that holds wherever all are installed together:
    how many folders up, and the paths from there.
    """
    common = Path(os.path.commonpath([folder, *files]))
    depth = len(folder.relative_to(common).parts)
    return depth, [file.relative_to(common).as_posix() for file in files]
