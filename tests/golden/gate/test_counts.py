"""How many cases showed a difference, and how the cases of each section ended."""

from __future__ import annotations

from dataclasses import replace

from argparity.golden.gate.counts import CaseCounts, CountedCase
from argparity.golden.gate.result import GateReport, SectionResult
from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import Mismatch

STEPS = Mismatch(
    target="t",
    section="train",
    flag="--steps",
    cls="precedence-changed",
    direction="altered",
    control="1",
    candidate="2",
    case=Case.of(["--steps"]),
)
RATE = replace(STEPS, flag="--rate")
WHOLE = replace(STEPS, section="", flag="")


def filled(*mismatches: Mismatch) -> GateReport:
    """A report on three cases: one shows `--steps`, one both flags, one nothing."""
    report = GateReport(target="t", python="3.11.7", seed=0)
    report.sections = [SectionResult("train", "generated")]
    report.mismatches = list(mismatches)
    counts = CaseCounts(None)
    for keys in ((STEPS.key,), (STEPS.key, RATE.key), ()):
        counts.add(CountedCase("battery", frozenset(["train"]), keys))
    counts.fill(report, {})
    return report


def test_each_difference_has_the_number_of_cases_that_showed_it() -> None:
    assert [m.cases for m in filled(STEPS, RATE).mismatches] == [2, 1]


def test_a_difference_that_sums_up_others_has_the_cases_of_all() -> None:
    members = (replace(one, because=WHOLE.key) for one in (STEPS, RATE))

    assert [m.cases for m in filled(*members, WHOLE).mismatches] == [2, 1, 3]


def test_the_cases_of_a_section_end_as_its_differences_say() -> None:
    report = filled(STEPS, replace(RATE, accepted="x"))

    (section,) = report.sections
    assert (section.counts.mismatched, section.counts.matched) == (2, 1)
    assert (report.total.mismatched, report.total.matched) == (2, 1)
    assert section.tiers == {"battery": 3}


def test_warnings_count_like_what_is_accepted() -> None:
    report = filled(replace(STEPS, severity="warning"), replace(RATE, severity="note"))

    assert (report.total.accepted, report.total.mismatched) == (2, 0)
