"""Notes on a unit and on the list."""

from __future__ import annotations

from listbuilder.i18n import _
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.told_apart import told_name


class NoteCommands:
    """They are saved in the list's file and undone like any edit."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def handlers(self) -> Handlers:
        return {"annotate": self.annotate, "annotate-list": self.annotate_list}

    async def annotate(self) -> None:
        """On the unit under the cursor, else on the list."""
        unit = self._desk.unit
        if unit is None:
            await self.annotate_list()
        else:
            await self._ask(told_name(self._desk.session.army, unit), unit.id)

    async def annotate_list(self) -> None:
        await self._ask(self._desk.session.name, "")

    async def _ask(self, name: str, holder_id: str) -> None:
        from listbuilder.tui.screens.note import Note  # what it types in is slow to import

        session = self._desk.session
        before = session.notes(holder_id)
        text = await self._desk.ask(Note(_("Note: {name}").format(name=name or _("The list")), before))
        if text is not None and text != before:
            self._desk.edit(lambda: session.annotate(text, holder_id))
