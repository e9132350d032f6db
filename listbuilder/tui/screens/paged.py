"""A list to choose from with a page beside it: what the choice under the cursor gives. Below it where the window is narrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from listbuilder.i18n import _
from listbuilder.tui.rules_text import nothing_told
from listbuilder.tui.screens.dialogs import Dialog
from listbuilder.tui.screens.layout import HEIGHTS, WIDTHS
from listbuilder.tui.search import Item
from listbuilder.tui.widgets.filter_list import FilterList
from listbuilder.tui.widgets.hints import Hint

STEP = 5  # lines by which keys move the page
Answer = TypeVar("Answer")


class Paged(Dialog[Answer]):
    """Base: `page` says what stands beside the list. Keys move the page while the list has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+down", f"page({STEP})", show=False),
        Binding("ctrl+up", f"page(-{STEP})", show=False),
    ]
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, heading: str, *hints: Hint) -> None:
        super().__init__(heading, *hints, classes="dialog tall paged")

    def page(self, item: Item) -> Content:
        raise NotImplementedError

    def beside(self, items: Sequence[Item], current: str = "") -> ComposeResult:
        """The list and its page."""
        with Container(id="choices"):
            yield FilterList(items, placeholder=_("Type to filter"), current=current)
            with VerticalScroll(can_focus=False):
                yield Static(id="page", markup=False)

    @on(FilterList.Pointed)
    def _show_page(self, event: FilterList.Pointed) -> None:
        event.stop()
        self.query_one("#page", Static).update(self.page(event.item) if event.item is not None else Content())
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def action_page(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class PickWithPage(Paged[str]):
    """Dismisses with the id of the item chosen. ``pages``: by the ids of items."""

    def __init__(self, heading: str, items: Sequence[Item], pages: Mapping[str, Content], *, current: str = "") -> None:
        super().__init__(heading, Hint("enter", _("choose")), Hint("escape", _("cancel")))
        self._items, self._pages, self._current = items, pages, current

    def content(self) -> ComposeResult:
        yield from self.beside(self._items, self._current)

    def page(self, item: Item) -> Content:
        return self._pages[item.id] if item.id in self._pages else nothing_told()

    @on(FilterList.Chosen)
    def _chosen(self, event: FilterList.Chosen) -> None:
        event.stop()
        self.dismiss(event.item.id)
