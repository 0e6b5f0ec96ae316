"""The ledger agrees with the switches, and its evidence with the code of today."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path

import pytest

from argparity.compat.switchboard import Backend
from argparity.golden.errors import CannotJudge, ConfigError
from argparity.golden.model.case import Case
from argparity.golden.records.evidence import Evidence, code_digest
from argparity.golden.records.ledger import Switch, append, check_ledger, latest, read_ledger
from argparity.golden.records.recorder import Recorder
from argparity.golden.records.seals import write_seal
from argparity.golden.records.store import all_sections
from argparity.golden.records.switches import known_sections, read_switches, write_switches
from argparity.golden.sides.target import Target

TODAY = datetime.date(2026, 11, 30)
SECTIONS = ["data", "model"]


def entry(target: Target, section: str, backend: Backend = "generated") -> Switch:
    if backend == "legacy":
        return Switch(
            target=target.name, section=section, backend=backend, reason="a rollback", date=TODAY
        )
    return Switch(
        target=target.name,
        section=section,
        backend=backend,
        reason='it is "ready"',
        date=TODAY,
        python=("3.11.7",),
        digests=Evidence(target, SECTIONS, all_sections).of(section),
        cases={"goldens": 3, "battery": 90},
        mutants={"planted": 40, "killed": 40},
    )


@pytest.fixture
def switched(small_target: Target) -> Target:
    """A target whose section `model` went over, with everything in order."""
    with Recorder(small_target) as recorder:
        recorder.add("topic", [Case.of(["--depth", "5"], id="a", why="to have a golden")])
    append(small_target.path(small_target.ledger), [entry(small_target, "model")])
    write_switches(small_target, ["model"], "generated")
    return small_target


def problem(target: Target) -> str:
    (found,) = check_ledger(target, TODAY, all_sections)
    return found


def edit(file: Path, before: str, after: str) -> None:
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after))


class TestEntries:
    """What is added comes back, and nothing that was there changes."""

    def test_entries_come_back(self, small_target: Target) -> None:
        file = small_target.path(small_target.ledger)
        first = entry(small_target, "model")
        second = entry(small_target, "model", "legacy")

        append(file, [first])
        append(file, [second])

        assert read_ledger(file) == [first, second]
        assert latest(read_ledger(file), small_target) == {"model": second}

    def test_adding_keeps_the_text_that_was_there(self, small_target: Target) -> None:
        file = small_target.path(small_target.ledger)
        append(file, [entry(small_target, "model")])
        edit(file, "format = 1", "# Our ledger.\nformat = 1")
        before = file.read_text()

        append(file, [entry(small_target, "data", "legacy")])

        assert file.read_text().startswith(before)

    def test_an_over_switch_without_evidence_is_an_error(self, small_target: Target) -> None:
        file = small_target.path(small_target.ledger)
        append(file, [entry(small_target, "model")])
        edit(file, "mutants =", "# mutants =")

        with pytest.raises(ConfigError, match="'mutants' is missing: model") as caught:
            read_ledger(file)

        assert caught.value.line is not None

    def test_nothing_is_added_to_a_ledger_that_does_not_load(self, small_target: Target) -> None:
        file = small_target.path(small_target.ledger)
        file.write_text("format = 1\n[[switch]]\ntarget = 1\n")

        with pytest.raises(ConfigError, match="must be a string"):
            append(file, [entry(small_target, "model")])

        assert file.read_text() == "format = 1\n[[switch]]\ntarget = 1\n"


class TestCheck:
    """Each thing that may be wrong is one sentence that says what to do."""

    def test_a_switched_section_with_fresh_evidence_is_in_order(self, switched: Target) -> None:
        assert check_ledger(switched, TODAY, all_sections) == []

    def test_a_target_without_switches_is_in_order(self, small_target: Target) -> None:
        small_target.path(small_target.switches).unlink()

        assert check_ledger(small_target, TODAY, all_sections) == []

    def test_a_switch_without_an_entry(self, switched: Target) -> None:
        write_switches(switched, ["data"], "generated")

        assert problem(switched) == (
            "small.data: switches.toml says generated, the ledger legacy; either put the switch "
            "back or run `argparity switch small data generated --reason ...`"
        )

    def test_an_entry_without_the_switch(self, switched: Target) -> None:
        write_switches(switched, ["model"], "legacy")

        assert "says legacy, the ledger generated" in problem(switched)

    def test_a_rollback_with_its_entry_is_in_order(self, switched: Target) -> None:
        write_switches(switched, ["model"], "legacy")
        append(switched.path(switched.ledger), [entry(switched, "model", "legacy")])

        assert check_ledger(switched, TODAY, all_sections) == []

    def test_code_that_changed(self, switched: Target) -> None:
        edit(switched.path("new.py"), "default=3", "default=4")

        assert "small.model: stale evidence: the section's code changed" in problem(switched)

    def test_a_golden_that_is_new(self, switched: Target) -> None:
        with Recorder(switched) as recorder:
            recorder.add("topic", [Case.of(["--wide"], id="b", why="another one")])

        assert "stale evidence: the goldens changed" in problem(switched)

    def test_a_frozen_file_that_changed(self, switched: Target) -> None:
        edit(switched.path("legacy/old.py"), "default=3", "default=4")

        assert "stale evidence: the frozen parser changed" in problem(switched)

    def test_a_frozen_file_without_a_seal(self, switched: Target) -> None:
        switched.path("legacy/SEALS.toml").unlink()

        assert "has no seal in legacy/SEALS.toml" in problem(switched)

    def test_a_section_that_is_gone(self, switched: Target) -> None:
        edit(switched.path("switches.toml"), 'model = "generated"', 'depth = "legacy"')

        assert "the ledger knows it, and switches.toml does not" in problem(switched)

    def test_an_entry_of_tomorrow(self, switched: Target) -> None:
        (found,) = check_ledger(switched, TODAY - datetime.timedelta(days=1), all_sections)

        assert "in the future" in found

    @pytest.mark.parametrize("text", ["format = 2\n", "format = 1\n[small]\nmodel = 'new'\n", "?"])
    def test_switches_that_cannot_be_read(self, switched: Target, text: str) -> None:
        switched.path("switches.toml").write_text(text)

        assert "switches.toml" in problem(switched)


SOURCES = '''\
"""Sections."""
SHARED = 1


class Data:
    path: str = "in"


@decorated
class LrSchedulerConfig:
    steps: int = 5
'''


class TestCodeDigest:
    """Of one section: its own class and everything that is no other section's."""

    sections = ("data", "lr_scheduler")

    def digests(self, target: Target, source: str) -> dict[str, str]:
        target.path("new.py").write_text(source)
        return {name: code_digest(target, name, self.sections) for name in self.sections}

    @pytest.mark.parametrize(
        ("before", "after", "changed"),
        [
            ('"in"', '"out"', {"data"}),
            ("= 5", "= 6", {"lr_scheduler"}),
            ("@decorated", "@other", {"lr_scheduler"}),
            ("SHARED = 1", "SHARED = 2", {"data", "lr_scheduler"}),
            ("class Data", "class Unknown", {"data", "lr_scheduler"}),
        ],
    )
    def test_a_change_concerns_its_section_or_all(
        self, small_target: Target, before: str, after: str, changed: set[str]
    ) -> None:
        first = self.digests(small_target, SOURCES)
        second = self.digests(small_target, SOURCES.replace(before, after))

        assert {name for name in self.sections if first[name] != second[name]} == changed

    def test_source_that_is_no_python_counts_as_a_whole(self, small_target: Target) -> None:
        first = self.digests(small_target, "class Data:\n  is no python")
        second = self.digests(small_target, "class Data:\n  is no  python")

        assert all(first[name] != second[name] for name in self.sections)

    def test_without_named_sources_it_is_the_file_of_the_candidate(
        self, small_target: Target
    ) -> None:
        named = code_digest(small_target, "data", self.sections)

        assert code_digest(replace(small_target, sources=()), "data", self.sections) == named

    def test_a_source_that_is_not_there_is_named(self, small_target: Target) -> None:
        with pytest.raises(CannotJudge, match=r"gone\.py"):
            code_digest(replace(small_target, sources=("gone.py",)), "data", self.sections)


class TestSwitches:
    """The switches file of a project."""

    def test_sections_come_in_the_order_of_the_file(self, small_target: Target) -> None:
        assert known_sections(small_target) == SECTIONS

    def test_writing_keeps_comments_and_the_rest(self, small_target: Target) -> None:
        before = small_target.path("switches.toml").read_text()

        write_switches(small_target, ["model"], "generated")

        after = small_target.path("switches.toml").read_text()
        assert after == before.replace('model = "legacy"', 'model = "generated"')

    def test_the_environment_does_not_count(
        self, small_target: Target, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("ARGPARITY_BACKENDS", "small=generated")

        assert read_switches(small_target) == {"data": "legacy", "model": "legacy"}

    def test_a_target_without_a_table_is_told_what_to_write(self, small_target: Target) -> None:
        small_target.path("switches.toml").write_text("format = 1\n")

        with pytest.raises(ConfigError, match=r"a table \[small\] names them"):
            known_sections(small_target)


def test_a_seal_that_is_written_anew_makes_evidence_stale_with_the_file(switched: Target) -> None:
    edit(switched.path("legacy/old.py"), "default=3", "default=4")
    write_seal(switched.base, "legacy/old.py", origin="old.py", reason="a fix upstream")

    assert "the frozen parser changed" in problem(switched)
