"""Looking at the folders of the library, in threads: what reads lists is imported here when there is something to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.session import Session
from listbuilder.shelf.keeping import Shelf, absolute
from listbuilder.shelf.kept import Kept
from listbuilder.tui.journal import recoverable
from listbuilder.tui.shelf_rows import Row, namesakes

if TYPE_CHECKING:
    from listbuilder.report.checking import Job
    from listbuilder.shelf.judging import Judging
    from listbuilder.shelf.scanning import Found


@dataclass
class Seen:
    """What a look at the folders found. ``gone`` and ``full``: folders; ``unsaved``: paths of lists with unsaved changes,
    ``work``: how many such changes there are, those of lists without a file too."""

    lists: Sequence[Found] = ()
    gone: Sequence[str] = ()
    full: Sequence[str] = ()
    kept: dict[str, Kept] = field(default_factory=dict)
    unsaved: frozenset[str] = frozenset()
    work: int = 0

    def rows(self, shelf: Shelf) -> list[Row]:
        """Every list with what is known of it."""
        rows = [
            Row(one, self.kept.get(one.id), tuple(shelf.tags_of(one.id)), absolute(one.id) in self.unsaved)
            for one in self.lists
        ]
        twice = namesakes(rows)
        return [Row(one.found, one.kept, one.tags, one.unsaved, one.id in twice) for one in rows]


def look_at(start: Path | None, shelf: Shelf, recent: Sequence[str]) -> Seen:
    """The lists in these folders, and the unsaved changes of runs that ended early."""
    from listbuilder.shelf.scanning import scan

    found = scan(start, shelf.folders, recent)
    work = recoverable()
    return Seen(
        found.lists, found.gone, found.full, {}, frozenset(str(one.path) for one in work if one.path), len(work)
    )


def stamp_of(start: Path | None, shelf: Shelf) -> int:
    """Another number once the folders hold other lists."""
    from listbuilder.shelf.scanning import stamp

    return stamp(start, shelf.folders)


def judging_of(seen: Seen, backend: type[Session]) -> Judging:
    """What finds out about the lists that were seen."""
    from listbuilder.shelf.judging import Judging
    from listbuilder.shelf.summing import Question

    job = job_of(backend)
    return Judging(seen.lists, Question(job), f"{job.data} {job.pack!r}" if job.data or job.pack else "")


def job_of(backend: type[Session]) -> Job:
    """By what lists are judged: as this kind of session does."""
    from listbuilder.report.checking import Job

    among, pack = getattr(backend, "among", ()), getattr(backend, "pack", None)
    return Job(data=tuple(one.name for one in among), pack=pack)


def working_folder() -> Path | None:
    """The folder where the program was started; None where it was removed."""
    try:
        return Path.cwd()
    except OSError:
        return None
