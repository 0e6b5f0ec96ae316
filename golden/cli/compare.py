"""`compare`: one input on both sides."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from argparity.compat._toml import TOMLDecodeError, parse_toml
from argparity.compat.switchboard import BACKENDS, ENVIRONMENT_VARIABLE
from argparity.golden.cli.common import (
    ToolParser,
    add_env_option,
    add_side_options,
    chosen_target,
    split_arguments,
    variables,
)
from argparity.golden.errors import CannotJudge, ExitCode, UsageError
from argparity.golden.gate.checks import backends, known_accepted
from argparity.golden.gate.options import GateOptions
from argparity.golden.judge.naming import count_values
from argparity.golden.model.case import MOST_FILES, Case
from argparity.golden.model.mismatch import render, summary
from argparity.golden.records.accepted import apply_accepted
from argparity.golden.report.comparison import comparison_lines
from argparity.golden.sides.target import Target
from argparity.golden.workers.one_case import CaseResult, compared

_DESCRIPTION = """\
Run the control, the candidate and the control again on one input, and say whether they agree:
values with their types, key order, exit code, error text, exceptions, log records.

  argparity compare argv flame -- --training.steps 5     a command line
  argparity compare toml flame train.toml -- --help      a TOML file under a command line
  argparity compare argv --control before.py:parser --candidate after.py:build -- --lr 3
"""


class _Parser(ToolParser):
    def error(self, message: str) -> NoReturn:
        """See ToolParser; says where the arguments of the program belong."""
        if message.startswith("unrecognized arguments"):
            message += " (the command line of the program comes after two dashes: compare argv "
            message += "TARGET -- ARGS)"
        super().error(message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="argparity compare",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("input", choices=["argv", "toml"], help="what the input is")
    parser.add_argument(
        "names",
        nargs="*",
        default=[],
        metavar="TARGET [FILE]",
        help="the target, and for toml the file",
    )
    parser.add_argument(
        "--toml",
        action="append",
        default=[],
        metavar="FILE",
        help="a configuration file for both sides; again for further ones, which come in the order "
        "given, or where the arguments say <TOML>, <TOML2> and <TOML3>",
    )
    add_env_option(parser)
    parser.add_argument(
        "--backend",
        choices=BACKENDS,
        help="compare as if every section of the target were switched to this backend",
    )
    parser.add_argument(
        "--about",
        metavar="FLAG:CLASS",
        help="the difference to print first, as reports name it",
    )
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="add DeepDiff's view of every difference"
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON document and nothing else"
    )
    parser.add_argument(
        "--timeout",
        type=float,
        default=10.0,
        metavar="SECONDS",
        help="time limit for one run of a side (default: 10)",
    )
    parser.epilog = "The arguments after -- are the command line that both sides parse."
    add_side_options(parser)
    return parser


def main(argv: Sequence[str] | None = None) -> ExitCode:
    """Compare, print, return the exit code: 0 matched, 1 mismatched, 3 could not judge."""
    own, given = split_arguments(sys.argv[1:] if argv is None else argv)
    parser = _parser()
    options = parser.parse_intermixed_args(own)
    target, files = _target_and_files(options)
    if given is None and not files:
        raise UsageError(
            "nothing to compare: put the command line after --, e.g. `compare argv TARGET -- ARGS`"
        )
    documents = list(map(_read, files))
    for file, document in zip(files, documents, strict=True):
        if options.input == "toml":
            _check_toml(target, file, document)
    _check_can_be_read_twice(target, given or [])
    first = documents[0] if documents else None
    env = variables(options.env)
    if options.backend:
        env[ENVIRONMENT_VARIABLE] = f"{target.name}={options.backend}"
    case = Case.of(given or [], first, more=documents[1:], env=env)
    result = _about(options.about, _accepted(target, compared(target, case, options.timeout)))
    _note_legacy_alone(target, result, env)
    if options.json:
        print(json.dumps(_document(target, result), indent=2))
    else:
        _print(result, verbose=options.verbose)
    if result.comparison.unstable:
        return ExitCode.COULD_NOT_JUDGE
    return ExitCode.MISMATCHED if any(m.is_open for m in result.mismatches) else ExitCode.MATCHED


def _about(asked: str | None, result: CaseResult) -> CaseResult:
    """The result with the difference that was asked for in front."""
    if asked is not None:
        result.mismatches.sort(key=lambda m: f"{m.flag}:{m.cls}" != asked)
    return result


def _accepted(target: Target, result: CaseResult) -> CaseResult:
    """The result with the differences marked that the target's entries accept."""
    known = known_accepted(target, GateOptions())
    result.mismatches[:] = apply_accepted(result.mismatches, known)[0]
    return result


def _note_legacy_alone(target: Target, result: CaseResult, env: dict[str, str]) -> None:
    """Say on standard error where no generated code was compared."""
    if target.name == "adhoc" or not target.path(target.switches).is_file():
        return
    chosen = backends(target, result.schema.section_names, env)
    if chosen and set(chosen.values()) == {"legacy"}:
        print(
            f"argparity compare: note: every section of {target.name} is on legacy, so that the "
            "frozen parser was compared with itself; --backend generated compares the dataclasses",
            file=sys.stderr,
        )


def _target_and_files(options: Any) -> tuple[Target, list[Path]]:
    names, files = list(options.names), list(options.toml)
    if len(files) > MOST_FILES:
        raise UsageError(f"a case has at most {MOST_FILES} configuration files, not {len(files)}")
    if options.input == "toml" and not files:
        if not names:
            raise UsageError("compare toml needs a file: compare toml TARGET FILE [-- ARGS...]")
        if len(names) == 1 and not options.control:
            raise UsageError(
                f"compare toml needs a file: compare toml {names[0]} FILE [-- ARGS...]"
            )
        files.append(names.pop())
    return chosen_target(options, names), list(map(Path, files))


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}; give a file that can be read") from error


def _check_toml(target: Target, file: Path, document: bytes) -> None:
    # Two sides that end alike on a file given by mistake must not look like a success.
    if target.config_file is not None and target.config_file.format != "toml":
        return
    try:
        parse_toml(document.decode())
    except (TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(
            f"{file}: not a TOML document: {error}; to compare how both sides treat it, pass it "
            f"as it is: compare argv TARGET --toml {file} --"
        ) from error


def _check_can_be_read_twice(target: Target, argv: Sequence[str]) -> None:
    # Each side opens its configuration file itself, in a process that has other descriptors.
    if target.config_file is None or target.config_file.flag is None:
        return
    flag = target.config_file.flag
    given = [token.removeprefix(f"{flag}=") for token in argv if token.startswith(f"{flag}=")]
    given += [path for token, path in pairwise(argv) if token == flag]
    for path in given:
        if path.startswith(("/dev/stdin", "/dev/fd/", "/proc/self/fd/")):
            raise UsageError(
                f"{path} can only be read once, and each side has to read it: give it as "
                f"--toml {path}"
            )


def _document(target: Target, result: CaseResult) -> dict[str, Any]:
    outcome = result.comparison.control.last
    values, sections = count_values(result.schema, outcome)
    unstable, mismatches = result.comparison.unstable, result.mismatches
    return {
        "verdict": "unjudged" if unstable else "mismatched" if mismatches else "matched",
        "target": target.name,
        "outcome": summary(outcome),
        "values": values,
        "sections": _sections_of(result) if sections or mismatches else [],
        "mismatches": [mismatch.to_json() for mismatch in mismatches],
    }


def _sections_of(result: CaseResult) -> list[dict[str, Any]]:
    """An entry for each section that has values from the input or a mismatch."""
    counts: dict[str, int] = {}
    values = result.comparison.control.last.values
    for leaf, _ in result.schema.sections.leaves(values) if values is not None else ():
        counts[leaf.section] = counts.get(leaf.section, 0) + 1
    for mismatch in result.mismatches:
        counts.setdefault(mismatch.section, 0)
    different = {mismatch.section for mismatch in result.mismatches}
    return [
        {
            "section": name,
            "values": count,
            "verdict": "mismatched" if name in different else "matched",
        }
        for name, count in counts.items()
    ]


def _print(result: CaseResult, *, verbose: bool) -> None:
    comparison, mismatches = result.comparison, result.mismatches
    if comparison.unstable:
        raise CannotJudge(
            "unstable: two runs of the control on this input differ, "
            "so the candidate cannot be judged"
        )
    if not mismatches:
        outcome = comparison.control.last
        values, sections = count_values(result.schema, outcome)
        if outcome.kind == "ok":
            print(f"identical: {_count(values, 'value')} in {_count(sections, 'section')}")
        else:
            print(f"identical: both end in {render(summary(outcome))}")
        return
    print(*comparison_lines(result.schema, comparison, mismatches), sep="\n")
    if verbose:
        from argparity.golden.judge.deepdiff_view import side_by_side

        print("", "DeepDiff finds:", sep="\n")
        for line in side_by_side(comparison.control, comparison.candidate):
            print(f"  {line}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
