"""The browser: find datasheets, read them, add them; it stays open to add several."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from threading import Lock
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from listbuilder.errors import InputError
from listbuilder.i18n import Text, _
from listbuilder.session import DatasheetChoice, Session
from listbuilder.terminal import clip
from listbuilder.tui.actions import bindings
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.screens.layout import WIDTHS, layout_classes
from listbuilder.tui.search import Item
from listbuilder.tui.widgets.filter_list import FilterList
from listbuilder.tui.widgets.header import ArmyHeader
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.sheet_pane import SheetPane
from listbuilder.tui.wording import bare_price, in_game, literal, local, role_name, unit_name

ALL = ""


class BrowserScreen(Screen[str]):
    """Dismisses with the id of the unit added last, empty when none was."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("browser")
    HORIZONTAL_BREAKPOINTS = WIDTHS

    def __init__(self, session: Session, force_id: str = "") -> None:
        super().__init__()
        self._session = session
        self.vocabulary = session.system.vocabulary
        self._force_id = force_id
        self._reading = Lock()  # held while the session is read: it may be evaluated by one thread at a time
        self._left = False  # from then on no thread reads it
        self._added: list[str] = []
        self._role = ALL
        self._hidden = False
        self._choices: dict[str, DatasheetChoice] = {}
        self._roles: list[str] = []

    def compose(self) -> ComposeResult:
        self.add_class(*layout_classes(self.app.size))
        yield ArmyHeader(self._session)
        with Horizontal():
            with Vertical(id="found") as found:
                found.border_title = literal(self._heading())
                yield Static(id="roles")
                yield FilterList(placeholder=_("Type a name or keywords"))
            yield SheetPane(id="preview")
        yield KeyBar(
            ["browser"], extra=[("enter", _("add")), ("↑↓" if glyphs().times != "x" else "up/down", _("move"))]
        )

    def on_mount(self) -> None:
        self.query_one(SheetPane).can_focus = False
        self.query_one(FilterList).wait(_("Loading …"))
        self._load()

    def _heading(self) -> str:
        """With the name of the force, where there are several."""
        lines = list(self._session.forces.lines())
        line = next((line for line in lines if line.id == self._force_id), None)
        title = in_game(Text("Add {units}"), self._session.system.vocabulary)
        if line is None or len(lines) < 2:
            return title
        return f"{title} · {clip(local(self._session.army, line.name), 40)}"

    # --- the list -------------------------------------------------------------------------------------------------------

    @property
    def unneeded(self) -> frozenset[str]:
        """Ids of the actions that change nothing here."""
        some = any(choice.hidden or choice.legends for choice in self._choices.values())
        return frozenset() if some else frozenset({"toggle-legends"})

    @work(exclusive=True, group="datasheets")
    async def _load(self) -> None:
        """Reads what may be added in a thread: with large data it takes a good part of a second."""
        revision = self._session.revision
        choices = await asyncio.to_thread(self._read, revision)
        if revision != self._session.revision:
            return  # the list has changed since and is being read again
        known, self._choices = self._choices, {choice.id: choice for choice in choices}
        changed = [choice for choice in choices if choice != known.get(choice.id)]
        if self._choices.keys() == known.keys() and all(known[one.id].hidden == one.hidden for one in changed):
            self.query_one(FilterList).update_items([self._item(choice) for choice in changed])
        else:
            self._show_all()

    def _read(self, revision: int) -> Sequence[DatasheetChoice]:
        with self._reading:
            outdated = self._left or revision != self._session.revision
            return () if outdated else self._session.datasheets(self._force_id)

    def _show_all(self) -> None:
        """Shows what may be added, with what is taken by now."""
        choices = list(self._choices.values())
        shown = [choice for choice in choices if self._hidden or not (choice.hidden or choice.legends)]
        self._roles = list(dict.fromkeys(choice.role for choice in shown))
        if self._role not in self._roles:
            self._role = ALL
        self._show_roles()
        self.query_one(FilterList).set_items([self._item(choice) for choice in choices], self._keep)
        self.query_one(ArmyHeader).show()
        self.query_one(KeyBar).refresh_keys()

    def _keep(self, item: Item) -> bool:
        choice = self._choices[item.id]
        return (self._hidden or not (choice.hidden or choice.legends)) and self._role in {ALL, choice.role}

    def _item(self, choice: DatasheetChoice) -> Item:
        army = self._session.army
        taken = f"{glyphs().times}{choice.taken}" if choice.taken else ""
        names = (choice.name, choice.faction, role_name(army, choice.role), *choice.keywords)
        return Item(
            choice.id,
            local(army, choice.name),
            f"{taken:>4} {bare_price(army, choice.points):>5}",
            more=" ".join((*names, *(local(army, word) for word in choice.keywords))),
            mark=glyphs().legends if choice.legends else " ",
            dim=choice.hidden,
            later=bool(choice.faction),
        )

    def _show_roles(self) -> None:
        """The roles in one line, scrolled so that the one chosen is seen."""
        army = self._session.army
        names = [_("All"), *(role_name(army, role) for role in self._roles)]
        place = [ALL, *self._roles].index(self._role)
        width = max(20, self.query_one("#roles", Static).size.width)
        start = 0
        while start < place and sum(len(name) + 3 for name in names[start : place + 1]) > width:
            start += 1
        parts: list[tuple[str, str]] = [("… ", "dim")] if start else []
        for index, name in enumerate(names[start:], start):
            chosen = index == place
            parts.append((f"[{name}]", "bold reverse") if chosen else (f" {name} ", "$text-muted"))
        self.query_one("#roles", Static).update(Content.assemble(*parts).truncate(width, ellipsis=True))

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_roles)

    # --- what happens in it ---------------------------------------------------------------------------------------------

    @on(FilterList.Pointed)
    def _pointed(self, event: FilterList.Pointed) -> None:
        event.stop()
        pane = self.query_one(SheetPane)
        if pane.region or not self.is_mounted:
            self._preview(event.item.id)

    def _preview(self, datasheet_id: str) -> None:
        try:
            with self._reading:
                unit = self._session.preview(datasheet_id, self._force_id)
        except (InputError, LookupError):
            return
        self.query_one(SheetPane).show(self._session.army, unit, taken=False)

    @on(FilterList.Chosen)
    def _chosen(self, event: FilterList.Chosen) -> None:
        event.stop()
        try:
            with self._reading:
                unit_id = self._session.add_unit(event.item.id, self._force_id)
        except (InputError, LookupError) as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self._added.append(unit_id)
        self._after_change()
        unit = self._session.unit(unit_id)
        if unit is not None:
            name = clip(unit_name(self._session.army, unit), 40)
            self.query_one("#found").border_subtitle = literal(_("{unit} added").format(unit=name))

    def _after_change(self) -> None:
        """Shows the points at once, and soon what is taken by now."""
        with self._reading:
            self.query_one(ArmyHeader).show()
        self._load()

    def action_undo_add(self) -> None:
        with self._reading:
            title = self._session.undo()
        self.query_one("#found").border_subtitle = literal(_("Undone: {title}").format(title=title) if title else "")
        self._after_change()

    def action_next_role(self) -> None:
        self._step_role(1)

    def action_previous_role(self) -> None:
        self._step_role(-1)

    def _step_role(self, step: int) -> None:
        roles = [ALL, *self._roles]
        self._role = roles[(roles.index(self._role) + step) % len(roles)]
        self._show_roles()
        self.query_one(FilterList).keep(self._keep)

    def action_toggle_legends(self) -> None:
        self._hidden = not self._hidden
        if self._choices:
            self._show_all()

    def action_sheet_down(self) -> None:
        self.query_one(SheetPane).scroll_relative(y=5, animate=False)

    def action_sheet_up(self) -> None:
        self.query_one(SheetPane).scroll_relative(y=-5, animate=False)

    def action_done(self) -> None:
        search = self.query_one(FilterList)
        if search.query_text:
            search.clear_search()  # the first escape clears, the second leaves
        else:
            with self._reading:
                self._left = True
                added = next((unit_id for unit_id in reversed(self._added) if self._session.unit(unit_id)), "")
            self.dismiss(added)
