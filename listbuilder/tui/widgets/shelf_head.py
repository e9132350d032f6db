"""The two lines at the top of the library: how much there is, what to begin with, and what waits to be recovered."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from listbuilder.i18n import _, ngettext
from listbuilder.tui.actions import ACTIONS, key_names
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.shelf_rows import Row
from listbuilder.tui.widgets.clicks import Clicked, clickable
from listbuilder.tui.widgets.filter_line import FilterLine
from listbuilder.tui.widgets.hints import named
from listbuilder.tui.wording import both_ends

GAP = "   "


class ShelfHead(Clicked):
    """Its keys and their words are clicked as well."""

    DEFAULT_CSS = """
    ShelfHead { height: 2; background: $panel; padding: 0 1; dock: top; }
    ShelfHead > Static { height: 1; width: 1fr; text-wrap: nowrap; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[Row] = ()
        self._work = 0

    def compose(self) -> ComposeResult:
        yield Static(id="shelf-count")
        yield Static(id="shelf-hint")
        query = FilterLine(id="shelf-filter", compact=True, placeholder=_("name, faction, s:system t:tag"))
        query.display = False
        yield query

    def ask(self) -> None:
        """Lets the user type a filter in the place of the second line."""
        self.query_one("#shelf-hint").display = False
        query = self.query_one(FilterLine)
        query.display = True
        query.focus()

    @property
    def is_asking(self) -> bool:
        """Whether a filter can be typed."""
        return bool(self.query_one(FilterLine).display)

    def leave(self) -> bool:
        """Clears the filter; whether there was one."""
        query = self.query_one(FilterLine)
        was_there = query.display
        query.value, query.display = "", False
        self.query_one("#shelf-hint").display = True
        return bool(was_there)

    def on_resize(self, _: events.Resize) -> None:
        self._draw()

    def show(self, rows: Sequence[Row], work: int) -> None:
        """``work``: how many lists have unsaved changes from runs that ended early."""
        self._rows, self._work = rows, work
        self._draw()

    def _draw(self) -> None:
        width = max(10, self.size.width - 2)
        counted = Content.styled(_counted(self._rows), "$text-muted")
        count = Content.assemble(("listbuilder", "bold"), GAP, counted)
        if counted and count.cell_length > width:
            count = counted
        self.query_one("#shelf-count", Static).update(
            _beside(count, [_hint(one, words) for one, words in _starting()], width)
        )
        left = _hint("filter-lists", _("filter: name, faction, s:system t:tag"))
        if left.cell_length > width:
            left = _hint("filter-lists", _("name, faction, s:system t:tag"))
        self.query_one("#shelf-hint", Static).update(_warned(left, self._work, width))


def _warned(left: Content, work: int, width: int) -> Content:
    """The filter's key, and what waits to be recovered: in a few words where there is little room, alone where there is less."""
    if not work:
        return left.truncate(width, ellipsis=True)
    long = ngettext(
        "{n} list has unsaved work from a run that ended early",
        "{n} lists have unsaved work from runs that ended early",
        work,
    )
    short = ngettext("{n} unsaved", "{n} unsaved", work)
    for words, beside in ((long, left), (short, left), (short, Content())):
        warning = Content.styled(f"{glyphs().warning} {words.format(n=work)}", "$text-warning")
        right = Content.assemble(warning, GAP, _hint("recover-work", _("recover")))
        if beside.cell_length + right.cell_length + len(GAP) <= width:
            break
    return both_ends(beside, right, width)


def _starting() -> list[tuple[str, str]]:
    return [
        ("new-list", _("new list")),
        ("open-list", _("paste or open")),
        ("more-games", _("get more games")),
    ]


def _counted(rows: Sequence[Row]) -> str:
    lists, folders = sum(row.is_list for row in rows), len({row.found.folder for row in rows})
    if not lists:
        return ""
    number = ngettext("{n} list", "{n} lists", lists).format(n=lists)
    return ngettext("{lists} in {n} folder", "{lists} in {n} folders", folders).format(lists=number, n=folders)


def _beside(left: Content, hints: Sequence[Content], width: int) -> Content:
    """As many hints as there is room for, at the right."""
    shown = [hint for hint in hints if hint]
    while shown:
        right = Content(GAP).join(shown)
        if left.cell_length + right.cell_length + len(GAP) <= width:
            return both_ends(left, right, width)
        shown.pop()
    return left.truncate(width, ellipsis=True)


def _hint(action_id: str, words: str = "") -> Content:
    """The key of an action with what it does, to be clicked; nothing where there is no such action."""
    action = next((one for one in ACTIONS if one.id == action_id), None)
    if action is None:
        return Content()
    key = key_names(action.keys)[0]
    return clickable(named(key, words or str(action.bar or action.title)), action.handler)


def nothing_here(query: str) -> Content:
    """One sentence of fact, and what to do."""
    if query.strip():
        return Content.styled(_("No list is found by this filter. esc clears it"), "$text-muted")
    return Content.assemble(
        (_("No lists yet."), "$text-muted"),
        "\n\n",
        *_line("new-list", _("new list")),
        *_line("open-list", _("paste one from another program, or open a file")),
        *_line("choose-folders", _("add a folder that holds lists")),
    )


def _line(action_id: str, words: str) -> tuple[Content, str]:
    return _hint(action_id, words), "\n"
