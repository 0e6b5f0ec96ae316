"""A section goes over only on the gate's evidence, and back at once."""

from __future__ import annotations

import datetime
import functools
import random
import re
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from argparity.golden.errors import UsageError
from argparity.golden.gate.result import Counts, GateReport, SectionResult, SelfCheck, TierCount
from argparity.golden.records.ledger import check_ledger, read_ledger
from argparity.golden.records.store import all_sections
from argparity.golden.records.switches import read_switches, write_switches
from argparity.golden.records.switching import NotAllowed, chosen_sections, switch_back, switch_over
from argparity.golden.sides.target import Target, find_target

TODAY = datetime.date.today()


class Gate:
    """A gate with a verdict that is fixed; remembers how it was asked."""

    def __init__(self, verdict: str = "matched", python: str = "3.11.7") -> None:
        self.python = python
        self.matches = verdict == "matched"
        self.asked: list[dict[str, Any]] = []

    def __call__(self, target: Target, **settings: Any) -> GateReport:
        self.asked.append(settings)
        report = GateReport(target=target.name, python=self.python, seed=0)
        report.tiers = {"goldens": TierCount(5, 5), "battery": TierCount(90, 90)}
        report.total = Counts(matched=95) if self.matches else Counts(unjudged=95)
        report.sections = [SectionResult("model", "generated", tiers={"goldens": 2, "battery": 40})]
        report.selfcheck = SelfCheck(executed=7, killed=7)
        report.interrupted = not self.matches
        return report


def test_a_section_goes_over_with_the_gates_evidence(small_target: Target) -> None:
    gate = Gate()

    switch_over(small_target, ["model"], " it is ready ", functools.partial(gate, budget=20))

    assert gate.asked == [
        {
            "section": "model",
            "environ": {"ARGPARITY_BACKENDS": "small.model=generated"},
            "confirm": "all",
            "budget": 20,
        }
    ]
    (entry,) = read_ledger(small_target.path(small_target.ledger))
    assert (entry.section, entry.backend, entry.reason) == ("model", "generated", "it is ready")
    assert entry.cases == {"goldens": 2, "battery": 40}
    assert entry.mutants == {"planted": 7, "killed": 7}
    assert (entry.python, entry.date) == (("3.11.7",), TODAY)
    assert read_switches(small_target) == {"data": "legacy", "model": "generated"}
    assert check_ledger(small_target, TODAY, all_sections) == []


def test_several_sections_go_over_on_one_run(small_target: Target) -> None:
    gate = Gate()

    switch_over(small_target, chosen_sections(small_target, "all"), "ready", gate)

    assert gate.asked == [
        {
            "section": None,
            "environ": {"ARGPARITY_BACKENDS": "small.data=generated,small.model=generated"},
            "confirm": "all",
        }
    ]
    assert set(read_switches(small_target).values()) == {"generated"}
    assert check_ledger(small_target, TODAY, all_sections) == []


def test_pythons_on_which_the_same_code_was_judged_add_up(small_target: Target) -> None:
    for python in ("3.12.1", "3.10.13"):
        switch_over(small_target, ["model"], "ready", Gate(python=python))
    assert read_ledger(small_target.path(small_target.ledger))[-1].python == ("3.10.13", "3.12.1")

    file = small_target.path("new.py")
    file.write_text(file.read_text() + "CHANGED = True\n")
    switch_over(small_target, ["model"], "ready", Gate())
    assert read_ledger(small_target.path(small_target.ledger))[-1].python == ("3.11.7",)


def test_a_gate_that_does_not_match_changes_nothing(small_target: Target) -> None:
    before = small_target.path(small_target.switches).read_text()

    with pytest.raises(NotAllowed, match="nothing was switched") as caught:
        switch_over(small_target, ["model"], "ready", Gate("unjudged"))

    assert caught.value.exit_code == 130
    assert small_target.path(small_target.switches).read_text() == before
    assert not small_target.path(small_target.ledger).exists()


def test_commands_that_name_a_section_of_two_words_are_for_a_shell(small_target: Target) -> None:
    for name in ("legacy/old.py", "new.py", small_target.switches):
        file = small_target.path(name)
        file.write_text(
            re.sub(r'"model"|^model(?= = "legacy")', '"two words"', file.read_text(), flags=re.M)
        )

    with pytest.raises(NotAllowed) as caught:
        switch_over(small_target, ["two words"], "ready", Gate("unjudged"))
    write_switches(small_target, ["two words"], "generated")

    shown = "ARGPARITY_BACKENDS='small.two words=generated' argparity gate small"
    assert str(caught.value).endswith(shown)
    assert "`argparity switch small 'two words' generated --reason ...`" in "".join(
        check_ledger(small_target, TODAY, all_sections)
    )


def test_code_that_changes_under_the_gate_is_not_switched(small_target: Target) -> None:
    gate = Gate()

    def moving(target: Target, **settings: Any) -> GateReport:
        small_target.path("new.py").write_text("changed = True\n")
        return gate(target, **settings)

    with pytest.raises(NotAllowed, match="changed while the gate ran"):
        switch_over(small_target, ["model"], "ready", moving)

    assert read_switches(small_target)["model"] == "legacy"


def test_a_section_goes_back_at_once_without_the_gate(small_target: Target) -> None:
    switch_over(small_target, ["model"], "ready", Gate())

    switch_back(small_target, ["model"], "users complain")

    assert read_switches(small_target)["model"] == "legacy"
    assert [e.backend for e in read_ledger(small_target.path(small_target.ledger))] == [
        "generated",
        "legacy",
    ]
    assert check_ledger(small_target, TODAY, all_sections) == []


def test_a_rollback_does_not_load_the_gate(small_target: Target) -> None:
    program = (
        "import sys; from pathlib import Path; "
        "from argparity.golden.records.switching import switch_back; "
        "from argparity.golden.sides.target import find_target; "
        "switch_back(find_target('small', Path(sys.argv[1])), ['model'], 'back'); "
        "heavy = ('argparity.golden.gate', 'hypothesis', 'deepdiff'); "
        "print([name for name in heavy if name in sys.modules])"
    )
    command = [sys.executable, "-c", program, str(small_target.base)]

    assert subprocess.run(command, capture_output=True, text=True).stdout == "[]\n"


@pytest.mark.parametrize(
    ("section", "reason", "message"),
    [
        ("depth", "x", "unknown section 'depth' of small; known: data, model, or all"),
        ("model", " ", "needs a reason"),
    ],
)
def test_wrong_arguments_change_nothing(
    small_target: Target, section: str, reason: str, message: str
) -> None:
    gate = Gate()
    with pytest.raises(UsageError, match=message):
        switch_back(small_target, chosen_sections(small_target, section), reason)
    with pytest.raises(UsageError, match=message):
        switch_over(small_target, chosen_sections(small_target, section), reason, gate)

    assert gate.asked == []

    assert set(read_switches(small_target).values()) == {"legacy"}


def test_a_change_of_the_candidate_makes_the_evidence_stale(small_target: Target) -> None:
    switch_over(small_target, ["model"], "ready", Gate())
    file = small_target.path("new.py")
    file.write_text(file.read_text().replace("default=3", "default=4"))

    (problem,) = check_ledger(small_target, TODAY, all_sections)
    assert "stale evidence" in problem

    switch_over(small_target, ["model"], "looked at again", Gate())
    assert check_ledger(small_target, TODAY, all_sections) == []


SWITCH = """
import sys
from pathlib import Path
from argparity.golden.records.switching import switch_back
from argparity.golden.sides.target import find_target

target = find_target("small", Path(sys.argv[1]))
print("ready", flush=True)
while True:
    switch_back(target, ["model"], "back")
    switch_back(target, ["data"], "back")
"""


def test_a_switch_that_is_killed_leaves_files_that_load(small_target: Target) -> None:
    """Killed at any moment; running the same command again brings everything into order."""
    switch_over(small_target, ["data", "model"], "ready", Gate())
    chance = random.Random(2)
    for _ in range(3):
        command = [sys.executable, "-c", SWITCH, str(small_target.base)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        with process.stdout:
            process.stdout.readline()
            time.sleep(chance.random() * 0.1)
            process.send_signal(signal.SIGKILL)
        process.wait()

        target = find_target("small", small_target.base)
        assert set(read_switches(target)) == {"data", "model"}
        assert read_ledger(target.path(target.ledger))
        switch_back(target, ["data", "model"], "completed")
        assert check_ledger(target, TODAY, all_sections) == []


ROLL_BACK = """
import sys
from pathlib import Path
from argparity.golden.records.switching import switch_back
from argparity.golden.sides.target import find_target

target = find_target("small", Path(sys.argv[1]))
for number in range(10):
    switch_back(target, [sys.argv[2]], f"{sys.argv[2]} {number}")
"""


def test_two_switches_at_once_lose_nothing(small_target: Target) -> None:
    base = str(small_target.base)
    commands = [[sys.executable, "-c", ROLL_BACK, base, name] for name in ("data", "model")]
    for process in [subprocess.Popen(command) for command in commands]:
        assert process.wait() == 0

    reasons = [entry.reason for entry in read_ledger(small_target.path(small_target.ledger))]
    assert sorted(reasons) == sorted(f"{name} {n}" for name in ("data", "model") for n in range(10))
