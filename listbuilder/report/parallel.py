"""Work on many lists, in this process or in several others."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from listbuilder.report.collecting import between_lists
from listbuilder.report.entry import Entry

if TYPE_CHECKING:
    from listbuilder.report.pool import Lost

Task = TypeVar("Task")
Result = TypeVar("Result")

WORTH_ANOTHER_CORE = 150  # lists per core; with fewer, starting processes costs more than it saves


def in_parallel(
    work: Callable[[Entry, Task], Result],
    entries: Sequence[Entry],
    task: Task,
    lost: Lost[Task, Result],
    *,
    jobs: int = 0,
    named: Callable[[Result], Iterable[str]] = lambda _result: (),
) -> Iterator[Result]:
    """What the work makes of each list, in their order, on ``jobs`` cores (0: chosen by their number). ``work``: a function of a
    module; it, the task and the results are sent between processes. ``named``: what a result may be called by in the lists
    themselves, as by its faction; lists of one name go to one process, which has loaded what they need. SIGTERM and SIGHUP raise
    `Stopped`."""
    worthwhile = max(1, min(os.cpu_count() or 1, len(entries) // WORTH_ANOTHER_CORE))
    number = min(jobs or worthwhile, len(entries))
    if number > 1:
        from listbuilder.report.pool import Pool  # slow to import

        yield from Pool(work, entries, task, lost, named).run(number)
        return
    with between_lists() as collecting:
        for place, entry in enumerate(entries):
            if place:
                collecting.after_list()
            yield work(entry, task)
