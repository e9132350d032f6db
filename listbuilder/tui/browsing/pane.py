"""The browser as a pane: a query, switches and a table; below or beside it the datasheet of what the cursor is on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input, Static

from listbuilder.i18n import Text, _
from listbuilder.session import Session
from listbuilder.shelf.collection import Collection
from listbuilder.terminal import columns
from listbuilder.tui.actions import bindings
from listbuilder.tui.browsing.drawing import Columns, counted, fitted, heads, is_reason_cut, row, title
from listbuilder.tui.browsing.empty import Nothing
from listbuilder.tui.browsing.kept import Kept
from listbuilder.tui.browsing.messages import Left
from listbuilder.tui.browsing.offering import Offering
from listbuilder.tui.browsing.preview import Preview
from listbuilder.tui.browsing.query import Query, parse, without
from listbuilder.tui.browsing.query_line import QueryLine
from listbuilder.tui.browsing.quoting import Quoting
from listbuilder.tui.browsing.switches import SWITCHES, SwitchLine, matters
from listbuilder.tui.browsing.table import Table
from listbuilder.tui.desk import Desk
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.later import later
from listbuilder.tui.slices import BREATH
from listbuilder.tui.styles import Styled
from listbuilder.tui.widgets.header import remaining
from listbuilder.tui.widgets.key_bar import CLEARS, KeyBar
from listbuilder.tui.widgets.sheet_pane import SheetPane
from listbuilder.tui.wording import literal, unit_name

TYPING = 0.08  # seconds without a key until what a search finds is worked out
AT_REST = 0.25  # seconds without an edit until a browser at rest is brought up to date
BESIDE_FROM, BELOW_FROM = 72, 26  # columns and rows from which there is room for a datasheet


class BrowserPane(Styled, Vertical):
    """Adds units to one force. The army stays the main screen's: `Ghost` tells it what would be added, `Left` that the browser is
    to be left. Where it only stands beside the army it *rests*: it follows the list a moment later, and adds nothing."""

    STYLES = ("browser",)
    BINDINGS: ClassVar[list[BindingType]] = bindings("browser")

    def __init__(self, desk: Desk, collection: Collection, force_id: str = "", *, rests: bool = False) -> None:
        super().__init__(id="browser")
        self._desk = desk
        self._session: Session = desk.session
        self.offering = Offering(self._session, collection, force_id)
        self._query = Query()
        self._columns: Columns | None = None
        self.added = ""  # id of the unit to which the cursor goes when this is left
        self._moved = False  # by the user, since the query was typed
        self._quoting = Quoting(self, self.offering, self._settle)
        self._preview = Preview(self, self.offering, self._say_why_not)
        self._kept = Kept(self, desk, self.offering, self._kept_other)
        self._rests = rests
        self._preview.rests = rests
        self.set_class(rests, "-rests")
        self._following: Timer | None = None  # at rest, until it follows the list
        self.shown = asyncio.Event()  # once there is something to choose from, or nobody is to see it any more

    def compose(self) -> ComposeResult:
        with Container(id="finder"):
            with Horizontal(id="ask"):
                yield Static(glyphs().prompt, id="prompt")
                priced = self.offering.has_prices
                yield QueryLine(_("name, k:keyword, r:role, <points") if priced else _("name, k:keyword, r:role"))
                yield Static(id="budget")
            yield SwitchLine(self.offering)
            yield Static(id="heads")
            yield Nothing(self.offering)
            yield Table(self._draw, id="offered")
            yield Static(id="why-not", markup=False)
        sheet = SheetPane(id="preview")
        sheet.can_focus = False
        yield sheet

    def on_mount(self) -> None:
        if not self._rests:
            self.query_one(QueryLine).focus()
        self._session.listeners.append(self._changed)
        if self.offering.collection.problem is not None:
            self._desk.tell(str(self.offering.collection.problem))
        self.call_after_refresh(self._show_first)

    def _show_first(self) -> None:
        if self.is_attached:  # not closed by keys that came at once
            self.show(stay=False)
        self.shown.set()

    def on_unmount(self) -> None:
        self.shown.set()
        if self._changed in self._session.listeners:
            self._session.listeners.remove(self._changed)

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        beside = width >= BESIDE_FROM and height < width // 3
        self.set_class(beside, "-sheet-beside")
        self.set_class(not beside and height >= BELOW_FROM, "-sheet-below")

    @on(Table.Resized)
    def _fit(self, event: Table.Resized) -> None:
        event.stop()
        self._show_lines_above()

    # --- showing --------------------------------------------------------------------------------------------------------

    def _changed(self, _session: Session) -> None:
        if self._following is not None:
            self._following.stop()
        if self._rests:
            self._following = later(self, AT_REST, self._follow)
        elif self.is_mounted:
            self.show(stay=True)

    def _follow(self) -> None:
        self._following = None
        if self.app.screen is self.screen:
            self.show(stay=True)
        else:  # another screen may be reading the session
            self._following = later(self, AT_REST, self._follow)

    def rest(self, rests: bool) -> None:
        """Another pane has the focus from now on, or this one."""
        self._rests = rests
        self.set_class(rests, "-rests")
        if not rests and self._following is not None:
            self._following.stop()
            self._following = None
            self.show(stay=True)
        if rests:
            self.screen.query_one(KeyBar).mention("")
        else:
            self._mention()
        self._preview.rest(rests)

    def begin_anew(self) -> None:
        """What is typed next takes the place of what was searched for."""
        self.query_one(QueryLine).begin_anew()

    def turn_to(self, force_id: str) -> None:
        """Shows what may be added to this force."""
        if force_id != self.offering.force_id:
            self.offering.turn_to(force_id)
            self.show(stay=False)

    def show(self, *, stay: bool) -> None:
        """Shows what may be added to the list as it is now."""
        try:
            self.offering.read()
        except LookupError:  # the force is gone
            if not self._rests:  # else whoever placed it looks where the cursor is
                self.leave()
            return
        self._fill(stay=stay)

    def _fill(self, *, stay: bool, seconds: float = BREATH) -> None:
        table = self.query_one(Table)
        table.show(self.offering.lines(self._query), stay=stay)
        self._columns = None  # others may be shown
        self._show_lines_above()
        self._preview.soon()
        self._quoting.begin(self._query, seconds)
        self.screen.query_one(KeyBar).refresh_keys()

    def _show_lines_above(self) -> None:
        offering = self.offering
        if not offering.choices:
            return
        self.border_title, self.border_subtitle = literal(title(offering)), literal(counted(offering))
        self.query_one("#budget", Static).update(remaining(offering.left) if offering.left is not None else Content())
        self.query_one(SwitchLine).show(self._query)
        self.query_one("#heads", Static).update(heads(offering, self._fitted()))
        if offering.found:
            self.query_one(Nothing).hide()
        else:
            self.query_one(Nothing).show(self._query, self.query_one(QueryLine).value)

    def _fitted(self) -> Columns:
        width = self.query_one(Table).line_width
        if self._columns is None or self._columns.width != width:
            self._columns = fitted(self.offering, width)
        return self._columns

    def _draw(self, choice_id: str, _width: int) -> Content:
        choice = self.offering.choices.get(choice_id)
        if choice is None:
            return Content()
        return row(self.offering, choice, self._fitted(), selected=choice_id == self.query_one(Table).pointed)

    # --- what is worked out later ---------------------------------------------------------------------------------------

    @property
    def is_working(self) -> bool:
        """Whether something is still to be worked out."""
        return self._quoting.is_working or self._preview.is_waiting or self._following is not None

    def _settle(self) -> None:
        """The prices and reasons that matter are known: filters by them, and what is legal first, hold only now."""
        table = self.query_one(Table)
        if (self._query.words and not self._moved) or self.offering.filters_by_quotes(self._query):
            table.show(self.offering.lines(self._query), stay=self._moved or not self._query.words)
        self._columns = None  # it is known now how many sizes there are
        self._show_lines_above()
        table.refresh()
        self._preview.soon()
        self.screen.query_one(KeyBar).refresh_keys()

    # --- what happens in it ---------------------------------------------------------------------------------------------

    @property
    def idle(self) -> frozenset[str]:
        """The actions that would do nothing now."""
        offering, has_steps = self.offering, bool(self._session.steps)
        found = {action for switch, action in SWITCHES.items() if not matters(offering, switch)}
        found |= {"larger-size"} if offering.most_sizes == 1 else set()
        return frozenset(found | ({"undo-add"} if not has_steps else set()))

    @property
    def bar_words(self) -> dict[str, Text]:
        """What the key bar calls actions: the first escape clears, the second leaves."""
        return {"done": CLEARS} if self.query_one(QueryLine).value else {}

    def do(self, action: str) -> None:
        """Runs the action of that id."""
        doing: dict[str, Callable[[], object]] = {
            "add-and-close": lambda: self._add(stay=False),
            "add-and-stay": lambda: self._add(stay=True),
            "add-anyway": lambda: self._add(stay=True, anyway=True),
            "smaller-size": lambda: self._resize(-1),
            "larger-size": lambda: self._resize(1),
            "toggle-favourite": self._kept.toggle_favourite,
            "enter-owned": self._kept.enter_owned,
            "only-fitting": lambda: self._switch("fits"),
            "only-owned": lambda: self._switch("owned"),
            "only-favourites": lambda: self._switch("favourites"),
            "toggle-legends": lambda: self._switch("all"),
            "next-role": lambda: self._move(lambda table: table.move_role(1)),
            "previous-role": lambda: self._move(lambda table: table.move_role(-1)),
            "browse-down": lambda: self._move(lambda table: table.move(1)),
            "browse-up": lambda: self._move(lambda table: table.move(-1)),
            "browse-page-down": lambda: self._move(lambda table: table.move_page(1)),
            "browse-page-up": lambda: self._move(lambda table: table.move_page(-1)),
            "clear-query": self.query_one(QueryLine).action_clear,
            "sheet-down": lambda: self.query_one(SheetPane).scroll_relative(y=5, animate=False),
            "sheet-up": lambda: self.query_one(SheetPane).scroll_relative(y=-5, animate=False),
            "undo-add": self._undo,
            "done": self._done,
        }
        doing[action]()

    def _move(self, how: Callable[[Table], None]) -> None:
        self._moved = True
        how(self.query_one(Table))

    @on(Table.Pointed)
    def _pointed(self, event: Table.Pointed) -> None:
        event.stop()
        if not self._rests:
            self._mention()
        self._quoting.soon()
        self._preview.soon()

    def _mention(self) -> None:
        choice = self.offering.choices.get(self.query_one(Table).pointed)
        self.screen.query_one(KeyBar).mention(self._whole(choice.id) if choice is not None else "")

    def on_mouse_down(self) -> None:
        if self._rests:
            self.query_one(QueryLine).focus()

    @on(Table.Scrolled)
    def _scrolled(self, event: Table.Scrolled) -> None:
        event.stop()
        self._quoting.soon()

    def _whole(self, choice_id: str) -> str:
        """Its name, where its row has no room for all of it."""
        name = self.offering.name(self.offering.choices[choice_id])
        return name if columns(name) >= self._fitted().name else ""

    def _say_why_not(self) -> None:
        """Below the table, what speaks against the row under the cursor where that has no room for it."""
        choice = self.offering.choices.get(self.query_one(Table).pointed)
        is_cut = choice is not None and is_reason_cut(self.offering, choice, self._fitted())
        line = self.query_one("#why-not", Static)
        if choice is not None and is_cut:
            line.update(f"{glyphs().dash} {self.offering.against(choice.id)}")
        line.display = is_cut

    @on(Table.Clicked)
    def _clicked(self, event: Table.Clicked) -> None:
        event.stop()
        self._kept.toggle_favourite() if event.column <= 1 else self._add(stay=True)

    @on(Table.Chosen)
    def _size_clicked(self, event: Table.Chosen) -> None:
        event.stop()
        self._resize(event.place - self.offering.size(self.query_one(Table).pointed))

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        query = parse(event.value)
        self._moved = False
        if query != self._query:
            self._query = query
            self._fill(stay=False, seconds=TYPING)
        self.screen.query_one(KeyBar).refresh_keys()  # escape does something else without a query

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._add(stay=False)

    @on(QueryLine.Stepped)
    def _stepped(self, event: QueryLine.Stepped) -> None:
        event.stop()
        self._resize(event.by)

    @on(SwitchLine.Switched)
    def _switched(self, event: SwitchLine.Switched) -> None:
        event.stop()
        self.query_one(QueryLine).focus()
        self._switch(event.name)

    @on(SwitchLine.Removed)
    def _removed(self, event: SwitchLine.Removed) -> None:
        event.stop()
        line = self.query_one(QueryLine)
        line.value = without(line.value, event.token)
        line.focus()

    def _switch(self, name: str) -> None:
        switches = self.offering.switches
        setattr(switches, name, not getattr(switches, name))
        self._fill(stay=not self.offering.is_filling)  # what fills best stands first then

    def _resize(self, step: int) -> None:
        pointed = self.query_one(Table).pointed
        if not (pointed and self.offering.resize(pointed, step)):
            self.app.bell()
            return
        self._columns = None  # another number may stand there
        self.query_one(Table).refresh()
        self._preview.soon()

    def _add(self, *, stay: bool, anyway: bool = False) -> None:
        offering, pointed = self.offering, self.query_one(Table).pointed
        if not pointed or offering.quote(pointed) is None:
            self.app.bell()
            return
        against = offering.against(pointed)
        if against and not anyway:
            self.query_one(Table).refresh()
            self._desk.tell(_("Not added: {reason}  (A adds it all the same)").format(reason=against))
            return
        models = offering.models(pointed)
        added = self._desk.edit(lambda: self._session.add_unit(pointed, offering.force_id, models))
        if not added:
            return
        self.added = added
        unit = self._session.unit(added)
        if unit is not None:  # also where the browser closes: else the one before would seem to be the last
            self._desk.tell(_("{unit} added").format(unit=unit_name(self._session.army, unit)))
        if stay:
            self.begin_anew()
            self.query_one(QueryLine).focus()  # a click in the army took the focus
        else:
            self.leave()

    def _undo(self) -> None:
        undone = self._desk.attempt(self._session.undo)
        self._desk.tell(_("Undone: {title}").format(title=undone) if undone else _("There is nothing to undo."))

    def _done(self) -> None:
        line = self.query_one(QueryLine)
        if line.value:
            line.action_clear()
        else:
            self.leave()

    def leave(self) -> None:
        """Has itself closed, or only left where it stands beside the army."""
        self.screen.query_one(KeyBar).mention("")
        self.end()
        self.post_message(Left(self.added if self._session.unit(self.added) is not None else ""))

    def end(self) -> None:
        """Before it is closed, which may take a while: nothing would be added any more."""
        self._preview.rest(True)

    def _kept_other(self) -> None:
        """What the user keeps has changed."""
        self._columns = None
        self._fill(stay=True)
