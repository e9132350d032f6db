"""A pane that is a list: keeps the cursor while its lines change, and redraws only changed lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from msgspec import Struct
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size, Spacing
from textual.reactive import Reactive, reactive
from textual.strip import Strip
from textual.style import Style as VisualStyle
from textual.visual import RenderOptions
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from listbuilder.i18n import ngettext
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.widgets.clicks import ACTION
from listbuilder.tui.widgets.drawn_line import SIDE, DrawnLine, DrawnRows, fits
from listbuilder.tui.widgets.reversing import under_cursor

if TYPE_CHECKING:
    from textual.css.styles import RulesMap

BAR = "list-pane--bar"
TITLE, SUBTITLE = "border_title", "border_subtitle"
NO_PADDING = Spacing()
CORNERS = 6  # cells of the upper border that are not its label
WORD = 8  # cells of a figure that is cut, of which something can be read


class ListLine(Struct, frozen=True):
    """One line: the id of what it shows and its text; the cursor skips headings."""

    id: str
    text: Content
    heading: bool = False


class ListPane(OptionList):
    """The row under the cursor has a bar at its left. The upper border names the pane, the lower one says what is below."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {BAR}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
        Binding("G", "last", show=False),
    ]

    highlighted: reactive[int | None] = reactive(None, repaint=False)  # two rows change, not the pane

    virtual_size = Reactive(
        Size(0, 0), repaint=False
    )  # more lines leave the size of the pane; Textual would lay out all

    _painted: Region | None = None  # of the pane, while only a text of its frame changes

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._cursor_rows = range(0)  # the lines under the cursor
        self._is_painting = False
        self._region: Region | None = None  # of the lines, while they are painted
        self._keeps_rows = False  # while texts are replaced
        self._shown: list[ListLine] = []
        self._drawn_rows = DrawnRows()
        self._is_late = False
        self._is_covered = False  # by a dialog
        self._drawn_for: object = None  # the room that there was for the lines
        self._wrapped_for = 0  # cells of a line, for which Textual's caches hold lines
        self._title = (Content(), Content())
        self._counters = Content()
        self._framed: dict[str, Content] = {}  # the texts of the frame, by the attributes that have them

    @property
    def pointed(self) -> str:
        """The id of the line under the cursor, empty when there is none."""
        return self._shown[self.highlighted].id if self.highlighted is not None else ""

    @property
    def scrollable_content_region(self) -> Region:
        """Where the lines are. Textual asks for it several times a line, and looks each time through all widgets above."""
        return super().scrollable_content_region if self._region is None else self._region

    @property
    def line_width(self) -> int:
        """Cells of one line of text."""
        return max(10, self.scrollable_content_region.width - 2)

    @property
    def room(self) -> object:
        """What the lines depend on, of the pane's size."""
        return self.scrollable_content_region.size

    def lines(self) -> Sequence[ListLine]:
        raise NotImplementedError

    # --- the frame ------------------------------------------------------------------------------------------------------

    def entitle(self, title: Content, figure: Content | None = None, counters: Content | None = None) -> None:
        """What the pane is, at the left of the upper border, and its one figure or switch at the right; ``counters`` in the
        lower one, where nothing is below the last line seen."""
        self._title = (title, figure or Content())
        self._counters = counters or Content()
        self._draw_frame()

    @property
    def title(self) -> str:
        """What the pane is."""
        return self._title[0].plain

    def _draw_frame(self) -> None:
        title, figure = self._title
        if not title.plain:
            return
        room = self.outer_size.width - CORNERS
        left = room - title.cell_length - 3
        if figure.cell_length > max(left, room // 3):  # a long figure leaves the title its room
            figure = figure.truncate(left if left >= WORD else room // 3, ellipsis=True)
        if title.plain and figure.plain and room > figure.cell_length + 3:
            kept = title.truncate(room - figure.cell_length - 3, ellipsis=True)
            sign = glyphs().heavy_rule if self.has_focus else glyphs().rule
            gap = sign * (room - kept.cell_length - figure.cell_length - 2)
            colour = "$focus" if self.has_focus else "$line"
            title = Content.assemble(kept, " ", (gap, f"not bold {colour}"), " ", figure)
        self._set_frame(TITLE, title)
        self._draw_counters()

    def cover(self, covered: bool) -> None:
        """Whether something lies above the pane: how many more lines it has would be read as a word of that."""
        self._is_covered = covered
        self._draw_counters()

    def _draw_counters(self) -> None:
        if not self._title[0].plain:
            return
        below = round(self.max_scroll_y - self.scroll_offset.y)
        if below > 0 and self._is_covered:
            self._set_frame(SUBTITLE, Content())
        elif below > 0:
            more = ngettext("{number} more line", "{number} more lines", below).format(number=below)
            self._set_frame(SUBTITLE, Content(f"{glyphs().below} {more}"))
        else:
            self._set_frame(SUBTITLE, self._counters)

    def _set_frame(self, name: str, text: Content) -> None:
        """A text of the frame, of which only its row is painted, and only where it has changed."""
        known = self._framed.get(name)
        if known is None or not text.is_same(known):
            self._framed[name] = text
            (left, top), (width, height) = self.content_offset, self.outer_size
            self._painted = Region(-left, -top if name == TITLE else height - 1 - top, width, 1) if width else None
            setattr(self, name, text)
            self._painted = None

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> ListPane:
        """Textual paints the whole pane where no regions are named."""
        if self._painted is not None:
            regions = (self._painted,)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._draw_counters()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self._draw_frame()

    def on_resize(self, event: events.Resize) -> None:
        event.prevent_default()  # Textual would draw and paint all lines anew, whatever has changed
        self._draw_frame()
        if self._drawn_for != self.room:
            self.redraw_soon()

    def line_at(self, event: events.MouseEvent) -> int | None:
        """The place of the line that the mouse is on."""
        inside = event.get_content_offset(self)
        row = inside.y + self.scroll_offset.y if inside is not None else len(self._lines)
        return self._lines[row][0] if row < len(self._lines) else None

    async def _on_click(self, event: events.Click) -> None:
        """A text that can be clicked is no click on its line."""
        event.prevent_default()
        place, action = self.line_at(event), event.style.meta.get(ACTION)
        if action:
            event.stop()
            await self.run_action(action)
        elif place is not None and not self.options[place].disabled:
            self.highlighted = place
            self.action_select()

    def _on_mouse_move(self, event: events.MouseMove) -> None:
        event.prevent_default()
        self._mouse_hovering_over = self.line_at(event)

    # --- painting -------------------------------------------------------------------------------------------------------

    @property
    def link_style(self) -> Style:
        """Of links that Textual follows, which no line has; what it works out for each line takes as long as wrapping that."""
        return Style.null()

    def notify_style_update(self) -> None:
        self._drawn_rows.forget()
        self._option_render_cache.clear()
        super().notify_style_update()

    def watch_highlighted(self, highlighted: int | None) -> None:
        before, self._cursor_rows = self._cursor_rows, self._rows_of(highlighted)
        for rows in (before, self._cursor_rows):
            if rows:
                self.refresh_lines(rows.start, len(rows))
        super().watch_highlighted(highlighted)

    def _rows_of(self, place: int | None) -> range:
        """The lines of an option, from the top of the list; none where it is not there."""
        top = self._index_to_line.get(place) if place is not None else None
        return range(top, top + self._line_cache.heights[place]) if top is not None and place is not None else range(0)

    def _update_lines(self) -> None:
        """Textual asks for this at each line that it paints. What was drawn for another width is drawn anew."""
        if self._is_painting:
            return
        region = self.scrollable_content_region
        if region and region.width != self._wrapped_for:
            self._wrapped_for = region.width
            self._option_render_cache.clear()
            self._line_cache.clear()
        super()._update_lines()

    def render_lines(self, crop: Region) -> list[Strip]:
        self._update_lines()
        self._cursor_rows = self._rows_of(self.highlighted)
        self._region, self._is_painting = self.scrollable_content_region, True
        try:
            return super().render_lines(crop)
        finally:
            self._region, self._is_painting = None, False

    def _get_option_render(self, option: Option, style: VisualStyle) -> list[Strip]:
        """Textual marks each text with the place of its line, for clicks: styles which no other line has, worked out anew when
        lines move."""
        found = self._option_render_cache.get((option, style, NO_PADDING))
        if found is None:
            width = self.scrollable_content_region.width
            options = RenderOptions(self._get_style, cast("RulesMap", self.styles))
            found = self._get_visual(option).render_strips(width, None, style, options)
            self._option_render_cache[option, style, NO_PADDING] = found
        return found

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        if self.scroll_offset.y + y not in self._cursor_rows:
            return strip
        sign = glyphs().bar_focused if self.has_focus else glyphs().bar_resting
        bar = Strip([Segment(sign, self.get_component_rich_style(BAR))], 1)
        line = Strip.join([bar, strip.crop(1)])
        return under_cursor(self, line) if self.has_focus else line

    # --- drawing --------------------------------------------------------------------------------------------------------

    def redraw_soon(self) -> None:
        """Redraws, but not while another screen is on top, which may read the session in a thread: then when that is gone."""
        self._is_late = self.screen is not self.app.screen
        if not self._is_late:
            self.redraw()

    def redraw_late(self) -> None:
        """Redraws what would have been redrawn while another screen was on top."""
        if self._is_late:
            self._is_late = False
            self.redraw()

    def redraw(self) -> None:
        """Updates the lines and keeps the cursor on its line, or on its neighbour."""
        self._drawn_for = self.room
        lines, before = list(self.lines()), self._shown
        place, pointed, top = self.highlighted, self.pointed, self.scroll_offset.y
        self._shown, self._drawn_rows.made_for = lines, self.line_width
        if [line.heading for line in lines] == [line.heading for line in before]:
            self._replace(before)
        else:
            self.set_options(Option(self._as_drawn(line), disabled=line.heading) for line in lines)
        if [line.id for line in lines] != [line.id for line in before]:
            found = next((index for index, line in enumerate(lines) if line.id == pointed and not line.heading), None)
            self._point(found if found is not None else _nearest(lines, place or 0), pointed)
            self.scroll_to(y=top, animate=False, immediate=True)
            self.call_after_refresh(self.scroll_to_highlight)
        elif place is not None and self.highlighted is None:
            self.highlighted = place
        self._draw_counters()
        self.call_after_refresh(self._draw_counters)

    def _replace(self, before: Sequence[ListLine]) -> None:
        """Puts the texts of the lines in place of those before; paints only what differs where each is one row as it was."""
        lines = enumerate(zip(self._shown, before, strict=True))
        changed = [(place, new, old) for place, (new, old) in lines if not new.text.is_same(old.text)]
        self._keeps_rows = all(self._is_one_row(new) and self._is_one_row(old) for _place, new, old in changed)
        for place, new, _old in changed:
            self.replace_option_prompt_at_index(place, self._as_drawn(new))
            if self._keeps_rows:
                self.refresh_lines(self._index_to_line[place])
        self._keeps_rows = False

    def _as_drawn(self, line: ListLine) -> DrawnLine:
        return DrawnLine(line.text, self._drawn_rows)

    def _is_one_row(self, line: ListLine) -> bool:
        region = self.scrollable_content_region
        return bool(region) and fits(line.text, region.width - 2 * SIDE)  # a pane without room knows no rows

    def _clear_caches(self) -> None:
        """Textual does this where a text is replaced, and paints everything anew."""
        if self._keeps_rows:
            self._option_render_cache.clear()
        else:
            super()._clear_caches()

    def _point(self, place: int | None, pointed: str) -> None:
        """Puts the cursor on a line; who listens is told also where another line, not that with this id, stands there now."""
        if place is not None and place == self.highlighted and self._shown[place].id != pointed:
            self.post_message(self.OptionHighlighted(self, self.options[place], place))
        self.highlighted = place

    def point_at(self, line_id: str) -> None:
        index = next((i for i, line in enumerate(self._shown) if line.id == line_id and not line.heading), None)
        if index is not None and index != self.highlighted:
            self.highlighted = index

    def point_near(self, line_id: str) -> None:
        """Puts the cursor on the line, below it where that is a heading."""
        place = next((i for i, line in enumerate(self._shown) if line.id == line_id), None)
        if place is not None:
            self.point_at(next((line.id for line in self._shown[place:] if not line.heading), ""))

    def scroll_to_highlight(self, top: bool = False) -> None:
        """Also brings the headings above the first line back into view."""
        first = next((index for index, line in enumerate(self._shown) if not line.heading), None)
        if first is not None and self.highlighted == first:
            self.scroll_home(animate=False)
        else:
            super().scroll_to_highlight(top)


def _nearest(lines: list[ListLine], place: int) -> int | None:
    usable = [index for index, line in enumerate(lines) if not line.heading]
    before = [index for index in usable if index <= place]
    return before[-1] if before else next(iter(usable), None)
