"""Asks for a text of several lines."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import TextArea

from listbuilder.i18n import _
from listbuilder.tui.screens.dialogs import Dialog
from listbuilder.tui.widgets.hints import Hint


class Note(Dialog[str]):
    """Dismisses with the text, without blanks around it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s,ctrl+o", "keep", show=False, priority=True)]

    def __init__(self, title: str, text: str) -> None:
        super().__init__(title, Hint("ctrl+s", _("keep")), Hint("escape", _("cancel")))
        self.add_class("noting")
        self._text = text

    def content(self) -> ComposeResult:
        yield TextArea(self._text, id="note", tab_behavior="focus")

    def on_mount(self) -> None:
        field = self.query_one(TextArea)
        field.move_cursor(field.document.end)
        field.focus()

    def action_keep(self) -> None:
        self.dismiss(self.query_one(TextArea).text.strip())
