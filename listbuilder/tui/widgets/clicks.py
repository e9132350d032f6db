"""Words that can be clicked: a click on one runs an action or presses a key, and it keeps the colour that it has."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.style import Style
from textual.widget import Widget

ACTION, KEY = "action", "key"  # in the meta data of a style


def clickable(text: Content, action: str) -> Content:
    """The text, which runs the Textual action when it is clicked; for widgets that are `Clicked`."""
    return text.stylize(Style.from_meta({ACTION: action}))


def pressing(text: Content, key: str) -> Content:
    """The text, which presses the key of that name when it is clicked; for widgets that are `Clicked`."""
    return text.stylize(Style.from_meta({KEY: key}))


class Clicked(Widget):
    """Does what its clickable texts are for, those in its frame too."""

    async def on_click(self, event: events.Click) -> None:
        action, key = event.style.meta.get(ACTION), event.style.meta.get(KEY)
        if action:
            event.stop()
            await self.run_action(action)
        elif key:
            event.stop()
            self.app.call_later(
                self.app.simulate_key, key
            )  # a key that a parent sends goes no further than that parent
