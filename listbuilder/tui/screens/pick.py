"""Pick one of many: a filterable list in a dialog."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from listbuilder.i18n import _
from listbuilder.tui.search import Item
from listbuilder.tui.widgets.filter_list import FilterList


class Pick(ModalScreen[str | None]):
    """Dismisses with the id of the item chosen, None for escape. Items with a reason are shown and can be chosen all the
    same: the findings will say what is wrong."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, title: str, items: Sequence[Item], *, current: str = "", empty: str = "") -> None:
        super().__init__(classes="dialog tall")
        self._title, self._items, self._current = title, items, current
        self._empty = empty

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = _("type to filter · enter: choose · esc: cancel")
            yield FilterList(self._items, placeholder=_("Type to filter"), current=self._current)
            if not self._items:
                yield Static(Content(self._empty or _("There is nothing to choose from.")), classes="hint")

    @on(FilterList.Chosen)
    def _chosen(self, event: FilterList.Chosen) -> None:
        self.dismiss(event.item.id)

    def action_cancel(self) -> None:
        self.dismiss(None)
