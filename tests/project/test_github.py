"""The files that GitHub reads: it ignores a form or a setting that is not well-formed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import checkout

GITHUB = checkout.ROOT / ".github"
FORMS = sorted(
    set((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")) - {GITHUB / "ISSUE_TEMPLATE/config.yml"}
)
# What nobody can reproduce a report without.
REQUIRED = {
    "false_alarm": {"command", "report", "witness", "parser", "expected", "versions"},
    "missed_difference": {"input", "results", "compare", "parser", "versions"},
    "cannot_be_frozen": {"command", "output", "source", "run", "versions"},
}


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", sorted(GITHUB.rglob("*.yml")), ids=lambda path: path.name)
def test_every_file_is_yaml_with_a_mapping_on_top(path: Path) -> None:
    assert isinstance(read(path), dict)


def test_there_is_a_form_for_each_kind_of_report() -> None:
    assert {path.stem for path in FORMS} == set(REQUIRED)


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_for_exactly_what_reproduces_the_report(path: Path) -> None:
    form = read(path)
    fields = [part for part in form["body"] if part["type"] != "markdown"]
    required = {
        field["id"] for field in fields if field.get("validations", {}).get("required", False)
    }

    assert set(form) == {"name", "description", "labels", "body"}
    assert {field["type"] for field in fields} <= {"textarea", "input", "dropdown", "checkboxes"}
    assert len({field["id"] for field in fields}) == len(fields)
    assert all(field["attributes"]["label"] for field in fields)
    assert required == REQUIRED[path.stem]


def test_updates_are_asked_for_packages_and_actions() -> None:
    updates = read(GITHUB / "dependabot.yml")["updates"]

    assert [update["package-ecosystem"] for update in updates] == ["pip", "github-actions"]
    assert all(update["schedule"]["interval"] for update in updates)
