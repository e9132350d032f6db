"""What the user keeps of what the browser's cursor is on: whether it is a favourite, how many models of it are owned."""

from __future__ import annotations

from collections.abc import Callable

from textual.widget import Widget

from listbuilder.i18n import _
from listbuilder.session import DatasheetChoice
from listbuilder.tui.browsing.offering import Offering
from listbuilder.tui.browsing.table import Table
from listbuilder.tui.desk import Desk
from listbuilder.tui.screens.dialogs import Prompt

MOST_OWNED = 4  # digits


class Kept:
    """Of the line under the cursor of a host's table. ``changed`` is called after each change."""

    def __init__(self, host: Widget, desk: Desk, offering: Offering, changed: Callable[[], None]) -> None:
        self._host = host
        self._desk = desk
        self._offering = offering
        self._changed = changed

    def toggle_favourite(self) -> None:
        choice = self._choice
        if choice is not None:
            on = not self._offering.holding(choice).favourite
            self._keep(lambda: self._offering.collection.favourite(self._system, choice.name, on=on))

    def enter_owned(self) -> None:
        """Asks how many models the user owns; an empty answer forgets it."""
        choice = self._choice
        if choice is None:
            return
        owned = self._offering.holding(choice).owned

        def answered(text: str | None) -> None:
            if text is not None:
                models = int(text) if text.strip() else None
                self._keep(lambda: self._offering.collection.own(self._system, choice.name, models))

        title = _("Models of {name} that you own").format(name=self._offering.name(choice))
        hint = _("Leave empty where you do not keep count")
        prompt = Prompt(title, "" if owned is None else str(owned), hint=hint, check=_count_problem)
        self._host.app.push_screen(prompt, answered)

    @property
    def _choice(self) -> DatasheetChoice | None:
        return self._offering.choices.get(self._host.query_one(Table).pointed)

    @property
    def _system(self) -> str:
        return self._offering.session.army.system

    def _keep(self, change: Callable[[], None]) -> None:
        self._desk.attempt(change)
        self._changed()


def _count_problem(text: str) -> str:
    """What is wrong with a number of models as it was typed; empty where nothing is."""
    stated = text.strip()
    fits = stated.isascii() and stated.isdecimal() and len(stated) <= MOST_OWNED
    return "" if fits or not stated else _("Enter a number of models.")
