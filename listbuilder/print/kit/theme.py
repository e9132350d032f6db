"""The roles of type, measures and weights of rules, chosen for black-and-white printers. No text is grey, and nothing stands on
a tint: one bit a pixel would fray it."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.print.kit.blocks import Prose
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.typefaces import HAN_SCRIPTS
from listbuilder.print.kit.typeset import Span

QUIET = 0.0  # ink of labels and notes: one bit a pixel would fray a grey
SHADE = 0.86  # ground of what is shaded
HAIR = 0.4
FRAME = 0.6

SUBTITLE = Style(11.5)
SECTION = Style(10.5, strong=True)
NAME = Style(12.5, strong=True)
BODY = Style(8.6)
SMALL = Style(7.5)
LABEL = Style(7, strong=True, ink=QUIET)
NOTE = Style(7.5, ink=QUIET)
FOOT = Style(7.5, ink=QUIET)


# --- the roles of type; sizes in points ---------------------------------------------------------------------------------
LIST_NAME = Style(30, strong=True)
LIST_TOTAL = Style(40, strong=True)
PAGE_TITLE = Style(20, strong=True)
CARD_TITLE = Style(15, strong=True)
CARD_POINTS = Style(15, strong=True)
STAT = Style(16, strong=True)
SAVE_STAT = Style(15, strong=True)
FACT = Style(17, strong=True)
ROW_NAME = Style(10.5, strong=True)
ROW_TEXT = Style(8.5)
SECTION_HEAD = Style(9.5, strong=True)
WEAPON_NAME = Style(8.5, strong=True)
WEAPON_MODE = Style(8.5)
WEAPON_FIGURE = Style(9, strong=True)
WEAPON_RANGE = Style(9)
RULES = Style(8.5)
RULES_NAME = Style(8.5, strong=True)
BAR_SECOND = Style(9.5, strong=True)
BAR_LARGE_SECOND = Style(12, strong=True)
KEYWORDS = Style(7.5)
LEGEND = Style(8)
SMALL_LABEL = Style(7, strong=True, tracking=0.35)
SMALL_HEAD = Style(8, strong=True, tracking=0.35)
FOOT_LINE = Style(7.5)
FOOT_NAME = Style(7.5, strong=True)
POCKET_TITLE = Style(12, strong=True)
POCKET_FIGURE = Style(12.5, strong=True)
POCKET_WIDE_FIGURE = Style(11.5, strong=True)
POCKET_WEAPON = Style(8, strong=True)
POCKET_WEAPON_FIGURE = Style(8.5)
POCKET_KEYWORDS = Style(7)
POCKET_RULES = ((9.0, 11.2), (8.5, 10.4), (8.0, 9.4))  # sizes with their leadings, the first that fits
RULES_LEADING = 10.5 / 8.5
HAN_RULES_LEADING = 12.6 / 8.5
_MANY_HAN = 0.2  # of the characters of a text


def prose(text: str, style: Style, align: str = "left", leading: float = 1.2) -> Prose:
    """A wrapped text of one style."""
    return Prose([Span(text, style)], align, leading)


def label(text: str, align: str = "left") -> Prose:
    """A small grey heading in capitals, whose words are never broken."""
    return Prose([Span(text.upper(), LABEL)], align, 1.2, whole_words=True)


def small_label(text: str, align: str = "left") -> Prose:
    """A column's head in capitals, whose words are never broken; where there are no capitals, its signs are larger."""
    if HAN_SCRIPTS.search(text):
        return Prose([Span(text, LEGEND)], align, 1.2, whole_words=True)
    return Prose([Span(text.upper(), SMALL_LABEL)], align, 1.2, whole_words=True)


def rules_text(spans: Sequence[Span], align: str = "left") -> Prose:
    """A paragraph of rules, with more space between lines of Chinese and Japanese: all lines, or those few with a word of it."""
    text = "".join(span.text for span in spans)
    is_han = len(HAN_SCRIPTS.findall(text)) >= _MANY_HAN * len(text) > 0
    return Prose(spans, align, HAN_RULES_LEADING if is_han else RULES_LEADING, han_leading=HAN_RULES_LEADING)
