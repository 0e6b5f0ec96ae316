"""Build a target's parser elsewhere, to see which of its facts are computed where it runs.

`computed` runs `main` in a child process with another folder, home, host and user, and few
variables of the environment; `main` writes the facts of the target's parser into a file, as JSON.
"""

from __future__ import annotations

import argparse
import contextlib
import getpass
import json
import os
import re
import socket
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from argparity.compat.first_parse import captured_parser
from argparity.compat.swapping import action_for
from argparity.golden.errors import GoldenError, UnknownTypeError
from argparity.golden.isolate.environ import variables_read
from argparity.golden.isolate.fresh_python import python_running
from argparity.golden.isolate.scratch import in_scratch
from argparity.golden.migrate.facts import facts_of
from argparity.golden.migrate.variables import ParserFacts, depending
from argparity.golden.model.encode import encode
from argparity.golden.observe.capture import parser_of
from argparity.golden.records.atomic import write_text
from argparity.golden.sides.parsers.walk import is_subcommand, walk
from argparity.golden.sides.side import Side
from argparity.golden.sides.target import Target, find_target

_KEPT = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "VIRTUAL_ENV", "SYSTEMROOT")
_PATIENCE = 120.0
_FACTS = ("default", "const", "choices", "help", "metavar")
Parser = argparse.ArgumentParser

Key = tuple[tuple[str, ...], str]
"""An argument: the subcommands that lead to it, and its dest."""

COMPUTED = "is computed where the program runs"

Refused = Mapping[Key, Mapping[str, str]]
"""Facts that are not to be generated, with the reasons; the fact "" is the whole argument."""


def returns_parser(side: Side) -> bool:
    """Whether the program `side` returns its parser instead of parsing."""
    with side.scope(), in_scratch(keep=Path.cwd()):
        try:
            return captured_parser(side.thing) is None
        except SystemExit:
            return False


def facts(parser: Parser) -> ParserFacts:
    """The known facts of each argument, by a string that names it."""
    return {_name(command, action): _shown_facts(action) for command, action in walk(parser)}


def _name(command: tuple[str, ...], action: argparse.Action) -> str:
    return json.dumps([command, action.dest, action.option_strings])


def _shown_facts(action: argparse.Action) -> dict[str, str]:
    known = {fact: _shown(getattr(action, fact)) for fact in _FACTS}
    if is_subcommand(action):
        known["choices"] = repr(list(action.choices or ()))
    return known


def _made_anew(parser: Parser) -> ParserFacts:
    """The facts of the arguments with classes of the program's own, each registered once more."""
    known = {}
    for command, action in walk(parser):
        if type(action).__module__ != "argparse":
            with contextlib.suppress(Exception):  # a program's own class may raise anything
                call = next(facts_of(action))
                made = action_for(parser, call.names, call.keywords)
                known[_name(command, action)] = _shown_facts(made)
    return known


def _shown(value: object) -> str:
    try:
        return json.dumps(encode(value))
    except UnknownTypeError:
        return type(value).__name__


def computed(target: Target, parser: Parser) -> dict[Key, dict[str, str]]:
    """The facts of arguments that are others elsewhere, each with the reason in words; the fact ""
    is the whole argument.

    Where the parser cannot be built elsewhere, only those that hold a path of this installation.
    """
    elsewhere = _elsewhere(target)
    here = _folders_here(target)
    found: dict[Key, dict[str, str]] = {}
    for name, known in facts(parser).items():
        command, dest, _ = json.loads(name)
        moved = {fact: COMPUTED for fact, shown in known.items() if here.search(shown)}
        if elsewhere is not None:
            variables = elsewhere.variables.get(name, {})
            moved |= {fact: _depends(target, variable) for fact, variable in variables.items()}
            moved |= _moved(known, elsewhere.known.get(name))
        if moved:
            found[tuple(command), dest] = moved
    return found


def _depends(target: Target, variable: str) -> str:
    if variable in target.environment:
        return f"depends on the variable {variable}"
    return (
        f"{COMPUTED}, from the variable {variable}; let the gate try it: "
        f'environment = ["{variable}"]'
    )


class _Elsewhere(NamedTuple):
    """The findings of a child process: the facts, and the variables on which some depend."""

    known: ParserFacts
    variables: dict[str, dict[str, str]]


def _elsewhere(target: Target) -> _Elsewhere | None:
    with tempfile.TemporaryDirectory() as folder:
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        there = {**kept, "HOME": folder, "TMPDIR": folder, "USER": "somebody", "LANG": "C.UTF-8"}
        seen = Path(folder) / "seen.json"
        asked = (target.name, str(target.base), str(seen))
        code = f"from argparity.golden.migrate.probe import main; raise SystemExit(main{asked!r})"
        # What a program does where a variable has an odd value may end it, or never end.
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(
                python_running(code),
                cwd=folder,
                env=there,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_PATIENCE,
            )
        return _Elsewhere(*json.loads(seen.read_text("utf-8"))) if seen.is_file() else None


def _folders_here(target: Target) -> re.Pattern[str]:
    """Finds a path into the project, into what is installed, or into a scratch folder, in the text
    of a fact.
    """
    installed = map(sysconfig.get_path, ("purelib", "platlib", "stdlib"))
    folders = {target.base, *map(Path, installed)} - {Path("/")}
    texts = [re.escape(json.dumps(str(folder))[1:-1]) for folder in sorted(folders)]
    texts.append(rf"{re.escape(tempfile.gettempdir())}/argparity-\w+")
    return re.compile(rf"(?<![\w.-])(?:{'|'.join(texts)})(?![\w.-])")


def _moved(here: dict[str, str], there: dict[str, str] | None) -> dict[str, str]:
    if there is None:
        return {"": "is registered only in some surroundings"}
    return {fact: COMPUTED for fact, shown in here.items() if there.get(fact) != shown}


def main(name: str, base: str, seen: str) -> int:
    """Write the facts of a target's parser into the file `seen`; returns the exit code."""
    os.cpu_count = lambda: 3
    socket.gethostname = lambda: "elsewhere"
    getpass.getuser = lambda: "somebody"
    try:
        target = find_target(name, Path(base))

        def parser(variables: Mapping[str, str]) -> Parser:
            return parser_of(target, target.load_control(), variables)

        before = set(sys.modules)
        with variables_read() as names:
            plain = parser({})
        known = facts(plain)
        write_text(Path(seen), json.dumps([known, {}]))
        names = dict.fromkeys(target.environment, "") | names
        fresh = [name for name in sys.modules.keys() - before if _is_in(target.base, name)]
        variables = depending(
            known, names, fresh, lambda given: facts(parser(given)), lambda: _made_anew(plain)
        )
        write_text(Path(seen), json.dumps([known, variables]))
    except GoldenError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


def _is_in(base: Path, module: str) -> bool:
    file = getattr(sys.modules[module], "__file__", None)
    return file is not None and base in Path(file).parents and "site-packages" not in file
