"""After the first of two keys: what may follow, in a box above the key bar when the second one is not pressed at once."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.tui.actions import AFTER_GO, GO
from listbuilder.tui.later import later
from listbuilder.tui.styles import Styled
from listbuilder.tui.widgets.clicks import Clicked, clickable
from listbuilder.tui.wording import in_game

PATIENCE = 0.3  # seconds until the box is shown


class Continuations(Static, Clicked):
    """What may follow, one a line."""


class Prefix(Styled, ModalScreen[str | None]):
    """Dismisses with the id of the action that the second key means, None for any other key."""

    STYLES = ("dialogs",)
    DEFAULT_CSS = """
    Prefix { background: transparent; align: right bottom; }
    Prefix > Continuations {
        display: none; width: auto; height: auto; max-width: 100%; margin: 0 1 1 1; padding: 0 1;
        border: round $focus; background: $raised;
    }
    Prefix.-shown > Continuations { display: block; }
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self._vocabulary = vocabulary

    def compose(self) -> ComposeResult:
        box = Continuations(Content("\n").join(map(self._line, AFTER_GO)))
        box.border_title = GO
        yield box

    def _line(self, key: str) -> Content:
        title = in_game(AFTER_GO[key].title, self._vocabulary)
        line = Content.assemble((key, "bold $accent"), "  ", (title, "$foreground"))
        return clickable(line, f"screen.dismiss({AFTER_GO[key].id!r})")

    def on_mount(self) -> None:
        later(self, PATIENCE, self._show)

    def _show(self) -> None:
        self.add_class("-shown")

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.dismiss(None)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        action = AFTER_GO.get(event.key)
        self.dismiss(action.id if action is not None else None)
