"""The `argparity` command; each subcommand is a module of this package, loaded when called."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence

from argparity.golden.cli.common import run
from argparity.golden.errors import ExitCode, GoldenError

TOOLS = {
    "compare": "show whether both sides of a target treat one input alike",
    "gate": "check every section of a target and the gate itself; the verdict for CI",
    "accept": "write down that a difference of the last report is wanted, and until when",
    "record": "add, reformat, prune or change goldens, always from the control",
    "switch": "switch a section over if the gate matches, or back at once",
    "freeze": "copy a hand-written parser into legacy/, byte for byte and sealed",
    "scaffold": "write the dataclasses and the drop-in module for a frozen parser",
    "bench": "measure what parsing costs on either side, as ratios",
}

_NEWEST_TRIED = (3, 15)

_USAGE = """usage: argparity TOOL ...

Replace a hand-written argparse parser with dataclasses, section by section, with proof that nothing
changed.

tools:
{tools}

`argparity TOOL --help` explains one of them.
{exit_codes}
"""


def main(argv: Sequence[str] | None = None) -> ExitCode:
    """Run one tool and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    tools = "\n".join(f"  {name:10}{text}" for name, text in TOOLS.items())
    usage = _USAGE.format(tools=tools, exit_codes=ExitCode.explained())
    if not arguments or arguments[0] in ("-h", "--help"):
        print(usage, end="", file=sys.stdout if arguments else sys.stderr)
        return ExitCode.MATCHED if arguments else ExitCode.USAGE
    name, *rest = arguments
    if name not in TOOLS:
        print(
            f"argparity: error: unknown tool {name!r}; known: {', '.join(TOOLS)}", file=sys.stderr
        )
        return ExitCode.USAGE
    if sys.version_info[:2] > _NEWEST_TRIED:
        running, newest = ("{}.{}".format(*one) for one in (sys.version_info, _NEWEST_TRIED))
        print(
            f"argparity: Python {running} is newer than 3.10 to {newest}, with which it was tried",
            file=sys.stderr,
        )
    # Loading takes most of a second and can be interrupted as well, so `run` does it.
    return run(name, lambda arguments: _loaded(name)(arguments), rest)


def _loaded(name: str) -> Callable[[Sequence[str]], ExitCode]:
    """The `main` of the tool, or a function that reports the library that the harness lacks."""
    try:
        tool = importlib.import_module(f"argparity.golden.cli.{name}")
    except ModuleNotFoundError as error:
        missing = error.name or "a module"

        def refuse(_: Sequence[str]) -> ExitCode:
            raise GoldenError(
                f"needs {missing}, which is not installed; install the harness with "
                'pip install "argparity[golden]"'
            )

        return refuse
    main: Callable[[Sequence[str]], ExitCode] = tool.main
    return main
