"""A run of the gate from the inputs to the verdict."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from argparity.golden.errors import UsageError
from argparity.golden.gate.result import GateReport
from argparity.golden.gate.run import section_names
from argparity.golden.sides.target import ConfigFile

from .conftest import Project


@pytest.fixture(scope="module")
def equal(new_project: Callable[[], Project]) -> GateReport:
    """A complete run on two equal sides."""
    return new_project().gate(battery=None, mutants="sample", workers=2, examples=8)


@pytest.fixture(scope="module")
def different(new_project: Callable[[], Project]) -> GateReport:
    """A run on sides that differ in a default and in choices."""
    project = new_project()
    differ(project)
    return project.gate(battery=None)


def differ(project: Project) -> None:
    """Give the sides two differences in one section."""
    project.change("default=5", "default=6")
    for name, choices in (("control.py", ["a", "b"]), ("candidate.py", ["a", "b", "c"])):
        mode = f'train.add_argument("--mode", choices={choices}, default="a")\n'
        project.change("    data = ", f"    {mode}    data = ", name)


def test_equal_sides_match_in_every_section(equal: GateReport) -> None:
    assert equal.verdict == "matched"
    assert equal.exit_code == 0
    assert [(row.name, row.verdict) for row in equal.sections[:2]] == [
        ("train", "matched"),
        ("data", "matched"),
    ]
    assert equal.mismatches == []
    assert equal.problems == []


def test_every_tier_executes_what_was_planned(equal: GateReport) -> None:
    assert set(equal.tiers) == {"battery", "fuzz"}
    assert all(tier.executed == tier.planned and not tier.cut for tier in equal.tiers.values())
    assert equal.total.cases == sum(tier.executed for tier in equal.tiers.values())
    assert equal.total.matched == equal.total.cases > 100


def test_all_planted_faults_are_caught(equal: GateReport) -> None:
    check = equal.selfcheck

    assert check.survivors == []
    assert check.killed == check.executed - len(check.invalid) > 5
    assert check.planned == check.executed


def test_settings_of_hypothesis_are_those_that_were_asked_for(equal: GateReport) -> None:
    assert equal.campaign is not None
    assert equal.campaign.settings["derandomize"] is False
    assert equal.campaign.settings["database"] is None


def test_each_difference_is_one_entry_with_class_and_values(different: GateReport) -> None:
    found = {mismatch.key: mismatch for mismatch in different.mismatches}

    assert set(found) == {
        ("train", "--steps", "default-changed"),
        ("train", "--mode", "choices-changed"),
    }
    assert found["train", "--steps", "default-changed"].line() == (
        "train: --steps: default-changed: 5 -> 6"
    )


def test_a_witness_has_the_fewest_words(different: GateReport) -> None:
    found = {mismatch.cls: mismatch for mismatch in different.mismatches}

    assert found["default-changed"].case.argv == ()
    assert " ".join(found["choices-changed"].case.argv) in ("--mode c", "--mode=c")
    assert found["choices-changed"].direction == "widened"


def test_a_difference_makes_the_run_and_its_section_mismatched(different: GateReport) -> None:
    verdicts = {row.name: row.verdict for row in different.sections}

    assert different.exit_code == 1
    assert verdicts["train"] == "mismatched"
    assert verdicts["data"] == "matched"
    assert different.total.mismatched > 0


def test_static_differences_have_a_witness(different: GateReport) -> None:
    assert [(finding.difference.key, finding.witnessed) for finding in different.static] == [
        (("train", "--steps", "default-changed"), True),
        (("train", "--mode", "choices-changed"), True),
    ]
    assert different.dynamic_only == []


def test_a_static_difference_without_effect_is_listed_as_such(project: Project) -> None:
    project.change("type=int", "type=whole")
    project.change("import argparse\n", "import argparse\n\nfrom whole import whole\n")
    project.write("whole.py", "def whole(text):\n    return int(text)\n\nwhole.__name__ = 'int'\n")

    report = project.gate()

    assert report.verdict == "matched"
    assert [finding.witnessed for finding in report.static] == [False]
    assert report.to_json()["static"][0]["effect"] == "no effect on any parse"


def test_the_verdict_does_not_depend_on_the_number_of_workers(
    project: Project, different: GateReport
) -> None:
    differ(project)

    report = project.gate(battery=None, workers=3)

    assert _verdict(report) == _verdict(different)


def _verdict(report: GateReport) -> Any:
    data = report.to_json()
    return json.loads(json.dumps([data[key] for key in ("sections", "mismatches", "totals")]))


def test_a_section_is_judged_alone(project: Project) -> None:
    project.change("default=5", "default=6")

    report = project.gate(section="data")

    assert report.verdict == "matched"
    assert [row.name for row in report.sections if row.name] == ["data"]
    assert [mismatch.key for mismatch in report.elsewhere] == [
        ("train", "--steps", "default-changed")
    ]


def test_an_unknown_section_is_an_error_that_lists_the_known_ones(project: Project) -> None:
    with pytest.raises(UsageError, match="known sections: train, data"):
        project.gate(section="trian")


def test_fail_fast_stops_at_the_first_mismatch(project: Project) -> None:
    project.change("default=5", "default=6")

    report = project.gate(fail_fast=True)

    battery = report.tiers["battery"]
    assert report.exit_code == 1
    assert battery.executed < battery.planned == battery.executed + battery.cut
    assert "fuzz" not in report.tiers


def test_a_budget_is_kept(project: Project) -> None:
    slow = "def build():\n    import time; time.sleep(0.05)\n"
    for name in ("control.py", "candidate.py"):
        project.change("def build():\n", slow, name)

    report = project.gate(battery=None, budget=1.0)

    assert report.tiers["battery"].cut > 0
    assert report.seconds < 20  # without the budget it would be a minute


def test_a_run_without_any_case_judges_nothing(project: Project) -> None:
    report = project.gate(only="goldens")

    assert report.verdict == "unjudged"
    assert report.exit_code == 5


def test_an_unstable_control_is_no_mismatch(project: Project) -> None:
    late = "type=lambda text: time.perf_counter()"  # no plain parse shows it
    for side in ("control.py", "candidate.py"):
        project.change("import argparse", "import argparse\nimport time", side)
        project.change("type=int", late, side)

    report = project.gate()

    assert report.exit_code == 3
    assert report.mismatches == []
    assert report.total.unjudged > 0
    assert "two runs of the control differ" in report.problems[0].message


LAYERED = """\
import argparse, os
{toml}

def parse(argv, {parameters}):
    parser = argparse.ArgumentParser(prog="prog")
    parser.add_argument("--steps", type=int, default=os.environ.get("P_STEPS", {default}))
    steps = parser.parse_args(argv).steps
    return {{"steps": steps if steps is not None else parse_toml(toml or "").get("steps", 5)}}
"""
TOML = "from argparity.compat._toml import parse_toml"


@pytest.mark.parametrize("parameters", ["toml=None, env=None", "*, toml", "toml, env"])
def test_a_difference_that_only_a_file_shows_is_found_in_a_parse_function(
    project: Project, parameters: str
) -> None:
    for name, default in (("control.py", None), ("candidate.py", 5)):
        project.write(name, LAYERED.format(toml=TOML, parameters=parameters, default=default))
    target = project.target(control="control.py:parse", candidate="candidate.py:parse")

    report = project.gate(target, fail_fast=True)

    assert {mismatch.key for mismatch in report.mismatches} == {
        ("arguments", "--steps", "default-changed")
    }
    assert report.mismatches[0].case.config is not None


def test_a_difference_that_only_a_variable_shows_is_found(project: Project) -> None:
    project.change("default=5", 'default=int(os.environ.get("P_STEPS") or 5)')
    project.change("import argparse", "import argparse, os")

    report = project.gate()

    assert report.exit_code == 1
    assert [name for name, _ in report.mismatches[0].case.env] == ["P_STEPS"]


def test_a_side_that_is_not_given_what_it_could_take_is_named(project: Project) -> None:
    for name in ("control.py", "candidate.py"):
        project.change('"--path"', '"--config"', name)

    report = project.gate()

    assert report.exit_code == 0
    assert ["--config-flag=--config" in p.message for p in report.problems] == [True]


def test_a_file_that_no_side_could_be_given_leaves_no_verdict(project: Project) -> None:
    report = project.gate(project.target(config_file=ConfigFile(None)))

    assert report.exit_code == 3


def test_sections_are_known_without_loading_anything_here(project: Project) -> None:
    assert section_names(project.target()) == ("train", "data")
