"""The tabs above the one pane of a small window, with what the header says in a large one: errors and points left."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.widgets import Static

from listbuilder.i18n import _
from listbuilder.session import Session
from listbuilder.tui.actions import BY_ID
from listbuilder.tui.widgets.clicks import Clicked, clickable
from listbuilder.tui.widgets.header import left_over, wrong
from listbuilder.tui.wording import both_ends


class PaneTabs(Static, Clicked):
    """Army, unit, findings. A click on one shows it."""

    DEFAULT_CSS = """
    PaneTabs { height: 1; background: $raised; padding: 0 1; display: none; text-wrap: nowrap; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._shown = "army"

    def show(self, pane: str = "") -> None:
        """Shows what is true now. ``pane``: the one shown from now on."""
        self._shown = pane or self._shown
        terms = self._session.system.vocabulary.terms
        names = {"army": terms.army.title, "unit": terms.unit.title, "findings": _("Findings")}
        tabs = Content.assemble(*(self._tab(pane, name) for pane, name in names.items()))
        width = max(10, self.size.width)
        right = self._right()
        if tabs.cell_length + right.cell_length >= width:
            right = self._right(bare=True)
        self.update(both_ends(tabs, right, width), layout=False)

    def _right(self, *, bare: bool = False) -> Content:
        """``bare``: the points left as a number alone."""
        found = wrong(self._session), left_over(self._session, bare=bare)
        return Content(" ").join(one for one in found if one)

    def _tab(self, pane: str, name: str) -> Content:
        style = "bold $background on $accent" if pane == self._shown else "$dim"
        return clickable(Content.styled(f" {name} ", style), BY_ID[f"pane-{pane}"].handler)

    def on_resize(self, _: events.Resize) -> None:
        self.show()
