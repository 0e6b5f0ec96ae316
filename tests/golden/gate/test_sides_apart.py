"""Sides do not touch each other: what one does to its process is its own, and it is named."""

from __future__ import annotations

import textwrap

import pytest

from argparity.golden.judge.comparator import Comparator

from .conftest import CONTROL, Project

DECEIVERS = {
    "exits with another code": """
        def quiet_exit(self, status=0, message=None):
            sys.stderr.write(message or "")
            sys.exit(3 if status else 0)
        argparse.ArgumentParser.exit = quiet_exit
    """,
    "exits in the same way for all": "argparse.ArgumentParser.error = lambda *_: sys.exit(3)",
    "logs nothing": "logging.disable(logging.CRITICAL)",
    "warns of nothing": "warnings.warn = lambda *_, **__: None",
    "has another locale": "locale.setlocale(locale.LC_NUMERIC, 'C.UTF-8')",
    "prints nothing": "builtins.print = lambda *_, **__: None",
    "finds other modules": "sys.path.insert(0, '/somewhere')",
    "draws another number": "random.seed(5)",
    "lies elsewhere": "os.chdir('/')",
    "writes for itself": "os.umask(0o077)",
    "formats otherwise": "argparse.HelpFormatter._split_lines = lambda self, text, width: [text]",
}
IMPORTS = "import builtins, locale, logging, os, random, sys, warnings\n"


def deceive(project: Project, deed: str) -> None:
    change = textwrap.dedent(DECEIVERS[deed]).strip()
    project.write("candidate.py", CONTROL.replace("\n\n", f"\n{IMPORTS}{change}\n", 1))


@pytest.mark.parametrize("deed", DECEIVERS)
def test_a_candidate_whose_import_changes_its_process_is_named_with_what_it_changed(
    project: Project, deed: str
) -> None:
    deceive(project, deed)

    with Comparator(project.target()) as comparator:
        found = comparator.outside_of_cases()

    imports = [m for m in found if m.cls == "side-effect-changed" and not m.flag]
    assert any("import: " in str(m.candidate) and "import: " not in str(m.control) for m in imports)


def test_the_gate_reports_what_the_import_of_a_side_changed(project: Project) -> None:
    deceive(project, "lies elsewhere")

    report = project.gate(fail_fast=True)

    assert report.exit_code == 1
    assert any("import: " in str(mismatch.candidate) for mismatch in report.mismatches)


def test_what_the_candidate_patches_does_not_reach_the_control(project: Project) -> None:
    change = "argparse.ArgumentParser.exit = lambda *_: __import__('sys').exit(3)"
    project.write("candidate.py", CONTROL.replace("\n\n", f"\n{change}\n", 1))

    report = project.gate()

    changed = [m for m in report.mismatches if m.cls == "exit-code-changed"]
    assert {m.candidate["code"] for m in changed} == {"3"}
    assert {m.control["code"] for m in changed} <= {"0", "2"}


def test_what_both_sides_do_when_they_are_imported_is_no_difference(project: Project) -> None:
    for name in ("control.py", "candidate.py"):
        change = "os.umask(0o077); print('hello'); logging.disable(30)"
        project.write(name, CONTROL.replace("\n\n", f"\n{IMPORTS}{change}\n", 1))

    assert project.gate().exit_code == 0


def test_a_text_that_only_the_import_of_the_candidate_prints_is_a_difference(
    project: Project,
) -> None:
    project.write("candidate.py", CONTROL.replace("\n\n", "\nprint('hello')\n", 1))

    (mismatch,) = project.gate().mismatches

    assert (mismatch.cls, mismatch.candidate) == ("message-changed", "stdout 'hello\\n'")


def test_what_a_lazy_import_prints_in_the_first_parse_is_a_difference(project: Project) -> None:
    project.write("heavy.py", "print('loading')\n")
    project.change("def build():\n", "def build():\n    import heavy\n")

    (mismatch,) = project.gate().mismatches

    assert (mismatch.cls, mismatch.candidate) == ("message-changed", "stdout 'loading\\n'")


def test_a_parse_that_changes_its_process_does_not_change_the_next(project: Project) -> None:
    for name in ("control.py", "candidate.py"):
        project.change("def build():\n", "def build():\n    import os; os.umask(0o027)\n", name)

    assert project.gate().exit_code == 0
