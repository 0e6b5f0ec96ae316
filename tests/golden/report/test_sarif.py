"""The report as SARIF."""

from __future__ import annotations

import json

from argparity.golden.gate.result import GateReport
from argparity.golden.report.sarif import sarif
from argparity.golden.sides.target import Target


def test_sarif_points_at_the_field_and_suppresses_what_is_accepted(
    report: GateReport, target: Target
) -> None:
    document = json.loads(json.dumps(sarif(report, target)))
    (run,) = document["runs"]
    first, second, seal, unstable, note = run["results"]

    assert document["version"] == "2.1.0"
    assert first["ruleId"] == "default-changed"
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "candidate.py"},
        "region": {"startLine": 8},
    }
    assert "suppressions" not in first
    assert second["suppressions"][0]["justification"] == "accepted difference no-5"
    assert [r["level"] for r in (seal, unstable, note)] == ["error", "error", "note"]
    known = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in run["results"]} == known
