"""Standard streams: whatever is written is caught, whichever way it takes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from argparity.golden.isolate.streams import Streams


def caught(*acts: Callable[[], object]) -> tuple[str, str]:
    with Streams() as streams:
        for act in acts:
            act()
        return streams.take()


def through_a_saved_descriptor() -> None:
    copy = os.dup(1)
    os.write(copy, b"said\n")
    os.close(copy)


def through_a_rewrapped_stream() -> None:
    with open(sys.stdout.fileno(), "w", closefd=False) as stream:
        stream.write("said\n")


def reconfigured() -> None:
    sys.stdout.reconfigure(encoding="latin-1")  # type: ignore[union-attr]
    print("said")


WAYS: list[Callable[[], object]] = [
    lambda: print("said"),
    lambda: sys.stdout.buffer.write(b"said\n"),
    lambda: os.write(1, b"said\n"),
    lambda: print("said", file=sys.__stdout__),
    lambda: subprocess.run(["echo", "said"], check=True),
    lambda: os.system("echo said"),
    through_a_saved_descriptor,
    through_a_rewrapped_stream,
    reconfigured,
]


@pytest.mark.parametrize("write", WAYS)
def test_a_text_is_caught_whichever_way_it_takes(
    write: Callable[[], object], capfd: pytest.CaptureFixture[str]
) -> None:
    assert caught(write) == ("said\n", "")
    assert capfd.readouterr() == ("", "")


def test_each_text_is_taken_once_and_the_streams_are_apart() -> None:
    with Streams() as streams:
        print("one")
        print("two", file=sys.stderr)

        assert streams.take() == ("one\n", "two\n")
        assert streams.take() == ("", "")


def test_texts_of_different_ways_keep_their_order() -> None:
    out, _ = caught(
        lambda: print("first"),
        lambda: os.write(1, b"second\n"),
        lambda: os.system("echo third"),
    )

    assert out.split() == ["first", "second", "third"]


@pytest.mark.parametrize("text", [chr(0xDCFF), "é\u2028", "\r\n", chr(0xD800)])
def test_any_string_comes_back_as_it_was_written(text: str) -> None:
    assert caught(lambda: sys.stderr.write(text)) == ("", text)


@pytest.mark.parametrize(
    "harm",
    [
        lambda: sys.stdout.close(),
        lambda: os.close(1),
        lambda: os.dup2(2, 1),
        lambda: setattr(sys, "stdout", None),
        lambda: sys.stdout.detach(),  # type: ignore[union-attr]
    ],
    ids=["closed", "descriptor closed", "descriptor replaced", "replaced", "detached"],
)
def test_a_stream_that_a_program_closed_or_replaced_is_made_whole(
    harm: Callable[[], object],
) -> None:
    with Streams() as streams:
        harm()
        streams.take()
        streams.repair()
        print("said")

        assert streams.take() == ("said\n", "")


def test_a_program_that_saved_a_stream_writes_to_where_it_is_read() -> None:
    with Streams() as streams:
        saved = sys.stdout
        streams.repair()
        print("said", file=saved)

        assert streams.take() == ("said\n", "")


def test_afterwards_the_streams_are_what_they_were(capfd: pytest.CaptureFixture[str]) -> None:
    before = sys.stdout, sys.stderr
    with Streams():
        print("caught")

    assert (sys.stdout, sys.stderr) == before
    os.write(1, b"seen\n")
    assert capfd.readouterr().out == "seen\n"
