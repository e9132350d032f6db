"""Work on many lists, in this process or in several others."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from listbuilder.i18n import Text
from listbuilder.report.entry import Entry

Task = TypeVar("Task")
Result = TypeVar("Result")
Lost = Callable[[Entry, Task, Text], Result]  # what becomes of a list whose process died, for the reason

WORTH_ANOTHER_CORE = 150  # lists per core; with fewer, starting processes costs more than it saves

YOUNG_OBJECTS = 20_000  # that are made between two looks of the collector: a list leaves few cycles behind


def in_parallel(
    work: Callable[[Entry, Task], Result],
    entries: Sequence[Entry],
    task: Task,
    lost: Lost[Task, Result],
    *,
    jobs: int = 0,
) -> Iterator[Result]:
    """What the work makes of each list, in their order, on ``jobs`` cores (0: chosen by their number). ``work``: a function of a
    module; it, the task and the results are sent between processes. SIGTERM and SIGHUP raise `Stopped`."""
    worthwhile = max(1, min(os.cpu_count() or 1, len(entries) // WORTH_ANOTHER_CORE))
    number = min(jobs or worthwhile, len(entries))
    if number > 1:
        from listbuilder.report.pool import Pool  # slow to import

        yield from Pool(work, entries, task, lost).run(number)
        return
    for place, entry in enumerate(entries):
        yield work(entry, task)
        if place == 0 and len(entries) > 1:
            gc.freeze()  # the data stay: the collector need not look at them again after each list
            gc.set_threshold(YOUNG_OBJECTS, 20, 50)
