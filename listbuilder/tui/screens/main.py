"""The main screen: the army, the unit that the cursor is on, what stands beside them, and the findings in a drawer below."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable, Coroutine
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static

from listbuilder.army import Unit
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.i18n import Text
from listbuilder.session import Session
from listbuilder.tui.actions import bindings
from listbuilder.tui.autosave import Autosave
from listbuilder.tui.browsing.messages import Ghost, Left
from listbuilder.tui.commands.messages import Remember
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.later import later
from listbuilder.tui.offered import Offered
from listbuilder.tui.places import Place
from listbuilder.tui.postponed import Postponed
from listbuilder.tui.screens.layout import HEIGHTS, WIDTHS, layout_classes
from listbuilder.tui.screens.room import BESIDE, Room
from listbuilder.tui.screens.unpainted import Unpainted
from listbuilder.tui.settings import Settings
from listbuilder.tui.usable import idle
from listbuilder.tui.widgets.army_pane import ArmyPane, Order, role_order
from listbuilder.tui.widgets.findings_pane import FindingsPane
from listbuilder.tui.widgets.header import ArmyHeader
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.list_pane import ListPane
from listbuilder.tui.widgets.split import Split
from listbuilder.tui.widgets.still import StillContainer
from listbuilder.tui.widgets.tabs import PaneTabs
from listbuilder.tui.widgets.unit_pane import UnitPane

if TYPE_CHECKING:
    from listbuilder.tui.browsing.pane import BrowserPane
    from listbuilder.tui.commands.of_a_list import ListCommands

Result = TypeVar("Result")


class MainScreen(Unpainted):
    """Shows slices of one session; a class ``-show-<pane>`` says which pane the narrow layout shows."""

    STYLES = ("builder",)
    BINDINGS: ClassVar[list[BindingType]] = bindings("list")
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, session: Session, settings: Settings, ready: Callable[[], None] = lambda: None) -> None:
        """``ready`` is told when the list is shown and takes keys."""
        super().__init__()
        self._ready = ready
        self._is_drawn = False
        self.session = session
        self.settings = settings
        self.desk = Desk(session, self)
        self.autosave = Autosave(self.desk, partial(later, self))
        self.army_pane = ArmyPane(session, self._order())
        self.unit_pane = UnitPane(session)
        self.findings_pane = FindingsPane(session)
        self.tabs = PaneTabs(session)
        self.room = Room(self, settings)
        self._shown_revision = -1
        self._shown_holder = ""
        self._unit_revision = -1  # that of the list which the unit was shown of
        self._unit_after_all = Postponed(self._show_unit_after_all)
        self._offered = Offered(session)

    @cached_property
    def commands(self) -> ListCommands:
        """What the keys do to the list; read once the list is on the screen, or with the first key."""
        from listbuilder.tui.commands.of_a_list import ListCommands

        panes = self.army_pane, self.unit_pane, self.findings_pane
        return ListCommands(self.desk, self.room, self.settings, self.autosave, *panes)

    @cached_property
    def handlers(self) -> Handlers:
        """What each action of the table of actions does here."""
        own: Handlers = {"fight": self._fight}
        return own | self.room.handlers() | self.commands.handlers

    def compose(self) -> ComposeResult:
        self.add_class(*layout_classes(self.app.size), update=False)  # nothing on it has styles yet
        yield ArmyHeader(self.session)
        yield self.tabs
        yield Static(id="too-small")
        if self.settings.browser_in_view:
            self.room.reserve(self.app.size)
        with StillContainer(id="body", classes=self.room.classes()):
            with Split(id="panes"):
                yield self.army_pane
                with StillContainer(id="right"):
                    yield self.unit_pane
                yield StillContainer(id=BESIDE)
            yield self.findings_pane
        yield KeyBar(["army", "list"])

    def _order(self) -> Order:
        """The order chosen last, else that by role where the game bounds what roles may cost."""
        usual = Order.ROLE if self.session.shares else Order.FORMATION
        return Order.named(self.settings.order) or usual

    def on_mount(self) -> None:
        self.session.listeners.append(self._changed)
        self.room.fit(self.app.size)
        self.army_pane.focus()
        if self.session.dirty:
            self.autosave.keep()

    def on_unmount(self) -> None:
        self._ready()  # it may never have been shown
        self.autosave.flush()
        if self._changed in self.session.listeners:
            self.session.listeners.remove(self._changed)

    @property
    def vocabulary(self) -> Vocabulary:
        return self.desk.vocabulary

    @property
    def unit(self) -> Unit | None:
        return self.desk.unit

    @property
    def unit_id(self) -> str:
        """The unit under the cursor."""
        return self.desk.unit_id

    @property
    def holder_id(self) -> str:
        """What the editor shows: the unit under the cursor, or the force."""
        return self.desk.holder_id

    # --- showing --------------------------------------------------------------------------------------------------------

    def _changed(self, _session: Session) -> None:
        """The session changed: schedules the journal, and redraws unless another screen is on top."""
        self.autosave.keep()
        if self.is_current:
            self.show_all()

    def on_screen_suspend(self) -> None:
        for pane in self.query(ListPane):
            pane.cover(True)

    def on_screen_resume(self) -> None:
        if not self._is_drawn:
            self.call_next(self._draw_first)  # when the panes know how large they are
        elif self._shown_revision != self.session.revision:
            self.show_all()
        elif self._shown_holder != self.desk.holder_id:
            self.show_unit()
        for pane in self.query(ListPane):
            pane.cover(False)
            pane.redraw_late()
        if self._is_drawn:
            self._show_third()

    def _draw_first(self) -> None:
        if self._shown_revision != self.session.revision:
            self.show_all()
        self._is_drawn = True
        self.call_later(
            self._paint_first
        )  # when the panes heard how large they are, which makes some of them draw again

    def _paint_first(self) -> None:
        self.paint()
        self.call_after_refresh(self._take_keys)

    def _take_keys(self) -> None:
        self.handlers  # noqa: B018 - they are read while nobody waits for a key
        self._ready()
        self._show_third()

    def _show_third(self) -> None:
        if self.room.has_third and self.app.screen is self:  # another screen may be reading the session
            self.start(self.commands.browsing.show_at_rest(), group="beside")

    def show_all(self) -> None:
        self._shown_revision = self.session.revision
        self._offered.look()
        if self.findings_pane.show() and self._is_drawn:
            self.lay_out(self.findings_pane)
        self.army_pane.show(role_order(self.session.army))
        if self.desk.unit is None:
            self._take_cursor()
        self.query_one(ArmyHeader).show()
        self.tabs.show()
        self._unit_after_all.ask()

    def _show_unit_after_all(self) -> None:
        if (self._shown_holder, self._unit_revision) != (self.desk.holder_id, self.session.revision):
            self.show_unit()
        self.query_one(KeyBar).after_key()

    def show_unit(self) -> None:
        unit, self._shown_holder, self._unit_revision = self.desk.unit, self.desk.holder_id, self.session.revision
        self.unit_pane.show(unit, self.desk.force_id)
        if self.room.has_third and "commands" in self.__dict__:
            self.commands.browsing.follow()

    def select_unit(self, unit_id: str) -> None:
        if self._shown_revision != self.session.revision:
            self.show_all()
        if "commands" in self.__dict__:  # else nothing is open yet
            self.commands.browsing.stay()
        self.army_pane.point_at(unit_id)
        self._take_cursor()
        self.show_unit()

    def place(self) -> Place:
        pane = self.app.focused.id if self.app.focused is not None else ""
        return Place(self.desk.holder_id, pane or "", self.unit_pane.pointed)

    def return_to(self, place: Place | None) -> None:
        forces = {line.id for line in self.session.forces.lines()}
        if place is None or (self.session.unit(place.holder) is None and place.holder not in forces):
            return
        self.select_unit(place.holder)
        if place.pane == "unit":
            self.room.focus("unit")
            self.unit_pane.point_at(place.line)

    def _take_cursor(self) -> None:
        """Updates what is under the cursor: a unit, or a force (its heading, or its settings)."""
        self.desk.point(self.army_pane.pointed_id)

    def refresh_texts(self) -> None:
        """The language changed."""
        self.show_all()
        self.show_unit()
        from listbuilder.tui.widgets.second_unit import SecondUnit  # which the first picture does not need

        for second in self.query(SecondUnit):
            second.show_again()
        if self.commands.browsing.pane is not None:
            self.commands.browsing.pane.show(stay=True)
        self.query_one(KeyBar).refresh_keys()

    # --- messages of the panes ------------------------------------------------------------------------------------------

    @on(OptionList.OptionHighlighted, "#army")
    def _pointed(self) -> None:
        self._take_cursor()  # the message may be older than the cursor
        if self.app.screen is not self:  # another one may be reading the session in a thread
            return
        if self.desk.holder_id != self._shown_holder:
            self.show_unit()
        self.query_one(KeyBar).after_key()
        if not (self.room.shown == BESIDE and self.room.has_third):  # there the browser names its own line
            self.query_one(KeyBar).mention(self.army_pane.cut_name)

    @on(FindingsPane.Looked)
    def _looked(self) -> None:
        self.query_one(KeyBar).refresh_keys()

    @on(OptionList.OptionHighlighted, "#unit")
    @on(OptionList.OptionHighlighted, "#findings")
    def _line_pointed(self) -> None:
        if self.app.screen is self:
            self.query_one(KeyBar).after_key()

    @on(OptionList.OptionSelected, "#army")
    def _army_line_chosen(self) -> None:
        self.do("edit-unit")

    @on(OptionList.OptionSelected, "#findings")
    def _finding_chosen(self) -> None:
        self.do("jump-to-unit")

    @on(UnitPane.Told)
    def _line_told(self, event: UnitPane.Told) -> None:
        event.stop()
        self.tell(event.text)

    @on(UnitPane.Typed)
    def _typed(self, event: UnitPane.Typed) -> None:
        event.stop()
        self.commands.rows.typed(event.key, event.count)

    @on(Ghost)
    def _would_be_added(self, event: Ghost) -> None:
        """Shows the unit of the browser's cursor in the army, and what it would leave of the points."""
        event.stop()
        self.army_pane.show_ghost(event.unit)
        self.query_one(ArmyHeader).plan(event.unit.points if event.unit is not None else None)

    @on(Left)
    async def _browsed(self, event: Left) -> None:
        event.stop()
        await self.commands.browsing.leave(event.unit_id)

    # --- panes ----------------------------------------------------------------------------------------------------------

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self.room.focused(event.widget)

    def on_resize(self, event: events.Resize) -> None:
        self.room.fit(event.size)
        self.call_after_refresh(self.room.keep_focus)
        if self._is_drawn:
            self._show_third()

    @on(Split.Moved)
    def _border_moved(self, event: Split.Moved) -> None:
        self.room.set_width(event.width, keep=event.done)

    def action_go_to_first(self, severity: str) -> None:
        """A count in the header was clicked."""
        self.commands.findings.go_to(self.findings_pane.point_at_first(severity))

    def action_fix(self, place: int, number: int) -> None:
        """A fix was clicked."""
        self.commands.findings.fix(place, number)

    def action_pane_unit(self) -> None:
        self.room.focus("unit")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """An action that has nothing to act on is disabled and not in the palette."""
        if action != "do":
            return True
        return self._offered.has(str(parameters[0]))

    @property
    def lacking(self) -> frozenset[str]:
        """The actions for what the game or the data of the list do not have."""
        return self._offered.lacking

    @property
    def unneeded(self) -> frozenset[str]:
        """The actions that have no place in the key bar, or that would do nothing now."""
        browser = self._browser
        beside = browser.idle if browser is not None else ()
        return self._offered.unneeded.union(beside, idle(self.desk, self.unit_pane, self.findings_pane))

    @property
    def bar_words(self) -> dict[str, Text]:
        """What the key bar calls actions where these do something else than usual."""
        browser = self._browser
        return browser.bar_words if browser is not None else {}

    @property
    def _browser(self) -> BrowserPane | None:
        browser = self.commands.browsing.pane if "commands" in self.__dict__ else None
        return browser if browser is not None and browser.is_mounted else None

    # --- what the desk asks of its host ---------------------------------------------------------------------------------

    def action_do(self, action: str) -> None:
        self.do(action)

    def do(self, action: str) -> None:
        """Runs the action of that id, after a number that was typed is set. What it leaves the cursor on is shown, not what it
        comes by."""
        if (typed := self.unit_pane.take_typed()) is not None:
            self.commands.rows.typed(typed.key, typed.count)
        with self._unit_after_all.held():
            work = self.handlers[action]()
        if work is not None:
            self.start(work)

    def start(self, work: Coroutine[Any, Any, None], *, group: str = "default", exclusive: bool = False) -> None:
        """Runs it beside what the user does."""
        self.run_worker(work, group=group, exclusive=exclusive)

    @property
    def in_browser(self) -> bool:
        """Whether a browser shows the builder (`listbuilder serve`)."""
        return self.app.is_web

    def deliver(self, name: str, content: bytes) -> None:
        """Gives a file to that browser."""
        self.app.deliver_binary(io.BytesIO(content), save_filename=name)

    def offer_newer_data(self) -> None:
        """Asks whether the list is to go on over newer data, where there are some."""
        self.start(self.commands.data.offer_newer(), group="data")

    async def _fight(self) -> None:
        from listbuilder.tui.commands.battle import fight  # what few need is not read at the start

        await fight(self.session, self.ask, self.app.push_screen, self.complain)

    def ask(self, dialog: Screen[Result]) -> Awaitable[Result | None]:
        """The answer to a dialog."""
        return self.app.push_screen_wait(dialog)

    def tell(self, text: str, offered: str = "") -> None:
        """In the bottom line, where it covers nothing; with the key of an action that is offered."""
        self.query_one(KeyBar).say(text, offered)

    def complain(self, error: Exception) -> None:
        """What went wrong stays above the key bar until escape."""
        self.query_one(KeyBar).complain(str(error))

    def copy(self, text: str) -> None:
        """To the clipboard of the user's terminal."""
        self.app.copy_to_clipboard(text)

    @on(Remember)
    def _saved(self) -> None:
        self.query_one(ArmyHeader).show()
