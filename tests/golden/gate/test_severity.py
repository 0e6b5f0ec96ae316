"""What a class of differences weighs is the target's to say."""

from __future__ import annotations

import pytest

from argparity.golden.errors import ConfigError
from argparity.golden.report.github import github_annotations
from argparity.golden.report.sarif import sarif
from argparity.golden.sides.target import find_target

from .conftest import Project


def test_a_warning_is_reported_and_does_not_make_a_run_red(project: Project) -> None:
    project.change("default=5", "default=6")
    target = project.target(severity={"default-changed": "warning"})

    report = project.gate(target)

    (mismatch,) = report.mismatches
    assert (mismatch.cls, mismatch.severity) == ("default-changed", "warning")
    assert (report.verdict, report.exit_code) == ("matched", 0)
    assert github_annotations(report, target)[0].startswith("::warning ")
    assert sarif(report, target)["runs"][0]["results"][0]["level"] == "warning"


def test_an_error_beside_it_does(project: Project) -> None:
    project.change("default=5", "default=6")
    project.change('default="x"', 'default="y", type=int')

    report = project.gate(project.target(severity={"default-changed": "note"}))

    assert report.exit_code == 1


@pytest.mark.parametrize(
    "severity", ['{ "no-class" = "note" }', '{ "help-changed" = "loud" }', "1"]
)
def test_an_entry_names_classes_and_severities(project: Project, severity: str) -> None:
    project.write(
        "pyproject.toml",
        '[tool.argparity.targets.little]\ncontrol = "control.py:build"\n'
        f'candidate = "candidate.py:build"\nseverity = {severity}\n',
    )

    with pytest.raises(ConfigError, match="severity"):
        find_target("little", project.folder)
