"""The battery as a whole: complete, without repetition, the same each time, good from its start."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from argparity.golden.inputs.battery.build import KINDS, build_battery
from argparity.golden.inputs.battery.combinations import PAIRS_LIMIT
from argparity.golden.inputs.touched import sections_touched
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.sides.calling import ConfigFormat
from argparity.golden.sides.sections import SectionRule
from argparity.golden.sides.target import find_target
from tests.golden.small_targets import COMMANDS, FLAT, layered, small


@pytest.fixture(scope="module")
def flame() -> Iterator[Comparator]:
    with Comparator(find_target("flame")) as comparator:
        yield comparator


@pytest.fixture(scope="module")
def battery(flame: Comparator) -> list[Case]:
    return build_battery(flame.target, flame.schema)


def flags_of(comparator: Comparator) -> list[str]:
    return [
        flag for table in comparator.schema.tables[:1] for row in table.rows for flag in row.flags
    ]


def test_a_parser_of_a_hundred_flags_gets_tens_of_thousands_of_cases_not_more(
    battery: list[Case],
) -> None:
    assert 15_000 < len(battery) < 25_000


def test_what_crosses_values_and_spellings_comes_after_the_kinds_it_is_made_of(
    battery: list[Case],
) -> None:
    kinds = [case.id.split(":")[1] for case in battery[:10_000]]

    assert "values-in-spellings" not in kinds
    assert {"values", "joined", "prefixes", "repeated", "layered", "counts"} <= set(kinds)


def test_no_input_is_there_twice_and_every_id_is_one_of_a_kind(battery: list[Case]) -> None:
    assert len({case.digest for case in battery}) == len(battery)
    assert len({case.id for case in battery}) == len(battery)


def test_ids_and_reasons_are_made_for_readers(battery: list[Case]) -> None:
    kinds = {kind.name for kind in KINDS}
    for case in battery:
        prefix, kind, rest = case.id.split(":", 2)
        assert (prefix, kind in kinds) == ("battery", True)
        assert re.fullmatch(r".+:\d+", rest)
        assert re.fullmatch(r"[^a-z].*\.", case.why, re.DOTALL)


def test_a_second_battery_of_the_same_tables_is_the_same(
    flame: Comparator, battery: list[Case]
) -> None:
    with Comparator(flame.target) as again:
        assert build_battery(again.target, again.schema) == battery


def test_each_kind_of_case_is_there(battery: list[Case]) -> None:
    counts = Counter(case.id.split(":")[1] for case in battery)

    assert not {kind.name for kind in KINDS} - {"omitted"} - counts.keys()


def test_the_first_thousand_cases_give_and_configure_every_flag(
    flame: Comparator, battery: list[Case]
) -> None:
    start = battery[:1000]
    given = {word for case in start for word in case.argv}
    configured = {case.id.split(":")[2] for case in start if case.config}

    assert set(flags_of(flame)) <= given
    flags = {row.name for table in flame.schema.tables for row in table.rows}
    # The second flag of a dest has no key of its own.
    second = {flag for flag in flags if ".no_" in flag}
    assert flags - configured <= {"-h", *second}
    assert len(second) == 1


def test_every_beginning_of_every_flag_is_tried_where_flags_may_be_abbreviated(
    flame: Comparator, battery: list[Case]
) -> None:
    words = {word for case in battery for word in case.argv}

    for flag in flags_of(flame):
        assert {flag[:length] for length in range(3, len(flag))} <= words


def test_every_ordered_pair_of_flags_of_a_section_is_tried(
    flame: Comparator, battery: list[Case]
) -> None:
    named = {
        tuple(word for word in case.argv if word.startswith("--") and "=" not in word)
        for case in battery
    }
    for section in ("training", "checkpoint", "float8"):
        flags = [flag for flag in flags_of(flame) if flag.startswith(f"--{section}.")]
        assert {(a, b) for a in flags for b in flags if a != b} <= named


def test_a_new_flag_leaves_the_cases_of_the_others_their_names(tmp_path: Path) -> None:
    batteries = []
    for name, more in (("a", ""), ("b", '\nPARSER.add_argument("--zeta", type=int)\n')):
        (tmp_path / name).mkdir()
        target = small(tmp_path / name, FLAT + more)
        with Comparator(target) as comparator:
            batteries.append({c.id: c.steps for c in build_battery(target, comparator.schema)})
    before, after = batteries

    assert {id for id in before if ":values:" in id} <= after.keys()
    assert all(before[id] == after[id] for id in before if ":values:" in id)
    assert any("--zeta" in id for id in after)


def test_flags_of_either_side_are_tried(tmp_path: Path) -> None:
    target = small(tmp_path, FLAT)
    (tmp_path / "two.py").write_text(FLAT.replace('"--rate"', '"--speed"'))
    with Comparator(target) as comparator:
        words = {case.argv[-2:] for case in build_battery(target, comparator.schema)}

    assert ("--rate", "0.25") in words
    assert ("--speed", "0.25") in words


def test_sides_that_show_no_parser_still_get_cases(tmp_path: Path) -> None:
    target = small(tmp_path, "def parse(argv):\n    return {'n': len(argv)}\n", "parse")
    with Comparator(target) as comparator:
        battery = build_battery(target, comparator.schema)
        assert comparator.schema.tables == ()
        assert len(battery) > 50
        assert not any(comparator.compare(case).mismatches for case in battery)


def test_pairs_of_a_huge_section_are_bounded_and_near(tmp_path: Path) -> None:
    lines = [f'PARSER.add_argument("--flag-{n}", type=int)' for n in range(200)]
    source = "import argparse\nPARSER = argparse.ArgumentParser()\n" + "\n".join(lines)
    target = small(tmp_path, source)
    with Comparator(target) as comparator:
        battery = build_battery(target, comparator.schema)

    pairs = [case for case in battery if case.id.startswith("battery:pairs:")]
    assert 1_000 < len(pairs) <= PAIRS_LIMIT
    assert any(case.argv == ("--flag-7", "7", "--flag-8", "7") for case in pairs)


@pytest.mark.slow
@pytest.mark.parametrize("source", [FLAT, COMMANDS])
def test_a_program_matches_itself_on_its_battery(tmp_path: Path, source: str) -> None:
    target = small(tmp_path, source)
    with Comparator(target) as comparator:
        battery = build_battery(target, comparator.schema)
        alarms = [case.id for case in battery[::3] if comparator.compare(case).mismatches]

    assert len(battery) > 250
    assert alarms == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["toml", "json"])
def test_a_program_with_a_file_matches_itself_on_its_battery(
    tmp_path: Path, kind: ConfigFormat
) -> None:
    target = layered(tmp_path, kind)
    with Comparator(target) as comparator:
        battery = build_battery(target, comparator.schema)
        comparisons = [comparator.compare(case) for case in battery[::3]]

    assert len(battery) > 400
    assert not any(comparison.mismatches for comparison in comparisons)
    kinds = Counter(comparison.control.last.kind for comparison in comparisons)
    assert min(kinds["ok"], kinds["exit"], kinds["raise"]) > 5


def test_a_case_is_about_the_sections_that_it_names(flame: Comparator) -> None:
    schema = flame.schema
    every = sections_touched(schema, Case.of())

    assert {"job", "training", "fault_tolerance"} < every
    assert sections_touched(schema, Case.of(["--training.seed", "1"])) == {"training"}
    assert sections_touched(schema, Case.of(["--training.see=1"])) == {"training"}
    assert sections_touched(schema, Case.of(["--activation_"])) == {
        "activation_checkpoint",
        "activation_offload",
    }
    both = Case.of(["--model.name", "x"], "[comm]\na = 1\n[nosuch]\nb = 2\n")
    assert sections_touched(schema, both) == {"model", "comm"}
    for case in (Case.of(["--help"]), Case.of(["--nosuch"]), Case.of([], "junk [")):
        assert sections_touched(schema, case) == every


def test_without_a_prefix_sections_are_those_of_the_keys(tmp_path: Path) -> None:
    rule = SectionRule(lists={"run": ("steps", "fast"), "logs": ("log_dir",)})
    target = replace(layered(tmp_path), sections=rule)
    with Comparator(target) as comparator:
        assert sections_touched(comparator.schema, Case.of([], "log_dir = 'x'")) == {"logs"}
        assert sections_touched(comparator.schema, Case.of(["--fast"], b'{"steps": 1}')) == {"run"}
        assert sections_touched(comparator.schema, Case.of([], "log_dir: x\nother: 1\n")) == {
            "logs"
        }


SITUATIONS = (None, "word", "other")


def test_any_two_flags_meet_in_any_two_situations(tmp_path: Path) -> None:
    source = """
import argparse

def build():
    parser = argparse.ArgumentParser(prog="p")
    for name in "abcdefghijk":
        group = parser.add_argument_group(name)
        group.add_argument(f"--{name}")
    return parser
"""
    target = small(tmp_path, source, "build")
    with Comparator(target) as comparator:
        cases = build_battery(comparator.target, comparator.schema)
    lines = [case.argv for case in cases if ":covering:" in case.id]
    plain = [case.argv for case in cases if not case.argv or ":given:" in case.id]

    def situation(argv: tuple[str, ...], name: str) -> str | None:
        return argv[argv.index(f"--{name}") + 1] if f"--{name}" in argv else None

    for one in "abcdefghijk":
        for other in "abcdefghijk".replace(one, ""):
            pairs = {(situation(argv, one), situation(argv, other)) for argv in (*lines, *plain)}
            assert pairs >= {(a, b) for a in SITUATIONS for b in SITUATIONS}
    assert len(lines) < 30


def test_words_of_the_target_come_first(tmp_path: Path) -> None:
    target = small(tmp_path, FLAT, words={"--number": ("41", "42"), "-v": ("x",)})
    with Comparator(target) as comparator:
        cases = build_battery(comparator.target, comparator.schema)
    given = [case.argv for case in cases if case.id.startswith("battery:given:--number")]

    assert all("41" in argv for argv in given)


def test_the_default_of_either_side_is_given_over_a_file(tmp_path: Path) -> None:
    target = layered(tmp_path)
    two = (tmp_path / "two.py").read_text()
    (tmp_path / "two.py").write_text(two.replace("default=1", "default=77"))
    with Comparator(target) as comparator:
        cases = build_battery(comparator.target, comparator.schema)
    over = {case.argv for case in cases if ":layered:" in case.id and case.config}

    assert {("--steps", "1"), ("--steps", "77")} <= over


def test_each_key_of_a_file_is_there_in_a_first_parse_and_not_in_the_second(
    tmp_path: Path,
) -> None:
    target = layered(tmp_path)
    with Comparator(target) as comparator:
        cases = build_battery(comparator.target, comparator.schema)
    forgotten = [case.steps for case in cases if ":forgotten:" in case.id]

    assert [second.config for _, second in forgotten] == [None] * len(forgotten)
    for key in (b"steps", b"log_dir", b"fast"):
        assert any(key in (first.config or b"") for first, _ in forgotten)
