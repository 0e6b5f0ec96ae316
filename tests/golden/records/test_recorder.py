"""Recording: from the control alone, each verb doing one thing, interrupted or not."""

from __future__ import annotations

import json
import platform
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from argparity.golden.errors import CannotJudge, UsageError
from argparity.golden.model.case import Case
from argparity.golden.model.encode import encode
from argparity.golden.model.observation import Observation, Outcome
from argparity.golden.records.atomic import unfinished
from argparity.golden.records.recorder import DISTILLED, Recorder, recording_on
from argparity.golden.records.seals import write_seal
from argparity.golden.records.store import Golden, Store, load_goldens
from argparity.golden.sides.target import Target, find_target

PYTHON = platform.python_version()


def case(*argv: str) -> Case:
    return Case.of(argv, id=" ".join(argv) or "nothing", why="it is here to be recorded")


@pytest.fixture
def recorder(small_target: Target) -> Iterator[Recorder]:
    with Recorder(small_target) as recorder:
        yield recorder


@pytest.fixture
def after_change(
    small_project: Path, change_control: Callable[[str, str], None]
) -> Callable[[str, str], Recorder]:
    """Changes the control; gives a recorder that sees it."""

    def change(before: str, after: str) -> Recorder:
        change_control(before, after)
        return Recorder(find_target("small", small_project))

    return change


def ids(recorder: Recorder) -> list[str]:
    return [golden.case.id for topic in recorder.store.topics() for golden in topic.goldens]


def files(recorder: Recorder) -> dict[str, str]:
    return {file.name: file.read_text() for file in recorder.store.folder.iterdir()}


class TestAdd:
    """New cases, and known ones on another Python version."""

    def test_a_case_is_recorded_with_what_the_control_does(self, recorder: Recorder) -> None:
        report = recorder.add("topic", [case("--depth", "4"), case("--depth", "x")])

        first, second = recorder.store.topics()[0].goldens
        assert report.added == ["--depth 4", "--depth x"]
        assert first.outcome.last.kind == "ok"
        assert second.outcome.last.stderr.endswith("--depth: invalid int value: 'x'\n")
        assert first.recorded == (PYTHON,)

    def test_nothing_is_recorded_from_the_candidate(
        self, recorder: Recorder, small_project: Path
    ) -> None:
        (small_project / "new.py").write_text("raise RuntimeError('never imported')")

        recorder.add("topic", [case("--depth", "4")])

        assert ids(recorder) == ["--depth 4"]

    def test_what_there_is_stays_as_it_is(
        self, recorder: Recorder, after_change: Callable[[str, str], Recorder]
    ) -> None:
        recorder.add("topic", [case("--wide")])
        before = recorder.store.topics()[0].goldens

        with after_change("default=3", "default=4") as changed:
            changed.add("topic", [case("--wide"), case("--depth", "1")])

        assert changed.store.topics()[0].goldens[:1] == before

    def test_an_input_that_the_topic_has_is_left_out(self, recorder: Recorder) -> None:
        recorder.add("topic", [case("--wide")])

        report = recorder.add("topic", [replace(case("--wide"), id="again")])

        assert report.added == []
        assert ids(recorder) == ["--wide"]

    def test_an_id_is_given_once(self, recorder: Recorder) -> None:
        recorder.add("topic", [case("--wide")])

        with pytest.raises(UsageError, match="'--wide' is taken"):
            recorder.add("other", [replace(case("--depth", "1"), id="--wide")])

    @pytest.mark.parametrize("name", ["baseline", "", "a/b", "..", "ä", "-"])
    def test_a_topic_has_a_plain_name(self, recorder: Recorder, name: str) -> None:
        with pytest.raises(UsageError, match="cannot name a topic"):
            recorder.add(name, [case()])

    def test_a_control_that_disagrees_with_itself_is_not_recorded(
        self, after_change: Callable[[str, str], Recorder]
    ) -> None:
        moving = "type=lambda text: __import__('secrets').token_hex()"
        recorder = after_change("type=int, default=10", moving)

        with recorder, pytest.raises(CannotJudge, match="two runs of the control differ"):
            recorder.add("topic", [case("--limit", "1")])

        assert ids(recorder) == []

    def test_known_goldens_are_confirmed_on_another_python(
        self, recorder: Recorder, small_target: Target
    ) -> None:
        recorder.add("topic", [case("--wide")])

        with Recorder(small_target, python="3.99.1") as other:
            report = other.add_python()

        (golden,) = load_goldens(small_target)
        assert report.confirmed == ["--wide"]
        assert golden.recorded == (PYTHON, "3.99.1")
        assert not golden.variants

    def test_another_outcome_on_another_python_is_a_variant(
        self, recorder: Recorder, after_change: Callable[[str, str], Recorder]
    ) -> None:
        recorder.add("topic", [case("--wide"), case("--depth", "1")])
        before = recorder.store.topics()[0].goldens

        with after_change('action="store_true"', "default=False") as other:
            other.python = "3.99.1"
            report = other.add_python()

        first, second = recorder.store.topics()[0].goldens
        assert (report.variants, report.confirmed) == (["--wide"], ["--depth 1"])
        assert list(first.variants) == ["3.99.1+"]
        assert report.differences == [
            "--wide: accepted -> exit 2 (small: error: argument --wide: expected one argument)"
        ]
        assert first.expected("3.99.1").last.kind == "exit"
        assert first.expected(PYTHON) == before[0].outcome
        assert not second.variants

    def test_a_control_that_changed_is_not_confirmed(
        self, recorder: Recorder, after_change: Callable[[str, str], Recorder]
    ) -> None:
        recorder.add("topic", [case("--wide")])
        before = files(recorder)

        changed = after_change('"--wide"', '"--broad"')
        with changed, pytest.raises(UsageError, match="no longer does what was recorded"):
            changed.add_python()

        assert files(recorder) == before


def outcome(text: str) -> Observation:
    return Observation((Outcome("exit", code=encode(2), stderr=text),))


class TestVariants:
    """From which release on another outcome holds: derived from what was recorded on which."""

    golden = Golden(case(), outcome("a"), ("3.11.7",))

    @pytest.mark.parametrize("release", ["3.11.10", "3.13.0"])
    def test_another_outcome_holds_from_the_release_on_that_showed_it(self, release: str) -> None:
        found = recording_on(release, self.golden, outcome("b"))

        assert found.variants == {f"{release}+": outcome("b")}
        assert found.recorded == ("3.11.7", release)

    @pytest.mark.parametrize("release", ["3.13.2", "3.14.0"])
    def test_a_later_release_that_does_the_same_needs_none(self, release: str) -> None:
        first = recording_on("3.13.0", self.golden, outcome("b"))

        found = recording_on(release, first, outcome("b"))

        assert found.variants == first.variants
        assert found.recorded == ("3.11.7", "3.13.0", release)

    def test_a_later_release_that_does_as_the_first_ones_ends_it(self) -> None:
        first = recording_on("3.13.0", self.golden, outcome("b"))

        found = recording_on("3.14.1", first, outcome("a"))

        assert found.variants == {"3.13.0+": outcome("b"), "3.14.1+": outcome("a")}

    def test_an_earlier_release_that_differs_leaves_later_ones_what_they_were(self) -> None:
        known = replace(self.golden, recorded=("3.11.7", "3.13.0"))

        found = recording_on("3.12.7", known, outcome("b"))

        assert found.variants == {"3.12.7+": outcome("b"), "3.13.0+": outcome("a")}
        assert [found.expected(name) for name in found.recorded] == [
            outcome("a"),
            outcome("b"),
            outcome("a"),
        ]

    def test_variants_of_a_minor_version_stay_as_they_are(self) -> None:
        known = replace(self.golden, recorded=("3.11.7", "3.13.0"), variants={"3.13": outcome("b")})

        assert recording_on("3.13.18", known, outcome("b")).variants == known.variants
        assert recording_on("3.14.1", known, outcome("b")).variants == {
            "3.13": outcome("b"),
            "3.14.1+": outcome("b"),
        }


class TestChange:
    """Recording anew: only with a reason, which stays."""

    def test_a_golden_is_recorded_anew_and_the_reason_kept(
        self, recorder: Recorder, after_change: Callable[[str, str], Recorder]
    ) -> None:
        recorder.add("topic", [case("--wide"), case("--depth", "1")])
        before = recorder.store.topics()[0].goldens

        with after_change('"--wide"', '"--broad"') as changed:
            report = changed.change(["--wide"], "the flag was renamed upstream")

        (topic,) = recorder.store.topics()
        assert report.changed == ["--wide"]
        assert topic.goldens[0].outcome.last.kind == "exit"
        assert topic.goldens[1] == before[1]
        (entry,) = topic.history
        assert entry["case"] == "--wide"
        assert entry["reason"] == "the flag was renamed upstream"

    def test_what_other_pythons_do_is_not_known_any_more(self, recorder: Recorder) -> None:
        recorder.add("topic", [case("--wide")])
        (topic,) = recorder.store.topics()
        told = replace(
            topic.goldens[0], recorded=(PYTHON, "3.99.1"), variants={"3.99": outcome("b")}
        )
        recorder.store.write(replace(topic, goldens=(told,)))

        recorder.change(["--wide"], "the usage text changed")

        (golden,) = recorder.store.topics()[0].goldens
        assert golden.recorded == (PYTHON,)
        assert not golden.variants

    def test_a_golden_goes_with_a_reason_too(self, recorder: Recorder) -> None:
        recorder.add("topic", [case("--wide"), case("--depth", "1")])

        report = recorder.change(["--wide"], "the flag is gone upstream", remove=True)

        assert report.removed == ["--wide"]
        assert ids(recorder) == ["--depth 1"]
        assert recorder.store.topics()[0].history[0]["change"] == "removed"

    @pytest.mark.parametrize(
        ("names", "reason", "words"),
        [(["--wide"], "  ", "needs a reason"), (["--wide", "other"], "x", "no golden has the id")],
    )
    def test_words_that_are_off_change_nothing(
        self, recorder: Recorder, names: list[str], reason: str, words: str
    ) -> None:
        recorder.add("topic", [case("--wide")])
        before = files(recorder)

        with pytest.raises(UsageError, match=words):
            recorder.change(names, reason)

        assert files(recorder) == before


class TestReformatAndPrune:
    """What changes form alone, and what drops what says nothing."""

    def test_reformatting_changes_the_form_alone(self, recorder: Recorder) -> None:
        recorder.add("topic", [case("--wide")])
        file = recorder.store.path("topic")
        before, goldens = file.read_text(), recorder.store.topics()
        file.write_text(json.dumps(json.loads(before)))

        report = recorder.reformat()

        assert report.reformatted == ["topic"]
        assert file.read_text() == before
        assert recorder.store.topics() == goldens
        assert recorder.reformat().reformatted == []

    def test_reformatting_does_not_look_at_the_control(
        self, recorder: Recorder, after_change: Callable[[str, str], Recorder]
    ) -> None:
        recorder.add("topic", [case("--wide")])
        before = files(recorder)

        with after_change('"--wide"', '"--broad"') as changed:
            changed.reformat()

        assert files(recorder) == before

    def test_pruning_drops_repeated_inputs_and_idle_variants(self, recorder: Recorder) -> None:
        recorder.add("topic", [case("--wide"), case("--depth", "1")])
        (topic,) = recorder.store.topics()
        first, second = topic.goldens
        idle = {"3.12": first.outcome, "3.13": outcome("b"), "3.13.2": outcome("b")}
        again = replace(first, case=replace(first.case, id="again"))
        goldens = (replace(first, variants=idle), second, again)
        recorder.store.write(replace(topic, goldens=goldens))

        report = recorder.prune()

        (topic,) = recorder.store.topics()
        assert (report.removed, report.variants) == (["again"], ["--wide"])
        assert topic.goldens == (replace(first, variants={"3.13": outcome("b")}), second)

    def test_pruning_changes_no_expectation(self, recorder: Recorder) -> None:
        recorder.add("topic", [case("--wide")])
        (topic,) = recorder.store.topics()
        (golden,) = topic.goldens
        kept = {
            "3.13": outcome("b"),
            "3.13.2": golden.outcome,
            "3.14.1+": outcome("b"),
            "3.15.0+": golden.outcome,
        }
        recorder.store.write(replace(topic, goldens=(replace(golden, variants=kept),)))

        recorder.prune()

        assert recorder.store.topics()[0].goldens[0].variants == kept


class TestDistilled:
    """The set of cases that is run first."""

    def test_goldens_get_the_mark_and_other_cases_become_goldens(self, recorder: Recorder) -> None:
        recorder.add("topic", [case("--wide"), case("--depth", "1")])

        report = recorder.set_distilled([case("--limit", "2"), case("--wide")])

        marked = {g.case.id: g.distilled for t in recorder.store.topics() for g in t.goldens}
        assert marked == {"--limit 2": True, "--wide": True, "--depth 1": False}
        assert (report.added, report.marked) == (["--limit 2"], ["--wide"])

    def test_a_new_set_takes_the_place_of_the_last_one(self, recorder: Recorder) -> None:
        recorder.add("topic", [case("--wide")])
        recorder.set_distilled([case("--limit", "2"), case("--wide"), case("--limit", "3")])

        report = recorder.set_distilled([case("--limit", "3")])

        assert report.removed == ["--limit 2"]
        assert {g.case.id: g.distilled for t in recorder.store.topics() for g in t.goldens} == {
            "--limit 3": True,
            "--wide": False,
        }
        assert [topic.name for topic in recorder.store.topics()] == [DISTILLED, "topic"]


RECORD = """
import sys
from pathlib import Path
from argparity.golden.model.case import Case
from argparity.golden.records.recorder import Recorder
from argparity.golden.sides.target import find_target

with Recorder(find_target("small", Path(sys.argv[1]))) as recorder:
    print("ready", flush=True)
    for round in range(10_000):
        for name in ("one", "two"):
            id = f"{name}:{sys.argv[2]}:{round}"
            recorder.add(name, [Case.of(["--depth", f"{sys.argv[2]}{round}"], id=id, why="x")])
"""


def test_a_recorder_that_is_killed_leaves_goldens_that_load(
    small_project: Path, small_target: Target
) -> None:
    """Killed at any moment: every file loads, and the next run clears up and goes on."""
    chance = random.Random(1)
    store = Store(small_target)
    for attempt in range(5):
        command = [sys.executable, "-c", RECORD, str(small_project), str(attempt)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        with process.stdout:
            process.stdout.readline()
            time.sleep(chance.random() * 0.2)
            process.send_signal(signal.SIGKILL)
        process.wait()

        known = {golden.case.id for golden in load_goldens(small_target)}
        with Recorder(small_target) as recorder:
            recorder.add("after", [case("--limit", str(attempt))])

        assert unfinished(store.folder) == []
        assert known < {golden.case.id for golden in load_goldens(small_target)}


def test_what_a_killed_run_left_is_removed_and_reported(recorder: Recorder) -> None:
    recorder.store.folder.mkdir()
    left = recorder.store.folder / ".topic.json.12345678.argparity-unfinished"
    left.write_text('{"format": 1, "cas')

    recorder.add("topic", [case("--wide")])

    assert recorder.cleared == [left]
    assert not left.exists()


def test_nothing_is_recorded_of_a_control_whose_seal_is_broken(small_target: Target) -> None:
    sealed = replace(small_target, seals="SEALS.toml")
    control = sealed.control.partition(":")[0]
    write_seal(sealed.base, control, origin="by hand", reason="to begin with", seals="SEALS.toml")
    with sealed.path(control).open("a") as file:
        file.write("# edited\n")

    with (
        Recorder(sealed) as recorder,
        pytest.raises(CannotJudge, match=r"broken seal.*Nothing is recorded"),
    ):
        recorder.add("some", [Case.of([])])

    assert Store(sealed).topics() == []
