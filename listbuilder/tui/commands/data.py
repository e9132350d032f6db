"""Which game data the list is judged by: newer ones are offered with what they change, before anything is accepted."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from textual.content import Content

from listbuilder.errors import InputError
from listbuilder.i18n import _, language, ngettext
from listbuilder.session import Named, Session, Succession
from listbuilder.tui.commands.messages import Judged
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.finding_lines import written
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.screens.dialogs import Ask, Pick, marked
from listbuilder.tui.search import Item
from listbuilder.tui.wording import SEVERITY_STYLES, dated, number, points

MOST_LINES = 8  # of prices, and of findings


class DataCommands:
    """Changing the game data."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._session = desk.session

    def handlers(self) -> Handlers:
        return {
            "choose-data": self.choose,
        }

    async def offer_newer(self) -> None:
        """Where the list was made with data that are still installed: asks whether to go on with these or with the newer ones."""
        session = self._session
        if not session.made_with:
            return
        older = await self._over()
        if older is None:
            return
        answers = [
            ("newer", "n", _("Use the newer data: {data}").format(data=dated(session, older))),
            ("older", "o", _("Stay with the older data: {data}").format(data=dated(older, session))),
            ("", "l", _("Decide later")),
        ]
        text = changes(session, session.succeeds(older))
        answer = await self._desk.ask(Ask(_("There are newer game data"), text, answers, hangs=True))
        own = session.army.data
        if answer == "newer" and own is not None:
            self._desk.host.post_message(
                Judged(session.over(own.set)())
            )  # in this thread: the two share what the data bind lazily
        elif answer:
            self._desk.host.post_message(Judged(older))

    async def choose(self) -> None:
        """One of the data sets that have the list's game; what it changes is shown before it is used."""
        own = self._session.army.data
        choices = self._session.data_choices()
        current = own.set if own is not None else ""
        if not any(one.id != current for one in choices):
            self._desk.tell(_("No other data for this game are installed."))
            return
        chosen = await self._desk.ask(Pick(_("Game data"), marked(_items(choices), current), current=current))
        other = await self._over(chosen) if chosen and chosen != current else None
        if other is None:
            return
        answers = [
            ("use", "u", _("Use these data: {data}").format(data=dated(other, self._session))),
            ("", "c", _("Cancel")),
        ]
        text = changes(other, other.succeeds(self._session))
        if await self._desk.ask(Ask(_("Change the game data"), text, answers, hangs=True)):
            self._desk.host.post_message(Judged(other))

    async def _over(self, data: str = "") -> Session | None:
        """The list over another data set, by default the data that it was made with; None, and the user is told, when it cannot
        be judged by it."""
        revision = -1
        found = None
        try:
            while revision != self._session.revision:  # the list was edited meanwhile
                revision = self._session.revision
                found = await asyncio.to_thread(self._session.over(data))
        except InputError as error:
            self._desk.host.complain(error)
            return None
        return found


def _items(choices: Sequence[Named]) -> list[Item]:
    return [Item(one.id, one.name, one.note) for one in choices]


def changes(session: Session, found: Succession) -> Content:
    """What other data change, line by line: verdict and points, the units that cost something else, what is wrong only now.
    ``session``: the list over those other data."""
    news = [
        _line(glyphs().severity(one.severity), written(session, one.message), SEVERITY_STYLES[one.severity])
        for one in found.news
    ]
    lines = [*_verdicts(found), *_shortened(list(_prices(session, found))), *_shortened(news)]
    return Content("\n").join(lines)


def _verdicts(found: Succession) -> Iterator[Content]:
    words = {"legal": _("legal"), "illegal": _("illegal"), "unjudged": _("unjudged")}
    was, now = found.before, found.after
    yield Content.styled(_arrow(words[was.verdict], words[now.verdict]), "bold $text-error" if found.breaks else "bold")
    yield Content(_arrow(points(was.army, was.army.points), points(now.army, now.army.points)))


def _prices(session: Session, found: Succession) -> Iterator[Content]:
    for change in found.prices:
        unit = change.after or change.before
        if unit is not None:
            sides = (number(one.points) if one is not None else glyphs().dash for one in (change.before, change.after))
            yield _line(" ", f"{session.army.localise(unit.name, language())}: {_arrow(*sides)}")


def _arrow(before: str, after: str) -> str:
    return f"{before} {glyphs().becomes} {after}" if before != after else _("{fact} (unchanged)").format(fact=after)


def _line(mark: str, text: str, style: str = "") -> Content:
    return Content.assemble((f"{mark} ", style), text)


def _shortened(lines: list[Content]) -> list[Content]:
    rest = len(lines) - MOST_LINES
    more = ngettext("… and {number} more", "… and {number} more", rest).format(number=rest)
    return [*lines[:MOST_LINES], Content(more)] if rest > 0 else lines
