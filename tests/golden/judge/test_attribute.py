"""Attribution: transplanted facts show which of them is the cause; what no fact explains keeps the
judge's name.
"""

from __future__ import annotations

from pathlib import Path

import checkout
from argparity.golden.judge.attribute import attribute
from argparity.golden.judge.comparator import Comparator
from argparity.golden.model.case import Case
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.sides.target import ConfigFile, Target, find_target

from .conftest import Sides

EXAMPLE = checkout.ROOT / "docs" / "examples" / "megatron_pr"


def _found(comparator: Comparator, *words: str, toml: str | None = None) -> list[Mismatch]:
    return attribute(comparator, comparator.compare(Case.of(words, toml), steady=True))


def _keys(comparator: Comparator, *words: str) -> set[tuple[str, str, str]]:
    return {
        (mismatch.flag, mismatch.cls, mismatch.direction) for mismatch in _found(comparator, *words)
    }


COMMANDS = "commands = parser.add_subparsers(dest={!r}, required={})\ncommands.add_parser('a')"


def test_facts_of_a_place_for_subcommands_are_causes_as_well(sides: Sides) -> None:
    required = sides(COMMANDS.format("cmd", False), COMMANDS.format("cmd", True))
    renamed = sides(COMMANDS.format("cmd", False), COMMANDS.format("command", False))
    assert ("cmd", "required-changed", "narrowed") in _keys(required)
    assert _keys(renamed, "a") == {("cmd", "dest-changed", "altered")}


def test_only_the_fact_that_matters_to_the_case_is_a_cause(sides: Sides) -> None:
    comparator = sides(
        "parser.add_argument('--n', nargs='*')", "parser.add_argument('--n', nargs=3, type=int)"
    )
    assert _keys(comparator, "--n", "1", "2", "3") == {("--n", "type-changed", "altered")}
    assert _keys(comparator, "--n") == {
        ("--n", "nargs-changed", "narrowed"),
        ("--n", "error-kind-changed", "narrowed"),
    }


def test_facts_that_only_together_make_the_difference_are_causes_together(sides: Sides) -> None:
    comparator = sides(
        "parser.add_argument('--n', choices=['1', '2'])",
        "parser.add_argument('--n', type=int, choices=[1, 2, 3])",
    )
    assert _keys(comparator, "--n", "1") == {
        ("--n", "type-changed", "altered"),
        ("--n", "choices-changed", "altered"),
    }


def test_a_cause_shows_the_facts_of_both_sides_and_the_case_as_its_witness(sides: Sides) -> None:
    comparator = sides(
        "parser.add_argument('--n', default=1)", "parser.add_argument('--n', default=2)"
    )
    (found,) = _found(comparator)
    assert (found.section, found.flag, found.cls) == ("arguments", "--n", "default-changed")
    assert (found.control["value"], found.candidate["value"]) == ("1", "2")
    assert found.to_json()["witness"] == {"argv": [], "toml": None, "env": {}}


def test_messages_and_usage_that_follow_from_a_cause_are_not_reported_beside_it(
    sides: Sides,
) -> None:
    comparator = sides(
        "parser.add_argument('--on', action='store_true')",
        "parser.add_argument('--on', '--onward', action='store_true')",
    )
    assert _keys(comparator, "--on=x") == {("--on", "alias-added", "altered")}
    assert _keys(comparator, "--bogus") == set()


def test_what_the_candidate_accepts_in_addition_has_its_cause_alone(sides: Sides) -> None:
    comparator = sides("pass", "parser.add_argument('--new')")
    assert _keys(comparator, "--new", "1") == {("--new", "flag-added", "widened")}


def test_two_ways_to_reject_are_an_entry_of_their_own(sides: Sides) -> None:
    comparator = sides(
        "parser.add_argument('--n', choices=['a'])",
        "parser.add_argument('--n', type={'a': 'a'}.__getitem__, choices=['a'])",
    )
    assert _keys(comparator, "--n", "b") == {
        ("--n", "type-changed", "altered"),
        ("--n", "error-kind-changed", "altered"),
    }


def test_converters_of_one_name_are_told_apart_by_experiment(sides: Sides) -> None:
    same = "parser.add_argument('--n', type=lambda word: {})"
    comparator = sides(same.format("int(word)"), same.format("int(word) + 1"))
    assert _keys(comparator, "--n", "1") == {("--n", "type-changed", "altered")}
    harmless = sides(same.format("int(word)"), same.format("(int(word))"))
    assert _keys(harmless, "--n", "1") == set()


def test_an_abbreviation_that_a_neighbour_takes_away_is_named_so(sides: Sides) -> None:
    comparator = sides(
        "parser.add_argument('--rate_kind')",
        "parser.add_argument('--rate_kind')\n"
        "parser.add_argument('--rate_extra', default=argparse.SUPPRESS)",
    )
    found = {mismatch.cls: mismatch for mismatch in _found(comparator, "--rate", "x")}
    assert set(found) == {"abbreviation-changed", "error-kind-changed"}
    assert found["abbreviation-changed"].flag == "--rate_kind"
    assert found["abbreviation-changed"].candidate == "--rate means --rate_kind, --rate_extra"


def test_what_no_fact_of_the_parser_explains_keeps_the_judges_name(sides: Sides) -> None:
    comparator = sides(
        "parser.add_argument('--n', type=int)",
        "parser.add_argument('--n', type=int)\nparser.exit = lambda status=0, message=None: 1 / 0",
    )
    assert _keys(comparator, "--n", "x") == {("--n", "error-kind-changed", "altered")}


def test_a_file_that_loses_against_the_default_is_a_matter_of_precedence(tmp_path: Path) -> None:
    (tmp_path / "sides.py").write_text(
        "def control(argv, toml, env):\n    return {'n': 5 if toml else 1}\n"
        "def candidate(argv, toml, env):\n    return {'n': 1}\n",
        encoding="utf-8",
    )
    target = Target(
        name="t",
        control="sides.py:control",
        candidate="sides.py:candidate",
        base=tmp_path,
        config_file=ConfigFile(None),
    )
    with Comparator(target) as comparator:
        (found,) = _found(comparator, toml="n = 5")
    assert (found.flag, found.cls) == ("n", "precedence-changed")


# The ten behaviours that the migration changed, and inputs that show them.
MEGATRON = {
    ("training", "--rampup-batch-size"): {"nargs-changed", "type-changed", "error-kind-changed"},
    ("training", "--exit-signal"): {
        "default-changed",
        "type-changed",
        "choices-changed",
        "error-kind-changed",
    },
    ("training", "--no-manual-gc-eval"): {"alias-added"},
    ("training", "--exit-signal-handler-for-dataloader"): {"flag-added"},
    ("validation", "--eval-interval"): {"default-changed"},
}


INPUTS = [
    [],
    ["--rampup-batch-size"],
    ["--rampup-batch-size", "16", "8", "300000"],
    ["--rampup-batch-size", "a", "b", "c"],
    ["--exit-signal", "SIGTERM"],
    ["--exit-signal", "SIGHUP"],
    ["--exit-signal", "0"],
    ["--disable-manual-gc-eval"],
    ["--no-manual-gc-eval=x"],
    ["--exit-signal-handler-for-dataloader"],
    ["--help"],
    ["--train-iters", "5", "--bogus"],
]


def test_the_ten_differences_of_a_real_migration_and_nothing_else() -> None:
    with Comparator(find_target("megatron_pr", EXAMPLE)) as comparator:
        found = {mismatch.key for words in INPUTS for mismatch in _found(comparator, *words)}
    assert found == {(*place, cls) for place, classes in MEGATRON.items() for cls in classes}
