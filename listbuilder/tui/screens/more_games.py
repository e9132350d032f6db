"""Installs a data set of the community: from a folder, a .zip or the address of a repository, in a process that can be ended."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Sequence
from time import monotonic

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Input, Static

from listbuilder.i18n import _
from listbuilder.sources.store import Store
from listbuilder.terminal import one_line
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.screens.dialogs import Dialog
from listbuilder.tui.widgets.hints import Hint

PATIENCE = 0.3  # seconds between two looks at the clock
MOST_SAID = 400  # characters of what went wrong
MOST_AMISS = 3  # lines about what the data lack


def _told(said: Sequence[str]) -> Content:
    """What an installation said: at first what is installed, which it says last, then some of what is amiss."""
    done, amiss = [one_line(line) for line in said[-2:]], [one_line(line)[:MOST_SAID] for line in said[:-2]]
    left = len(amiss) - MOST_AMISS
    more = [_("(and {n} more)").format(n=left)] if left > 0 else []
    return Content("\n").join(
        [*(Content.styled(line, "$good") for line in reversed(done)), *map(Content, (*amiss[:MOST_AMISS], *more))]
    )


class MoreGames(Dialog[bool]):
    """Dismisses with True when something was installed. Escape ends an installation first; what was installed before stays."""

    BINDINGS = [Binding("escape", "stop", show=False)]

    def __init__(self) -> None:
        super().__init__(_("More games"), Hint("enter", _("install")), Hint("escape", _("stop, then close")))
        self._process: asyncio.subprocess.Process | None = None
        self._done = False

    def content(self) -> ComposeResult:
        yield Input(placeholder=_("Folder, .zip or repository"), compact=True)
        yield Static(_("BattleScribe data: .gst and .cat files, or a repository of them"), classes="hint", markup=False)
        yield Static(self._installed(), classes="text", markup=False)

    def _installed(self) -> Content:
        """What is installed, with the date of its data."""
        lines = [
            Content.assemble((f"{glyphs().legal} ", "$good"), one_line(one.name), (f"  {one.date}", "$dim"))
            for one in Store().list()
        ]
        return Content("\n").join(lines) if lines else Content.styled(_("No data sets are installed."), "$dim")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        source = event.value.strip()
        if not source:
            self.refuse(_("Enter a folder, a .zip or an address."))
        elif self._process is None:
            self._install(source)

    @work(exclusive=True, group="install")
    async def _install(self, source: str) -> None:
        hint = self.query_one(".hint", Static)
        command = [sys.executable, "-m", "listbuilder", "data", "add", "--", source]
        pipe, before = asyncio.subprocess.PIPE, Store().list()
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=asyncio.subprocess.STDOUT
            )
        except OSError as error:
            self.refuse(str(error))
            return
        self._process = process
        began = monotonic()
        reading = asyncio.ensure_future(process.communicate())
        while not (await asyncio.wait([reading], timeout=PATIENCE))[0]:
            seconds = int(monotonic() - began)
            hint.update(_("Reading {source}  {seconds} s  esc stops").format(source=one_line(source), seconds=seconds))
        stopped, self._process = self._process is not process, None
        if not self.is_mounted:
            return
        said = reading.result()[0].decode("utf-8", "replace").strip().splitlines()
        if Store().list() != before:  # also a set of which some files do not open
            self._done = True
            hint.update(_told(said))
            self.query_one(Input).value = ""
            self.query_one(".text", Static).update(self._installed())
        elif stopped:
            hint.update(_("Stopped; nothing was installed."))
        else:
            silent = _("The installation ended early; nothing was installed.")  # it was killed
            self.refuse(one_line(" ".join(said))[:MOST_SAID] or silent)

    def action_stop(self) -> None:
        """Ends the installation, or closes the dialog."""
        if self._process is None:
            self.dismiss(self._done)
            return
        self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()  # it removes what it has begun

    def on_unmount(self) -> None:
        self._end()
