"""`record`: the verbs that maintain goldens."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from argparity.golden.cli.common import ToolParser, add_env_option, split_arguments, variables
from argparity.golden.errors import ExitCode, UsageError
from argparity.golden.model.case import MOST_FILES, Case
from argparity.golden.records.atomic import unfinished
from argparity.golden.records.recorder import Changes, Recorder
from argparity.golden.records.store import Golden, Store, load_goldens
from argparity.golden.sides.target import find_target

_DESCRIPTION = """\
Maintain goldens: what the control of a target does, recorded once and replayed ever after. Nothing
is recorded from the candidate.

  argparity record add flame --topic lists --why "..." -- --model.converters a,b
  argparity record add flame --topic more --from cases.jsonl     many cases, one JSON per line
  argparity record add flame --this-python                       known cases, this Python version
  argparity record change flame lists:07 --reason "..."          record again; the reason is kept
  argparity record reformat flame                                canonical form, same content
  argparity record prune flame                                   drop redundant goldens and variants
  argparity record distill flame                                 the fewest cases that catch all
  argparity record list flame, argparity record show flame ID
"""


def _parser() -> argparse.ArgumentParser:
    parser = ToolParser(
        prog="argparity record",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)

    def verb(name: str, text: str) -> argparse.ArgumentParser:
        added = verbs.add_parser(name, help=text, description=text)
        added.add_argument("target", help="the target that the goldens belong to")
        return added

    add = verb("add", "record new cases, or known ones on this Python version")
    add.add_argument("--topic", help="the file to put them into, without .json")
    add.add_argument("--why", help="one sentence: why the case exists")
    add.add_argument("--id", help="name of the case (default: the topic and a number)")
    add.add_argument(
        "--toml",
        action="append",
        default=[],
        metavar="FILE",
        type=Path,
        help="a configuration file; again for up to two further ones",
    )
    add_env_option(add)
    add.add_argument(
        "--from",
        dest="cases",
        metavar="FILE",
        type=Path,
        help="JSON lines: id, why, argv, and toml, env or steps",
    )
    add.add_argument(
        "--this-python", action="store_true", help="record all known goldens on this version, too"
    )
    change = verb("change", "record goldens again, or remove them, with a reason that is kept")
    change.add_argument("ids", nargs="+", metavar="ID", help="the goldens")
    change.add_argument("--reason", required=True, help="why the recorded outcome is not right")
    change.add_argument("--remove", action="store_true", help="remove them")
    verb("reformat", "write all files in canonical form; nothing else changes")
    verb("prune", "drop redundant goldens (repeated inputs of a topic) and redundant variants")
    distilled = verb("distill", "find and keep the fewest cases that catch every planted fault")
    distilled.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="number of worker processes"
    )
    verb("list", "list all goldens, one per line").add_argument("--topic", help="list only this")
    verb("show", "show one golden with its outcomes").add_argument("id", metavar="ID")
    return parser


def main(argv: Sequence[str] | None = None) -> ExitCode:
    """Run one verb; return 0 if it is done, 5 if there was nothing to do it to."""
    own, given = split_arguments(sys.argv[1:] if argv is None else argv)
    options = _parser().parse_args(own)
    options.given = given
    if given is not None and options.verb != "add":
        raise UsageError(f"record {options.verb} takes no command line after --")
    return _VERBS[options.verb](options)


def _add(options: Any) -> ExitCode:
    target = find_target(options.target)
    if options.this_python:
        if options.topic or options.given is not None or options.cases:
            raise UsageError("--this-python records the known goldens; it takes no new case")
        return _record(options, lambda recorder: recorder.add_python())
    if not options.topic:
        raise UsageError("record add needs --topic NAME (or --this-python)")
    if options.cases is not None:
        cases = _cases_of(options.cases)
    else:
        cases = [_case(options, Store(target))]
    return _record(options, lambda recorder: recorder.add(options.topic, cases))


def _case(options: Any, store: Store) -> Case:
    if options.given is None and not options.toml:
        raise UsageError("nothing to record: put the command line after --")
    if not options.why or not options.why.strip():
        raise UsageError("--why is missing: one sentence that says why the case exists")
    number = sum(len(t.goldens) for t in store.topics() if t.name == options.topic)
    if len(options.toml) > MOST_FILES:
        raise UsageError(f"a case has at most {MOST_FILES} configuration files")
    files = list(map(_bytes, options.toml))
    return Case.of(
        options.given or [],
        files[0] if files else None,
        more=files[1:],
        env=variables(options.env),
        id=options.id or f"{options.topic}:{number:03d}",
        why=options.why.strip(),
    )


def _cases_of(file: Path) -> list[Case]:
    cases = []
    for number, line in enumerate(_bytes(file).decode("utf-8", "replace").splitlines(), start=1):
        if line.strip():
            try:
                cases.append(Case.from_json(json.loads(line)))
            except (ValueError, KeyError, TypeError) as error:
                raise UsageError(
                    f"{file}:{number}: is not a case ({type(error).__name__}: {error}); a case has "
                    "id, why and argv, and may have toml, more_toml, env or steps"
                ) from error
    return cases


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error


def _record(options: Any, verb: Callable[[Recorder], Changes]) -> ExitCode:
    with Recorder(find_target(options.target)) as recorder:
        try:
            report = verb(recorder)
        finally:
            for file in recorder.cleared:
                print(
                    f"an earlier run was killed while it wrote {file.name}; removed it. The rest "
                    "of that run is missing: run it again",
                    file=sys.stderr,
                )
    _print(report)
    return ExitCode.MATCHED


def _print(report: Changes) -> None:
    shown = {name: ids for name, ids in vars(report).items() if ids and name in _SENTENCES}
    if not shown:
        print("nothing changed")
    for name, ids in shown.items():
        listed = "" if name == "confirmed" else ": " + ", ".join(ids[:20])
        more = f" and {len(ids) - 20} more" if len(ids) > 20 and listed else ""
        print(f"{len(ids)} {_SENTENCES[name]}{listed}{more}")
    for line in report.differences[:20]:
        print(f"  {line}")


_SENTENCES = {
    "added": "added",
    "confirmed": f"confirmed on Python {platform.python_version()}",
    "variants": "with a variant added or dropped",
    "changed": "recorded again",
    "removed": "removed",
    "marked": "marked as distilled",
    "reformatted": "topics written in canonical form",
}


def _change(options: Any) -> ExitCode:
    return _record(
        options,
        lambda recorder: recorder.change(options.ids, options.reason, remove=options.remove),
    )


def _distill(options: Any) -> ExitCode:
    from argparity.golden.gate.planning.distill import distill
    from argparity.golden.inputs.battery.build import build_battery
    from argparity.golden.judge.comparator import Comparator
    from argparity.golden.judge.survey import survey
    from argparity.golden.mutants.planning import plan
    from argparity.golden.report.terminal import progress_on

    target = find_target(options.target)
    with Comparator(target) as comparator:
        table = comparator.schema.candidate
        if table is None:
            raise UsageError(f"the candidate of {target.name} shows no parser to plant faults in")
        seen = survey(comparator)
        mutants = plan(table, seen.target, seen.schema)
        battery = build_battery(seen.target, seen.schema)
    cases = [golden.case for golden in load_goldens(target)]
    known = {case.digest for case in cases}
    cases += [case for case in battery if case.digest not in known]
    with progress_on(sys.stderr) as progress:
        found = distill(target, mutants, cases, workers=options.workers, progress=progress)
    with Recorder(target) as recorder:
        _print(recorder.set_distilled(found.cases))
    print(f"{len(found.cases)} cases catch {found.mutants - len(found.survivors)} mutants")
    for mutant in found.survivors:
        print(f"not caught by any case: {mutant}")
    return ExitCode.MISMATCHED if found.survivors else ExitCode.MATCHED


def _list(options: Any) -> ExitCode:
    target = find_target(options.target)
    store = Store(target)
    topics = [t for t in store.topics() if options.topic in (None, t.name)]
    for topic in topics:
        for golden in topic.goldens:
            print(f"{golden.case.id}  {golden.case.why}")
    for file in unfinished(store.folder):
        print(f"{file}: left by a run that was killed; the next one removes it", file=sys.stderr)
    count = sum(len(topic.goldens) for topic in topics)
    print(f"{count} goldens in {len(topics)} topics", file=sys.stderr)
    return ExitCode.MATCHED if count else ExitCode.NOTHING_WAS_JUDGED


def _show(options: Any) -> ExitCode:
    target = find_target(options.target)
    store = Store(target)
    for topic in store.topics():
        for golden in topic.goldens:
            if golden.case.id == options.id:
                _print_golden(store, topic.name, golden)
                return ExitCode.MATCHED
    raise UsageError(f"no golden has the id {options.id!r}; `record list` shows the ids that exist")


def _print_golden(store: Store, topic: str, golden: Golden) -> None:
    print(f"{store.path(topic)}")
    print(store.text(golden), end="")


_VERBS: dict[str, Callable[[Any], ExitCode]] = {
    "add": _add,
    "change": _change,
    "reformat": lambda options: _record(options, lambda recorder: recorder.reformat()),
    "prune": lambda options: _record(options, lambda recorder: recorder.prune()),
    "distill": _distill,
    "list": _list,
    "show": _show,
}
