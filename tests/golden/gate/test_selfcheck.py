"""A gate that does not notice planted faults says so instead of matching."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from argparity.golden.gate.selfcheck import chosen
from argparity.golden.isolate.fresh_python import python_running
from argparity.golden.judge.comparator import Comparator
from argparity.golden.mutants.planning import OPERATORS, plan
from argparity.golden.workers import pool
from argparity.golden.workers.pool import WorkerError

from .conftest import Project


def blind_workers(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """Every worker runs a program first that blinds the judge in it."""
    monkeypatch.setattr(pool, "python_running", lambda code: python_running(f"{program}\n{code}"))


def blind_sides(project: Project, program: str) -> None:
    """Both sides run a program that blinds the encoder in the processes that load them."""
    project.write("blinding.py", program)
    for name in ("control.py", "candidate.py"):
        project.change("import argparse\n", "import argparse\n\nimport blinding\n", name)


def test_a_judge_that_calls_everything_equal_cannot_judge(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    blind_workers(
        monkeypatch,
        "from argparity.golden.judge import naming\n"
        "from argparity.golden.model.observation import Observation\n"
        "naming.visible = lambda schema, observation: Observation(())\n",
    )
    project.change("default=5", "default=6")

    report = project.gate(mutants="sample")

    assert report.exit_code == 3
    assert report.selfcheck.killed == 0
    assert len(report.selfcheck.survivors) > 3
    assert any("does not notice a planted fault" in p.message for p in report.problems)


def test_an_encoder_that_calls_everything_equal_cannot_judge(project: Project) -> None:
    blind_sides(
        project,
        "from argparity.golden.model import encode\n"
        "for kind in encode._SCALARS:\n"
        "    encode._SCALARS[kind] = lambda value: 'same'\n",
    )

    with pytest.raises(WorkerError, match="no difference between 5 and 6") as caught:
        project.gate(mutants="sample")

    assert caught.value.exit_code == 3


def test_a_candidate_that_differs_anyway_still_shows_planted_faults(project: Project) -> None:
    project.change("default=5", "default=6")

    report = project.gate(battery=None, mutants="sample")

    assert report.exit_code == 1
    assert report.selfcheck.survivors == []


def test_a_fault_that_gives_back_what_the_control_does_is_void(project: Project) -> None:
    project.change("default=5", "default=None", "control.py")
    project.change("default=5", "required=True")

    report = project.gate(battery=None, mutants="all")

    void = {result.mutant.id: result.invalid for result in report.selfcheck.invalid}
    assert "gives back what the control does" in void["required-order:required:--steps"]
    assert report.selfcheck.survivors == []


def test_a_candidate_without_a_parser_leaves_no_verdict_where_faults_were_asked_for(
    project: Project,
) -> None:
    for name in ("control.py", "candidate.py"):
        project.write(name, "def parse(argv):\n    return {'words': list(argv)}\n")
    target = project.target(control="control.py:parse", candidate="candidate.py:parse")

    asked, without = (project.gate(target, mutants=mutants) for mutants in ("sample", "none"))

    assert (asked.exit_code, without.exit_code) == (3, 0)
    assert "shows no parser" in asked.of_weight("unjudged")[0].message


def test_faults_that_did_not_get_their_turn_are_said_to_need_more_time(project: Project) -> None:
    report = project.gate(mutants="sample", budget=0.01)

    (problem,) = [p for p in report.problems if p.kind == "mutant"]
    assert problem.weight == "unjudged"
    assert problem.message.endswith("none got its turn, as the time did not suffice: --budget 60")


def test_faults_that_are_void_are_said_to_be(project: Project) -> None:
    for name in ("control.py", "candidate.py"):
        project.write(
            name,
            "import argparse\n\ndef build():\n"
            "    parser = argparse.ArgumentParser(prog='p', usage='', add_help=False)\n"
            "    parser.add_argument('--x', nargs=0, action=Idle, default=argparse.SUPPRESS)\n"
            "    return parser\n\nclass Idle(argparse.Action):\n"
            "    def __call__(self, *args):\n        raise SystemExit(1)\n",
        )

    report = project.gate(mutants="sample")

    assert report.selfcheck.planned >= report.selfcheck.killed > 0


@pytest.fixture(scope="module")
def mutants(new_project: Callable[[], Project]) -> list[object]:
    """All mutants of the small project."""
    target = new_project().target()
    with Comparator(target) as comparator:
        assert comparator.schema.candidate is not None
        return list(plan(comparator.schema.candidate, target))


def test_a_sample_has_every_operator_and_every_flag(mutants: list) -> None:  # type: ignore[type-arg]
    taken = chosen(mutants, "sample", None, seed=3)

    assert {m.operator for m in taken} == {m.operator for m in mutants} <= set(OPERATORS)
    assert {m.flag for m in taken} == {m.flag for m in mutants}
    assert len(taken) < len(mutants)


def test_the_seed_decides_the_sample(mutants: list) -> None:  # type: ignore[type-arg]
    first, again, other = (chosen(mutants, "sample", None, seed) for seed in (1, 1, 2))

    assert first == again
    assert first != other


def test_a_section_brings_its_own_mutants_and_those_of_the_whole(mutants: list) -> None:  # type: ignore[type-arg]
    taken = chosen(mutants, "all", "data", seed=0)

    assert {m.section for m in taken} == {"data", ""}
    assert chosen(mutants, "none", None, seed=0) == []
