"""Lists of the battle screen: rows with signs to press, rows on which numbers are typed, and how strength is drawn."""

from __future__ import annotations

import time
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widgets import OptionList

from listbuilder.battle.state import Strength
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.widgets.list_pane import ListPane

RUN = "run"  # of a sign that is clicked: id of an action
TYPED_WITHIN = 1.0  # seconds between digits of one number
BAR = 5  # cells


class BattlePane(ListPane):
    """Posts `Entered` for enter on a row, `Pressed` for a sign that was clicked in one, `Typed` for a number typed on one."""

    @dataclass
    class Entered(Message):
        """Enter, or a click on a row that has the cursor."""

        pane: BattlePane
        row: str

    @dataclass
    class Pressed(Message):
        """This action, on the row."""

        pane: BattlePane
        row: str
        action: str

    @dataclass
    class Typed(Message):
        """This number, on the row."""

        pane: BattlePane
        row: str
        number: int

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._digits, self._digits_on, self._digits_at = "", "", 0.0

    def redraw_soon(self) -> None:
        """At once, below a dialog, too: a battle is read in no thread."""
        self.redraw()

    def action_select(self) -> None:
        if self.pointed:
            self.post_message(self.Entered(self, self.pointed))

    async def _on_click(self, event: events.Click) -> None:
        """A click moves the cursor; on a sign it does what that says."""
        event.prevent_default()
        event.stop()
        meta = event.style.meta
        place = self.line_at(event)
        if place is None or self.get_option_at_index(place).disabled:
            return
        again = place == self.highlighted and self.has_focus
        self.highlighted = place
        if RUN in meta:
            self.post_message(self.Pressed(self, self.pointed, meta[RUN]))
        elif again:
            self.action_select()

    def on_key(self, event: events.Key) -> None:
        """Digits make a number while they follow each other on one row."""
        if event.character is None or event.character not in "0123456789" or not self.pointed:
            return
        event.stop()
        goes_on = self._digits_on == self.pointed and time.monotonic() - self._digits_at < TYPED_WITHIN
        self._digits = (self._digits if goes_on else "")[-3:] + event.character
        self._digits_on, self._digits_at = self.pointed, time.monotonic()
        self.post_message(self.Typed(self, self.pointed, int(self._digits)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()


def linked(text: str, style: str, action: str) -> Content:
    """A text that runs an action when it is clicked."""
    return Content.styled(text, style).stylize(Style.from_meta({RUN: action}))


def sign(text: str, action: str) -> Content:
    """A sign to click, as keys are written."""
    return linked(text, "bold $accent", action)


def stepper(count: int, style: str = "bold") -> Content:
    """A number between the signs for one fewer and one more."""
    signs = glyphs()
    number = Content.styled(f"{count:>3}", style)
    return Content.assemble(sign(f" {signs.less}", "count-less"), number, sign(f" {signs.more} ", "count-more"))


def box(ticked: bool) -> Content:
    """A box to tick."""
    return sign("[x]" if ticked else "[ ]", "tick")


def bar(strength: Strength) -> Content:
    """What is left, as a bar."""
    full = -(-BAR * strength.left // strength.whole) if strength.whole else 0
    signs = glyphs()
    return Content.assemble(
        (signs.bar * full, "$danger" if strength.below_half else "$foreground"),
        (signs.rule * (BAR - full), "$line"),
    )


def figure(strength: Strength) -> Content:
    """What is left of what was: 4/5."""
    style = "bold $danger" if strength.below_half else "bold"
    return Content.assemble((str(strength.left), style), (f"/{strength.whole}", "$dim"))
