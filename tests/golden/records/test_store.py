"""Goldens come back from their files as they were recorded."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import checkout
from argparity.golden.errors import ConfigError
from argparity.golden.model.case import Case, Step
from argparity.golden.model.encode import encode
from argparity.golden.model.observation import Observation, Outcome
from argparity.golden.observe.folding import folded
from argparity.golden.records.store import Golden, Store, Topic, all_sections, load_goldens
from argparity.golden.sides.target import Target, find_target

BASELINE = Outcome(
    "ok", values=encode({"a": {"x": 1, "y": [True]}, "b": {}}), surface=encode({"s": ["p"]})
)


PYTHONS = ("3.11.7", "3.12.1")


def ok(values: Any, surface: Any = None, **more: Any) -> Observation:
    shown = None if surface is None else encode(surface)
    return Observation((Outcome("ok", values=encode(values), surface=shown, **more),))


def rejected(message: str) -> Observation:
    stderr = f"usage: p [-h]\np: error: {message}\n"
    return Observation((Outcome("exit", code=encode(2), stderr=stderr),))


def golden(outcome: Observation, id: str = "x", **more: Any) -> Golden:
    return Golden(Case.of(["--a", id], id=id, why="a reason for it"), outcome, PYTHONS, **more)


@pytest.fixture
def store(small_target: Target) -> Store:
    made = Store(small_target)
    made.set_baseline(BASELINE)
    return made


def stored(store: Store, *goldens: Golden) -> tuple[Golden, ...]:
    store.write(Topic("topic", goldens))
    (topic,) = store.topics()
    return topic.goldens


@pytest.mark.parametrize(
    "outcome",
    [
        Observation((BASELINE,)),
        ok({"a": {"x": 2, "y": [True]}, "b": {}}, {"s": ["p"]}),
        ok({"a": {"y": [True], "x": 1}, "b": {}}, {"s": ["p"]}),
        ok({"a": {"x": 1, "y": [1]}, "b": {}}, {"s": ["q"]}),
        ok({"b": {}, "a": {"x": 1.0}}, None),
        ok({"a": None}, {"s": ["p"]}, log=("ERROR x",), warnings=("W: y",)),
        ok({1: {"type": "text"}, "keys": {"value": ()}}, {"s": {"type": 3}}),
        ok("no mapping", {"s": ["p"]}, stdout="printed"),
        rejected("unrecognized arguments: \udcff\x00\u202e"),
        Observation((Outcome("raise", error="ValueError", message="no", effects=("x",)),)),
        Observation((BASELINE, rejected("second").last)),
    ],
)
@pytest.mark.parametrize("with_baseline", [True, False])
def test_a_golden_comes_back_as_it_was(
    store: Store, outcome: Observation, with_baseline: bool
) -> None:
    if not with_baseline:
        store.path("baseline").unlink()
    one = golden(outcome, variants={"3.13": rejected("otherwise")}, distilled=True)

    assert stored(store, one) == (one,)


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(0, 1), st.text(max_size=2)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2),
        st.dictionaries(
            st.one_of(st.sampled_from(["x", "type", "keys"]), st.integers(0, 1)), inner
        ),
    ),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    folder = tmp_path_factory.mktemp("shared")
    made = Store(replace(find_target("flame"), base=folder, goldens="goldens"))
    made.set_baseline(BASELINE)
    return made


@given(VALUES, VALUES)
@settings(max_examples=60, deadline=None)
def test_any_observation_comes_back_as_it_was(shared_store: Store, a: Any, b: Any) -> None:
    one = golden(ok({"a": a, "b": b}, {"s": b}))

    assert stored(shared_store, one) == (one,)


def test_a_default_is_not_repeated_in_a_golden(store: Store) -> None:
    store.write(Topic("topic", (golden(ok({"a": {"x": 5, "y": [True]}, "b": {}}, {"s": ["p"]})),)))

    data = json.loads(store.path("topic").read_text())
    assert data["cases"][0]["outcome"] == {
        "kind": "ok",
        "values": {"a": {"x": {"type": "int", "value": "5"}}},
    }


def test_a_file_says_its_format_and_the_versions_that_its_cases_share(store: Store) -> None:
    goldens = [golden(rejected("no"), str(number)) for number in range(3)]
    goldens[1] = replace(goldens[1], recorded=("3.13.0",))
    store.write(Topic("topic", tuple(goldens)))

    data = json.loads(store.path("topic").read_text())
    assert (data["format"], data["target"]) == (1, "small")
    assert data["python"] == list(PYTHONS)
    assert [case.get("python") for case in data["cases"]] == [None, ["3.13.0"], None]


def test_a_variant_that_repeats_an_outcome_names_it(store: Store) -> None:
    one = golden(
        rejected("common"),
        variants={
            "3.13": rejected("other"),
            "3.14.10+": rejected("other"),
            "3.15.2+": rejected("common"),
        },
    )

    assert stored(store, one) == (one,)
    variants = json.loads(store.path("topic").read_text())["cases"][0]["variants"]
    assert variants["3.14.10+"] == "3.13"
    assert variants["3.15.2+"] == "outcome"


def test_files_are_utf8_with_plain_line_ends_one_value_a_line_and_no_hidden_character(
    store: Store,
) -> None:
    store.write(Topic("topic", (golden(rejected("ä\u202e\udcff\x7f"), id="日"),)))

    text = store.path("topic").read_bytes().decode("utf-8")
    assert "\r" not in text
    assert text.endswith("}\n")
    assert "日" in text
    assert "ä\\u202e\\udcff\\u007f" in text
    assert max(map(len, text.splitlines())) < 120


def test_writing_what_is_there_changes_nothing(store: Store) -> None:
    topic = Topic("topic", (golden(rejected("no")),))

    assert store.write(topic)
    assert not store.write(topic)


def test_a_topic_without_goldens_has_no_file(store: Store) -> None:
    store.write(Topic("topic", (golden(rejected("no")),)))
    store.write(Topic("topic"))

    assert store.topics() == []
    assert not store.path("topic").exists()


def test_the_baseline_is_set_once(store: Store) -> None:
    store.set_baseline(replace(BASELINE, values=encode({})))

    assert store.baseline() == BASELINE


class TestExpected:
    """Which outcome holds on which Python."""

    one = golden(
        rejected("common"),
        variants={"3.13": rejected("minor"), "3.12.4": rejected("exact")},
    )

    @pytest.mark.parametrize(
        ("version", "message"),
        [
            ("3.11.7", "common"),
            ("3.12.1", "common"),
            ("3.12.4", "exact"),
            ("3.13.0", "minor"),
            ("3.13.9", "minor"),
            ("3.14.0", "common"),
        ],
    )
    def test_the_most_exact_one_holds(self, version: str, message: str) -> None:
        assert self.one.expected(version) == rejected(message)

    @pytest.mark.parametrize(
        ("release", "message"),
        [
            ("3.11.7", "common"),
            ("3.12.7", "from 3.12.7 on"),
            ("3.12.12", "from 3.12.7 on"),
            ("3.13.0", "minor"),
            ("3.13.1", "from 3.13.1 on"),
            ("3.14.0", "from 3.13.1 on"),
            ("3.14.2", "exact"),
            ("3.15.0", "from 3.13.1 on"),
        ],
    )
    def test_what_begins_last_holds(self, release: str, message: str) -> None:
        found = golden(
            rejected("common"),
            variants={
                "3.12.7+": rejected("from 3.12.7 on"),
                "3.13": rejected("minor"),
                "3.13.1+": rejected("from 3.13.1 on"),
                "3.14.2": rejected("exact"),
            },
        )

        assert found.expected(release) == rejected(message)

    def test_on_a_recorded_release_every_text_counts(self) -> None:
        assert self.one.agrees(rejected("common"), "3.12.1")
        assert not self.one.agrees(rejected("other words"), "3.12.1")

    def test_a_release_that_was_not_recorded_may_do_what_another_one_does(self) -> None:
        parsed = Observation((BASELINE,))
        known = replace(self.one, variants={"3.13.18+": parsed})

        assert known.agrees(parsed, "3.13.5")
        assert known.agrees(rejected("other words"), "3.14.9")
        assert not known.agrees(parsed, "3.12.1")
        assert not known.agrees(Observation((BASELINE, BASELINE)), "3.13.5")

    def test_on_another_release_messages_may_differ_and_nothing_else(self) -> None:
        assert self.one.agrees(rejected("other words"), "3.12.2")
        assert not self.one.agrees(Observation((BASELINE,)), "3.12.2")

    def test_it_was_recorded_on_exact_versions(self) -> None:
        assert self.one.recorded_on("3.12.1")
        assert not self.one.recorded_on("3.12.2")


_UNFIT = """
{"format": 1, "python": [], "cases": [
  {"id": "a", "why": "b", "outcome": {"kind": "ok", "values": {"nothing": {}}}}
]}
"""


_NAMELESS = """
{"format": 1, "python": [], "cases": [
  {"id": "a", "why": "b", "outcome": {"kind": "ok"}, "variants": {"3.14.1+": "3.13"}}
]}
"""


class TestErrors:
    """A file that does not load is named, with what to do."""

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("{", "not valid JSON"),
            ("[]", "not a file of goldens"),
            ('{"format": 2, "cases": []}', "format 2"),
            ('{"format": 1, "python": [], "cases": [{}]}', "not a file of goldens"),
            (_UNFIT, "which the base does not have"),
            (_NAMELESS, "not a file of goldens"),
        ],
    )
    def test_a_broken_file(self, store: Store, text: str, words: str) -> None:
        store.path("topic").write_text(text)

        with pytest.raises(ConfigError, match=words) as caught:
            store.topics()

        assert caught.value.file == str(store.path("topic"))

    def test_an_id_that_stands_twice(self, store: Store, small_target: Target) -> None:
        for topic in ("one", "two"):
            store.write(Topic(topic, (golden(rejected("no")),)))

        with pytest.raises(ConfigError, match=r"'x' is also in one\.json"):
            load_goldens(small_target)


def digest(store: Store) -> str:
    return store.digests(["model"], all_sections)["model"]


class TestDigest:
    """The digest stands for inputs and outcomes, and for nothing else."""

    def test_it_is_that_of_the_goldens_that_touch_the_section(self, store: Store) -> None:
        def touched(case: Case) -> list[str]:
            return {"x": ["model"], "y": ["data"]}.get(case.id, [])

        def digests() -> list[str]:
            return list(store.digests(["model", "data"], touched).values())

        store.write(Topic("topic", (golden(rejected("a")),)))
        before = digests()
        store.write(Topic("topic", (golden(rejected("a")), golden(rejected("b"), "y"))))
        with_one_of_data = digests()
        store.write(Topic("more", (golden(rejected("c"), "of all"),)))
        with_one_of_all = digests()

        assert with_one_of_data[0] == before[0]
        assert with_one_of_data[1] != before[1]
        assert with_one_of_all[0] != with_one_of_data[0]
        assert with_one_of_all[1] != with_one_of_data[1]

    def test_it_does_not_depend_on_form_order_reasons_and_versions(self, store: Store) -> None:
        a, b = golden(rejected("a"), "a"), golden(rejected("b"), "b")
        store.write(Topic("topic", (a, b)))
        before = digest(store)

        told = replace(a, case=replace(a.case, why="another reason"), recorded=("3.13.0",))
        store.write(Topic("topic", (b, told), history=({"reason": "x"},)))
        assert digest(store) == before

    def test_it_changes_with_a_further_file_of_an_input(self, store: Store) -> None:
        found = set()
        for further in (b"a = 1", b"a = 2"):
            one = golden(rejected("a"))
            case = replace(one.case, steps=(Step((), b"", (further,)),))
            store.write(Topic("topic", (replace(one, case=case),)))
            found.add(digest(store))

        assert len(found) == 2

    def test_it_changes_with_an_outcome_and_with_an_input(self, store: Store) -> None:
        store.write(Topic("topic", (golden(rejected("a")),)))
        first = digest(store)
        store.write(Topic("topic", (golden(rejected("b")),)))
        second = digest(store)
        store.write(Topic("topic", (golden(rejected("b"), "y"),)))

        assert len({first, second, digest(store)}) == 3


def test_a_case_of_several_steps_keeps_each_outcome(store: Store) -> None:
    case = Case(
        id="s",
        why="two parses in a row",
        steps=(Step(("--a",), b"\xff"), Step()),
        env=(("RANK", "1"),),
    )
    one = Golden(case, Observation((rejected("no").last, BASELINE)), PYTHONS)

    assert stored(store, one) == (one,)


class TestFolding:
    """Long texts of argparse become short descriptions that Python versions share."""

    usage = "usage: p [-h]" + "".join(f" [--flag-{n} {{a,b}}]" for n in range(40)) + "\n"

    def fold(self, usage: str, **more: Any) -> Outcome:
        stderr = f"{usage}p: error: no\n" if usage else ""
        return folded(Observation((Outcome("exit", code=encode(2), stderr=stderr, **more),))).last

    def test_the_message_stays(self) -> None:
        stderr = self.fold(self.usage).stderr

        assert stderr.startswith("<USAGE 41 options ")
        assert stderr.endswith(">p: error: no\n")

    def test_line_breaks_do_not_matter_and_words_do(self) -> None:
        wrapped = self.usage.replace(" [--flag-7", "\n         [--flag-7")
        changed = self.usage.replace("--flag-7 {a,b}", "--flag-7 {a,c}")

        assert self.fold(wrapped) == self.fold(self.usage)
        assert self.fold(changed) != self.fold(self.usage)

    def test_short_texts_stay_as_they_are(self) -> None:
        assert self.fold("usage: p [-h]\n").stderr == "usage: p [-h]\np: error: no\n"

    def test_help_is_folded_and_other_output_is_not(self) -> None:
        assert self.fold("", stdout=self.usage).stdout.startswith("<HELP 41 options ")
        assert self.fold("", stdout="x" * 500).stdout == "x" * 500


def test_the_goldens_that_come_with_the_project_are_in_canonical_form() -> None:
    store = Store(find_target("flame", checkout.ROOT))

    for topic in store.topics():
        assert store.path(topic.name).read_text("utf-8") == store.canonical(topic), topic.name
