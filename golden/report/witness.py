"""A standalone script for one mismatch: its input, both sides, and their results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import DIRECTIONS, Mismatch
from argparity.golden.sides.target import ConfigFile, Target
from argparity.golden.templating import templates

_FOLDER = Path(__file__).with_name("templates")
# A script that judges one input does not need the target's records.
_FOR_JUDGING = {f.name for f in fields(Target)} - {
    *("frozen", "sources", "goldens", "ledger", "accepted", "switches", "seals", "base")
}


def witness_script(target: Target, mismatch: Mismatch) -> str:
    """Python source of a script that runs the witness of `mismatch` on both sides of `target`.

    It reads no configuration. It needs argparity and the packages of the two sides, and exits with
    1 if they differ, 0 if they agree, 3 if the control does not agree with itself.
    """
    environment = templates(_FOLDER)
    template = environment.get_template("witness.py.jinja")
    return template.render(
        title=_ascii(mismatch.line()),
        direction=DIRECTIONS[mismatch.direction],
        base=ascii(str(target.base)),
        entry=list(_entry(target)),
        rule=any(name == "sections" for name, _ in _entry(target)),
        config_file=target.config_file is not None,
        id=ascii(mismatch.case.id),
        why=ascii(mismatch.case.why),
        env=ascii(mismatch.case.env),
        steps=list(_steps(mismatch.case)),
    )


def _ascii(text: str) -> str:
    """The text in a form that is safe inside a docstring."""
    return text.replace("\\", "/").replace('"""', "'''").encode("ascii", "replace").decode()


def _entry(target: Target) -> Iterator[tuple[str, str]]:
    """The keys of the target that are not at their default, as source."""
    plain = Target(name="", control="", candidate="", base=target.base)
    for f in fields(Target):
        value = getattr(target, f.name)
        if f.name in _FOR_JUDGING and value != getattr(plain, f.name):
            yield f.name, _source(value)


def _source(value: Any) -> str:
    if isinstance(value, ConfigFile):
        return f"ConfigFile(flag={value.flag!r}, format={value.format!r})"
    return ascii(value)


def _steps(case: Case) -> Iterator[dict[str, Any]]:
    """Each parse as source: its arguments, and its file line by line."""
    for step in case.steps:
        arguments = ", ".join(map(ascii, step.argv))
        lines = None if step.config is None else step.config.splitlines(keepends=True) or [b""]
        yield {
            "argv": f"({arguments}{',' if len(step.argv) == 1 else ''})",
            "more": step.more,
            "lines": None if lines is None else list(map(repr, lines)),
        }
