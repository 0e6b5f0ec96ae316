"""The one command that shows a mismatch again."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from golden.case import Case
from golden.mismatch import Mismatch
from golden.target import Target

__all__ = ["compare_command", "tool", "witness_lines"]


def tool(name: str) -> str:
    """How to start a tool: beside the running one in a checkout, else as `argparity NAME`."""
    running = Path(sys.argv[0])
    beside = running.with_name(name)
    if running.parent.name == "tools" and beside.exists():
        return str(beside)
    return f"argparity {name}"


def compare_command(target: Target, mismatch: Mismatch) -> str:
    """The shell command. Several parses in a row have none, but a script (`--write-witness`)."""
    case = mismatch.case
    if len(case.steps) > 1:
        section = f" --section {shlex.quote(mismatch.section)}" if mismatch.section else ""
        return f"{tool('gate')} {_sides(target)}{section} --write-witness witnesses"
    return _piped(case) + " ".join([f"{tool('compare')} argv", *_options(target, case)])


def _sides(target: Target) -> str:
    if target.name != "adhoc":
        return target.name
    words = ["--control", target.control, "--candidate", target.candidate]
    if target.config_file is not None and target.config_file.flag is not None:
        words += ["--config-flag", target.config_file.flag]
    return shlex.join(words)


def _options(target: Target, case: Case) -> list[str]:
    found = [_sides(target)]
    found += [f"--env {shlex.quote(f'{name}={value}')}" for name, value in case.env]
    if case.config is not None:
        found.append("--toml /dev/stdin")
    return [*found, "--", *map(shlex.quote, case.argv)]


def _piped(case: Case) -> str:
    """The configuration file, written by printf into a pipe."""
    if case.config is None:
        return ""
    text = "".join(map(_printf, case.config))
    if text.startswith("-"):  # would be an option of printf
        text = f"\\{ord('-'):03o}{text[1:]}"
    return f"printf {shlex.quote(text)} | "


def _printf(byte: int) -> str:
    """One byte as the format string of printf writes it."""
    special = {0x0A: "\\n", 0x09: "\\t", 0x25: "%%", 0x5C: "\\\\"}
    if byte in special:
        return special[byte]
    return chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}"


def witness_lines(case: Case) -> list[str]:
    """A case for people: the words of each parse, its configuration file and the environment."""
    lines = []
    for place, step in enumerate(case.steps, start=1):
        which = f"parse {place}: " if len(case.steps) > 1 else ""
        lines.append(f"{which}argv: {shlex.join(step.argv) or '(no words)'}")
        if step.config is not None:
            text = step.config.decode("utf-8", "backslashreplace").rstrip("\n")
            lines += [f"{which}file: {line}" for line in text.split("\n")]
    return [*lines, *(f"env:  {name}={shlex.quote(value)}" for name, value in case.env)]
