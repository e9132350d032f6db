"""The first screen, a library: the lists of the user's folders with what is known of them; the list under the cursor beside."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from msgspec import Struct
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, OptionList

from listbuilder.i18n import _
from listbuilder.session import Session
from listbuilder.shelf.keeping import Shelf, absolute
from listbuilder.shelf.kept import Kept
from listbuilder.tui.actions import bindings
from listbuilder.tui.commands.comparing import ListCommands
from listbuilder.tui.commands.shelf import ShelfCommands
from listbuilder.tui.desk import Handlers
from listbuilder.tui.journal import Recovered
from listbuilder.tui.later import later
from listbuilder.tui.looking import Seen, job_of, judging_of, look_at, stamp_of, working_folder
from listbuilder.tui.screens.watching import Watch
from listbuilder.tui.settings import Settings
from listbuilder.tui.shelf_rows import Grouping, Row, fits
from listbuilder.tui.styles import Styled
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.list_preview import ListPreview
from listbuilder.tui.widgets.shelf_head import ShelfHead, nothing_here
from listbuilder.tui.widgets.shelf_table import ShelfTable

if TYPE_CHECKING:  # what reads lists is imported when there is something to read: the first paint does not wait for it
    from listbuilder.shelf.judging import Judging
    from listbuilder.shelf.scanning import Found
    from listbuilder.tui.screens.paste import Pasted

FRAMED, BESIDE = 70, 100  # columns from which on the table has a frame, and the preview has room
WIDTHS = [(0, "-bare"), (FRAMED, "-alone"), (BESIDE, "-beside")]
# rows from which on the preview's head, and all of it, has room below the table
HEIGHTS = [(0, "-flat"), (24, "-headed"), (36, "-stacked")]
OF_ROWS = {
    "open-row",
    "mark-list",
    "compare-lists",
    "duplicate-list",
    "copy-list",
    "print-lists",
    "tag-lists",
    "bin-list",
}  # actions that need a list
REST = 0.04  # seconds without a move of the cursor until the list under it is shown
REDRAWN = 0.25  # seconds between two looks at what was read meanwhile
Result = TypeVar("Result")


class Doors(Struct, frozen=True):
    """What the app does with lists: begins one, opens a file, goes on with unsaved changes, shows what is read in a thread."""

    begin: Callable[[], object]
    open_path: Callable[[Path], object]
    recover: Callable[[Recovered], object]
    read: Callable[[Callable[[], Session]], object]


class Home(Styled, Screen[None]):
    """Lets the user choose and leaves the rest to the app."""

    STYLES = ("library",)
    BINDINGS: ClassVar[list[BindingType]] = bindings("home")
    AUTO_FOCUS = "#shelf"
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, settings: Settings, backend: type[Session], doors: Doors) -> None:
        """``backend``: what opens lists."""
        super().__init__()
        self.settings, self._backend, self._doors = settings, backend, doors
        self.shelf = Shelf.load()
        self._start = working_folder()
        self._seen = Seen()
        self._judging: Judging | None = None
        self._timer: Timer | None = None
        self._resting: Timer | None = None
        self._watch = Watch(self, lambda: stamp_of(self._start, self.shelf), self.look)
        self._point_at = ""
        self._query = ""
        self._shelf_commands = ShelfCommands(self)
        self.unneeded = self._idle()
        self.handlers = self._all_handlers()

    def _all_handlers(self) -> Handlers:
        own: Handlers = {
            "open-row": self._open_row,
            "new-list": self._begin,
            "open-list": self._paste,
            "fight-list": self._fight,
            "more-games": self._more_games,
            "mark-list": self._mark,
            "filter-lists": self._filter,
            "group-lists": self._group,
            "look-again": self.look,
            "forget-recent": self._forget_recent,
            "leave-filter": self._leave_filter,
        }
        return (
            own
            | self._shelf_commands.handlers()
            | ListCommands(self, self._backend, lambda: job_of(self._backend)).handlers()
        )

    def compose(self) -> ComposeResult:
        width, height = self.app.size  # the first drawing comes before the first resize
        for steps, extent in ((WIDTHS, width), (HEIGHTS, height)):
            self.add_class(max(step for step in steps if extent >= step[0])[1])
        yield ShelfHead()
        with Horizontal(id="library"):
            yield ShelfTable()
            yield ListPreview(id="list-preview")
        yield KeyBar(["home"])

    @property
    def table(self) -> ShelfTable:
        return self.query_one(ShelfTable)

    # --- reading --------------------------------------------------------------------------------------------------------

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self.look)  # what reads lists takes a while to import: paint first
        self._watch.begin()

    def on_unmount(self) -> None:
        if self._judging is not None:
            self._judging.end()

    def look(self, point_at: str = "") -> None:
        """Looks at the folders again, and puts the cursor on a list."""
        self._point_at = point_at or self._point_at
        self._look()

    def come_from(self, path: Path) -> None:
        """Puts the cursor on the list that was left, once it is shown."""
        self._point_at = absolute(str(path))

    @work(exclusive=True, group="shelf")
    async def _look(self) -> None:
        """What is known is shown at once, the rest when it is found out."""
        self.shelf = await asyncio.to_thread(Shelf.load)
        await self._watch.see()
        seen = await asyncio.to_thread(look_at, self._start, self.shelf, list(self.settings.recent))
        judging = await asyncio.to_thread(judging_of, seen, self._backend)
        try:
            seen.kept = await asyncio.to_thread(judging.known)
            self._seen, self._judging = seen, judging
            self._show()
            loop = asyncio.get_running_loop()
            await asyncio.to_thread(
                judging.rest, seen.kept, lambda one, kept: loop.call_soon_threadsafe(self._found_out, seen, one, kept)
            )
        finally:
            judging.end()
        self._show()

    def _found_out(self, seen: Seen, found: Found, kept: Kept) -> None:
        seen.kept[found.id] = kept
        if seen is self._seen and self._timer is None and self.is_mounted:
            self._timer = later(self, REDRAWN, self._show)

    # --- showing --------------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if not (self.is_mounted and self.app.is_running):  # its widgets go one by one where the program ends
            return
        seen, table = self._seen, self.table
        every = seen.rows(self.shelf)
        table.rows = [row for row in every if fits(row, self._query)]
        known = {row.id for row in every}
        table.marked = [one for one in table.marked if one in known]
        table.gone = () if self._query.strip() else seen.gone
        table.full = seen.full
        table.reading = sum(one.kept is None for one in every)
        table.grouping = (
            Grouping(self.settings.shelf_order) if self.settings.shelf_order in set(Grouping) else Grouping.FOLDER
        )
        table.empty = nothing_here(self._query)
        table.show()
        if self._point_at:
            table.point_at(self._point_at)
            if table.pointed == self._point_at:  # else it may still be found
                self._point_at = ""
        self.query_one(ShelfHead).show(every, seen.work)
        self._show_keys()
        self._preview()
        if self.app.focused is None and self.is_current:
            table.focus()

    def _idle(self, rows: Sequence[Row] = ()) -> set[str]:
        """The actions that have nothing to act on."""
        found = set() if self._shelf_commands.can_undo else {"undo-shelf"}
        is_filtered = self.is_mounted and self.query_one(ShelfHead).is_asking
        return found | (set() if rows else OF_ROWS) | (set() if is_filtered else {"leave-filter"})

    def _show_keys(self) -> None:
        unneeded = self._idle(self.table.rows)
        if unneeded != self.unneeded:
            self.unneeded = unneeded
            self.query_one(KeyBar).refresh_keys()

    def _preview(self) -> None:
        preview = self.query_one(ListPreview)
        if preview.display:
            preview.show(self.row)

    @on(OptionList.OptionHighlighted, "#shelf")
    def _pointed(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if self._resting is not None:
            self._resting.stop()
        self._resting = later(self, REST, self._preview)  # while a key is held down, the cursor alone moves

    def on_resize(self, _: events.Resize) -> None:
        self.call_after_refresh(self._show)

    def refresh_texts(self) -> None:
        """The language changed: what is known is in the other one."""
        self.look()
        self.query_one(KeyBar).refresh_keys()

    # --- what the commands ask for --------------------------------------------------------------------------------------

    @property
    def pointed(self) -> str:
        return self.table.pointed

    @property
    def row(self) -> Row | None:
        return self.table.pointed_row

    @property
    def chosen(self) -> list[Row]:
        found = [row for row in (self.table.row(one) for one in self.table.marked) if row is not None]
        return found or ([self.row] if self.row is not None else [])

    def unmark(self) -> None:
        self.table.marked = []

    def action_do(self, action: str) -> None:
        """Runs the action of that id."""
        done = self.handlers[action]()
        if done is not None:
            self.start(done)

    def start(self, work: Coroutine[Any, Any, None], *, group: str = "default", exclusive: bool = False) -> None:
        self.run_worker(work, group=group, exclusive=exclusive)

    def ask(self, dialog: Screen[Result]) -> Awaitable[Result | None]:
        return self.app.push_screen_wait(dialog)

    def tell(self, text: str) -> None:
        self.query_one(KeyBar).say(text)

    def complain(self, error: Exception) -> None:
        self.notify(str(error), title=_("That did not work"), severity="error", timeout=10, markup=False)

    def copy(self, text: str) -> None:
        self.app.copy_to_clipboard(text)

    @property
    def in_browser(self) -> bool:
        """Whether a browser shows the builder (`listbuilder serve`)."""
        return self.app.is_web

    def deliver(self, name: str, content: bytes) -> None:
        """Gives a file to that browser."""
        self.app.deliver_binary(io.BytesIO(content), save_filename=name)

    def recover(self, entry: Recovered) -> None:
        self._doors.recover(entry)

    # --- actions --------------------------------------------------------------------------------------------------------

    @on(OptionList.OptionSelected, "#shelf")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._open_row()

    def _open_row(self) -> None:
        row = self.row
        if row is None:
            return
        if row.found.path is not None:
            self._doors.open_path(row.found.path)
        else:
            content = row.found.entry.content
            self._doors.read(lambda: self._unsaved(content))

    async def _fight(self) -> None:
        """A battle with the list under the cursor."""
        from listbuilder.errors import InputError
        from listbuilder.tui.commands.battle import fight
        from listbuilder.tui.reading import read_alone

        row = self.row
        if row is None:
            return
        path, content = row.found.path, row.found.entry.content
        try:
            session = await read_alone(lambda: self._backend.open(path) if path is not None else self._unsaved(content))
        except InputError as error:
            self.complain(error)
        else:
            await fight(session, self.ask, self.app.push_screen, self.complain)

    def _unsaved(self, content: bytes) -> Session:
        """A list with something to save, out of a text."""
        return self._backend.recover(content, None, "")

    def _begin(self) -> None:
        self._doors.begin()

    async def _paste(self) -> None:
        from listbuilder.tui.screens.paste import Paste

        found: Pasted | None = await self.ask(Paste(self._unsaved))
        if found is not None and found.path is not None:
            self._doors.open_path(found.path)
        elif found is not None and (session := found.session) is not None:
            self._doors.read(lambda: session)

    async def _more_games(self) -> None:
        """Installs a data set; lists of its games can be judged from then on."""
        from listbuilder.tui.screens.more_games import MoreGames  # with what installs data sets

        if await self.ask(MoreGames()):
            self.look()

    def _mark(self) -> None:
        """Marks the list under the cursor, or not any more, and goes on to the next."""
        row, table = self.row, self.table
        if row is None:
            return
        without = [one for one in table.marked if one != row.id]
        table.marked = without if len(without) < len(table.marked) else [*without, row.id]
        table.show()
        table.action_cursor_down()

    def _group(self) -> None:
        self.settings.shelf_order = self.table.grouping.next
        self.settings.save()
        self._point_at = self.pointed
        self._show()

    def _forget_recent(self) -> None:
        name = absolute(self.pointed)
        if name in self.settings.recent:
            self.settings.forget(name)
            self.look()

    def _filter(self) -> None:
        self.query_one(ShelfHead).ask()
        self._show_keys()

    @on(Input.Changed, "#shelf-filter")
    def _typed(self, event: Input.Changed) -> None:
        self._query = event.value
        self._point_at = self.pointed
        self._show()

    @on(Input.Submitted, "#shelf-filter")
    def _found(self) -> None:
        self.table.focus()

    def _leave_filter(self) -> None:
        """Clears the filter; without one, the marks."""
        if self.query_one(ShelfHead).leave():
            self.table.focus()
        else:
            self.unmark()
            self.table.show()
        self._show_keys()

    def on_key(self, event: events.Key) -> None:
        """From the filter down into the table."""
        if event.key == "down" and isinstance(self.app.focused, Input):
            self.table.focus()
            event.stop()
