"""Words that can be clicked: a click on one runs an action, and it keeps the colour that it has."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.style import Style
from textual.widget import Widget

ACTION = "action"  # in the meta data of a style


def clickable(text: Content, action: str) -> Content:
    """The text, which runs the Textual action when it is clicked; for widgets that are `Clicked`."""
    return text.stylize(Style.from_meta({ACTION: action}))


class Clicked(Widget):
    """Runs the actions of its clickable texts, those in its frame too."""

    async def on_click(self, event: events.Click) -> None:
        action = event.style.meta.get(ACTION)
        if action:
            event.stop()
            await self.run_action(action)
