"""What the commands on a list work at: its session, the unit under the cursor, making edits, asking and telling the user."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol, TypeVar

from textual.message import Message
from textual.screen import Screen

from listbuilder.army import Unit
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.errors import InputError
from listbuilder.i18n import Text, _
from listbuilder.session import Session
from listbuilder.tui.places import Place, Places
from listbuilder.tui.wording import in_game

Result = TypeVar("Result")
Handler = Callable[[], Coroutine[Any, Any, None] | None]  # of an action; one that asks the user is a coroutine function
Handlers = dict[str, Handler]  # by the ids of the actions


class Host(Protocol):
    """The screen that shows the desk."""

    def place(self) -> Place:
        """Where the cursor is."""

    def return_to(self, place: Place | None) -> None:
        """Puts the cursor back there, when that is known and still there."""

    def select_unit(self, unit_id: str) -> None:
        """Puts the cursor on the unit, or on the force of that id."""

    def tell(self, text: str, offered: str = "") -> None:
        """In the bottom line, where it covers nothing; with the key of an action that is offered."""

    def complain(self, error: Exception) -> None:
        """What went wrong."""

    def copy(self, text: str) -> None:
        """To the clipboard of the user's terminal."""

    def do(self, action: str) -> None:
        """Runs the action of that id."""

    def ask(self, dialog: Screen[Result]) -> Awaitable[Result | None]:
        """The answer to a dialog, None when it was left. Only in a coroutine that was given to `start`, or of a handler."""

    def start(self, work: Coroutine[Any, Any, None], *, group: str = "default", exclusive: bool = False) -> None:
        """Runs it beside what the user does."""

    @property
    def in_browser(self) -> bool:
        """Whether a browser shows the builder, whose user has no folders of this machine."""

    def deliver(self, name: str, content: bytes) -> None:
        """Gives a file to that browser."""

    def post_message(self, message: Message) -> bool:
        """To the app."""


class Desk:
    """One list being worked on. It is shown by a host, which gives it a cursor and asks the user."""

    def __init__(self, session: Session, host: Host) -> None:
        self.session = session
        self.host = host
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

    def point(self, holder_id: str) -> None:
        """The cursor is on this unit or force."""
        is_unit = self.session.unit(holder_id) is not None
        self.unit_id, self.force_id = (holder_id, "") if is_unit else ("", holder_id)

    def need_unit(self) -> Unit | None:
        """The unit under the cursor; tells the user when there is none."""
        if self.unit is None:
            empty = Text("There is no {unit} here. Press a to add one.")
            elsewhere = Text("No {unit} is under the cursor.")
            self.tell(in_game(elsewhere if self.session.army.units else empty, self.vocabulary))
        return self.unit

    def edit(self, change: Callable[[], Result]) -> Result | None:
        """Makes an edit, and notes where the cursor was; an error is told, never a traceback."""
        steps, place = self.session.steps, self.host.place()
        result = self.attempt(change)
        if self.session.steps > steps:
            self.places.note(self.session.steps, place)
        return result

    def attempt(self, change: Callable[[], Result]) -> Result | None:
        """Does something; an error is told."""
        try:
            return change()
        except InputError as error:
            self.host.complain(error)
        except LookupError:  # another edit has removed it
            self.tell(_("It no longer exists."))
        return None

    def tell(self, text: str, offered: str = "") -> None:
        """A message; with the key of an action that is offered."""
        self.host.tell(text, offered)

    def ask(self, dialog: Screen[Result]) -> Awaitable[Result | None]:
        return self.host.ask(dialog)
