"""Keys beside what they do. A click on one presses it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from listbuilder.i18n import _
from listbuilder.tui.actions import key_names
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.widgets.clicks import Clicked, pressing

GAP = "   "


class Hint(NamedTuple):
    """``key``: by its name in bindings, or empty where there is none to press, ``words``: what it does."""

    key: str
    words: str


class HintBox(Clicked, Vertical):
    """A box with hints in its frame. While it is loading, it says so in words: nothing moves."""

    def get_loading_widget(self) -> Widget:
        return Static(Content.styled(_("Reading …"), "$dim"), classes="reading")


def named(key: str, words: str) -> Content:
    """A key, as it is written, and what it does."""
    sign = {"enter": glyphs().enter, "tab": glyphs().tab, "right": glyphs().becomes, "left": glyphs().led}.get(key, key)
    return Content.assemble((sign, "bold $accent"), " ", (words, "$dim"))


def hinted(hint: Hint) -> Content:
    """A hint, which presses its key when it is clicked in a widget that is `Clicked`."""
    if not hint.key:
        return Content.styled(hint.words, "$dim")
    return pressing(named(key_names(hint.key)[0], hint.words), hint.key)


def in_line(hints: Iterable[Hint]) -> Content:
    """The hints side by side."""
    return Content(GAP).join(map(hinted, hints))
