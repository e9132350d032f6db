"""Finds out what is not known yet of the lists on the shelf, beside what the user is doing."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from listbuilder.errors import TOO_LARGE, Stopped
from listbuilder.report.record import BROKEN
from listbuilder.shelf.kept import Kept
from listbuilder.shelf.memory import Memory
from listbuilder.shelf.scanning import Found
from listbuilder.shelf.summing import Question, lost, summed, systems

if TYPE_CHECKING:
    from listbuilder.report.pool import Pool


class Judging:
    """One look at the lists of the shelf. Runs in a thread; lists are judged in a process of their own, so that the screen does
    not wait for them."""

    def __init__(self, lists: Sequence[Found], question: Question, judged_for: str = "") -> None:
        self.lists = lists
        self.question = question
        self.memory = Memory(judged_for)
        self._ended = threading.Event()
        self._pool: Pool | None = None

    def known(self) -> dict[str, Kept]:
        """What was known before, by the id of the list; of those that cannot be read, why."""
        found = {}
        for one in self.lists:
            kept = _unreadable(one) if one.entry.problem is not None else self.memory.known(one)
            if kept is not None:
                found[one.id] = kept
        return found

    def rest(self, known: dict[str, Kept], tell: Callable[[Found, Kept], object]) -> None:
        """Judges the others, tells of each when it is done, and keeps it."""
        from listbuilder.report.pool import Pool  # slow to import, and mostly all is known

        left = [one for one in self.lists if one.id not in known]
        if not left or self._ended.is_set():
            return
        self._pool = Pool(summed, [one.entry for one in left], self.question, lost, systems, quiet=True)
        results = self._pool.run(1)
        with contextlib.closing(results), contextlib.suppress(Stopped):
            for one, kept in zip(left, results, strict=True):
                self.memory.keep(one, kept)
                if self._ended.is_set():
                    return
                tell(one, kept)

    def end(self) -> None:
        """Nobody wants to know any more."""
        self._ended.set()
        if self._pool is not None:
            self._pool.end()


def _unreadable(found: Found) -> Kept:
    problem = found.entry.problem
    assert problem is not None
    return Kept(TOO_LARGE if problem.rule == TOO_LARGE else BROKEN, message=str(problem.message))
