"""The help page: every action with its keys, from the one table."""

from __future__ import annotations

from itertools import groupby
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from listbuilder.catalogue.vocabulary import EMBARKED, NEUTRAL, Vocabulary
from listbuilder.i18n import _
from listbuilder.tui.actions import ACTIONS, key_names
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.wording import absent, in_game


class Help(ModalScreen[None]):
    """Scrolls; escape, q or ? closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "close", show=False),
        Binding("j", "scroll('down')", show=False),
        Binding("k", "scroll('up')", show=False),
    ]

    def __init__(self, keymap: dict[str, str], vocabulary: Vocabulary = NEUTRAL) -> None:
        super().__init__(classes="dialog tall")
        self._keymap = keymap
        self._vocabulary = vocabulary

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide") as box:
            box.border_title = _("Keys")
            box.border_subtitle = _("esc: close")
            with VerticalScroll():
                yield Static(help_text(self._keymap, self._vocabulary))

    def action_close(self) -> None:
        self.dismiss()

    def action_scroll(self, way: str) -> None:
        getattr(self.query_one(VerticalScroll), f"action_scroll_{way}")()


def help_text(keymap: dict[str, str], vocabulary: Vocabulary = NEUTRAL) -> Content:
    """All keys by group, and the signs in the army pane."""
    lines: list[Content] = []
    missing = absent(vocabulary)
    for group, actions in groupby(sorted(ACTIONS, key=_place), key=lambda action: action.group):
        lines += [Content(), Content.styled(str(group), "bold $secondary")]
        for action in actions:
            if action.id in missing:
                continue
            keys = "  ".join(key_names(keymap.get(action.id, action.keys)))
            lines.append(
                Content.assemble(
                    (f"  {keys:<22}", "bold $footer-key-foreground"), " ", in_game(action.title, vocabulary)
                )
            )
    lines += [
        Content.assemble(
            (f"  {'0 … 9':<22}", "bold $footer-key-foreground"), " ", _("Type a count in the unit editor")
        ),
        Content.assemble((f"  {'tab  s-tab':<22}", "bold $footer-key-foreground"), " ", _("Next and previous pane")),
        Content(),
        Content.styled(_("Signs"), "bold $secondary"),
        *(Content.assemble((f"  {sign:<22}", "bold"), " ", text) for sign, text in signs(vocabulary)),
    ]
    return Content("\n").join(lines[1:])


def _place(action: object) -> int:
    order = list(dict.fromkeys(str(known.group) for known in ACTIONS))
    return order.index(str(getattr(action, "group", "")))


def signs(vocabulary: Vocabulary = NEUTRAL) -> list[tuple[str, str]]:
    """The signs next to units and what they mean."""
    sign, terms = glyphs(), vocabulary.terms
    states = [state for state in vocabulary.states if state.reserves]
    led = [(sign.attached, vocabulary.declaration("attach")), (sign.led, _("Has a leader"))]
    return [
        (sign.warlord, terms.warlord.title),
        (sign.enhancement, terms.enhancement.title),
        *(led if vocabulary.declares("attach") else ()),
        *([(sign.embarked, vocabulary.state_title(EMBARKED))] if vocabulary.declares("embark") else ()),
        *((sign.deep_strike if state.ability else sign.reserves, state.title) for state in states),
        *([(sign.hover, vocabulary.declaration("hover"))] if vocabulary.declares("hover") else ()),
        (sign.legends, terms.legends.title),
        (f"{sign.error} {sign.warning} {sign.unjudged} {sign.info}", _("Error, warning, cannot be judged, note")),
    ]
