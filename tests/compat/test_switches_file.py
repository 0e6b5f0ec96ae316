"""The two forms of a switches file, and what is refused in either."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from argparity.compat.errors import SwitchesFileError
from argparity.compat.switchboard import Switchboard
from argparity.compat.switches_file import read_tables

PYTHON = '''\
"""Who registers each section's arguments."""

SWITCHES = {
    "format": 1,
    # Two targets share this file.
    "engine": {"fuel": "generated", 'spark': "legacy"},
    "other": {},
}
'''
TOML = 'format = 1\n[engine]\nfuel = "generated"\nspark = "legacy"\n[other]\n'


@pytest.mark.parametrize(("name", "text"), [("switches.py", PYTHON), ("switches.toml", TOML)])
def test_both_forms_have_the_same_content(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)

    tables = read_tables(tmp_path / name)

    assert tables == {"engine": {"fuel": "generated", "spark": "legacy"}, "other": {}}
    assert list(tables["engine"]) == ["fuel", "spark"]


def test_a_switchboard_reads_the_python_form(tmp_path: Path) -> None:
    file = tmp_path / "switches.py"
    file.write_text(PYTHON)
    board = Switchboard("engine", ["spark", "fuel"], file)

    assert board.backends() == {"spark": "legacy", "fuel": "generated"}

    file.write_text(PYTHON.replace('"legacy"', '"generated"'))

    assert board.backends() == {"spark": "generated", "fuel": "generated"}


def test_the_python_form_is_not_run(tmp_path: Path) -> None:
    file = tmp_path / "switches.py"
    file.write_text(PYTHON + "raise SystemExit('was run')\n")

    assert list(read_tables(file)) == ["engine", "other"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", r"needs one statement `SWITCHES = \{\.\.\.\}`"),
        ("SWITCHES = load()\n", r"needs one statement `SWITCHES = \{\.\.\.\}`"),
        (PYTHON + 'SWITCHES = {"format": 1}\n', r"needs one statement `SWITCHES = \{\.\.\.\}`"),
        ('SWITCHES = {"format": 1, "a": {"b": backend()}}\n', "malformed node or string"),
        ('SWITCHES = {"format": 1, "a": {}, "a": {}}\n', "line 1: 'a' is given twice"),
        ('SWITCHES = {"format": 1,\n **OTHERS}\n', "a key of SWITCHES must be a string"),
        ('SWITCHES = {"format": 1,\n "a": {b: ""}}\n', "line 2: a key of SWITCHES must be a"),
        ("SWITCHES = {\n", r"cannot be read: .*line 1"),
        ('SWITCHES = {"format": 2}\n', "format is 2, and this version reads format 1"),
        ('SWITCHES = {"engine": {}}\n', "format is None"),
        ('SWITCHES = {"format": 1, "engine": "legacy"}\n', "'engine' must be a table of sections"),
    ],
)
def test_what_is_no_switches_module_is_refused(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "switches.py"
    file.write_text(text)

    with pytest.raises(SwitchesFileError, match=says) as caught:
        read_tables(file)

    assert caught.value.source == str(file)


def test_the_python_form_needs_no_toml_reader(tmp_path: Path) -> None:
    (tmp_path / "switches.py").write_text(PYTHON)
    code = (
        "import sys\n"
        "from argparity.compat.dropin import DropIn\n"
        "DropIn('engine', {}, switches=sys.argv[1]).switchboard.path.read_text()\n"
        "from argparity.compat.switches_file import read_tables\n"
        "from pathlib import Path\n"
        "read_tables(Path(sys.argv[1]))\n"
        "assert not {'tomllib', 'tomli'} & set(sys.modules)\n"
    )

    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "switches.py")], check=False)

    assert done.returncode == 0
