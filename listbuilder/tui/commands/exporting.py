"""A list as text on the clipboard, in any format that is written as text."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.errors import InputError, Problem
from listbuilder.i18n import N_, _
from listbuilder.listfile.bound import BoundList
from listbuilder.terminal import one_line
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.screens.dialogs import Pick
from listbuilder.tui.search import Item
from listbuilder.tui.settings import Settings

ABOUT = {
    "gw-app": N_("as the official app writes it"),
    "wtc-compact": N_("WTC, short, for tournaments"),
    "wtc-full": N_("WTC, with wargear, for tournaments"),
    "markdown": N_("Markdown, for chats and forums"),
    "text": N_("a page to read"),
    "yaml": N_("a list file of this program"),
    "json": N_("BattleScribe data as JSON"),
    "ros": N_("BattleScribe roster"),
}


def pick_format(bound: BoundList | None, current: str) -> Pick:
    """Asks for the format; those that cannot hold the list are left out where it is known."""
    from listbuilder.exchange import formats  # which a start does not need

    by_id = bound is None or bound.data.form != "units"
    known = [one for one in formats.outputs().values() if one.is_text and (by_id or not one.by_id)]
    known.sort(key=lambda one: list(ABOUT).index(one.name) if one.name in ABOUT else len(ABOUT))
    items = [Item(one.name, one.name, _(ABOUT[one.name]) if one.name in ABOUT else "") for one in known]
    return Pick(_("Copy as text"), items, current=current)


def as_text(bound: BoundList, name: str) -> tuple[str, Sequence[Problem]]:
    """The list in a format, and what of it is missing there. Raises `InputError` where the format cannot hold it."""
    from listbuilder.exchange import formats
    from listbuilder.exchange.writing import carried

    content = formats.written(bound, name)
    return content.decode("utf-8"), carried.lost(bound, name, content)


def copied_words(name: str, text: str, lost: Sequence[Problem]) -> str:
    """What the user is told."""
    lines = text.count("\n")
    said = _("Copied as {format}: {n} lines").format(format=name, n=lines)
    if lost:
        said += " · " + one_line(str(lost[0].message))
        if len(lost) > 1:
            said += " " + _("(and {n} more)").format(n=len(lost) - 1)
    return said


class ExportCommands:
    """Copying the open list as text."""

    def __init__(self, desk: Desk, settings: Settings) -> None:
        self._desk = desk
        self._settings = settings

    def handlers(self) -> Handlers:
        return {"copy-text": self.copy_text}

    async def copy_text(self) -> None:
        bound = self._desk.session.now.bound
        name = await self._desk.ask(pick_format(bound, self._settings.copied))
        if name is None:
            return
        try:
            text, lost = as_text(bound, name)  # here: the session and its data belong to this thread
        except InputError as error:
            self._desk.host.complain(error)
            return
        self._settings.copied = name
        self._settings.save()
        self._desk.host.copy(text)
        self._desk.tell(copied_words(name, text, lost))
