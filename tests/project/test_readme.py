"""What the README shows is what happens."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest

import argparity.golden.cli
import checkout

README = (checkout.ROOT / "README.md").read_text(encoding="utf-8")


def test_the_comparison_prints_what_the_readme_shows() -> None:
    command, shown = re.findall(r"```bash\n(.*?)```\s+```text\n(.*?)```", README, re.DOTALL)[0]
    python, bootstrap, tool, *words = shlex.split(command.replace("\\\n", " "))
    done = subprocess.run(
        [sys.executable, checkout.ROOT / "tools" / tool, *words],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (python, bootstrap) == ("python3", "tools/bootstrap")
    assert (done.returncode, done.stdout) == (0, shown), done.stderr


def test_the_replaced_import_works() -> None:
    (line,) = re.findall(r"^from argparity\.compat\.\S+ import \w+", README, re.MULTILINE)
    names: dict[str, object] = {}
    exec(line, names)

    assert callable(names[line.split()[-1]])


def test_the_exit_codes_are_those_that_the_command_explains(
    capsys: pytest.CaptureFixture[str],
) -> None:
    argparity.golden.cli.main(["--help"])
    explained = capsys.readouterr().out.split("Exit codes:", 1)[1]
    shown = README.split("## Exit codes", 1)[1]

    assert re.findall(r"^\| (\d+) \|", shown, re.MULTILINE) == re.findall(r"\d+", explained)
