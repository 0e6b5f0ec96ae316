"""The start of the executables next to this file, in a checkout that need not be installed.

They run with any Python that can import the packages of the harness. If one is missing, they go on
in the environment that `tools/bootstrap` prepared for the same Python version, in `.venv/` of the
checkout; if there is none, they say how to get it.

No future import and no recent syntax here: a Python that is too old must get as far as the message
that says so.
"""

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
OLDEST_PYTHON = (3, 10)
EXIT_COULD_NOT_JUDGE = 3

# Import names of the `golden` extra.
HARNESS_NEEDS = ("deepdiff", "hypothesis", "jinja2", "rich", "tomlkit")


def fail(message: str) -> NoReturn:
    """Exit 3, with the reason why nothing could be judged on standard error."""
    print(f"argparity: {message}", file=sys.stderr)
    sys.exit(EXIT_COULD_NOT_JUDGE)


def require_python() -> None:
    """Exit 3 if the running Python is older than the project supports."""
    running = sys.version_info[:2]
    if running < OLDEST_PYTHON:
        fail(
            "needs Python {}.{} or newer, and {} is {}.{}; start the same command with a newer "
            "one".format(*OLDEST_PYTHON, sys.executable, *running)
        )


def environment() -> Path:
    """The folder of the environment for the running Python, made or not.

    It is named after the minor version, or after the full version if another release of the same
    minor version uses that folder.
    """
    minor = ROOT / ".venv" / "{}.{}".format(*sys.version_info)
    whole = minor.with_name("{}.{}.{}".format(*sys.version_info))
    return whole if _uses_another_release(minor) else minor


def _uses_another_release(environment: Path) -> bool:
    python, settings = environment / "bin" / "python", environment / "pyvenv.cfg"
    if not python.exists() or not settings.exists():
        return False
    made_with = "version = {}.{}.{}".format(*sys.version_info)
    # After an update in place, the settings still name the previous release.
    updated = python.resolve() == Path(sys.executable).resolve()
    return not updated and made_with not in settings.read_text(encoding="utf-8").splitlines()


def run(tool: str) -> NoReturn:
    """Run `argparity TOOL` with the arguments of this process, and exit as it does."""
    require_python()
    missing = [name for name in HARNESS_NEEDS if find_spec(name) is None]
    if missing:
        _go_on_in_environment(tool, ", ".join(missing))
    _give_way()
    sys.exit(import_module("argparity.golden.cli").main([tool, *sys.argv[1:]]))


def _give_way() -> None:
    """Make `argparity` importable and nothing else of this project: a user's own module may be
    called like one of ours, or like this one.
    """
    here = str(Path(__file__).parent)  # as in sys.path, which knows of no links
    sys.path[:] = [str(ROOT / "tools" / "src"), *(folder for folder in sys.path if folder != here)]
    sys.modules.pop(__name__, None)


def _go_on_in_environment(tool: str, missing: str) -> NoReturn:
    python = environment() / "bin" / "python"
    # In the environment itself, or without one, there is nowhere to go on.
    if Path(sys.prefix) == environment() or not python.exists():
        fail(
            f"{sys.executable} lacks {missing}; to install it into .venv/ and go on: "
            f"{sys.executable} {ROOT / 'tools' / 'bootstrap'} {tool} ..."
        )
    os.execv(str(python), [str(python), *sys.argv])
