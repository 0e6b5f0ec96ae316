"""Cases of configuration files."""

from __future__ import annotations

from collections.abc import Callable

from argparity.golden.inputs.battery.documents import DocumentWriter
from argparity.golden.judge.comparator import Comparator

from .conftest import Cases


def test_each_key_of_a_file_gets_each_class_of_values(
    comparator_of: Callable[[str], tuple[Comparator, Cases]],
) -> None:
    _, cases = comparator_of("toml")
    lines = {(case.config or b"").decode() for case in cases["keyed"]}

    for key in ("steps", "log_dir", "fast"):
        for value in ("7", "-0.0", "nan", "true", '""', "[]", "{}", "2024-01-02", "0x10", "1.0"):
            assert f"{key} = {value}\n" in lines
    near_spellings = {(case.config or b"").decode() for case in cases["near-spellings"]}
    assert 'log-dir = "filed"\n' in near_spellings
    assert 'log_dir = "filed"\nlog-dir = "word"\n' in near_spellings


def test_a_file_of_another_format_holds_what_that_can_hold(
    comparator_of: Callable[[str], tuple[Comparator, Cases]],
) -> None:
    comparator, cases = comparator_of("json")
    kinds = {comparator.run(comparator.control, case).last.kind for case in cases["keyed"]}

    assert kinds == {"ok", "exit"}  # never a file that cannot be read
    assert all((case.config or b"").startswith(b"{") for case in cases["keyed"])


def test_a_yaml_file_holds_what_yaml_reads_in_a_way_of_its_own(
    comparator_of: Callable[[str], tuple[Comparator, Cases]],
) -> None:
    comparator, cases = comparator_of("yaml")
    outcomes = {
        case.config: comparator.run(comparator.control, case).last for case in cases["keyed"]
    }

    def fast(written: bytes) -> object:
        values = outcomes[b"fast: " + written].values
        assert values is not None
        return {key["value"]: tree["value"] for key, tree in values["value"]}["fast"]

    assert fast(b"yes\n") == "True"
    assert fast(b'"word"\n') == "word"
    assert fast(b"017\n") == "15"
    assert fast(b"1:30\n") == "90"
    assert fast(b"|\n    a\n    b\n\n") == "a\nb\n"
    assert outcomes[b"fast: !nosuch 7\n"].error == "yaml.constructor.ConstructorError"


def test_file_and_command_line_meet_for_each_argument(
    comparator_of: Callable[[str], tuple[Comparator, Cases]],
) -> None:
    _, cases = comparator_of("toml")
    both = {(case.argv, case.config) for case in cases["layered"]}

    assert (("--steps", "7"), b"steps = 9\n") in both
    assert (("--steps", "1"), b"steps = 9\n") in both  # the default, given explicitly
    assert (("--fast",), b"fast = true\n") in both
    assert (("--fast",), b"fast = false\n") in both
    assert (("--steps", "junk"), b"steps = 9\n") in both
    assert any(
        case.argv[0] == "--steps" and b"log_dir" in (case.config or b"") for case in cases["mixed"]
    )


def test_files_are_broken_and_keys_unknown(
    comparator_of: Callable[[str], tuple[Comparator, Cases]],
) -> None:
    comparator, cases = comparator_of("toml")
    kinds = {comparator.run(comparator.control, case).last.kind for case in cases["forms"]}

    assert {"ok", "raise"} <= kinds
    assert any(b"__slots__" in (case.config or b"") for case in cases["unknown-keys"])
    assert any(case.config == b"nosuch = 1\n" for case in cases["unknown-keys"])


def test_documents_nest_and_the_last_of_equal_places_stays() -> None:
    writer = DocumentWriter("toml")

    assert writer.settings([(("training", "steps"), 1)]) == b"[training]\nsteps = 1\n"
    assert writer.settings([(("a",), 1), (("a", "b"), 2)]) == b"[a]\nb = 2\n"
    assert writer.settings([(("a", "b c"), "\n\x7f"), (("d",), 1)]) == (
        b'd = 1\n[a]\n"b c" = "\\n\\u007f"\n'
    )
    assert DocumentWriter("json").settings([(("a.b",), True)]) == b'{\n "a.b": true\n}'
