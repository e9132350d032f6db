"""What the keys of the library do with lists without opening them: comparing two, what newer data change, text, pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content

from listbuilder.errors import InputError, Problem
from listbuilder.i18n import _, ngettext
from listbuilder.session import Session
from listbuilder.terminal import one_line
from listbuilder.tui.commands.data import changes
from listbuilder.tui.commands.exporting import as_text, copied_words, pick_format
from listbuilder.tui.commands.printing import (
    EXPORTS,
    keep_layout,
    page_name,
    pdf_problem,
    pick_layout,
    sheet_of,
)
from listbuilder.tui.commands.shelf import Library
from listbuilder.tui.desk import Handlers
from listbuilder.tui.reading import read_alone
from listbuilder.tui.screens.dialogs import Prompt
from listbuilder.tui.screens.text_page import TextPage, signed
from listbuilder.tui.shelf_rows import Row
from listbuilder.tui.wording import file_stem

if TYPE_CHECKING:
    from listbuilder.report.checking import Job
    from listbuilder.validation import Validated

TWO = 2


class ListCommands:
    """Lists are read in a thread, one work at a time."""

    def __init__(self, library: Library, backend: type[Session], job: Callable[[], Job]) -> None:
        """``backend``: what opens lists; ``job``: by what they are judged."""
        self._library = library
        self._backend = backend
        self._job = job

    def handlers(self) -> Handlers:
        return {
            "compare-lists": self.compare,
            "show-newer": self.show_newer,
            "copy-list": self.copy,
            "print-lists": self.print,
        }

    async def compare(self) -> None:
        rows = self._library.chosen
        pointed = self._library.row
        if len(rows) == 1 and pointed is not None and pointed.id != rows[0].id:
            rows = [rows[0], pointed]
        if len(rows) != TWO:
            self._library.tell(_("Mark two lists to compare: space marks."))
            return
        before, after = sorted(rows, key=lambda row: row.found.changed)
        try:
            text = await read_alone(_compared, before, after, self._job())
        except InputError as error:
            self._library.complain(error)
            return
        await self._page(_("What changed"), text or _("Nothing differs but the files.") + "\n")

    async def show_newer(self) -> None:
        """What newer data change for the list under the cursor."""
        row = self._library.row
        newer = row.kept.newer if row is not None and row.kept is not None else None
        if row is None or newer is None:
            self._library.tell(_("It is judged by the data that it was made with."))
            return
        path = row.found.path
        if newer.prices is None or path is None:
            self._library.tell(_("The data that it was made with are not installed any more."))
            return
        try:
            content = await read_alone(_changes, self._backend, path)
        except InputError as error:
            self._library.complain(error)
            return
        await self._library.ask(TextPage(_("What newer data change"), content))

    async def _page(self, title: str, text: str) -> None:
        if await self._library.ask(TextPage(title, signed(text))) == "copy":
            self._library.copy(text)
            self._library.tell(_("Copied."))

    async def copy(self) -> None:
        row = self._library.row
        if row is None:
            return
        name = await self._library.ask(pick_format(None, self._library.settings.copied))
        if name is None:
            return
        try:
            text, lost = await read_alone(_text_of, row, name, self._job())
        except InputError as error:
            self._library.complain(error)
            return
        self._library.settings.copied = name
        self._library.settings.save()
        self._library.copy(text)
        self._library.tell(copied_words(name, text, lost))

    async def print(self) -> None:
        """One list to a file that the user names; several to a folder. All of them to the browser that shows the builder."""
        rows = [row for row in self._library.chosen if row.is_list]
        if not rows:
            return
        layout = await self._library.ask(pick_layout(self._library.settings))
        if layout is None:
            return
        keep_layout(self._library.settings, layout)
        if self._library.in_browser:
            self._library.start(self._deliver(rows, layout), group="print", exclusive=True)
            return
        if len(rows) == 1:
            start = str(EXPORTS / page_name(file_stem(rows[0].found.stem), layout))
            name = await self._library.ask(Prompt(_("Print to"), start, check=pdf_problem))
        else:
            name = await self._library.ask(Prompt(_("Print to the folder"), str(EXPORTS)))
        if name is not None and name.strip():
            self._library.start(self._print(rows, name, layout), group="print", exclusive=True)

    async def _print(self, rows: Sequence[Row], name: str, layout: str) -> None:
        printed: list[Path] = []
        for row in rows:
            target = name if len(rows) == 1 else f"{name.rstrip('/')}/{page_name(_own_stem(row, rows), layout)}"
            try:
                printed.append(await read_alone(_printed, row, target, layout, self._job()))
            except (InputError, OSError) as error:
                self._library.complain(error)
        if len(printed) == 1:
            self._library.tell(_("Printed to {file}.").format(file=printed[0]))
        elif printed:
            n = len(printed)
            said = ngettext("Printed {n} list to {folder}.", "Printed {n} lists to {folder}.", n)
            self._library.tell(said.format(n=n, folder=one_line(name)))

    async def _deliver(self, rows: Sequence[Row], layout: str) -> None:
        for row in rows:
            name = page_name(_own_stem(row, rows), layout)
            try:
                content = await read_alone(_page_of, row, layout, self._job())
            except (InputError, OSError) as error:
                self._library.complain(error)
            else:
                self._library.deliver(name, content)
                self._library.tell(_("{file} is in the downloads of the browser.").format(file=name))


def _own_stem(row: Row, rows: Sequence[Row]) -> str:
    """The name of the list's page, by its folder too where another one has the same."""
    stem = file_stem(row.found.stem)
    twice = sum(file_stem(other.found.stem) == stem for other in rows) > 1
    return f"{file_stem(Path(row.found.folder).name)}-{stem}" if twice else stem


def _opened(row: Row, job: Job) -> Validated:
    from listbuilder.report.checking import open_list  # which a start does not need

    return open_list(row.found.entry, job)


def _compared(before: Row, after: Row, job: Job) -> str:
    from listbuilder.report.difference import Comparison

    sides = [(Path(row.found.entry.name).name, _opened(row, job)) for row in (before, after)]
    return Comparison(sides[0], sides[1]).text()


def _changes(backend: type[Session], path: Path) -> Content:
    session = backend.open(path)
    older = session.over()()
    return changes(session, session.succeeds(older))


def _text_of(row: Row, name: str, job: Job) -> tuple[str, Sequence[Problem]]:
    return as_text(_opened(row, job).bound, name)


def _page_of(row: Row, layout: str, job: Job) -> bytes:
    return sheet_of(_opened(row, job), layout).pdf()


def _printed(row: Row, name: str, layout: str, job: Job) -> Path:
    return sheet_of(_opened(row, job), layout).write(name)
