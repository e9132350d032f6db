"""The help page: every action with its keys, from the one table."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import zip_longest
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from listbuilder.catalogue.states import EMBARKED
from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.i18n import Text, _
from listbuilder.terminal import columns, pad, wrap
from listbuilder.tui.actions import ACTIONS, GO, Context, key_names
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.joining import has_joined_title
from listbuilder.tui.screens.dialogs import Dialog
from listbuilder.tui.widgets.hints import Hint
from listbuilder.tui.wording import absent, in_game

KEYS = 22  # cells
LEAST = 12  # cells beside them
FEW = 8  # cells of the keys in a narrow window
COLUMN = 62  # cells from which on there are two columns of so many
GAP = 3  # cells between them


class Help(Dialog[bool]):
    """Scrolls; escape, q or ? closes it. Dismisses with whether the command palette is wanted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,question_mark,f1", "dismiss(None)", show=False),
        Binding("j", "scroll('down')", show=False),
        Binding("k", "scroll('up')", show=False),
        Binding("colon,ctrl+p", "dismiss(True)", show=False),
    ]

    HORIZONTAL_BREAKPOINTS = [(0, "-one"), (150, "-two")]

    def __init__(
        self,
        keymap: dict[str, str],
        vocabulary: Vocabulary,
        unneeded: Container[str] = (),
        here: Sequence[Context] = (),
        *,
        has_palette: bool = False,
    ) -> None:
        """``has_palette``: whether there is one for the screen below. Narrow key bars have no room for it."""
        palette = [Hint("colon", _("commands"))] if has_palette else []
        super().__init__(_("Keys"), *palette, Hint("escape", _("close")), classes="dialog tall wide")
        self._keymap, self._vocabulary, self._unneeded, self._here = keymap, vocabulary, unneeded, here

    def content(self) -> ComposeResult:
        with VerticalScroll():
            yield Static()

    def on_mount(self) -> None:
        self.call_after_refresh(self._draw)

    def on_resize(self, event: events.Resize) -> None:
        del event
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        width = self.query_one(VerticalScroll).scrollable_content_region.width
        self.query_one(VerticalScroll).query_one(Static).update(
            help_text(self._keymap, self._vocabulary, self._unneeded, width, self._here)
        )

    def action_scroll(self, way: str) -> None:
        getattr(self.query_one(VerticalScroll), f"action_scroll_{way}")()


def help_text(
    keymap: dict[str, str],
    vocabulary: Vocabulary = NEUTRAL,
    unneeded: Container[str] = (),
    width: int = 0,
    here: Sequence[Context] = (),
) -> Content:
    """All keys by group but for actions that are not needed, and the signs in the army pane, in lines of that many cells (0: as
    long as they are), in two columns where there is room for them. ``here``: contexts whose groups come first, in this order."""
    if width >= 2 * COLUMN + GAP:
        column = (width - GAP) // 2
        return _side_by_side(_blocks(keymap, vocabulary, unneeded, column, here), column)
    return Content("\n").join(
        [line for block in _blocks(keymap, vocabulary, unneeded, width, here) for line in block][:-1]
    )


def _blocks(
    keymap: dict[str, str], vocabulary: Vocabulary, unneeded: Container[str], width: int, here: Sequence[Context]
) -> list[list[Content]]:
    """The lines of each group with its heading, and an empty one behind them."""
    groups: dict[str, list[Content]] = {}
    ranks: dict[str, int] = {}
    missing = absent(vocabulary)
    for action in ACTIONS:
        if action.id not in missing and action.id not in unneeded:
            after = [GO + action.after_go] if action.after_go else []
            keys = " ".join([*after, *key_names(keymap.get(action.id, action.keys))])
            group = in_game(action.group, vocabulary)
            groups.setdefault(group, []).append(_line(keys, in_game(action.title, vocabulary), width))
            rank = here.index(action.context) if action.context in here else len(here)
            ranks[group] = min(rank, ranks.get(group, rank))
    counts = [
        _line("0 … 9", in_game(Text("Type a count in the {unit} editor"), vocabulary), width),
        _line("2 … 9", _("Do another fix of the finding under the cursor"), width),
    ]
    told = [_line(sign, text, width, "bold") for sign, text in signs(vocabulary)]
    order = sorted(groups, key=ranks.__getitem__)
    blocks = [(group, [*groups[group], *(counts if group == order[-1] else ())]) for group in order]
    blocks.append((_("Signs"), told))
    return [
        [Content.styled(title, "bold $secondary"), *(part for line in lines for part in line.split("\n")), Content()]
        for title, lines in blocks
    ]


def _side_by_side(blocks: Sequence[Sequence[Content]], width: int) -> Content:
    """The blocks in two columns of about the same height, each of that many cells."""
    sizes = [len(block) for block in blocks]
    place = min(range(1, len(blocks)), key=lambda place: max(sum(sizes[:place]), sum(sizes[place:])))
    left, right = ([line for block in part for line in block] for part in (blocks[:place], blocks[place:]))
    rows = zip_longest(left, right, fillvalue=Content())
    return Content("\n").join(
        Content.assemble(one.pad_right(max(0, width - one.cell_length)), " " * GAP, other) for one, other in rows
    )


def _line(keys: str, text: str, width: int, style: str = "bold $footer-key-foreground") -> Content:
    """The keys, and what they do beside them, also where that takes several lines."""
    start = f"  {keys}"
    beside = " " * (columns(f"  {pad(keys, KEYS)} ") - columns(start))
    if width and width - columns(start + beside) < LEAST:
        return _narrow_line(start, text, width, style)
    width -= columns(start + beside)
    if width < 0:
        return Content.assemble((start, style), beside + text)
    first, *rest = wrap(text, width)
    below = " " * columns(start + beside)
    return Content.assemble((start, style), "\n".join([beside + first, *(below + one for one in rest)]))


def _narrow_line(start: str, text: str, width: int, style: str) -> Content:
    """The same where there is little room: what keys do has a column of its own all the same, below keys that reach into it."""
    column = " " * FEW
    lines = wrap(text, width, column, column)
    if columns(start) < FEW:
        lines[0] = lines[0][columns(start) :]
    else:
        lines[0] = f"\n{lines[0]}"
    return Content.assemble((start, style), "\n".join(lines))


def signs(vocabulary: Vocabulary = NEUTRAL) -> list[tuple[str, str]]:
    """The signs next to units and what they mean."""
    sign, terms = glyphs(), vocabulary.terms
    states = [state for state in vocabulary.states if state.reserves]
    led = [(sign.attached, vocabulary.declaration("attach")), (sign.led, has_joined_title(vocabulary))]
    return [
        *([(sign.warlord, terms.warlord.title)] if "warlord" in vocabulary.marks else ()),
        *([(sign.enhancement, terms.enhancement.title)] if "enhancement" in vocabulary.marks else ()),
        *(led if vocabulary.declares("attach") else ()),
        *([(sign.embarked, vocabulary.state_title(EMBARKED))] if vocabulary.declares("embark") else ()),
        *((sign.deep_strike if state.ability else sign.reserves, state.title) for state in states),
        *([(sign.hover, vocabulary.declaration("hover"))] if vocabulary.declares("hover") else ()),
        (sign.legends, terms.legends.title),
        (f"{sign.error} {sign.warning} {sign.unjudged} {sign.info}", _("Error, warning, cannot be judged, note")),
    ]
