"""The line of switches and filters below the query. Each can be clicked."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from listbuilder.i18n import _
from listbuilder.tui.actions import BY_ID, key_names
from listbuilder.tui.browsing.offering import Offering
from listbuilder.tui.browsing.query import Filter, Query
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.widgets.clicks import Clicked, clickable
from listbuilder.tui.wording import in_bar

SWITCHES = {
    "fits": "only-fitting",
    "owned": "only-owned",
    "favourites": "only-favourites",
    "all": "toggle-legends",
}  # switch -> action
GAP = "  "


class SwitchLine(Clicked, Static):
    """Posts `Switched` or `Removed` for what is clicked."""

    DEFAULT_CSS = """
    SwitchLine { height: 1; padding: 0 1; text-wrap: nowrap; link-style: none; }
    """

    @dataclass
    class Switched(Message):
        """A switch was clicked."""

        name: str

    @dataclass
    class Removed(Message):
        """The cross at a filter of the query was clicked."""

        token: str

    def __init__(self, offering: Offering) -> None:
        super().__init__()
        self._offering = offering
        self._query = Query()

    def show(self, query: Query) -> None:
        self._query = query
        parts = [self._filter(one) for one in query.filters]
        parts += [self._switch(name, action) for name, action in SWITCHES.items() if matters(self._offering, name)]
        line = Content("")
        for part in parts:
            longer = Content(GAP).join([line, part]) if line else part
            if longer.cell_length > max(10, self.size.width - 2):
                break
            line = longer
        self.update(line)

    def on_resize(self) -> None:
        self.show(self._query)

    def _filter(self, one: Filter) -> Content:
        value = one.value if one.kind != "below" else _("under {n}").format(n=one.value)
        text = Content.styled(f" {value} {glyphs().times} ", "bold $strong on $chip")
        return clickable(text, f"remove({one.token!r})")

    def _switch(self, name: str, action: str) -> Content:
        stated = BY_ID[action]
        key = key_names(getattr(self.app, "keys", {}).get(action, stated.keys))[0]
        on = bool(getattr(self._offering.switches, name))
        words = in_bar(stated.bar or stated.title, self._offering.session.system.vocabulary)
        style = "bold $strong on $chip" if on else "$dim"
        text = Content.assemble(
            (f" {key}" if on else key, f"{style if on else 'bold $accent'}"), (f" {words}" + " " * on, style)
        )
        return clickable(text, f"switch({name!r})")

    def action_switch(self, name: str) -> None:
        self.post_message(self.Switched(name))

    def action_remove(self, token: str) -> None:
        self.post_message(self.Removed(token))


def matters(offering: Offering, name: str) -> bool:
    """Whether a switch changes anything in this game."""
    if name == "fits":
        return offering.left is not None
    return name != "all" or any(one.hidden or one.legends for one in offering.choices.values())
