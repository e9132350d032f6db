"""Saving, printing, leaving; and the autosave journal."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from textual import work
from textual.message import Message
from textual.timer import Timer

from listbuilder.army import Army
from listbuilder.catalogue.system import System
from listbuilder.errors import ChangedOnDisk, InputError
from listbuilder.files import write
from listbuilder.i18n import _
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.session import Session
from listbuilder.tui.journal import Journal
from listbuilder.tui.screens.dialogs import Ask, Prompt, SaveAs
from listbuilder.tui.screens.session_screen import SessionScreen
from listbuilder.tui.widgets.header import ArmyHeader
from listbuilder.tui.wording import file_stem

EXPORTS = Path("exports")
JOURNAL_DELAY = 1.0  # seconds from a change until it is written


class FileActions(SessionScreen):
    """Save, save as, print, close."""

    @dataclass
    class Remember(Message):
        """The list was saved to this file."""

        path: Path

    @dataclass
    class Left(Message):
        """The list is closed and nothing is left to be saved. ``reopen``: read this file again."""

        reopen: Path | None = None

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.journal = Journal(session.path)
        self._journal_timer: Timer | None = None

    # --- saving ---------------------------------------------------------------------------------------------------------

    @work
    async def action_save(self) -> None:
        await self.save()

    @work
    async def action_save_as(self) -> None:
        await self.save_as()

    async def save(self) -> bool:
        """Saves to the list's own file; whether that succeeded."""
        if self.session.path is None:
            return await self.save_as()
        return await self._save_to(self.session.path)

    async def save_as(self) -> bool:
        start = self.session.path or Path(f"{file_stem(self.session.name or self.session.army.faction_name)}.yaml")
        path = await self.app.push_screen_wait(SaveAs(start))
        if path is None:
            return False
        anothers = self._is_anothers(path)
        if anothers:
            text = _("{file} exists already.").format(file=path)
            answers = [("overwrite", "o", _("Overwrite it")), ("", "c", _("Cancel"))]
            if await self.app.push_screen_wait(Ask(_("Save as"), text, answers)) != "overwrite":
                return False
        return await self._save_to(path, force=anothers)

    def _is_anothers(self, path: Path) -> bool:
        """Whether the path is an existing file other than this list's own."""
        return path.exists() and (self.session.path is None or path.absolute() != self.session.path.absolute())

    async def _save_to(self, path: Path, *, force: bool = False) -> bool:
        try:
            saved = self.session.save(path, force=force)
        except ChangedOnDisk:
            return await self._changed_on_disk(path)
        except InputError as error:
            self.complain(error)
            return False
        self.forget_journal()
        self.journal = Journal(saved)
        self.post_message(self.Remember(saved))
        self.query_one(ArmyHeader).show()
        self.tell(_("Saved to {file}.").format(file=saved))
        return True

    async def _changed_on_disk(self, path: Path) -> bool:
        text = _("{file} was changed by another program since it was opened here.").format(file=path)
        answers = [
            ("overwrite", "o", _("Overwrite it with this list")),
            ("save-as", "s", _("Save this list under another name")),
            ("reload", "r", _("Reload the file and lose the changes made here")),
            ("", "c", _("Cancel")),
        ]
        match await self.app.push_screen_wait(Ask(_("Changed on disk"), text, answers)):
            case "overwrite":
                return await self._save_to(path, force=True)
            case "save-as":
                return await self.save_as()
            case "reload":
                self.forget_journal()
                self.post_message(self.Left(path))
        return False

    # --- printing -------------------------------------------------------------------------------------------------------

    @work
    async def action_print(self) -> None:
        stem = self.session.path.stem if self.session.path else file_stem(self.session.name)
        name = await self.app.push_screen_wait(Prompt(_("Print to"), str(EXPORTS / f"{stem}.pdf"), check=_pdf_problem))
        if name is not None:
            self._print(name)

    @work(exclusive=True, group="print")
    async def _print(self, name: str) -> None:
        """Writes the PDF in a thread: it takes a good part of a second."""
        session = self.session
        try:
            path = await asyncio.to_thread(_write_pdf, name, session.army, session.findings, session.system)
        except (InputError, OSError) as error:
            self.complain(error)
        else:
            self.tell(_("Printed to {file}.").format(file=path))

    # --- leaving --------------------------------------------------------------------------------------------------------

    @work
    async def action_close_list(self) -> None:
        if await self.may_leave():
            self.post_message(self.Left())

    async def may_leave(self) -> bool:
        """Asks what to do with unsaved changes; whether the list may be closed."""
        session = self.session
        if session.dirty and (session.path is not None or session.army.units):
            name = session.name or _("The list")
            answers = [("save", "s", _("Save")), ("drop", "d", _("Do not save")), ("", "c", _("Cancel"))]
            answer = await self.app.push_screen_wait(
                Ask(_("Unsaved changes"), _("{name} has unsaved changes.").format(name=name), answers)
            )
            if answer not in {"save", "drop"} or (answer == "save" and not await self.save()):
                return False
        self.forget_journal()
        return True

    # --- the journal ----------------------------------------------------------------------------------------------------

    def keep_journal(self) -> None:
        """Writes the journal soon; changes until then are written together."""
        if self._journal_timer is None:
            self._journal_timer = self.set_timer(JOURNAL_DELAY, self.write_journal)

    def write_journal(self) -> None:
        """Takes a snapshot; a thread makes its text, which takes much longer, and writes it."""
        if self._submit():
            self._run_journal(self.journal)

    def _submit(self) -> bool:
        """Hands a snapshot to the journal; whether its thread has to be started."""
        self._stop_journal_timer()
        return self.session.dirty and self.journal.submit(self.session.snapshot(), self.session.digest)

    @work(group="journal")
    async def _run_journal(self, journal: Journal) -> None:
        try:
            await asyncio.to_thread(journal.run)
        except (InputError, OSError) as error:
            self.complain(error)

    def flush_journal(self) -> None:
        """Writes what is waiting for the timer, on leaving without having been asked."""
        if self._journal_timer is not None and self._submit():
            with contextlib.suppress(InputError, OSError):
                self.journal.run()

    def forget_journal(self) -> None:
        """The work is saved or given up."""
        self._stop_journal_timer()
        self.journal.discard()

    def _stop_journal_timer(self) -> None:
        if self._journal_timer is not None:
            self._journal_timer.stop()
            self._journal_timer = None


def _pdf_problem(text: str) -> str:
    if not text.strip():
        return _("Enter a file name.")
    return _("This is a folder.") if Path(text).expanduser().is_dir() else ""


def _write_pdf(name: str, army: Army, findings: Sequence[Diagnostic], system: System) -> Path:
    from listbuilder.print import PrintOptions, print_army

    path = Path(name).expanduser()
    content = print_army(army, findings, system, PrintOptions())
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, content)
    return path
