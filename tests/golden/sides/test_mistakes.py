"""A side that cannot be loaded is an error that says what to do."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from argparity.golden.errors import SideError
from argparity.golden.sides.loading import load_side

Maker = Callable[[Path], str]


def write(source: str, rest: str = "parse") -> Maker:
    def make(folder: Path) -> str:
        (folder / "made.py").write_text(source)
        return f"made.py:{rest}"

    return make


MISTAKES: dict[str, tuple[Maker, str]] = {
    "no attribute given": (lambda folder: "program.py", "is not of the form module:attribute"),
    "no module given": (lambda folder: ":parse", "is not of the form module:attribute"),
    "missing file": (lambda folder: "missing.py:parse", "no file .*missing.py"),
    "missing module": (lambda folder: "nosuch_module:parse", "no module named 'nosuch_module'"),
    "missing submodule": (lambda folder: "argparse.nosuch:parse", "no module named"),
    "missing import": (write("import nosuch_package.part"), 'declare a shim for it: shims = \\["'),
    "missing attribute": (
        lambda folder: "program.py:nosuch",
        "no attribute 'nosuch' .it has PARSER.*capture:program.py",
    ),
    "no parser at all": (write("x = 1", "nosuch"), "it has none"),
    "import that exits": (write("import sys\nsys.exit(3)"), "its import exits .code 3..*capture:"),
    "import that raises": (write("1 / 0"), "its import raises ZeroDivisionError"),
    "import that does not compile": (write("def"), "its import raises SyntaxError"),
    "not callable": (lambda folder: "program.py:number", "is of type int; a side is"),
    "class without parse_args": (lambda folder: "program.py:Unfit", "a class without parse_args"),
    "two arguments": (lambda folder: "program.py:strange", "needs 2 arguments"),
    "missing captured file": (lambda folder: "capture:missing.py", "no file .*missing.py"),
    "missing captured module": (lambda folder: "capture:nosuch_module", "no module named"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line_that_names_the_side_and_the_remedy(
    folder: Path, mistake: str
) -> None:
    make, pattern = MISTAKES[mistake]
    spec = make(folder)

    with pytest.raises(SideError, match=pattern) as caught:
        load_side(spec, base=folder)

    assert caught.value.spec in (spec, spec.removeprefix("capture:"))
    assert caught.value.exit_code == 2
    assert "\n" not in str(caught.value)


def test_an_interrupt_during_an_import_goes_up(folder: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        load_side(write("raise KeyboardInterrupt")(folder), base=folder)


def test_a_failed_import_leaves_path_and_modules_as_they_were(folder: Path) -> None:
    path, modules = list(sys.path), set(sys.modules)
    with pytest.raises(SideError):
        load_side(write("1 / 0")(folder), base=folder)

    assert sys.path == path
    assert set(sys.modules) == modules
