"""The main screen: army, unit editor and datasheet side by side, as many as there is room for; findings in a drawer below."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import OptionList

from listbuilder.session import Session
from listbuilder.tui.actions import Context, bindings
from listbuilder.tui.journal import Recovered
from listbuilder.tui.places import Place
from listbuilder.tui.screens.data_actions import DataActions
from listbuilder.tui.screens.file_actions import FileActions
from listbuilder.tui.screens.layout import HEIGHTS, WIDTHS, layout_classes
from listbuilder.tui.screens.roster_actions import RosterActions
from listbuilder.tui.screens.unit_actions import UnitActions
from listbuilder.tui.settings import Settings
from listbuilder.tui.widgets.army_pane import ArmyPane, Order
from listbuilder.tui.widgets.findings_pane import FindingsPane
from listbuilder.tui.widgets.header import ArmyHeader
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.list_pane import ListPane
from listbuilder.tui.widgets.sheet_pane import SheetPane
from listbuilder.tui.widgets.unit_pane import UnitPane
from listbuilder.tui.wording import not_offered

PANES: tuple[Context, ...] = ("army", "unit", "sheet", "findings")


class MainScreen(UnitActions, RosterActions, FileActions, DataActions):
    """Shows slices of one session; a class ``-show-<pane>`` says which pane the narrow layout shows."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("list")
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, session: Session, settings: Settings) -> None:
        super().__init__(session)
        self.settings = settings
        self._shown_revision = -1
        self._shown_holder = ""
        self.lacking: set[str] = set()  # actions for what the game or the data of the list do not have
        self.unneeded: set[str] = (
            set()
        )  # those, and what has no place in the key bar: forces where armies are one force
        self._may_add_forces = False
        self._look_what_is_offered()

    def compose(self) -> ComposeResult:
        self.add_class(*layout_classes(self.app.size))
        yield ArmyHeader(self.session)
        with Vertical(id="body", classes="-show-army"):
            with Horizontal(id="panes"):
                yield ArmyPane(self.session, self._order())
                with Container(id="right"):
                    yield UnitPane(self.session)
                    yield SheetPane(id="sheet", number="3")
            yield FindingsPane(self.session)
        yield KeyBar(["army", "list"])

    def _order(self) -> Order:
        """The order chosen last, else that by role where the game bounds what roles may cost."""
        usual = Order.ROLE if self.session.shares else Order.FORMATION
        return Order.named(self.settings.order) or usual

    def on_mount(self) -> None:
        self.session.listeners.append(self._changed)
        self.show_all()
        self.query_one(ArmyPane).point_at_first_unit()
        self.query_one(ArmyPane).focus()
        if self.session.dirty:
            self.keep_journal()

    def on_unmount(self) -> None:
        self.flush_journal()
        if self._changed in self.session.listeners:
            self.session.listeners.remove(self._changed)

    # --- showing --------------------------------------------------------------------------------------------------------

    def _changed(self, _session: Session) -> None:
        """The session changed: schedules the journal, and redraws unless another screen is on top."""
        self.keep_journal()
        if self.is_current:
            self.show_all()

    def on_screen_resume(self) -> None:
        if self.is_mounted and self._shown_revision != self.session.revision:
            self.show_all()
        elif self.is_mounted and self._shown_holder != self.holder_id:
            self.show_unit()
        for pane in self.query(ListPane):
            pane.redraw_late()

    def show_all(self) -> None:
        self._shown_revision = self.session.revision
        self._look_what_is_offered()
        self.query_one(ArmyPane).show(self.role_order())
        if self.unit is None:
            self._take_cursor()
        self.query_one(ArmyHeader).show()
        self.query_one(FindingsPane).show()
        self.show_unit()

    def show_unit(self) -> None:
        unit, self._shown_holder = self.unit, self.holder_id
        self.query_one(UnitPane).show(unit, self.force_id)
        self.query_one(SheetPane).show(self.session.army, unit)

    def select_unit(self, unit_id: str) -> None:
        if self._shown_revision != self.session.revision:
            self.show_all()
        self.query_one(ArmyPane).point_at(unit_id)
        self._take_cursor()
        self.show_unit()

    def place(self) -> Place:
        pane = self.app.focused.id if self.app.focused is not None else ""
        return Place(self.holder_id, pane or "", self.query_one(UnitPane).pointed)

    def return_to(self, place: Place | None) -> None:
        forces = {line.id for line in self.session.forces.lines()}
        if place is None or (self.session.unit(place.holder) is None and place.holder not in forces):
            return
        self.select_unit(place.holder)
        if place.pane == "unit":
            self.action_pane_unit()
            self.query_one(UnitPane).point_at(place.line)

    def _take_cursor(self) -> None:
        """Updates what is under the cursor: a unit, or a force (its heading, or its settings)."""
        pointed = self.query_one(ArmyPane).pointed_id
        is_unit = self.session.unit(pointed) is not None
        self.unit_id, self.force_id = (pointed, "") if is_unit else ("", pointed)

    def refresh_texts(self) -> None:
        """The language changed."""
        self.show_all()
        self.query_one(KeyBar).refresh_keys()

    # --- messages of the panes ------------------------------------------------------------------------------------------

    @on(OptionList.OptionHighlighted, "#army")
    def _pointed(self) -> None:
        self._take_cursor()  # the message may be older than the cursor
        if self.app.screen is not self:  # another one may be reading the session in a thread
            return
        if self.holder_id != self._shown_holder:
            self.show_unit()
        if whole := self.query_one(ArmyPane).cut_name:
            self.tell(whole)

    @on(OptionList.OptionSelected, "#army")
    def _army_line_chosen(self) -> None:
        self.action_edit_unit()

    @on(OptionList.OptionSelected, "#findings")
    def _finding_chosen(self) -> None:
        self.action_jump_to_unit()

    @on(UnitPane.Typed)
    def _typed(self, event: UnitPane.Typed) -> None:
        event.stop()
        row = self.unit_pane.row_of(event.key)
        if row is not None:
            self.set_count(row, event.count)

    # --- panes ----------------------------------------------------------------------------------------------------------

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        pane = event.widget.id
        if pane in PANES:
            self._show_pane(pane)

    def _show_pane(self, pane: Context) -> None:
        self.query_one("#body").set_classes(f"-show-{pane}")
        self.query_one(KeyBar).show([pane, "list"])

    def _focus_pane(self, pane: Context) -> None:
        self._show_pane(pane)  # first: a pane that is not shown cannot take the focus
        self.query_one(f"#{pane}", Widget).focus()

    def action_pane_army(self) -> None:
        self._focus_pane("army")

    action_back = action_pane_army

    def action_next_order(self) -> None:
        pane = self.query_one(ArmyPane)
        pane.order = pane.order.next
        self.settings.order = pane.order
        self.settings.save()
        pane.show(self.role_order())

    def action_pane_unit(self) -> None:
        self._focus_pane("unit")

    def action_pane_sheet(self) -> None:
        self._focus_pane("sheet")

    def action_pane_findings(self) -> None:
        self._focus_pane("findings")

    def action_edit_unit(self) -> None:
        if self.force_id or self.need_unit() is not None:
            self.action_pane_unit()

    def action_jump_to_unit(self) -> None:
        finding = self.findings_pane.current
        if finding is not None:
            self.action_pane_army()
            self.go_to(finding)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """An action that has nothing to act on is disabled and not in the palette."""
        del parameters
        name = action.replace("_", "-")
        return name not in self.lacking and (name != "add-force" or self._may_add_forces)

    def _look_what_is_offered(self) -> None:
        """What the game and the data of the list have; not asked for later, when another screen may be reading the session."""
        self.lacking = not_offered(self.session)
        below = self.has_forces_below()
        self.unneeded = self.lacking | (set() if below else {"add-force"})
        self._may_add_forces = below or self.has_forces_to_add()

    # --- the file -------------------------------------------------------------------------------------------------------

    def take_over(self, entry: Recovered) -> None:
        """The session was recovered from this journal; replaces it by this run's own."""
        self.write_journal()
        if entry.file != self.journal.file:
            entry.discard()
