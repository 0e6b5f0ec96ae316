"""What a parse can change in its process: each change is named, and put back."""

from __future__ import annotations

import argparse
import builtins
import locale
import logging
import logging.config
import os
import random
import signal
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from argparity.golden.isolate.process_state import ProcessState


class Quiet:
    """What a program puts in the place of something else."""


def quiet(*args: object) -> None:
    """What a program puts in the place of a function."""


CHANGES: list[tuple[str, Callable[[], object]]] = [
    ("sys.argv became", lambda: sys.argv.append("x")),
    ("sys.argv became", lambda: setattr(sys, "argv", ["other"])),
    ("os.environ['A_NAME'] became '1'", lambda: os.environ.update(A_NAME="1")),
    ("the current folder became /", lambda: os.chdir("/")),
    ("the umask became 0o70", lambda: os.umask(0o070)),
    ("the locale became", lambda: locale.setlocale(locale.LC_NUMERIC, "C.UTF-8")),
    ("sys.path changed: added ['/nowhere']", lambda: sys.path.insert(0, "/nowhere")),
    ("the warning filters changed", lambda: warnings.simplefilter("ignore", BytesWarning)),
    (
        "argparse.ArgumentParser.exit became",
        lambda: setattr(argparse.ArgumentParser, "exit", quiet),
    ),
    ("argparse.HelpFormatter became", lambda: setattr(argparse, "HelpFormatter", Quiet)),
    ("logging.Logger.warning became", lambda: setattr(logging.Logger, "warning", quiet)),
    ("warnings.warn became", lambda: setattr(warnings, "warn", quiet)),
    ("builtins.print became", lambda: setattr(builtins, "print", quiet)),
    ("builtins.translated became", lambda: setattr(builtins, "translated", quiet)),
    (
        "argparse.ArgumentParser.extra became",
        lambda: setattr(argparse.ArgumentParser, "extra", quiet),
    ),
    ("logging is disabled up to level 50", lambda: logging.disable(50)),
    ("logger root: level ERROR", lambda: logging.root.setLevel("ERROR")),
    ("logger root: ", lambda: logging.root.addHandler(logging.NullHandler())),
    ("logger of.a.program: level DEBUG", lambda: logging.getLogger("of.a.program").setLevel(10)),
    ("logger of.a.program: ", lambda: setattr(logging.getLogger("of.a.program"), "disabled", True)),
    ("the handler of SIGUSR1 became", lambda: signal.signal(signal.SIGUSR1, signal.SIG_IGN)),
]


@pytest.fixture(autouse=True)
def known_logger() -> None:
    logging.getLogger("of.a.program")


@pytest.mark.parametrize(("sentence", "change"), CHANGES, ids=[s for s, _ in CHANGES])
def test_a_change_is_named_and_put_back(
    sentence: str, change: Callable[[], object], tmp_path: Path
) -> None:
    os.chdir(tmp_path)
    before = ProcessState()
    change()
    named = before.changes()
    before.restore()

    assert len(named) == 1
    assert named[0].startswith(sentence)
    assert before.changes() == []


def test_without_a_change_there_is_nothing_to_say() -> None:
    before = ProcessState()
    parser = argparse.ArgumentParser()
    parser.add_argument("--depth", type=int)
    parser.parse_args(["--depth", "3"])
    logging.getLogger("made.by.a.parse")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")

    assert before.changes() == []


def test_draws_of_random_numbers_are_named_and_stay() -> None:
    before = ProcessState()
    drawn = random.random()
    named = before.changes()
    before.restore()

    assert named == ["the state of the random module changed"]
    assert random.random() != drawn


def test_threads_that_are_left_running_are_counted() -> None:
    before = ProcessState()
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    named = before.changes()
    end.set()
    thread.join()

    assert named == ["1 threads are left running"]
    assert before.changes() == []
