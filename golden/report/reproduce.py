"""The command that reproduces a mismatch."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.sides.target import Target


def tool(name: str) -> str:
    """The command of a tool: next to the running one in a checkout, otherwise `argparity NAME`."""
    running = Path(sys.argv[0])
    executable = running.with_name(name)
    if running.parent.name == "tools" and executable.exists():
        return str(executable)
    return f"argparity {name}"


def compare_command(target: Target, mismatch: Mismatch) -> str:
    """The shell command; for several parses in a row, one that writes a script for them."""
    case = mismatch.case
    if len(case.steps) > 1:
        section = f" --section {shlex.quote(mismatch.section)}" if mismatch.section else ""
        return f"{tool('gate')} {_sides(target)}{section} --write-witness witnesses"
    return _piped(case) + " ".join([f"{tool('compare')} argv", *_options(target, mismatch)])


def _quote(word: str) -> str:
    """A word of the shell; unprintable characters are escaped in the form $'...' of bash."""
    if all(character.isprintable() for character in word):
        return shlex.quote(word)
    return "$'" + "".join(map(_escape, word)) + "'"


def _escape(character: str) -> str:
    if character in "'\\":
        return f"\\{character}"
    if character.isprintable():
        return character
    return "".join(f"\\x{byte:02x}" for byte in os.fsencode(character))


def printable(text: str) -> str:
    """The text, with escapes for characters that would not print or cannot be written."""
    return "".join(
        c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text
    )


def _sides(target: Target) -> str:
    if target.name != "adhoc":
        return target.name
    options = ["--control", target.control, "--candidate", target.candidate]
    config = target.config_file
    if config is not None and config.flag is not None:
        options.append(f"--config-flag={config.flag}")  # it begins with a dash
    if config is not None and config.format != "toml":
        options.append(f"--config-format={config.format}")
    return shlex.join(options)


def _options(target: Target, mismatch: Mismatch) -> list[str]:
    case = mismatch.case
    found = [_sides(target)]
    found += [f"--env {_quote(f'{name}={value}')}" for name, value in case.env]
    if case.config is not None:
        found.append("--toml /dev/stdin")
    if mismatch.beside:
        found.append(shlex.quote(f"--about={mismatch.flag}:{mismatch.cls}"))
    found += [f"--toml <(printf {_format(file)})" for file in case.steps[-1].more]
    return [*found, "--", *map(_quote, case.argv)]


def _piped(case: Case) -> str:
    """A command that writes the configuration file into a pipe, with printf."""
    if case.config is None:
        return ""
    return f"printf {_format(case.config)} | "


def _format(file: bytes) -> str:
    """The bytes of a file as an argument of printf."""
    text = "".join(map(_printf, file))
    if text.startswith("-"):  # would be an option of printf
        text = f"\\{ord('-'):03o}{text[1:]}"
    return shlex.quote(text)


def _printf(byte: int) -> str:
    """One byte as it is written in a format string of printf."""
    special = {0x0A: "\\n", 0x09: "\\t", 0x25: "%%", 0x5C: "\\\\"}
    if byte in special:
        return special[byte]
    return chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}"


def witness_lines(case: Case) -> list[str]:
    """A case for people: the arguments of each parse, its configuration file, the environment."""
    lines = []
    for place, step in enumerate(case.steps, start=1):
        which = f"parse {place}: " if len(case.steps) > 1 else ""
        lines.append(f"{which}argv: {' '.join(map(_quote, step.argv)) or '(no arguments)'}")
        for file in step.files:
            text = file.decode("utf-8", "backslashreplace").rstrip("\n")
            lines += [f"{which}file: {printable(line)}" for line in text.split("\n")]
    return [*lines, *(f"env:  {name}={_quote(value)}" for name, value in case.env)]
