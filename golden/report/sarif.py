"""SARIF 2.1.0, for code scanning."""

from __future__ import annotations

import hashlib
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from argparity.golden.gate.result import GateReport, Problem
from argparity.golden.model.mismatch import DIRECTIONS, Mismatch
from argparity.golden.report.locations import location_of
from argparity.golden.report.reproduce import compare_command
from argparity.golden.report.wording import told
from argparity.golden.sides.target import Target

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"red": "error", "unjudged": "error", "note": "note"}


def sarif(report: GateReport, target: Target) -> dict[str, Any]:
    """The document. Accepted mismatches are suppressed results."""
    results = [_mismatch(mismatch, target) for mismatch in report.mismatches]
    results += [_problem(problem, report.target) for problem in report.problems]
    rules = sorted({result["ruleId"] for result in results})
    driver = {
        "name": "argparity",
        "version": _version(),
        "rules": [{"id": rule, "name": _camel(rule)} for rule in rules],
    }
    run = {
        "tool": {"driver": driver},
        "invocations": [
            {
                "executionSuccessful": report.verdict != "unjudged",
                "exitCode": report.exit_code,
            }
        ],
        "results": results,
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _mismatch(mismatch: Mismatch, target: Target) -> dict[str, Any]:
    command = compare_command(target, mismatch)
    why = DIRECTIONS[mismatch.direction]
    result: dict[str, Any] = {
        "ruleId": mismatch.cls,
        "level": mismatch.severity,
        "message": {"text": f"{told(mismatch)} ({why}). Reproduce: {command}"},
        "partialFingerprints": {"mismatch/v1": _fingerprint(target.name, *mismatch.key)},
        "properties": {
            "witness": mismatch.case.witness(),
            "direction": mismatch.direction,
            "effect": mismatch.told_effect,
            "cause": mismatch.told_cause,
            "cases": mismatch.cases,
        },
    }
    location = location_of(target, mismatch)
    if location is not None:
        physical = {
            "artifactLocation": {"uri": location.file},
            "region": {"startLine": location.line},
        }
        result["locations"] = [{"physicalLocation": physical}]
    if mismatch.accepted is not None:
        reason = f"accepted difference {mismatch.accepted}"
        result["suppressions"] = [{"kind": "external", "justification": reason}]
    return result


def _problem(problem: Problem, target: str) -> dict[str, Any]:
    return {
        "ruleId": f"gate-{problem.kind}",
        "level": _LEVELS[problem.weight],
        "message": {"text": problem.message},
        "partialFingerprints": {
            "problem/v1": _fingerprint(target, problem.kind, problem.message),
        },
    }


def _fingerprint(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _camel(rule: str) -> str:
    return "".join(part.capitalize() for part in rule.split("-"))


def _version() -> str:
    try:
        return version("argparity")
    except PackageNotFoundError:  # a checkout that is not installed
        return "0"
