"""A page of text to read and to scroll."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content

from listbuilder.i18n import _
from listbuilder.tui.screens.dialogs import Dialog
from listbuilder.tui.widgets.hanging import Hanging
from listbuilder.tui.widgets.hints import Hint


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
            yield Hanging(self._text)

    def action_scroll(self, way: str) -> None:
        getattr(self.query_one(VerticalScroll), f"action_scroll_{way}")()


def signed(text: str) -> Content:
    """A text whose lines start with what they are: ``+`` came, ``-`` went, ``~`` changed, ``=`` the sum."""
    styles = {"+": "$text-success", "-": "$text-error", "~": "bold", "=": "bold"}
    lines = []
    for line in text.splitlines():
        start = line.lstrip()
        is_title = line.startswith(("--- ", "+++ "))
        lines.append(Content.styled(line, "bold" if is_title else styles.get(start[:1], "")))
    return Content("\n").join(lines)
