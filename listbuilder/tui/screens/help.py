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

from listbuilder.i18n import _
from listbuilder.tui.actions import ACTIONS, key_names
from listbuilder.tui.glyphs import glyphs


class Help(ModalScreen[None]):
    """Scrolls; escape, q or ? closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "close", show=False),
        Binding("j", "scroll('down')", show=False),
        Binding("k", "scroll('up')", show=False),
    ]

    def __init__(self, keymap: dict[str, str]) -> None:
        super().__init__(classes="dialog tall")
        self._keymap = keymap

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide") as box:
            box.border_title = _("Keys")
            box.border_subtitle = _("esc: close")
            with VerticalScroll():
                yield Static(help_text(self._keymap))

    def action_close(self) -> None:
        self.dismiss()

    def action_scroll(self, way: str) -> None:
        getattr(self.query_one(VerticalScroll), f"action_scroll_{way}")()


def help_text(keymap: dict[str, str]) -> Content:
    """All keys by group, and the signs in the army pane."""
    lines: list[Content] = []
    for group, actions in groupby(sorted(ACTIONS, key=_place), key=lambda action: action.group):
        lines += [Content(), Content.styled(str(group), "bold $secondary")]
        for action in actions:
            keys = "  ".join(key_names(keymap.get(action.id, action.keys)))
            lines.append(Content.assemble((f"  {keys:<22}", "bold $footer-key-foreground"), " ", str(action.title)))
    lines += [
        Content.assemble(
            (f"  {'0 … 9':<22}", "bold $footer-key-foreground"), " ", _("Type a count in the unit editor")
        ),
        Content.assemble((f"  {'tab  s-tab':<22}", "bold $footer-key-foreground"), " ", _("Next and previous pane")),
        Content(),
        Content.styled(_("Signs"), "bold $secondary"),
        *(Content.assemble((f"  {sign:<22}", "bold"), " ", text) for sign, text in signs()),
    ]
    return Content("\n").join(lines[1:])


def _place(action: object) -> int:
    order = list(dict.fromkeys(str(known.group) for known in ACTIONS))
    return order.index(str(getattr(action, "group", "")))


def signs() -> list[tuple[str, str]]:
    """What the signs beside units mean."""
    sign = glyphs()
    return [
        (sign.warlord, _("Warlord")),
        (sign.enhancement, _("Bears an enhancement")),
        (sign.attached, _("Leads a unit")),
        (sign.led, _("Is led")),
        (sign.embarked, _("Starts in a transport")),
        (sign.deep_strike, _("Starts in reserves, with Deep Strike")),
        (sign.reserves, _("Starts in reserves")),
        (sign.hover, _("Hovers")),
        (sign.legends, _("Legends datasheet")),
        (f"{sign.error} {sign.warning} {sign.unjudged} {sign.info}", _("Error, warning, cannot be judged, note")),
    ]
