"""Saving and leaving."""

from __future__ import annotations

from pathlib import Path

from listbuilder.errors import ChangedOnDisk, InputError
from listbuilder.files import is_there
from listbuilder.i18n import _, ngettext
from listbuilder.shelf.binned import free
from listbuilder.tui.autosave import Autosave
from listbuilder.tui.commands.messages import Left, Remember
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.screens.dialogs import Ask, SaveAs
from listbuilder.tui.wording import file_stem


class FileCommands:
    """Save, save as, close."""

    def __init__(self, desk: Desk, autosave: Autosave) -> None:
        self._desk = desk
        self._session = desk.session
        self._autosave = autosave

    def handlers(self) -> Handlers:
        return {
            "save": self._save,
            "save-as": self._save_as,
            "close-list": self.close,
        }

    # --- saving ---------------------------------------------------------------------------------------------------------

    async def _save(self) -> None:
        await self.save()

    async def _save_as(self) -> None:
        await self.save_as()

    async def save(self) -> bool:
        """Saves to the list's own file; whether that succeeded."""
        if self._session.path is None:
            return await self.save_as()
        return await self._save_to(self._session.path)

    async def save_as(self) -> bool:
        start = self._session.path or self._new_path()
        path = await self._desk.ask(SaveAs(start))
        if path is None:
            return False
        anothers = self._is_anothers(path)
        if anothers:
            text = _("{file} exists already.").format(file=path)
            answers = [("overwrite", "o", _("Overwrite it")), ("", "c", _("Cancel"))]
            if await self._desk.ask(Ask(_("Save as"), text, answers)) != "overwrite":
                return False
        return await self._save_to(path, force=anothers)

    def _new_path(self) -> Path:
        """A name that no other list has."""
        path = Path(f"{file_stem(self._session.name or self._session.army.faction_name)}.yaml")
        return free(path) if is_there(path) else path

    def _is_anothers(self, path: Path) -> bool:
        """Whether the path is an existing file other than this list's own."""
        return is_there(path) and (self._session.path is None or path.absolute() != self._session.path.absolute())

    async def _save_to(self, path: Path, *, force: bool = False) -> bool:
        is_first = self._session.path is None
        try:
            saved = self._session.save(path, force=force)
        except ChangedOnDisk:
            return await self._changed_on_disk(path)
        except InputError as error:
            self._desk.host.complain(error)
            return False
        self._autosave.saved_as(saved)
        self._desk.host.post_message(Remember(saved))
        told = _("Saved to {file}.").format(file=saved)
        if is_first and (number := self._session.left_out):
            without = ngettext(
                "{n} thing that was not understood is not in it.",
                "{n} things that were not understood are not in it.",
                number,
            )
            told += " " + without.format(n=number)
        self._desk.tell(told)
        return True

    async def _changed_on_disk(self, path: Path) -> bool:
        text = _("{file} was changed by another program since it was opened here.").format(file=path)
        answers = [
            ("overwrite", "o", _("Overwrite it with this list")),
            ("save-as", "s", _("Save this list under another name")),
            ("reload", "r", _("Reload the file and lose the changes made here")),
            ("", "c", _("Cancel")),
        ]
        match await self._desk.ask(Ask(_("Changed on disk"), text, answers)):
            case "overwrite":
                return await self._save_to(path, force=True)
            case "save-as":
                return await self.save_as()
            case "reload":
                self._autosave.forget()
                self._desk.host.post_message(Left(path))
        return False

    # --- leaving --------------------------------------------------------------------------------------------------------

    async def close(self) -> None:
        if await self.may_leave():
            self._desk.host.post_message(Left())

    async def may_leave(self) -> bool:
        """Asks what to do with unsaved changes; whether the list may be closed."""
        session = self._session
        if session.dirty and (session.path is not None or session.army.units):
            name = session.name or _("The list")
            answers = [("save", "s", _("Save")), ("drop", "d", _("Do not save")), ("", "c", _("Cancel"))]
            answer = await self._desk.ask(
                Ask(_("Unsaved changes"), _("{name} has unsaved changes.").format(name=name), answers)
            )
            if answer not in {"save", "drop"} or (answer == "save" and not await self.save()):
                return False
        self._autosave.forget()
        return True
