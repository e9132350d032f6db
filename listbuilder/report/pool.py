"""Several processes (`worker`) that work through lists.

A process that dies costs the list that it was working on, which is named, and another one takes its place.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import IO, Any, TypeVar, cast

from listbuilder import budget, stopping
from listbuilder.errors import InputError, Stopped
from listbuilder.i18n import Text, language
from listbuilder.report import worker
from listbuilder.report.dealing import Dealer, legible
from listbuilder.report.entry import Entry

Task = TypeVar("Task")
Result = TypeVar("Result")

HEAD = 4096  # bytes of a list that may say what it is of
AHEAD = 2  # lists that a process has, the one in work and one more, so that it need not wait itself
WINDOW = 64  # lists that may be done before their turn: results do not pile up in memory
MOST_FAILED_STARTS = 8
ENDING = 5  # seconds that a process is given to end by itself
CODE = "__import__('sys').path[:]={path!r};__import__('listbuilder.report.worker').report.worker.serve()"
Lost = Callable[[Entry, Task, Text], Result]  # what becomes of a list whose process died, for the reason


class Pool:
    """See `parallel.in_parallel`. Each process has a thread of this one, which gives it lists and takes its answers."""

    def __init__(
        self,
        work: Callable[[Entry, Any], Any],
        entries: Sequence[Entry],
        task: object,
        lost: Lost[Any, Any],
        named: Callable[[Any], Iterable[str]] = lambda _result: (),
        *,
        quiet: bool = False,
    ) -> None:
        """``quiet``: what the processes say of themselves is dropped, as where a screen is drawn in the terminal."""
        self.named = named
        self.quiet = quiet
        self.task = task
        self.start = (language(), budget.in_force(), work, task)
        self.entries = entries
        self.lost = lost
        self.turn = 0  # of the list that is asked for next
        self.dealer = Dealer(len(entries), lambda place: legible(entries[place].head(HEAD)))
        self.results: dict[int, Any] = {}
        self.processes: set[subprocess.Popen[bytes]] = set()
        self.failure: BaseException | None = None
        self.failed_starts = 0
        self.ended = False
        self.changed = threading.Condition()

    def run(self, number: int) -> Generator[Any, None, None]:
        """The results in the order of the lists."""
        with stopping.noticed(self._kill):
            try:
                for _ in range(number):
                    threading.Thread(target=self._drive, daemon=True).start()
                while self.turn < len(self.entries):
                    yield self._result()
            finally:
                self._kill()
                for process in list(self.processes):
                    process.wait()

    def end(self) -> None:
        """Nobody waits for the rest: ends all processes, and `run`, in whatever thread, raises `Stopped`."""
        self._kill()
        with self.changed:
            self.failure = self.failure or Stopped(signal.SIGTERM)
            self.changed.notify_all()

    def _result(self) -> Any:
        with self.changed:
            while self.turn not in self.results and self.failure is None:
                self.changed.wait()
            if self.failure is not None:
                raise self.failure
            found = self.results.pop(self.turn)
            self.turn += 1
            self.changed.notify_all()
        return found

    def _kill(self) -> None:
        """Ends all processes at once. A signal may come while they are waited for: this waits for nothing."""
        self.ended = True
        for process in list(self.processes):
            process.kill()

    # --- in the threads -------------------------------------------------------------------------------------------------

    def _drive(self) -> None:
        """Has processes work until there is no list left."""
        try:
            while self._has_more() and self._one_process():
                pass
        except BaseException as error:
            with self.changed:
                self.failure = self.failure or error
                self.changed.notify_all()

    def _has_more(self) -> bool:
        return not self.ended and bool(self.dealer.waiting)

    def _one_process(self) -> bool:
        """Works through lists with one process, until it dies or nothing is left; whether it died."""
        process = self._started()
        given: deque[int] = deque()
        is_ready = False
        try:
            self._say(process, self.start)
            worker.receive(_pipe(process.stdout))
            is_ready = True
            while self._give(process, given):
                result = worker.receive(_pipe(process.stdout))
                self._keep(given[0], result, process)
                given.popleft()
            self._say(process, None)
            process.wait(ENDING)
        except (EOFError, OSError, subprocess.TimeoutExpired):
            if is_ready:
                self._bury(process, given)
            else:
                self._count_failed_start(process)
            return True
        finally:
            process.kill()
            process.wait()
            self.processes.discard(process)
            with self.changed:
                self.dealer.forget(process)
            for stream in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    _pipe(stream).close()
        return False

    def _started(self) -> subprocess.Popen[bytes]:
        flags = ["-I"] if sys.flags.isolated else ["-E"] * sys.flags.ignore_environment + ["-P"]
        own = {"process_group": 0} if os.name == "posix" else {}  # Ctrl-C is for this process, which ends the others
        command = [sys.executable, *flags, "-c", CODE.format(path=sys.path)]
        stderr = subprocess.DEVNULL if self.quiet else None
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, **cast("Any", own)
        )
        self.processes.add(process)
        if self.ended:  # meanwhile
            process.kill()
        return process

    def _count_failed_start(self, process: subprocess.Popen[bytes]) -> None:
        """Raises `InputError` when it is one too many: the next process would not start either."""
        process.kill()
        self.failed_starts += 1
        if self.failed_starts > MOST_FAILED_STARTS:
            text = Text("a process for checking lists does not start: {reason}", {"reason": _reason(process.wait())})
            raise InputError(text)

    def _say(self, process: subprocess.Popen[bytes], message: object) -> None:
        worker.send(_pipe(process.stdin), message)

    def _give(self, process: subprocess.Popen[bytes], given: deque[int]) -> bool:
        """Gives the process lists to do; whether it has any. The last lists go to whoever is idle, so that all end together."""
        while not given or (len(given) < AHEAD and len(self.dealer.waiting) > len(self.processes)):
            place = self._taken(process, wait=not given)
            if place is None:
                break
            given.append(place)
            self._say(process, self.entries[place])
        return bool(given)

    def _taken(self, process: subprocess.Popen[bytes], *, wait: bool) -> int | None:
        """The number of a list for a process; None when there is none, or when it would have to be waited for."""
        with self.changed:
            while self._has_more():
                place = self.dealer.deal(process, self.turn + WINDOW)
                if place is not None or not wait:
                    return place
                self.changed.wait()
        return None

    def _keep(self, place: int, result: Any, process: subprocess.Popen[bytes] | None = None) -> None:
        """Notes a result, and that the process which made it has loaded what it is of."""
        if isinstance(result, worker.Broken):
            reason = Text("this is a bug in listbuilder: {error}", {"error": str(result)})
            result, process = self.lost(self.entries[place], self.task, reason), None
        with self.changed:
            self.results[place] = result
            if process is not None:
                self.dealer.note(process, self.named(result))
            self.changed.notify_all()

    def _bury(self, process: subprocess.Popen[bytes], given: deque[int]) -> None:
        """Names the list that the process was working on; those that waited behind it are for another one. What it has answered
        may still be to be read: one that dies is noticed by giving it more, too."""
        if self.ended:
            return
        process.kill()
        with contextlib.suppress(EOFError, OSError):
            while given:
                self._keep(given[0], worker.receive(_pipe(process.stdout)))
                given.popleft()
        if not given:
            return
        reason = Text("the process that judged this list ended: {reason}", {"reason": _reason(process.wait())})
        place = given.popleft()
        with self.changed:
            self.dealer.give_back(given)
        self._keep(place, self.lost(self.entries[place], self.task, reason))


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def _reason(status: int) -> Text | str:
    """Why a process ended, by its exit status."""
    with contextlib.suppress(ValueError):
        if status < 0:
            return signal.Signals(-status).name
    return Text("status {status}", {"status": status})
