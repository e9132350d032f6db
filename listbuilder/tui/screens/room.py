"""The panes of the main screen: which one has the focus, which one is shown where there is room for one, how wide the army is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual.containers import Container
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList, Static

from listbuilder.i18n import _
from listbuilder.tui.actions import Context
from listbuilder.tui.desk import Handlers
from listbuilder.tui.screens.layout import LEAST, STEP, army_width, has_one_pane, is_too_small, layout_classes
from listbuilder.tui.settings import Settings
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.tabs import PaneTabs

PANES: tuple[Context, ...] = ("army", "unit", "findings")
BESIDE = "beside"  # what stands beside army and unit, or over the unit: the browser, or a second unit
WIDE = 200  # columns from which on it has a place of its own
BOTH_FROM = 100  # columns from which on the army stays in view beside it
SHOWN = "-show-"  # and a pane: style class of the body


class Room:
    """Gives the panes of a screen their room. They are found by their ids when the screen has them."""

    def __init__(self, screen: Screen[None], settings: Settings) -> None:
        self._screen = screen
        self._settings = settings
        self._zoomed = False
        self._size = Size()
        self._beside: Context | None = None  # the context of what stands beside
        self._leave: Callable[[], object] = lambda: None  # has that closed
        self._rest: Callable[[bool], object] = lambda _: None  # tells it whether it rests
        self._rests = True  # what stands beside is only in view, where there is a place for it
        self._wanted = ""  # the pane that is to have the focus then
        self._is_held = False  # something to read, which stands there only where there is a place for it
        self.is_reserved = False  # a place for what comes after the first picture
        self.shown: str = "army"  # the pane that had the focus last

    def handlers(self) -> Handlers:
        return {
            "back": self.back,
            "next-pane": partial(self.step, 1),
            "previous-pane": partial(self.step, -1),
            "narrower": partial(self.move_border, -STEP),
            "wider": partial(self.move_border, STEP),
            "zoom": self.zoom,
            "first-line": self.first_line,
            **{f"pane-{pane}": partial(self.focus, pane) for pane in PANES},
        }

    # --- focus ----------------------------------------------------------------------------------------------------------

    def show(self, pane: str) -> None:
        """This pane has the focus now."""
        self.shown = pane
        self._look_who_rests()
        self._screen.query_one("#body").set_classes(self.classes())
        self._screen.query_one(PaneTabs).show(pane)
        keys: list[Context] = [known for known in PANES if known == pane]
        if pane == BESIDE and self._beside is not None:
            keys.append(self._beside)
        keys.append("list")
        self._screen.query_one(KeyBar).show(keys)

    def _look_who_rests(self) -> None:
        """What stands in the third column rests while another pane has the focus; what covers the unit never does."""
        rests = self.shown != BESIDE and (self.has_third or self._rests)
        if self._beside is not None and rests != self._rests:
            self._rests = rests
            self._rest(rests)

    def classes(self) -> str:
        """The style classes of the body."""
        there = {
            "-with-beside": self.shows_beside or (self.is_reserved and self.has_third),
            "-with-held": self._is_held,
            "-zoomed": self._zoomed,
        }
        return " ".join([f"{SHOWN}{self.shown}", *(name for name, is_so in there.items() if is_so)])

    def focus(self, pane: str) -> None:
        """Puts the focus on a pane; what covers it is left."""
        if pane not in {"army", BESIDE} and self._is_covering:
            self._wanted = pane
            self._leave()
            return
        self.show(pane)  # first: a pane that is not shown cannot take the focus
        target = self._screen.query_one(f"#{pane}", Widget)
        if pane == BESIDE:
            target = next((child for child in target.query("*") if child.focusable), target)
        target.focus()

    @property
    def _is_covering(self) -> bool:
        return self._beside is not None and not self._rests and self._size.width < WIDE

    @property
    def rests(self) -> bool:
        """Whether what takes keys beside army and unit is only in view."""
        return self._beside is not None and self._rests

    @property
    def shows_beside(self) -> bool:
        """Whether what takes keys beside army and unit is in view."""
        return self._beside is not None and (self.has_third or not self._rests)

    def step(self, step: int) -> None:
        """To the next pane, or the one before."""
        there: list[str] = [*PANES]
        if self.shows_beside or (self._is_held and self.has_third):
            there = ["army", BESIDE] if self._is_covering else [*there, BESIDE]
        place = there.index(self.shown) if self.shown in there else 0
        self.focus(there[(place + step) % len(there)])

    def first_line(self) -> None:
        """To the first line of the pane with the focus."""
        if isinstance(self._screen.focused, OptionList):
            self._screen.focused.action_first()

    def focused(self, widget: Widget) -> None:
        """A widget got the focus, by a click or by the keys."""
        pane = next((one.id for one in widget.ancestors_with_self if one.id in {*PANES, BESIDE}), None)
        if pane is not None:
            self.show(pane)

    def keep_focus(self) -> None:
        """After the window changed: a pane that was hidden has lost the focus."""
        if self._screen.focused is None or not self._screen.focused.region:
            is_gone = self.shown == BESIDE and not self.shows_beside
            shown = BESIDE if self._is_covering and self.shown != "army" else self.shown
            self.focus("army" if is_gone else shown)

    def back(self) -> None:
        """Out one level: of an error, of the zoom, or to the army."""
        if self._screen.query_one(KeyBar).dismiss():
            return
        if self._zoomed:
            self.zoom()
        else:
            self.focus("army")

    # --- room -----------------------------------------------------------------------------------------------------------

    def zoom(self) -> None:
        """Gives the pane all the room, or takes it back."""
        self._zoomed = not self._zoomed
        self.fit(self._screen.size)
        self.show(self.shown)

    def fit(self, size: Size) -> None:
        """The window has this size."""
        had_third, self._size = self.has_third, size
        if had_third != self.has_third:
            self._look_who_rests()
            self._screen.query_one("#body").set_classes(self.classes())
        screen, is_tiny, one = self._screen, is_too_small(size), has_one_pane(size)
        screen.set_class(is_tiny, "-too-small")
        screen.set_class(one, "-one")
        screen.set_class(size.width < BOTH_FROM, "-cramped")
        if is_tiny:
            text = _("{least} at least; now {size}").format(
                least=f"{LEAST.width} x {LEAST.height}", size=f"{size.width} x {size.height}"
            )
            screen.query_one("#too-small", Static).update(text)
        army = screen.query_one("#army")
        if one or self._zoomed:
            army.styles.clear_rule("width")
        else:
            army.styles.width = army_width(size, self._settings.width(layout_classes(size)[0]))

    def move_border(self, cells: int) -> None:
        """Moves the border between army and unit by so many cells."""
        layout, size = layout_classes(self._screen.size)[0], self._screen.size
        self.set_width(army_width(size, self._settings.width(layout)) + cells)

    def set_width(self, cells: int, *, keep: bool = True) -> None:
        """Gives the army so many cells. ``keep``: also the next time."""
        layout, size = layout_classes(self._screen.size)[0], self._screen.size
        if has_one_pane(size):
            return
        self._settings.set_width(layout, army_width(size, cells))
        self.fit(size)
        if keep:
            self._settings.save()

    # --- beside -----------------------------------------------------------------------------------------------------------

    def reserve(self, size: Size) -> None:
        """Before the first picture: where there is a place beside army and unit, it is kept for what comes after that."""
        self._size, self.is_reserved = size, True

    async def open_beside(
        self,
        widget: Widget,
        context: Context,
        leave: Callable[[], object],
        rest: Callable[[bool], object] = lambda _: None,
        *,
        rests: bool = False,
    ) -> None:
        """Shows a widget beside army and unit, or over the unit and the findings, and gives it the focus. ``context``: of its
        actions; ``leave`` has it closed. ``rests``: only where there is a place for it, and the focus stays where it is; ``rest``
        tells it when that changes."""
        holder = self._screen.query_one(f"#{BESIDE}", Container)
        await holder.remove_children()
        await holder.mount(widget)
        self._beside, self._is_held, self.is_reserved = context, False, False
        self._leave, self._rest, self._rests, self._wanted = leave, rest, rests, ""
        if rests:
            self.show(self.shown)
        else:
            self.focus(BESIDE)

    @property
    def has_third(self) -> bool:
        """Whether there is a place for something beside army and unit."""
        return self._size.width >= WIDE and not has_one_pane(self._size)

    async def hold(self, widget: Widget | None) -> None:
        """Shows something to read beside army and unit in place of what is there, or nothing; the focus stays where it is."""
        holder = self._screen.query_one(f"#{BESIDE}", Container)
        await holder.remove_children()
        if widget is not None:
            await holder.mount(widget)
        self._beside, self._is_held, self.is_reserved = None, widget is not None, False
        self.focus("army" if self.shown == BESIDE else self.shown)

    async def close_beside(self) -> None:
        """Takes that away; the army gets the focus, or the pane that it was left for."""
        self._beside = None
        self.focus(self._wanted or "army")
        self._wanted = ""
        await self._screen.query_one(f"#{BESIDE}", Container).remove_children()
