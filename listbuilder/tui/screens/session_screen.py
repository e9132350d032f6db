"""Shared by all actions on a list: the session, the unit under the cursor, making edits and reporting errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from textual.screen import Screen

from listbuilder.army import Unit
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.errors import InputError
from listbuilder.i18n import Text, _
from listbuilder.session import Session
from listbuilder.tui.places import Place, Places
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.wording import in_game

Result = TypeVar("Result")


class SessionScreen(Screen[None]):
    """Base of the main screen and of the groups of its actions."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.unit_id = ""  # the unit under the cursor
        self.force_id = ""  # the force under the cursor, when it is no unit
        self.places = Places()

    @property
    def vocabulary(self) -> Vocabulary:
        return self.session.system.vocabulary

    @property
    def unit(self) -> Unit | None:
        return self.session.unit(self.unit_id) if self.unit_id else None

    @property
    def holder_id(self) -> str:
        """What the editor shows: the unit under the cursor, or the force."""
        return self.unit_id or self.force_id

    @property
    def here(self) -> str:
        """The force under the cursor or around the unit; empty for the first."""
        return self.unit.force if self.unit is not None else self.force_id

    def need_unit(self) -> Unit | None:
        """The unit under the cursor; notifies the user when there is none."""
        if self.unit is None:
            self.tell(in_game(Text("There is no {unit} here. Press a to add one."), self.vocabulary))
        return self.unit

    def edit(self, change: Callable[[], Result]) -> Result | None:
        """Makes an edit, and notes where the cursor was; an error becomes a notification, never a traceback."""
        steps, place = self.session.steps, self.place()
        result = self.attempt(change)
        if self.session.steps > steps:
            self.places.note(self.session.steps, place)
        return result

    def attempt(self, change: Callable[[], Result]) -> Result | None:
        """Does something; an error becomes a notification."""
        try:
            return change()
        except InputError as error:
            self.complain(error)
        except LookupError:  # another edit has removed it
            self.tell(_("It no longer exists."))
        return None

    def tell(self, text: str) -> None:
        """In the bottom line, where it covers nothing."""
        self.query_one(KeyBar).say(text)

    def complain(self, error: Exception) -> None:
        self.notify(str(error), title=_("That did not work"), severity="error", timeout=10, markup=False)

    def place(self) -> Place:
        """Where the cursor is."""
        raise NotImplementedError

    def select_unit(self, unit_id: str) -> None:
        """Puts the cursor on the unit, or on the force of that id."""
        raise NotImplementedError
