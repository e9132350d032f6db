"""A search line over a list: type to narrow, arrows to move, enter to choose. Quick with thousands of entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from listbuilder.i18n import _
from listbuilder.replacing import replace
from listbuilder.terminal import clean, columns, one_line, wrap
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.later import later
from listbuilder.tui.search import Item, SearchIndex
from listbuilder.tui.styles import Styled
from listbuilder.tui.widgets.filter_line import FilterLine, SearchLine
from listbuilder.tui.widgets.reversing import Options
from listbuilder.tui.wording import both_ends

AT_ONCE = 120  # lines drawn at once; the others follow when the screen is idle
MANY = 400  # with this many items the search waits for a pause in typing
INDENT = 2  # cells before what stands below a name
PATIENCE = 0.08  # seconds of that pause


class FilterList(Styled, Vertical):
    """Posts `Pointed` when the cursor moves, `Chosen` on enter; `Toggled` on space and `Back` on backspace while nothing
    is typed. The search line keeps the focus."""

    STYLES = ("filter",)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move('cursor_down')", show=False),
        Binding("up", "move('cursor_up')", show=False),
        Binding("pagedown", "move('page_down')", show=False),
        Binding("pageup", "move('page_up')", show=False),
        Binding("ctrl+home", "move('first')", show=False),
        Binding("ctrl+end", "move('last')", show=False),
    ]

    DEFAULT_CSS = """
    FilterList { height: 1fr; }
    FilterList > Input { border: none; height: 1; padding: 0 1; background: $panel; }
    FilterList > Input:focus { border: none; }
    FilterList > OptionList { height: 1fr; border: none; padding: 0; background: transparent; }
    """

    @dataclass
    class Pointed(Message):
        """The cursor moved to this item; None: nothing is found."""

        item: Item | None

    @dataclass
    class Chosen(Message):
        """Enter on this item, or a click."""

        item: Item
        clicked: bool = False

    @dataclass
    class Toggled(Message):
        """Space on this item."""

        item: Item

    @dataclass
    class Back(Message):
        """Backspace, with nothing typed."""

    def __init__(
        self, items: Sequence[Item] = (), *, placeholder: str = "", current: str = "", id: str | None = None
    ) -> None:
        """``current``: the id of the item that the cursor starts on, the first when empty."""
        super().__init__(id=id)
        self._placeholder = placeholder
        self._current = current
        self._index = SearchIndex(items)
        self._keep: Callable[[Item], bool] = lambda _item: True
        self._found: dict[str, Item] = {}
        self._rest: Iterator[Item] = iter(())
        self._group = ""  # of the line that was added last
        self._undrawn = 0  # items found whose lines follow
        self._timer: Timer | None = None
        self._waiting = ""  # the text shown while the items are being read
        self._wanted = False  # enter was pressed before the items arrived
        self._searched: str | None = None

    def compose(self) -> ComposeResult:
        yield FilterLine(placeholder=self._placeholder, compact=True, select_on_focus=False)  # the next key goes on
        found = Options(markup=False)
        found.can_focus = False
        yield found

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        self._fill()
        self.point_at(self._current)  # at once: keys pressed before the first drawing must not be overridden

    def on_resize(self) -> None:
        self._fill(stay=True)
        self.call_after_refresh(self._list.scroll_to_highlight)

    # --- from outside ---------------------------------------------------------------------------------------------------

    @property
    def pointed(self) -> Item | None:
        shown = self.query(OptionList)  # none while this is being closed
        option = shown.first().highlighted_option if shown else None
        return self._found.get(option.id or "") if option is not None else None

    @property
    def found(self) -> list[Item]:
        """What the search finds, best first."""
        return list(self._found.values())

    def wait(self, text: str) -> None:
        """Shows the text until the items are set. What is typed until then is kept."""
        self._waiting = text
        self._fill()

    def set_items(self, items: Sequence[Item], keep: Callable[[Item], bool] | None = None) -> None:
        """Other items (or the same with other notes), and which of them to keep; the cursor keeps its item."""
        self._index = SearchIndex(items)
        self._waiting = ""
        if keep is not None:
            self._keep = keep
        if self.is_mounted:
            self._fill(stay=True)
        if self._wanted and self.pointed is not None:
            self.post_message(self.Chosen(self.pointed))
        self._wanted = False

    def update_items(self, items: Sequence[Item]) -> None:
        """The same items with other notes; the lines stay where they are."""
        self._index.update(items)
        width = self._width
        drawn = {option.id for option in self._list.options}
        for item in items:
            if item.id in self._found:
                self._found[item.id] = item
            if item.id in drawn:
                self._list.replace_option_prompt(item.id, draw(item, width))

    def keep(self, keep: Callable[[Item], bool]) -> None:
        self._keep = keep
        self._fill()

    @property
    def query_text(self) -> str:
        return self.query_one(Input).value

    def focus_search(self) -> None:
        self.query_one(Input).focus()

    def clear_search(self) -> None:
        self.query_one(Input).value = ""

    def point_at(self, item_id: str) -> None:
        """Puts the cursor on the item, when it is found."""
        while item_id in self._found and self._undrawn:
            self._add_some(MANY)
        if item_id in self._found:
            self._list.highlighted = self._list.get_option_index(item_id)

    # --- searching ------------------------------------------------------------------------------------------------------

    @property
    def _list(self) -> OptionList:
        return self.query_one(OptionList)

    @on(Input.Changed)
    def _search(self, event: Input.Changed) -> None:
        event.stop()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if event.value == self._searched:
            return
        if len(self._index.items) < MANY:
            self._fill()
        else:
            self._timer = later(self, PATIENCE, self._fill)

    def _fill(self, *, stay: bool = False) -> None:
        """Searches and shows the first lines; the others follow when the screen is idle."""
        pointed, top = self.pointed, self._list.scroll_offset.y
        self._searched = self.query_one(Input).value
        found = [item for item in self._index.find(self._searched) if self._keep(item)]
        self._found = {item.id: item for item in found}
        self._rest, self._group, self._undrawn = iter(found), "", len(found)
        self._list.clear_options()
        self._add_some(AT_ONCE)
        if not found:
            self.post_message(self.Pointed(None))
            self._list.add_option(
                Option(Content.styled(self._waiting or _("Nothing found."), "$text-muted"), disabled=True)
            )
        if stay and pointed is not None and pointed.id in self._found:
            self.point_at(pointed.id)
            self._list.scroll_to(y=top, animate=False, immediate=True)
        else:
            self._list.highlighted = self._list.get_option_index(found[0].id) if found else None
        self.call_after_refresh(self._add_rest, self._rest)

    @property
    def _width(self) -> int:
        room = self._list.scrollable_content_region.width or self._list.outer_size.width  # while something covers it
        return max(10, room - 2)

    def _add_some(self, count: int) -> None:
        """Some more lines, each group of items below its heading where nothing is searched."""
        width = self._width
        options: list[Option] = []
        for item in islice(self._rest, count):
            if item.group != self._group and not self._searched:
                options.append(Option(Content.styled(one_line(item.group), "bold $secondary"), disabled=True))
            self._group = item.group
            self._undrawn -= 1
            told = item if not self._searched or item.note else replace(item, note=item.group.strip())
            options.append(Option(draw(told, width), id=item.id))  # with what stood in the heading
        self._list.add_options(options)

    def _add_rest(self, rest: Iterator[Item]) -> None:
        if rest is self._rest and self._undrawn:
            self._add_some(MANY)
            self.call_after_refresh(self._add_rest, rest)

    # --- keys -----------------------------------------------------------------------------------------------------------

    def action_move(self, how: str) -> None:
        getattr(self._list, f"action_{how}")()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if self._timer is not None:  # enter came before the search ran: search now
            self._timer.stop()
            self._timer = None
            self._fill()
        self._wanted = bool(self._waiting)
        if self.pointed is not None:
            self.post_message(self.Chosen(self.pointed))

    @on(SearchLine.Idle)
    def _idle(self, event: SearchLine.Idle) -> None:
        event.stop()
        if event.key == "backspace":
            self.post_message(self.Back())
        elif self.pointed is not None:
            self.post_message(self.Toggled(self.pointed))

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if self.pointed is not None:
            self.post_message(self.Chosen(self.pointed, clicked=True))

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if self.pointed is not None:
            self.post_message(self.Pointed(self.pointed))


def draw(item: Item, width: int) -> Content:
    """The name on the left, on several lines where one has no room; the note on the right, or below where both have no room in a
    line; the reason against it below."""
    style = "dim" if item.dim or item.reason else ""
    mark = f"{item.mark} " if item.mark else ""
    left, under = _named(item, mark, width, style), " " * (columns(mark) + INDENT)
    note = Content.styled(clean(item.note.replace("\n", " ")), style or "$text-muted")
    line = left if "\n" in left.plain else both_ends(left, note, width)
    if note and left.cell_length + note.cell_length >= width:
        below = "\n".join(wrap(note.plain, width, under, under))
        line = Content.assemble(left, "\n", (below, style or "$text-muted"))
    if not item.reason:
        return line
    reason = wrap(f"{glyphs().error} {one_line(item.reason)}", width, under, f"{under}  ")
    return Content.assemble(line, "\n", ("\n".join(reason), "dim italic"))


def _named(item: Item, mark: str, width: int, style: str) -> Content:
    name, room = one_line(item.name), width - columns(mark)
    if columns(name) > room:
        name = "\n".join(wrap(name, room, rest=" " * INDENT))
    return Content.assemble((mark, "bold"), (name, style))
