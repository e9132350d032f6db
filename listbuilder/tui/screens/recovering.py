"""The questions what becomes of changes that a run of the builder could not save, and of lists in the bin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from listbuilder.i18n import _
from listbuilder.terminal import one_line
from listbuilder.tui.journal import Recovered
from listbuilder.tui.screens.dialogs import Ask, Pick
from listbuilder.tui.search import Item
from listbuilder.tui.widgets.filter_list import FilterList
from listbuilder.tui.widgets.hints import Hint

RECOVER, DISCARD = "recover", "discard"  # answers; any other leaves them for later


def what_becomes_of(entry: Recovered) -> Ask:
    """Asks about one list."""
    text = _("{name} has changes of {when} that were not saved before the program ended.").format(
        name=one_line(str(entry.path or entry.name)), when=entry.when
    )
    if entry.about:
        text = f"{text}\n{one_line(entry.about)}"
    answers = [(RECOVER, "r", _("Recover them")), (DISCARD, "d", _("Discard them")), ("", "l", _("Decide later"))]
    return Ask(_("Unsaved changes"), text, answers)


class PickLost(Pick):
    """What there is to bring back. Dismisses with the id of the item that is wanted; with `DISCARD` before it, of one that is not
    wanted any more."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+d", "discard", show=False, priority=True)]

    def __init__(self, items: Sequence[Item]) -> None:
        super().__init__(_("Recover"), items)
        self._hints = Hint("enter", _("recover")), Hint("ctrl+d", _("discard")), Hint("escape", _("cancel"))

    def action_discard(self) -> None:
        item = self.query_one(FilterList).pointed
        if item is not None:
            self.dismiss(DISCARD + item.id)
