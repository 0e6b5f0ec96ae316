"""What a report concludes from its parts, and its JSON document."""

from __future__ import annotations

import json

import pytest

from argparity.golden.gate.result import Counts, GateReport


@pytest.mark.parametrize(
    ("change", "verdict", "code"),
    [
        ({}, "mismatched", 1),
        ({"mismatches": []}, "unsound", 1),
        ({"mismatches": [], "problems": []}, "matched", 0),
        ({"mismatches": [], "problems": [], "total": Counts()}, "unjudged", 5),
        ({"mismatches": [], "problems": [], "interrupted": True}, "unjudged", 130),
    ],
)
def test_the_exit_code_follows_from_mismatches_problems_and_counts(
    report: GateReport, change: dict[str, object], verdict: str, code: int
) -> None:
    for name, value in change.items():
        setattr(report, name, value)

    assert (report.verdict, report.exit_code) == (verdict, code)


def test_what_could_not_be_judged_is_no_match(report: GateReport) -> None:
    report.mismatches, report.problems = [], report.problems[1:]

    assert (report.verdict, report.exit_code) == ("unjudged", 3)


def test_the_json_document_holds_everything(report: GateReport) -> None:
    document = json.loads(json.dumps(report.to_json()))

    assert document["verdict"] == "mismatched"
    assert document["sections"][0]["section"] == "training"
    assert document["mismatches"][1]["accepted"] == "no-5"
    assert document["self_check"]["killed"] == 3
    assert document["static"][0]["effect"] == "no effect on any parse"
    assert document["tiers"]["battery"] == {
        "planned": 10,
        "executed": 9,
        "cut": 1,
        "seconds": 0.0,
    }
