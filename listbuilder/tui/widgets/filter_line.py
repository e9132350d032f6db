"""Lines to type in, and which keys they leave to the place that they are in."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.widgets import Input

HELP, PALETTE = "?", ":"  # keys that the key bar names everywhere


class SearchLine(Input):
    """What backspace and space do while nothing is typed is told; otherwise they edit the line."""

    @dataclass
    class Idle(Message):
        """The key was pressed on an empty line."""

        key: str

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "space" and not self.value:
            event.stop()
            event.prevent_default()
            self.post_message(self.Idle("space"))
            return
        await super()._on_key(event)

    def action_delete_left(self) -> None:
        if self.value:
            super().action_delete_left()
        else:
            self.post_message(self.Idle("backspace"))


class FilterLine(SearchLine):
    """What is looked for has no question mark and begins with no colon: these keys do here what they do elsewhere."""

    def _is_left(self, character: str | None) -> bool:
        return character == HELP or (character == PALETTE and not self.value)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return not self._is_left(character) and super().check_consume_key(key, character)

    async def _on_key(self, event: events.Key) -> None:
        if self._is_left(event.character):
            event.prevent_default()  # it is not typed, but goes on to the bindings
            return
        await super()._on_key(event)
