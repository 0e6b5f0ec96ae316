"""Accepted differences: narrow, reasoned, expiring, and in use."""

from __future__ import annotations

import datetime
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import checkout
from argparity.golden.errors import ConfigError
from argparity.golden.model.case import Case
from argparity.golden.model.encode import encode
from argparity.golden.model.mismatch import Mismatch
from argparity.golden.records.accepted import apply_accepted, load_accepted
from argparity.golden.sides.target import Target, find_target

TODAY = datetime.date(2026, 11, 30)

ENTRY = {
    "id": "'wide-depth'",
    "target": "'small'",
    "section": "'model'",
    "flag": "'--depth'",
    "class": "'default-changed'",
    "control": "'3'",
    "candidate": "'4'",
    "reason": "'models of today are deeper'",
    "owner": "'the model group'",
    "expiry": "2027-06-30",
}


def mismatch(**changes: Any) -> Mismatch:
    facts: dict[str, Any] = {
        "target": "small",
        "section": "model",
        "flag": "--depth",
        "cls": "default-changed",
        "direction": "altered",
        "control": encode(3),
        "candidate": encode(4),
        "case": Case.of([]),
    }
    return Mismatch(**{**facts, **changes})


Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file of entries, each ENTRY with changes; None leaves a key out."""

    def write(*entries: dict[str, str | None]) -> Path:
        text = "# ours\nformat = 1\n"
        for changes in entries:
            values = {**ENTRY, **changes}
            lines = [f"{key} = {value}\n" for key, value in values.items() if value is not None]
            text += "\n[[accepted]]\n" + "".join(lines)
        file = tmp_path / "accepted.toml"
        file.write_text(text)
        return file

    return write


def test_the_named_mismatch_is_accepted(write: Write, small_target: Target) -> None:
    entries = load_accepted(write({}), small_target, TODAY)

    judged, unused, expired = apply_accepted([mismatch()], entries, TODAY)

    assert [found.accepted for found in judged] == ["wide-depth"]
    assert (unused, expired) == ([], [])


@pytest.mark.parametrize(
    "changes",
    [
        {"target": "other"},
        {"section": "data"},
        {"flag": "--limit"},
        {"cls": "type-changed"},
        {"control": encode("3")},
        {"candidate": encode(5)},
    ],
)
def test_any_other_mismatch_is_not(
    write: Write, small_target: Target, changes: dict[str, Any]
) -> None:
    entries = load_accepted(write({}), small_target, TODAY)

    judged, unused, _ = apply_accepted([mismatch(**changes)], entries, TODAY)

    assert [found.accepted for found in judged] == [None]
    assert unused == entries


def test_one_that_does_not_fire_is_unused(write: Write, small_target: Target) -> None:
    entries = load_accepted(write({}, {"id": "'b'", "flag": "'--wide'"}), small_target, TODAY)

    _, unused, _ = apply_accepted([mismatch()], entries, TODAY)

    assert [entry.id for entry in unused] == ["b"]


def test_the_last_day_counts_and_the_day_after_does_not(write: Write, small_target: Target) -> None:
    entries = load_accepted(write({}), small_target, TODAY)

    on_the_day = apply_accepted([mismatch()], entries, datetime.date(2027, 6, 30))
    a_day_later = apply_accepted([mismatch()], entries, datetime.date(2027, 7, 1))

    assert on_the_day[0][0].accepted == "wide-depth"
    assert a_day_later[0][0].accepted is None
    assert (a_day_later[1], a_day_later[2]) == ([], entries)


def test_never_needs_a_reason_of_its_own(write: Write, small_target: Target) -> None:
    file = write({"expiry": "'never'", "never_reason": "'the attribute has no other name'"})
    entries = load_accepted(file, small_target, TODAY)

    judged, _, expired = apply_accepted([mismatch()], entries, datetime.date(2099, 1, 1))

    assert judged[0].accepted == "wide-depth"
    assert expired == []


def test_values_that_look_alike_are_told_apart_by_their_types(
    write: Write, small_target: Target
) -> None:
    paths = {"type": "pathlib.PosixPath", "value": "x"}, {"type": "argparse.FileType", "value": "x"}
    named = mismatch(control=paths[0], candidate=paths[1])
    file = write({"control": f"'{named.shown[0]}'", "candidate": f"'{named.shown[1]}'"})

    judged, _, _ = apply_accepted([named], load_accepted(file, small_target, TODAY), TODAY)

    assert judged[0].accepted == "wide-depth"


def test_entries_of_other_targets_and_other_pythons_are_checked_and_left_out(
    write: Write, small_target: Target
) -> None:
    running = platform.python_version().rpartition(".")[0]
    file = write(
        {"id": "'a'", "target": "'other'"},
        {"id": "'b'", "python": "['3.99']"},
        {"id": "'c'", "python": f"['3.99', '{running}']"},
    )

    assert [entry.id for entry in load_accepted(file, small_target, TODAY)] == ["c"]


def test_a_project_without_the_file_accepts_nothing(tmp_path: Path, small_target: Target) -> None:
    assert load_accepted(tmp_path / "accepted.toml", small_target, TODAY) == []


@pytest.mark.parametrize(
    ("changes", "line", "words"),
    [
        ({"reason": None}, 4, "'reason' is missing"),
        ({"owner": "' '"}, 13, "owner is empty"),
        ({"class": "'changed'"}, 9, "unknown class 'changed'; known: default-changed"),
        ({"why": "'x'"}, 15, "unknown key 'why'; keys: id, target"),
        ({"control": "3"}, 10, "control is 3; must be a string"),
        ({"expiry": "2027-12-02"}, 14, "more than a year away"),
        ({"expiry": "2027-01-01T00:00:00"}, 14, "must be a date or a string"),
        ({"expiry": "'later'"}, 14, 'must be a date or "never"'),
        ({"expiry": "'never'"}, 14, "needs never_reason"),
        ({"never_reason": "'x'"}, 15, 'belongs to expiry = "never"'),
        ({"python": "['3']"}, 15, "minor versions"),
    ],
)
def test_a_wrong_entry_is_named_with_file_and_line(
    write: Write,
    small_target: Target,
    changes: dict[str, str | None],
    line: int,
    words: str,
) -> None:
    file = write(changes)

    with pytest.raises(ConfigError, match=words) as caught:
        load_accepted(file, small_target, TODAY)

    assert (caught.value.file, caught.value.line) == (str(file), line)


def test_an_id_occurs_once(write: Write, small_target: Target) -> None:
    with pytest.raises(ConfigError, match="'wide-depth' occurs twice") as caught:
        load_accepted(write({}, {}), small_target, TODAY)

    assert caught.value.line == 17


def test_the_accepted_differences_of_the_project_are_as_they_must_be() -> None:
    target = find_target("flame", checkout.ROOT)

    load_accepted(target.path(target.accepted), target)
