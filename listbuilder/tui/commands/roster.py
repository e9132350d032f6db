"""What the keys do to the list as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.i18n import _
from listbuilder.session import Named
from listbuilder.session.sizes import chosen_size
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.screens.detachments import ChooseDetachments
from listbuilder.tui.screens.dialogs import Pick, Prompt, limit_prompt, marked, name_problem
from listbuilder.tui.search import Item
from listbuilder.tui.wording import local


class RosterCommands:
    """Undo and redo, name, size, limit, detachment."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._session = desk.session

    def handlers(self) -> Handlers:
        return {
            "undo": self.undo,
            "redo": self.redo,
            "rename-list": self.rename,
            "choose-size": self.choose_size,
            "choose-limit": self.choose_limit,
            "choose-detachment": self.choose_detachment,
        }

    def undo(self) -> None:
        place = self._desk.places.before(self._session.steps)
        title = self._desk.attempt(self._session.undo)
        self._desk.host.return_to(place)
        if title:
            self._desk.tell(_("Undone: {title}").format(title=title), "redo")
        else:
            self._desk.tell(_("There is nothing to undo."))

    def redo(self) -> None:
        before = {unit.id for unit in self._session.army.units}
        title = self._desk.attempt(self._session.redo)
        place = self._desk.places.before(self._session.steps) if title else None
        added = next((unit.id for unit in self._session.army.units if unit.id not in before), "")
        self._desk.host.return_to(place._replace(holder=added) if place is not None and added else place)
        if title:
            self._desk.tell(_("Redone: {title}").format(title=title), "undo")
        else:
            self._desk.tell(_("There is nothing to redo."))

    async def rename(self) -> None:
        name = await self._desk.ask(Prompt(_("Name of the list"), self._session.name, check=name_problem))
        if name is not None and name.strip() != self._session.name:
            self._desk.edit(lambda: self._session.rename(name.strip()))

    async def choose_size(self) -> None:
        choices = self._session.battle_sizes()
        current = chosen_size(self._session.army.battle_size, choices)
        chosen = await self._choose(self._desk.vocabulary.terms.battle_size.title, choices, current)
        if chosen is not None:
            self._desk.edit(lambda: self._session.set_battle_size(chosen))

    async def choose_limit(self) -> None:
        """A points limit; an empty answer removes it."""
        limit = self._session.limit
        sizes = self._session.battle_sizes()
        hint = _("Empty: that of the {battle_size}").format(**self._desk.vocabulary.terms.words()) if sizes else ""
        value = str(limit) if limit is not None else ""
        text = await self._desk.ask(limit_prompt(value, hint))
        if text is not None and text.strip() != value:
            self._desk.edit(lambda: self._session.set_limit(int(text) if text.strip() else None))

    async def choose_detachment(self) -> None:
        """One where one is allowed, each an edit of its own where several are."""
        session = self._session
        toggle = lambda one: self._desk.edit(lambda: session.toggle_detachment(one))  # noqa: E731
        await self._desk.ask(ChooseDetachments(session, toggle))

    async def _choose(self, title: str, choices: Sequence[Named], current: str) -> str | None:
        items = (Item(choice.id, local(self._session.army, choice.name), choice.note) for choice in choices)
        chosen = await self._desk.ask(Pick(title, marked(items, current), current=current))
        return chosen if chosen != current else None
