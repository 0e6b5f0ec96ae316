"""Side processes: a side answers from a process of its own, and its end is told as it was."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from argparity.golden.errors import CannotJudge, SideError
from argparity.golden.isolate.child_processes import children
from argparity.golden.isolate.side_process import SPENT, TRIED, SideLost, SideProcess


class Echo:
    """Does what it is asked to do."""

    def __init__(self) -> None:
        self.spent = False
        self.tries = 0
        self.leaves = 0
        self.loaded_in = os.getpid()

    def start(self) -> None:
        """There is nothing to prepare."""

    def repeat(self) -> None:
        """What a trial did."""
        self.tries += 1

    def answer(self, request: Callable[[Echo], Any]) -> Any:
        """The result of the request."""
        return request(self)


def process(_: Echo) -> int:
    return os.getpid()


def loading_process(echo: Echo) -> int:
    return echo.loaded_in


def leave(_: Echo) -> None:
    os._exit(3)


def stop(_: Echo) -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def kill(_: Echo) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(_: Echo) -> None:
    raise SideError("a:b", "is wrong")


def fail_strangely(_: Echo) -> None:
    raise ValueError("odd")


def spoil(echo: Echo) -> str:
    echo.spent, echo.leaves = True, SPENT
    return "spoiled"


def try_out(echo: Echo) -> int:
    echo.tries, echo.leaves = echo.tries + 10, TRIED
    return echo.tries


def tries(echo: Echo) -> int:
    return echo.tries


def hang(_: Echo) -> None:
    threading.Event().wait()


def hang_with_a_child(_: Echo) -> None:
    subprocess.run(["sleep", "600"], check=False)


def is_spoiled(echo: Echo) -> bool:
    return echo.spent


def fork(_: Echo) -> int:
    return os.fork()


def import_module(_: Echo) -> bool:
    import colorsys  # noqa: F401 - any module that nobody has imported

    return "colorsys" in sys.modules


def refuse_to_load() -> Echo:
    raise SideError("a:b", "is not there")


@pytest.fixture
def side() -> Iterator[SideProcess]:
    made = SideProcess(Echo)
    yield made
    made.close()


def test_requests_are_answered_in_another_process(side: SideProcess) -> None:
    assert side.ask(process) != os.getpid()


def test_what_a_side_imports_is_not_imported_here(side: SideProcess) -> None:
    sys.modules.pop("colorsys", None)

    assert side.ask(import_module)
    assert "colorsys" not in sys.modules


def test_an_error_of_a_request_is_raised_as_it_was(side: SideProcess) -> None:
    with pytest.raises(SideError, match="a:b: is wrong") as caught:
        side.ask(fail)

    assert caught.value.spec == "a:b"
    assert side.ask(process) > 0


def test_an_unexpected_error_cannot_be_judged(side: SideProcess) -> None:
    with pytest.raises(CannotJudge, match="ValueError: odd"):
        side.ask(fail_strangely)


def test_a_side_that_cannot_be_loaded_says_so_at_the_first_request() -> None:
    side = SideProcess(refuse_to_load)

    with pytest.raises(SideError, match="a:b: is not there"):
        side.ask(process)
    side.close()


@pytest.mark.parametrize(
    ("end", "fate"),
    [
        (leave, "its process ended with status 3"),
        (stop, r"killed by signal 15 \(SIGTERM\)"),
        (kill, r"killed by signal 9 \(SIGKILL\)"),
    ],
)
def test_a_side_that_ends_its_process_is_lost_with_its_fate(
    side: SideProcess, end: Callable[[Echo], None], fate: str
) -> None:
    with pytest.raises(SideLost, match=fate):
        side.ask(end)


def test_a_case_that_leaves_something_behind_costs_the_server_and_not_the_loaded_side(
    side: SideProcess,
) -> None:
    first, loaded = side.ask(process), side.ask(loading_process)

    assert side.ask(spoil) == "spoiled"
    assert not side.ask(is_spoiled)
    assert side.ask(process) != first
    assert side.ask(loading_process) == loaded


def test_a_side_that_ends_its_process_answers_the_next_request(side: SideProcess) -> None:
    loaded = side.ask(loading_process)
    with pytest.raises(SideLost):
        side.ask(kill)

    assert side.ask(loading_process) == loaded


@pytest.mark.parametrize("request_", [hang, hang_with_a_child])
def test_a_side_that_hangs_is_lost_in_time_and_answers_the_next_request(
    request_: Callable[[Echo], None],
) -> None:
    side = SideProcess(Echo, patience=0.3)
    side.ask(process)

    with pytest.raises(SideLost, match=r"hang: no result within 0.3 s"):
        side.ask(request_)
    assert side.ask(process) > 0
    side.close()


def test_what_a_trial_leaves_behind_is_there_for_every_later_server(side: SideProcess) -> None:
    assert side.ask(try_out) == 10
    assert side.ask(tries) == 1  # the keeper has repeated it
    side.ask(spoil)
    assert side.ask(tries) == 1


def test_a_side_that_is_lost_while_it_loads_says_how_it_ended() -> None:
    side = SideProcess(load_and_leave)

    with pytest.raises(SideLost, match="its process ended with status 4"):
        side.ask(process)
    side.close()


def load_and_leave() -> Echo:
    os._exit(4)


def test_a_child_that_a_case_forks_never_answers_in_its_place(side: SideProcess) -> None:
    assert side.ask(fork) > 0
    assert side.ask(is_spoiled) is False


def test_a_side_whose_import_starts_a_thread_keeps_it() -> None:
    side = SideProcess(with_thread)

    assert side.ask(threads) == 2
    assert side.ask(threads) == 2
    side.close()


def with_thread() -> Echo:
    threading.Thread(target=threading.Event().wait, daemon=True).start()
    return Echo()


def threads(_: Echo) -> int:
    return threading.active_count()


def test_a_closed_side_leaves_no_process(side: SideProcess) -> None:
    server = side.ask(process)
    side.close()

    with contextlib.suppress(ProcessLookupError):
        while True:  # until init has waited for it; without an end, the test has none either
            os.kill(server, 0)

    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)


def test_a_process_that_is_gone_has_no_children() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()

    assert children(process.pid) == set()
