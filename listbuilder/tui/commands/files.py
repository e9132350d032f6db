"""Saving, printing, leaving."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from listbuilder.army import Army
from listbuilder.catalogue.system import System
from listbuilder.errors import ChangedOnDisk, InputError
from listbuilder.files import write
from listbuilder.i18n import _
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.tui.autosave import Autosave
from listbuilder.tui.commands.messages import Left, Remember
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.screens.dialogs import Ask, Prompt, SaveAs
from listbuilder.tui.wording import file_stem

EXPORTS = Path("exports")


class FileCommands:
    """Save, save as, print, close."""

    def __init__(self, desk: Desk, autosave: Autosave) -> None:
        self._desk = desk
        self._session = desk.session
        self._autosave = autosave

    def handlers(self) -> Handlers:
        return {
            "save": self._save,
            "save-as": self._save_as,
            "print": self.print,
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
        start = self._session.path or Path(f"{file_stem(self._session.name or self._session.army.faction_name)}.yaml")
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

    def _is_anothers(self, path: Path) -> bool:
        """Whether the path is an existing file other than this list's own."""
        return path.exists() and (self._session.path is None or path.absolute() != self._session.path.absolute())

    async def _save_to(self, path: Path, *, force: bool = False) -> bool:
        try:
            saved = self._session.save(path, force=force)
        except ChangedOnDisk:
            return await self._changed_on_disk(path)
        except InputError as error:
            self._desk.host.complain(error)
            return False
        self._autosave.saved_as(saved)
        self._desk.host.post_message(Remember(saved))
        self._desk.tell(_("Saved to {file}.").format(file=saved))
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

    # --- printing -------------------------------------------------------------------------------------------------------

    async def print(self) -> None:
        stem = self._session.path.stem if self._session.path else file_stem(self._session.name)
        if self._desk.host.in_browser:
            self._desk.host.start(self._deliver(f"{stem}.pdf"), group="print", exclusive=True)
            return
        name = await self._desk.ask(Prompt(_("Print to"), str(EXPORTS / f"{stem}.pdf"), check=pdf_problem))
        if name is not None:
            self._desk.host.start(self._print(name), group="print", exclusive=True)

    async def _print(self, name: str) -> None:
        """Writes the PDF in a thread: it takes a good part of a second."""
        session = self._session
        try:
            path = await asyncio.to_thread(write_pdf, name, session.army, session.findings, session.system)
        except (InputError, OSError) as error:
            self._desk.host.complain(error)
        else:
            self._desk.tell(_("Printed to {file}.").format(file=path))

    async def _deliver(self, name: str) -> None:
        """Gives the PDF to the browser."""
        session = self._session
        try:
            content = await asyncio.to_thread(pdf, session.army, session.findings, session.system)
        except InputError as error:
            self._desk.host.complain(error)
        else:
            self._desk.host.deliver(name, content)
            self._desk.tell(_("{file} is in the downloads of the browser.").format(file=name))

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


def pdf_problem(text: str) -> str:
    """Why no PDF can be written to this path; empty where one can."""
    if not text.strip():
        return _("Enter a file name.")
    return _("This is a folder.") if Path(text).expanduser().is_dir() else ""


def pdf(army: Army, findings: Sequence[Diagnostic], system: System) -> bytes:
    """A list as printed. Raises `InputError` where it cannot be."""
    from listbuilder.print import PrintOptions, print_army

    return print_army(army, findings, system, PrintOptions())


def write_pdf(name: str, army: Army, findings: Sequence[Diagnostic], system: System) -> Path:
    """Prints a list. Raises `InputError` or `OSError` where it cannot."""
    path = Path(name).expanduser()
    content = pdf(army, findings, system)
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, content)
    return path
