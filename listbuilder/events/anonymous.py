"""Reports without names: lists, players and teams are numbered.

Nothing that a player wrote freely is left: names of files and lists, lines of the file, and messages that quote a line which the
data do not know. Lines keep their numbers, so that whoever has the list can find them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from listbuilder.events.gathered import LeftOut
from listbuilder.i18n import _
from listbuilder.report.entry import Entry
from listbuilder.report.record import FindingRecord, ListReport

QUOTING = frozenset(("unread-line", "unknown-name", "unknown-key", "schema", "unreadable", "duplicate-key", "bug"))
SHORTEST = 3  # characters of a name that is looked for in messages


class Anonymous:
    """Numbers the lists of one check in their order, and their players and teams."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._teams = _numbered(entry.team for entry in entries)
        self._players = _numbered(entry.player for entry in entries)
        names = {name for entry in entries for name in (entry.name, entry.container, entry.player, entry.team)}
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
        message = one.message
        if one.rule in QUOTING and not one.unit:
            message = _("what stands here is not shown, because it may be a name")
        for name in (record.name, record.file):
            if len(name) >= SHORTEST:
                message = message.replace(name, "\N{HORIZONTAL ELLIPSIS}")
        if self._known is not None:
            message = self._known.sub("\N{HORIZONTAL ELLIPSIS}", message)
        fixes = one.fixes if one.rule not in QUOTING else ()
        return replace(one, message=message, excerpt="", file="", fixes=fixes)


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(name for name in names if name), 1)}
