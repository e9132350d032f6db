"""The rows of the library: what is known of each list, which of them a query finds, and their order."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from listbuilder.i18n import _, ngettext
from listbuilder.report.record import EMPTY, UNKNOWN
from listbuilder.shelf.kept import Kept, exact

if TYPE_CHECKING:
    from listbuilder.shelf.scanning import Found

DAY = 24 * 3600
DAYS_COUNTED = 7  # of older lists the date is shown


class Grouping(StrEnum):
    """How the lists stand: in their folders, by game, or the last changed first."""

    FOLDER = "folder"
    SYSTEM = "system"
    DATE = "date"

    @property
    def next(self) -> Grouping:
        every = list(Grouping)
        return every[(every.index(self) + 1) % len(every)]


class Row(Struct, frozen=True):
    """One list. ``kept``: None while nothing is known of what is in it; ``unsaved``: whether changes of a run that ended early
    wait for it."""

    found: Found
    kept: Kept | None = None
    tags: tuple[str, ...] = ()
    unsaved: bool = False
    namesake: bool = False  # whether another list in its folder has its name

    @property
    def id(self) -> str:
        return self.found.id

    @property
    def name(self) -> str:
        """The list's own name, else that of its file; both where several in the folder share it."""
        return self.own_name + self.apart

    @property
    def own_name(self) -> str:
        """Its name without what tells it from others of that name."""
        own = self.kept.name if self.kept is not None else ""
        if own and own.strip():
            return own
        return self.file_name if self.kept is not None and not self.kept.was_read else self.found.stem

    @property
    def apart(self) -> str:
        """What tells it from others of its name: the name of its file, where that is another."""
        stem = self.found.stem
        return f" ({stem})" if self.namesake and self.own_name != stem else ""

    @property
    def file_name(self) -> str:
        return Path(self.found.entry.name).name

    @property
    def is_list(self) -> bool:
        """Whether it was read, or may still turn out to be a list."""
        return self.kept is None or self.kept.was_read

    @property
    def is_other(self) -> bool:
        """Whether it turned out to be some other text, of which there may be many beside lists."""
        return self.kept is not None and self.kept.state in {EMPTY, UNKNOWN}

    @property
    def system(self) -> str:
        """The game, in as few words as there are."""
        return self.kept.system_short or self.kept.system if self.kept is not None else ""


def fits(row: Row, query: str) -> bool:
    """Whether a query finds the list: each of its words stands in name, file, faction, game or tags; ``s:`` looks at the game
    alone, ``t:`` at the tags."""
    kept = row.kept
    system = f"{kept.system} {kept.system_name} {kept.system_short}".casefold() if kept is not None else ""
    tags = " ".join(row.tags).casefold()
    words = (row.name, row.file_name, *((kept.faction, *kept.detachments) if kept is not None else ()))
    whole = " ".join((" ".join(words).casefold(), system, tags))
    places = {"s:": system, "t:": tags}
    for word in query.casefold().split():
        place = places.get(word[:2])
        if (word[2:] if place is not None else word) not in (place if place is not None else whole):
            return False
    return True


def grouped(rows: Iterable[Row], by: Grouping) -> list[tuple[str, list[Row]]]:
    """The lists in the order that they are shown in: heading of each group, empty for none, and its lists, the last changed
    first."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(_heading(row, by), []).append(row)
    found = [(name, sorted(inside, key=lambda row: -row.found.changed)) for name, inside in groups.items()]
    return found if by is Grouping.FOLDER else sorted(found, key=lambda group: (group[0] == "", group[0]))


def _heading(row: Row, by: Grouping) -> str:
    match by:
        case Grouping.FOLDER:
            return shortened(row.found.folder)
        case Grouping.SYSTEM:
            return row.kept.system_name if row.kept is not None else ""
    return ""


def namesakes(rows: Sequence[Row]) -> set[str]:
    """Ids of the lists that share their name with another one in their folder."""
    by_name: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if row.kept is not None and row.kept.name:
            by_name.setdefault((row.found.folder, row.kept.name), []).append(row.id)
    return {one for ids in by_name.values() if len(ids) > 1 for one in ids}


def shortened(folder: str) -> str:
    """A folder as people write it: below their own as ``~/lists``."""
    try:
        inside = Path(folder).absolute().relative_to(Path.home()).as_posix()
    except (ValueError, RuntimeError):
        return folder
    return "~" if inside == "." else f"~/{inside}"


def since(moment: float, now: float) -> str:
    """When a list was changed, in a few cells."""
    then, today = time.localtime(moment), time.localtime(now)
    days = (_midnight(today) - _midnight(then)) // DAY
    if days <= 0:
        return _("today")
    if days < DAYS_COUNTED:
        return ngettext("{n} day", "{n} days", days).format(n=days)
    return time.strftime("%m-%d" if then.tm_year == today.tm_year else "%Y", then)


def _midnight(moment: time.struct_time) -> int:
    return int(time.mktime((moment.tm_year, moment.tm_mon, moment.tm_mday, 12, 0, 0, 0, 0, 0)))


def counts(rows: Sequence[Row]) -> tuple[int, int, int]:
    """How many lists there are, how many of them are illegal, and for how many there are newer data."""
    lists = [row.kept for row in rows if row.is_list]
    illegal = sum(kept is not None and kept.verdict == "illegal" for kept in lists)
    newer = sum(kept is not None and kept.newer is not None for kept in lists)
    return len(lists), illegal, newer


def points_of(kept: Kept | None) -> str:
    """The points as they are shown in a column; empty where nothing has a price."""
    from listbuilder.tui.wording import number

    value = exact(kept.points) if kept is not None else None
    return number(value) if value is not None else ""
