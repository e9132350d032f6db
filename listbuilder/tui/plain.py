"""Signs for terminals that show ASCII alone, in place of those that texts, frames and scrollbars have all the same."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

# Each is one cell wide, as what it stands for is.
_SAME_WIDTH = {
    **dict.fromkeys("─╌┄▔▁", "-"),
    **dict.fromkeys("━═", "="),
    **dict.fromkeys("│┃║▏▎▍▌▐▕", "|"),
    **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋", "+"),
    **dict.fromkeys("▂▃▄▅▆▇▀", " "),  # part of a cell at the ends of a scrollbar's bar
    "█": "#",
    **dict.fromkeys("·•∙◦●", "."),
    **dict.fromkeys("–—‒−‑", "-"),
    **dict.fromkeys("‘’‚′", "'"),
    **dict.fromkeys("“”„«»″", '"'),
    **dict.fromkeys("→›▸▶", ">"),
    **dict.fromkeys("←‹", "<"),
    **dict.fromkeys("↓▾", "v"),
    "↑": "^",
    **dict.fromkeys("×✗", "x"),
    **dict.fromkeys("★◆✦✓", "*"),
    "▲": "!",
    "\N{NO-BREAK SPACE}": " ",
    "…": "~",
}
_TABLE = str.maketrans(_SAME_WIDTH)


def in_ascii(text: str) -> str:
    """The text with as many cells, without signs that are no ASCII. Letters stay: names are in the user's own language."""
    return text if text.isascii() else text.replace(" …", "..").translate(_TABLE)


class PlainSigns(LineFilter):
    """Draws everything so."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(in_ascii(text), style, control) for text, style, control in segments]
