"""A page of text to read and to scroll."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from listbuilder.i18n import _
from listbuilder.terminal import wrap
from listbuilder.tui.screens.dialogs import Dialog
from listbuilder.tui.widgets.hints import Hint

STEP = "  "  # by which a line goes on further in


class TextPage(Dialog[str]):
    """Shows a text. Dismisses with ``copy`` where the user wants it on the clipboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter", "dismiss(None)", show=False),
        Binding("y", "dismiss('copy')", show=False),
        Binding("j", "scroll('down')", show=False),
        Binding("k", "scroll('up')", show=False),
    ]

    def __init__(self, title: str, text: Content) -> None:
        super().__init__(title, Hint("y", _("copy")), Hint("escape", _("close")), classes="dialog tall wide")
        self._text = text

    def content(self) -> ComposeResult:
        with VerticalScroll():
            yield _Lines(self._text)

    def action_scroll(self, way: str) -> None:
        getattr(self.query_one(VerticalScroll), f"action_scroll_{way}")()


class _Lines(Static):
    """A text as `hanging` has it."""

    DEFAULT_CSS = "_Lines { width: 1fr; }"

    def __init__(self, text: Content) -> None:
        super().__init__(text)
        self._text = text
        self._width = 0

    def on_resize(self, event: events.Resize) -> None:
        if event.size.width != self._width:  # else it is only higher now
            self._width = event.size.width
            self.update(hanging(self._text, self._width))


def hanging(text: Content, width: int) -> Content:
    """The text in lines of so many cells: what has no room on a line goes on two cells further in than the line begins."""
    return Content("\n").join(one for line in text.split("\n", allow_blank=True) for one in _hanging(line, width))


def _hanging(line: Content, width: int) -> list[Content]:
    plain = line.plain
    indent = plain[: len(plain) - len(plain.lstrip())]
    found: list[Content] = []
    place = 0
    for piece in wrap(plain, width, indent, indent + STEP):
        start = plain.find(piece.strip(), place)
        if start < 0:  # blanks that follow each other, which it has as one
            return [line]
        place = start + len(piece.strip())
        found.append(Content.assemble(indent + STEP if found else indent, line[start:place]))
    return found


def signed(text: str) -> Content:
    """A text whose lines start with what they are: ``+`` came, ``-`` went, ``~`` changed, ``=`` the sum."""
    styles = {"+": "$text-success", "-": "$text-error", "~": "bold", "=": "bold"}
    lines = []
    for line in text.splitlines():
        start = line.lstrip()
        is_title = line.startswith(("--- ", "+++ "))
        lines.append(Content.styled(line, "bold" if is_title else styles.get(start[:1], "")))
    return Content("\n").join(lines)
