"""Small questions: choose an answer, type a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from listbuilder.i18n import _


class Ask(ModalScreen[str]):
    """A question with answers. Dismisses with the answer's id, empty for escape. An answer's key is its first letter or
    digit given in ``answers``: (id, key, text)."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "answer('')", show=False)]

    def __init__(self, title: str, text: str, answers: Sequence[tuple[str, str, str]]) -> None:
        super().__init__(classes="dialog")
        self._title, self._text, self._answers = title, text, answers
        for answer, key, _title in answers:
            self._bindings.bind(key, f"answer('{answer}')", show=False)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = self._title
            yield Static(Content(self._text), classes="text")
            yield OptionList(
                *(
                    Option(Content.assemble((f"{key}  ", "bold $footer-key-foreground"), text), id=answer)
                    for answer, key, text in self._answers
                ),
                markup=False,
            )

    def action_answer(self, answer: str) -> None:
        self.dismiss(answer)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id or "")


class Prompt(ModalScreen[str | None]):
    """Asks for a text. Dismisses with it, None for escape. ``check`` says what is wrong with a text, empty for nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(
        self, title: str, value: str = "", *, hint: str = "", check: Callable[[str], str] = lambda _text: ""
    ) -> None:
        super().__init__(classes="dialog")
        self._title, self._value, self._hint, self._check = title, value, hint, check

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = _("enter: accept · esc: cancel")
            yield Input(self._value, compact=True)
            yield Static(self._hint, classes="hint", markup=False)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        problem = self._check(event.value)
        if problem:
            self.query_one(".hint", Static).update(Content.styled(problem, "$text-error"))
        else:
            self.dismiss(event.value)

    def action_cancel(self) -> None:
        self.dismiss(None)
