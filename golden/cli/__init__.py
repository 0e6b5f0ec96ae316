"""The `argparity` command: each subcommand is one module of this package, loaded when it is asked
for.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence

from argparity.golden.cli.common import run
from argparity.golden.errors import ExitCode, GoldenError

TOOLS = {
    "compare": "show whether both sides of a target treat one input alike",
    "gate": "check every section of a target and the gate itself; the verdict of CI",
    "record": "add, reformat, prune or change goldens, always from the control",
    "switch": "switch a section over once the gate allows it, or back at once",
    "freeze": "copy a hand-written parser into legacy/, byte for byte and sealed",
    "scaffold": "write the dataclasses and the drop-in module for a frozen parser",
    "bench": "measure what parsing costs on either side, as ratios",
}

_USAGE = """usage: argparity TOOL ...

Replace a hand-written argparse parser by dataclasses, section by section, with proof that nothing
changed.

tools:
{tools}

`argparity TOOL --help` explains one of them.
{exit_codes}
"""


def main(argv: Sequence[str] | None = None) -> ExitCode:
    """Run one tool and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    tools = "\n".join(f"  {name:10}{text}" for name, text in TOOLS.items())
    usage = _USAGE.format(tools=tools, exit_codes=ExitCode.explained())
    if not words or words[0] in ("-h", "--help"):
        print(usage, end="", file=sys.stdout if words else sys.stderr)
        return ExitCode.MATCHED if words else ExitCode.USAGE
    name, *rest = words
    if name not in TOOLS:
        print(
            f"argparity: error: unknown tool {name!r}; known: {', '.join(TOOLS)}", file=sys.stderr
        )
        return ExitCode.USAGE
    # Loading takes most of a second, in which it can be interrupted as well.
    return run(name, lambda words: _loaded(name)(words), rest)


def _loaded(name: str) -> Callable[[Sequence[str]], ExitCode]:
    """The tool's `main`; a library that the harness needs and that is missing becomes its error."""
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
