"""Opens the browser beside the army and closes it; what the user's collection lacks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.content import Content
from textual.timer import Timer

from listbuilder.i18n import _, ngettext
from listbuilder.shelf.collection import Collection, Lacking
from listbuilder.terminal import columns, one_line, pad
from listbuilder.tui.actions import ACTIONS
from listbuilder.tui.commands.where import first_force, where_units_go
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.later import later
from listbuilder.tui.screens.room import BESIDE, WIDE, Room
from listbuilder.tui.screens.text_page import TextPage
from listbuilder.tui.settings import Settings
from listbuilder.tui.widgets.second_unit import SecondUnit
from listbuilder.tui.wording import local

if TYPE_CHECKING:
    from listbuilder.tui.browsing.pane import BrowserPane


FOLLOWING = 0.3  # seconds that the cursor stays in another force until the browser beside it shows what that takes


class BrowsingCommands:
    """``pane``: the browser, while it is open or stands beside the army; a second unit may stand in its place."""

    def __init__(self, desk: Desk, room: Room, settings: Settings) -> None:
        self._desk = desk
        self._room = room
        self._settings = settings
        self.pane: BrowserPane | None = None
        self._held = ""  # id of the unit that is kept in view
        self._mounting = asyncio.Lock()
        self._following: Timer | None = None

    def handlers(self) -> Handlers:
        inside: Handlers = {one.id: partial(self._do, one.id) for one in ACTIONS if one.context == "browser"}
        own: Handlers = {
            "toggle-browser": self._toggle,
            "show-lacking": self._show_lacking,
            "hold-unit": self._hold_unit,
        }
        return inside | own

    def _do(self, action: str) -> None:
        if self.pane is not None:
            self.pane.do(action)

    async def open(self, force_id: str) -> None:
        """Shows what may be added to a force, and gives it the focus."""
        async with self._mounting:
            if self.pane is None:
                await self._mount(force_id, rests=False)
            else:
                self.pane.turn_to(force_id or first_force(self._desk.session))
                self.pane.begin_anew()
                self._room.focus(BESIDE)

    async def show_at_rest(self) -> None:
        """Has it stand beside army and unit where there is a place for it, nothing else is there, and the user wants it."""
        async with self._mounting:
            if not self._room.has_third or self.pane is not None or self._held:
                return
            place = where_units_go(self._desk.session, self._desk.here) if self._settings.browser_in_view else None
            if place is not None:
                await self._mount(place, rests=True)
            elif self._room.is_reserved:
                await self._room.hold(None)

    async def _mount(self, force_id: str, *, rests: bool) -> None:
        from listbuilder.tui.browsing.pane import BrowserPane  # not needed for the first picture

        self.pane, self._held = BrowserPane(self._desk, Collection(), force_id, rests=rests), ""
        pane = self.pane
        await self._room.open_beside(pane, "browser", pane.leave, pane.rest, rests=rests)
        await pane.shown.wait()

    async def leave(self, unit_id: str = "") -> None:
        """Goes back to the army, and closes the browser where it has no place beside it. ``unit_id``: where the cursor is to be;
        empty for where it is."""
        if self._room.has_third and self._settings.browser_in_view:
            self._room.focus("army")
        else:
            await self._close()
        if unit_id:
            self._desk.host.select_unit(unit_id)

    async def _close(self) -> None:
        self.pane = None
        await self._room.close_beside()

    def follow(self) -> None:
        """The cursor may be in another force: a browser beside the army shows what that takes."""
        if self.pane is None and not self._held and self._settings.browser_in_view:
            self._desk.host.start(self.show_at_rest(), group="beside")
        if self.pane is None or not self._room.rests or self._desk.here == self.pane.offering.force_id:
            return
        if self._following is not None:
            self._following.stop()
        self._following = later(self.pane, FOLLOWING, lambda: self._desk.host.start(self._turn()))

    async def _turn(self) -> None:
        self._following = None
        if self.pane is None or not self._room.rests:
            return
        if self.pane.app.screen is not self.pane.screen:  # another screen may be reading the session
            self.follow()
            return
        place = where_units_go(self._desk.session, self._desk.here)
        if place is not None:
            self.pane.turn_to(place)
        elif not self.pane.offering.is_open:
            self.pane = None
            await self._room.hold(None)

    def stay(self) -> None:
        """The cursor is to stay where it is when the browser is left, not to go to what was added."""
        if self.pane is not None:
            self.pane.added = ""

    async def _toggle(self) -> None:
        is_shown = self.pane is not None and self._room.shows_beside
        if self._room.has_third:
            self._settings.browser_in_view = not is_shown
            self._settings.save()
        if is_shown and self.pane is not None:
            self.pane.leave()
        else:
            self._desk.host.do("add-unit")

    async def _hold_unit(self) -> None:
        """Keeps the unit under the cursor in view beside the others; the same one again, and it goes."""
        if (unit := self._desk.need_unit()) is None:
            return
        if not self._room.has_third:
            self._desk.tell(_("There is room for this from {columns} columns on.").format(columns=WIDE))
            return
        if self.pane is not None:
            self.pane.end()
            await self._close()
        self._held = "" if unit.id == self._held else unit.id
        await self._room.hold(SecondUnit(self._desk.session, self._held) if self._held else None)
        await self.show_at_rest()

    async def _show_lacking(self) -> None:
        """Says which models the list needs that the user has not."""
        session, collection = self._desk.session, Collection()
        if collection.problem is not None:
            self._desk.tell(str(collection.problem))
        system = session.army.system
        if collection.is_empty(system):
            self._desk.tell(_("Nothing entered: # in the browser enters how many models you own."))
            return
        lacking = collection.lacking(system, session.army.units)
        if not lacking:
            self._desk.tell(_("You own every model of this list."))
            return
        text = "\n".join(self._lines(lacking))
        if await self._desk.ask(TextPage(self._heading(lacking), Content(text))):
            self._desk.host.copy(text)
            self._desk.tell(_("Copied."))

    def _heading(self, lacking: list[Lacking]) -> str:
        models = sum(one.missing for one in lacking)
        return ngettext("{number} model is missing", "{number} models are missing", models).format(number=models)

    def _lines(self, lacking: list[Lacking]) -> Iterator[str]:
        """How many are missing, of what, and how many of those that are needed are there: in columns."""
        army = self._desk.session.army
        names = [one_line(local(army, one.name)) for one in lacking]
        widest = max(map(columns, names))
        digits = len(str(max(one.missing for one in lacking)))
        for one, name in zip(lacking, names, strict=True):
            has = _("{n} of {number}").format(n=one.owned, number=one.needed)
            yield f"{one.missing:>{digits}}  {pad(name, widest)}   {has:>8}"
