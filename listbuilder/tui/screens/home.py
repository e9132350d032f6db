"""The first screen: open a recent list or another file, start a list, recover unsaved changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static

from listbuilder import __version__
from listbuilder.i18n import _
from listbuilder.terminal import one_line
from listbuilder.tui.actions import bindings
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.journal import Recovered, recoverable
from listbuilder.tui.screens.dialogs import OpenFile
from listbuilder.tui.settings import Settings
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.list_pane import ListLine, ListPane
from listbuilder.tui.wording import both_ends


class HomeList(ListPane):
    """The actions, the unsaved changes that were found, and the recent files."""

    def __init__(self) -> None:
        super().__init__(id="start")
        self.recent: Sequence[str] = ()
        self.found: Sequence[Recovered] = ()

    def lines(self) -> Sequence[ListLine]:
        lines = [self._line("!new", _("New list"), "n"), self._line("!open", _("Open a list"), "o")]
        if self.found:
            lines.append(self._heading("#found", _("Unsaved changes to recover")))
            lines += [
                self._line(f"+{n}", f"{glyphs().warning} {entry.name or _('Unnamed list')}", entry.when)
                for n, entry in enumerate(self.found)
            ]
        if self.recent:
            lines.append(self._heading("#recent", _("Recent lists")))
            lines += [self._line(f"={path}", Path(path).stem, _shortened(Path(path).parent)) for path in self.recent]
        return lines

    def _line(self, line_id: str, text: str, note: str) -> ListLine:
        """A line with names of files and lists, which may hold anything."""
        text, note = one_line(text), one_line(note)
        room = self.line_width - Content(text).cell_length - 2
        short = note if Content(note).cell_length <= room else f"…{note[len(note) - max(0, room - 1) :]}"
        return ListLine(line_id, both_ends(Content(text), Content.styled(short, "$text-muted"), self.line_width))

    @staticmethod
    def _heading(line_id: str, text: str) -> ListLine:
        return ListLine(line_id, Content.assemble("\n", (text, "bold $secondary")), heading=True)


class Home(Screen[None]):
    """Lets the user choose and leaves the rest to the app."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("home")

    def __init__(
        self,
        settings: Settings,
        begin: Callable[[], object],
        open_path: Callable[[Path], object],
        recover: Callable[[Recovered], object],
    ) -> None:
        """What the app does when the user starts a list, opens a file or recovers changes."""
        super().__init__()
        self._settings, self._begin, self._open, self._recover = settings, begin, open_path, recover

    def compose(self) -> ComposeResult:
        with Vertical(id="home"):
            yield Static(self._banner(), id="banner")
            yield HomeList()
        yield KeyBar(["home"], extra=[("enter", _("choose"))])

    @staticmethod
    def _banner() -> Content:
        return Content.assemble(
            ("listbuilder", "bold $primary"),
            (f" {__version__}\n", "$text-muted"),
            (_("Build, check and print army lists."), "$text-muted"),
        )

    def show(self) -> None:
        """Shows the recent files and the unsaved changes that are there now."""
        pane = self.query_one(HomeList)
        pane.recent, pane.found = self._settings.recent, recoverable()
        self.query_one("#banner", Static).update(self._banner())
        pane.redraw()
        pane.focus()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        chosen = event.option_id or ""
        if chosen == "!new":
            self.action_new_list()
        elif chosen == "!open":
            self.action_open_list()
        elif chosen.startswith("+"):
            self._recover(self.query_one(HomeList).found[int(chosen[1:])])
        elif chosen.startswith("="):
            self._open(Path(chosen[1:]))

    def action_new_list(self) -> None:
        self._begin()

    @work
    async def action_open_list(self) -> None:
        path = await self.app.push_screen_wait(OpenFile())
        if path is not None:
            self._open(path)

    def action_forget_recent(self) -> None:
        pane = self.query_one(HomeList)
        if pane.pointed.startswith("="):
            self._settings.forget(pane.pointed[1:])
        elif pane.pointed.startswith("+"):
            pane.found[int(pane.pointed[1:])].discard()
        self.show()

    def on_screen_resume(self) -> None:
        self.show()

    def refresh_texts(self) -> None:
        """The language changed."""
        self.show()
        self.query_one(KeyBar).refresh_keys()


def _shortened(folder: Path) -> str:
    try:
        return f"~/{folder.relative_to(Path.home()).as_posix()}"
    except (ValueError, RuntimeError):
        return str(folder)
