"""The line into which a query is typed: what is no command goes into it at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

TYPED = frozenset(" :<-'’.,&")  # signs that are typed, as lower case and digits are; all others are commands
ESCAPE = "/"  # types the sign or capital that follows


class QueryLine(Input):
    """Posts `Stepped` for the keys that would move its cursor, which stays at the end."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+u", "clear", show=False, priority=False)]

    @dataclass
    class Stepped(Message):
        """To the left or to the right."""

        by: int

    def __init__(self, placeholder: str) -> None:
        super().__init__(placeholder=placeholder, compact=True, select_on_focus=False)
        self._literally = False

    def _is_typed(self, character: str | None) -> bool:
        if character is None or not character.isprintable():
            return False
        if self._literally or character == ESCAPE:
            return True
        return character in TYPED or character.isdecimal() or (character.isalpha() and not character.isupper())

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """What is not typed here is a command of the browser, or of the app."""
        return self._is_typed(character)

    async def _on_key(self, event: events.Key) -> None:
        if not event.is_printable:
            self._literally = False
            return
        if not self._is_typed(event.character):
            event.prevent_default()  # it is not typed, but goes on to the bindings
            return
        event.stop()
        event.prevent_default()
        if event.character == ESCAPE and not self._literally:
            self._literally = True
            return
        self._literally = False
        if event.character == " ":
            self.cursor_position = len(self.value)
        selection = self.selection
        if selection.is_empty:
            self.insert_text_at_cursor(event.character or "")
        else:
            self.replace(event.character or "", *selection)

    def begin_anew(self) -> None:
        """The query stays; what is typed next takes its place, and a blank goes on with it."""
        self.select_all()

    def action_cursor_left(self, select: bool = False) -> None:
        self.post_message(self.Stepped(-1))

    def action_cursor_right(self, select: bool = False) -> None:
        self.post_message(self.Stepped(1))

    def action_clear(self) -> None:
        self.value = ""
