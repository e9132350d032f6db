"""Printing a list to PDF, in one of the layouts."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.army import Army
from listbuilder.catalogue.system import System
from listbuilder.catalogue.vocabulary import NEUTRAL
from listbuilder.errors import InputError
from listbuilder.files import is_folder, typed, write
from listbuilder.i18n import _
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.session import Session
from listbuilder.tui.actions import BY_ID
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.screens.dialogs import Pick, Prompt, marked
from listbuilder.tui.search import Item
from listbuilder.tui.settings import Settings
from listbuilder.tui.wording import file_stem, in_game
from listbuilder.validation import Validated

if TYPE_CHECKING:
    from listbuilder.print import PrintOptions

EXPORTS = Path("exports")
USUAL = "roster"  # the layout of a list whose file has no other name than its own
HANDED_IN = "submission"
AS_TEXT = "text"  # the format in which the code of a submission has the list


class PrintCommands:
    """Prints the open list."""

    def __init__(self, desk: Desk, settings: Settings) -> None:
        self._desk = desk
        self._settings = settings

    def handlers(self) -> Handlers:
        return {"print": self.print}

    async def print(self) -> None:
        session, host = self._desk.session, self._desk.host
        layout = await self._desk.ask(pick_layout(self._settings))
        if layout is None:
            return
        keep_layout(self._settings, layout)
        name = page_name(session.path.stem if session.path else file_stem(session.name), layout)
        if host.in_browser:
            host.start(self._deliver(name, layout), group="print", exclusive=True)
            return
        place = await self._desk.ask(Prompt(_("Print to"), str(EXPORTS / name), check=pdf_problem))
        if place is not None:
            host.start(self._print(place, layout), group="print", exclusive=True)

    async def _print(self, name: str, layout: str) -> None:
        """Writes the PDF in a thread: it takes a good part of a second."""
        try:
            path = await asyncio.to_thread(sheet_of(self._desk.session, layout).write, name)
        except (InputError, OSError) as error:
            self._desk.host.complain(error)
        else:
            self._desk.tell(_("Printed to {file}.").format(file=path))

    async def _deliver(self, name: str, layout: str) -> None:
        """Gives the PDF to the browser."""
        try:
            content = await asyncio.to_thread(sheet_of(self._desk.session, layout).pdf)
        except InputError as error:
            self._desk.host.complain(error)
        else:
            self._desk.host.deliver(name, content)
            self._desk.tell(_("{file} is in the downloads of the browser.").format(file=name))


def pick_layout(settings: Settings) -> Pick:
    """Asks how the list is to be printed; the cursor is on what was chosen last."""
    from listbuilder.print.layouts.registry import LAYOUTS  # which a start does not need

    last = settings.printed if settings.printed in LAYOUTS else USUAL
    items = marked((Item(one.name, _(one.called), _(one.title), more=one.name) for one in LAYOUTS.values()), last)
    return Pick(in_game(BY_ID["print"].title, NEUTRAL), items, current=last, wide=True)


def keep_layout(settings: Settings, layout: str) -> None:
    """Has the cursor stand on it the next time."""
    if settings.printed != layout:
        settings.printed = layout
        settings.save()


def page_name(stem: str, layout: str) -> str:
    """The name of the file, so that two layouts of a list may lie side by side."""
    return f"{stem}.pdf" if layout == USUAL else f"{stem}-{layout}.pdf"


def pdf_problem(text: str) -> str:
    """Why no PDF can be written to this path; empty where one can."""
    if not text.strip():
        return _("Enter a file name.")
    return _("This is a folder.") if is_folder(typed(text)) else ""


class Sheet(NamedTuple):
    """What is printed."""

    army: Army
    findings: Sequence[Diagnostic]
    system: System
    options: PrintOptions

    def pdf(self) -> bytes:
        """Raises `InputError` where it cannot be printed."""
        from listbuilder.print import print_army

        return print_army(*self)

    def write(self, name: str) -> Path:
        """Writes it to a file. Raises `InputError` or `OSError` where it cannot."""
        path = typed(name)
        content = self.pdf()
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, content)
        return path


def sheet_of(list_: Session | Validated, layout: str) -> Sheet:
    """A list in a layout; in the thread that the list belongs to. Raises `InputError` where it cannot be handed in."""
    from listbuilder.print import PrintOptions
    from listbuilder.print.options import Submission

    handed_in = None
    if layout == HANDED_IN:
        from listbuilder.exchange import formats

        bound = list_.now.bound if isinstance(list_, Session) else list_.bound
        handed_in = Submission(formats.written(bound, AS_TEXT).decode("utf-8"))
    options = PrintOptions(layout=layout, submission=handed_in)
    return Sheet(list_.army, list_.findings, list_.system, options)
