"""Worker processes: what they report, and what becomes of a run that loses some of them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterable

import pytest

from argparity.golden.errors import CannotJudge
from argparity.golden.workers.pool import Pool, WorkerError, WorkerLost
from tests.golden.workers.pool_jobs import Opening, Steps


def reports(
    jobs: Iterable[Steps], *, size: int = 2, timeout: float = 30.0, deadline: float | None = None
) -> tuple[list[object], list[WorkerLost], set[int]]:
    """What was reported, which workers were lost, and the processes that reported."""
    seen: list[object] = []
    lost: list[WorkerLost] = []
    processes: set[int] = set()
    with Pool(Opening(), size, timeout) as pool:
        for _, message in pool.run(jobs, deadline):
            if isinstance(message, WorkerLost):
                lost.append(message)
            else:
                assert isinstance(message, tuple)
                seen.append(message[0])
                processes.add(message[1])
    return seen, lost, processes


@pytest.mark.parametrize("size", [1, 3])
def test_every_step_of_every_job_is_reported_for_any_number_of_workers(size: int) -> None:
    jobs = [Steps(tuple(range(start, start + 5))) for start in range(0, 40, 5)]

    seen, lost, _ = reports(jobs, size=size)

    assert set(seen) == set(range(40))
    assert len(seen) == 40
    assert lost == []


def test_jobs_run_outside_of_the_parent_and_share_the_worker() -> None:
    _, _, processes = reports([Steps((1, 2)), Steps((3,))], size=1)

    assert len(processes) == 1
    assert os.getpid() not in processes


def test_the_worker_of_one_job_serves_the_next() -> None:
    with Pool(Opening(), 1, 30.0) as pool:
        first, second = pool.reports(Steps((1,))), pool.reports(Steps((2,)))

    assert [report[1] for report in first] == [report[1] for report in second]  # type: ignore[index]


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        ("kill", "killed by signal 9 (SIGKILL)"),
        ("end", "its process ended with status 3"),
        ("memory", "out of memory"),
    ],
)
def test_a_lost_worker_is_replaced_and_the_rest_of_its_job_goes_on(act: str, reason: str) -> None:
    seen, lost, processes = reports([Steps((1, 2, act, 3, 4))], size=1)

    assert seen == [1, 2, 3, 4]
    assert lost == [WorkerLost(reason, 2)]
    assert len(processes) == 2


def test_a_step_that_takes_too_long_loses_its_worker() -> None:
    started = time.monotonic()

    seen, lost, _ = reports([Steps(("hang", 1))], size=1, timeout=2.0)

    assert seen == [1]
    assert lost == [WorkerLost("hang: no result within 2 s", 0)]
    assert time.monotonic() - started < 30


def test_an_error_inside_a_job_stops_the_run_with_its_exit_code() -> None:
    with pytest.raises(WorkerError, match="an unknown type") as caught:
        reports([Steps((1, "fail"))])

    assert caught.value.exit_code == CannotJudge.exit_code


def test_an_unforeseen_exception_names_its_place() -> None:
    with pytest.raises(WorkerError, match=r"ZeroDivisionError: not a number \(at .*pool_jobs"):
        reports([Steps(("bug",))])


def test_an_error_while_opening_keeps_its_exit_code() -> None:
    with Pool(Opening("usage"), 1, 10.0) as pool, pytest.raises(WorkerError) as caught:
        list(pool.run([Steps((1,))]))

    assert caught.value.exit_code == 2


def test_a_worker_that_ends_while_opening_is_reported_with_its_last_words() -> None:
    message = r"status 4 \(the import exits\)"

    with Pool(Opening("exit"), 1, 10.0) as pool, pytest.raises(CannotJudge, match=message):
        list(pool.run([Steps((1,))]))


def test_no_job_begins_after_the_deadline() -> None:
    seen, lost, _ = reports([Steps((1,)), Steps((2,))], deadline=time.monotonic() - 1)

    assert seen == []
    assert lost == []


def test_workers_are_silent_and_have_no_input(capfd: pytest.CaptureFixture[str]) -> None:
    seen, _, _ = reports([Steps(("print", "read", 1))])

    assert seen == ["print", "read", 1]
    assert capfd.readouterr() == ("", "")


def test_leaving_the_pool_ends_workers_in_the_middle_of_a_job() -> None:
    with Pool(Opening(), 1, 30.0) as pool:
        for _, message in pool.run([Steps((1, "hang"))]):
            assert isinstance(message, tuple)
            process = message[1]
            break

    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_the_main_module_of_the_parent_is_not_imported_by_workers() -> None:
    program = (
        "from argparity.golden.workers.pool import Pool\n"
        "from tests.golden.workers.pool_jobs import Opening, Steps\n"
        "print('main runs')\n"
        "with Pool(Opening(), 2, 30.0) as pool:\n"
        "    print(sorted(m[0] for _, m in pool.run([Steps((1,)), Steps((2,))])))\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )

    assert done.stdout == "main runs\n[1, 2]\n"


def test_an_abandoned_job_ends_at_the_deadline() -> None:
    started = time.monotonic()

    with Pool(Opening(), 1, 30.0) as pool:
        list(pool.run([Steps((1,))]))  # so that the worker is there when the time begins
        seen = list(pool.run([Steps((1, "hang"))], time.monotonic() + 1.0, abandon=True))

    assert [message[0] for _, message in seen if isinstance(message, tuple)] == [1]
    assert time.monotonic() - started < 25
