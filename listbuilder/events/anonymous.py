"""Reports without names: lists, players and teams are numbered.

Nothing that a player wrote freely is left: names of files and lists, ids of units, lines of the file. Their own words in messages
are left out before (`listbuilder.report.hiding`). Lines keep their numbers, so that whoever has the list can find them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC

from msgspec.structs import replace

from listbuilder.events.gathered import LeftOut
from listbuilder.events.moments import moment_of
from listbuilder.exchange.reading.personal import HIDDEN
from listbuilder.i18n import _
from listbuilder.naming import fold
from listbuilder.report.entry import Entry
from listbuilder.report.record import FindingRecord, ListReport

SHORTEST = 3  # characters of a name that is looked for in messages


class Anonymous:
    """Numbers the lists of one check in their order, and their players and teams."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._teams = _numbered(entry.team for entry in entries)
        self._players = _numbered(entry.player for entry in entries)
        names = {name for entry in entries for name in (entry.name, entry.container, entry.player, entry.team)}
        names |= {entry.submitted for entry in entries if moment_of(entry.submitted, UTC) is None}
        known = sorted((name for name in names if len(name) >= SHORTEST), key=len, reverse=True)
        words = "|".join(map(re.escape, known))
        self._known = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) if words else None

    def records(self, records: Iterable[ListReport]) -> Iterator[ListReport]:
        """The records without names."""
        for number, record in enumerate(records, 1):
            yield replace(
                record,
                file=_("list {number}").format(number=number),
                container="",
                name="",
                player=_("player {number}").format(number=self._players[record.player]) if record.player else "",
                team=_("team {number}").format(number=self._teams[record.team]) if record.team else "",
                findings=tuple(self._finding(one, record) for one in record.findings),
                diff="",
                content="",
            )

    def left_out(self, found: Iterable[LeftOut]) -> tuple[LeftOut, ...]:
        """What was left out, numbered."""
        return tuple(replace(one, name=_("file {number}").format(number=number)) for number, one in enumerate(found, 1))

    def _finding(self, one: FindingRecord, record: ListReport) -> FindingRecord:
        units = list(dict.fromkeys(other.unit for other in record.findings if other.unit))
        unit = f"unit-{units.index(one.unit) + 1}" if one.unit else ""
        message, *fixes = (self._without(text, record) for text in (one.message, *one.fixes))
        return replace(one, message=message, unit=unit, excerpt="", file="", fixes=tuple(fixes))

    def _without(self, text: str, record: ListReport) -> str:
        """The text without the names of the files, lists, players and teams."""
        for name in (record.name, record.file):
            if len(name) >= SHORTEST:
                text = text.replace(name, HIDDEN)
        return self._known.sub(HIDDEN, text) if self._known is not None else text


def _numbered(names: Iterable[str]) -> dict[str, int]:
    """The number of each name; spellings of one name, by which teams are told apart, have the same."""
    numbers: dict[str, int] = {}
    return {name: numbers.setdefault(fold(name), len(numbers) + 1) for name in names if name}
