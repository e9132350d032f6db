"""The bottom line: what the keys do in the focused pane, as many as fit, and what was done last."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.i18n import _
from listbuilder.terminal import one_line
from listbuilder.tui.actions import ACTIONS, Context, key_names
from listbuilder.tui.widgets.clicks import Clicked, clickable
from listbuilder.tui.wording import in_bar

GAP = "  "
SHOWN = 5.0  # seconds that a message stays


class KeyBar(Clicked):
    """Shows the keys of the contexts given, those of the first context first; help is always shown."""

    DEFAULT_CSS = """
    KeyBar { height: 1; background: $raised; dock: bottom; }
    KeyBar > Static { width: 1fr; height: 1; padding: 0 1; text-wrap: nowrap; }
    """

    def __init__(self, contexts: Sequence[Context], *, extra: Iterable[tuple[str, str]] = ()) -> None:
        super().__init__()
        self._contexts = tuple(contexts)
        self._extra = tuple(extra)
        self.said: list[str] = []  # the last one is shown while the timer runs
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Static()

    def show(self, contexts: Sequence[Context]) -> None:
        """Shows the keys of other contexts, when another pane gets the focus."""
        self._contexts = tuple(contexts)
        self.refresh_keys()

    def say(self, text: str) -> None:
        """Shows a message for a while in place of some keys, and of the message before it."""
        self.said = [*self.said[-9:], one_line(text)]
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(SHOWN, self._forget)
        self.refresh_keys()

    def _forget(self) -> None:
        self._timer = None
        self.refresh_keys()

    def on_resize(self, _: events.Resize) -> None:
        self.refresh_keys()

    def refresh_keys(self) -> None:
        """Redraws the line in the language in use."""
        self.query_one(Static).update(self._line(self.size.width - 2))

    def _hints(self) -> list[tuple[str, str, str]]:
        """(key, text, action) in order."""
        keymap: dict[str, str] = getattr(self.app, "keys", {})
        vocabulary: Vocabulary = getattr(self.screen, "vocabulary", NEUTRAL)
        unneeded: Container[str] = getattr(self.screen, "unneeded", ())
        hints = [(key, text, "") for key, text in self._extra]
        for context in self._contexts:
            for action in sorted(ACTIONS, key=lambda action: action.rank):
                if action.context == context and action.bar is not None and action.id not in unneeded:
                    key = key_names(keymap.get(action.id, action.keys))[0]
                    hints.append((key, in_bar(action.bar, vocabulary), action.handler))
        return hints

    def _line(self, width: int) -> Content:
        tail = self._hint("?", _("help"), "app.show_help")
        if self._timer is not None:
            message = Content(self.said[-1]).truncate(max(10, width - tail.cell_length - len(GAP)), ellipsis=True)
            tail = Content.assemble(message.stylize("bold"), GAP, tail)
        room = width - tail.cell_length
        line = Content()
        for hint in self._hints():
            part = Content.assemble(self._hint(*hint), GAP)
            if part.cell_length <= room:
                line += part
                room -= part.cell_length
        return Content.assemble(line, " " * max(0, room), tail)

    @staticmethod
    def _hint(key: str, text: str, action: str) -> Content:
        words = Content.styled(text, "$text-muted")
        if action:
            words = clickable(words, action)
        return Content.assemble((key, "bold $footer-key-foreground"), " ", words)
