"""How lists and answers go between a pool and its processes, without any process."""

from __future__ import annotations

import io
import signal
import subprocess
from collections import deque
from typing import Any

import pytest

from listbuilder.errors import Stopped
from listbuilder.i18n import Text
from listbuilder.report import pool, worker
from listbuilder.report.entry import Entry


class Process:
    """Stands for a process: keeps what it is told, and whether it was ended."""

    def __init__(self, *_arguments: Any, **_named: Any) -> None:
        self.stdin, self.stdout = io.BytesIO(), io.BytesIO()
        self.killed = False

    def kill(self) -> None:
        self.killed = True

    def wait(self, _seconds: float = 0) -> int:
        return 0

    def told(self) -> list[Any]:
        self.stdin.seek(0)
        found = []
        while self.stdin.tell() < len(self.stdin.getvalue()):
            found.append(worker.receive(self.stdin))
        return found


def pool_of(number: int) -> pool.Pool:
    entries = [Entry(str(place)) for place in range(number)]
    return pool.Pool(lambda *_: None, entries, "task", lambda entry, *_: entry.name)


def given(of: pool.Pool, process: Any, waiting: deque[int]) -> bool:
    return of._give(process, waiting)


def test_a_process_is_told_so_many_lists_at_once_and_never_one_twice() -> None:
    of, process, waiting = pool_of(pool.AHEAD + 1), Process(), deque[int]()
    assert given(of, process, waiting)
    assert [entry.name for entry in process.told()] == ["0", "1"]
    waiting.popleft()
    assert given(of, process, waiting)
    assert [entry.name for entry in process.told()] == ["0", "1", "2"]
    assert list(waiting) == [1, 2]
    waiting.clear()
    assert not given(of, process, waiting)


def test_the_last_lists_go_to_the_process_that_is_idle() -> None:
    of, busy, idle = pool_of(4), Process(), Process()
    of.processes |= {busy, idle}  # type: ignore[arg-type]
    waiting = deque[int]()
    assert given(of, busy, waiting)
    assert list(waiting) == [0, 1]
    waiting.popleft()
    assert given(of, busy, waiting)
    assert list(waiting) == [1]
    for place in (2, 3):
        other = deque[int]()
        assert given(of, idle, other)
        assert list(other) == [place]
    assert not given(of, idle, deque())


def test_the_end_of_a_pool_ends_its_processes_and_whoever_waits_for_results() -> None:
    of, first, second = pool_of(2), Process(), Process()
    of.processes |= {first, second}  # type: ignore[arg-type]
    of.end()
    assert (first.killed, second.killed) == (True, True)
    with pytest.raises(Stopped):
        next(of.run(0))
    assert not given(of, first, deque())
    assert first.told() == []


def test_a_failure_before_the_end_is_what_is_raised() -> None:
    of = pool_of(1)
    of.failure = ZeroDivisionError()
    of.end()
    with pytest.raises(ZeroDivisionError):
        next(of.run(0))


def test_a_process_that_starts_after_the_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", Process)
    of = pool_of(1)
    early: Any = of._started()
    assert not early.killed
    of.end()
    late: Any = of._started()
    assert (early.killed, late.killed) == (True, True)


@pytest.mark.parametrize(
    ("status", "reason"), [(-signal.SIGKILL, "SIGKILL"), (0, "status 0"), (1, "status 1"), (-9999, "status -9999")]
)
def test_why_a_process_ended(status: int, reason: str) -> None:
    found = pool._reason(status)
    assert str(found) == reason
    assert isinstance(found, str if reason.startswith("SIG") else Text)


def test_as_many_processes_may_fail_to_start_as_are_allowed() -> None:
    of = pool_of(1)
    for _ in range(pool.MOST_FAILED_STARTS):
        of._count_failed_start(Process())  # type: ignore[arg-type]
    with pytest.raises(Exception, match="does not start: status 0"):
        of._count_failed_start(Process())  # type: ignore[arg-type]
