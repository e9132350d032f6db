"""Small bar charts as inline SVG, without a library: label, bar, number. Colours come from the style sheet of the page."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.events.reports._markup import attributes, xml
from listbuilder.i18n import _
from listbuilder.terminal import clip, one_line

ROWS = 10  # bars of one chart; the rest is one bar
WIDTH, LABEL, NUMBER, ROW = 480, 216, 34, 24  # of the whole chart, its labels, its numbers, one row
LABEL_COLUMNS = 28  # characters of a label


def chart(title: str, rows: Sequence[tuple[str, int]], kinds: dict[str, str] | None = None) -> str:
    """One chart; the empty text where there is nothing to show. ``kinds``: label -> class of its bar."""
    if not rows:
        return ""
    shown = list(rows[:ROWS])
    rest = rows[ROWS:]
    largest = max(number for _label, number in shown)
    height = ROW * (len(shown) + bool(rest))
    bars = [
        _bar(place, label, number, largest, (kinds or {}).get(label, "")) for place, (label, number) in enumerate(shown)
    ]
    if rest:
        text = _("and {number} more").format(number=len(rest))
        bars.append(f'<text{attributes(x=LABEL, y=ROW * len(shown) + 16)} class="rest">{xml(text)}</text>')
    size = attributes(viewBox=f"0 0 {WIDTH} {height}", role="img")
    name = f"<title>{xml(title)}</title>"
    return (
        f'<figure class="chart"><figcaption>{xml(title)}</figcaption><svg{size}>{name}{"".join(bars)}</svg></figure>\n'
    )


def _bar(place: int, label: str, number: int, largest: int, kind: str) -> str:
    top = place * ROW
    width = round((WIDTH - LABEL - NUMBER) * number / largest)
    short = clip(one_line(label), LABEL_COLUMNS)
    return (
        f"<g><title>{xml(one_line(label))}: {number}</title>"
        f'<text{attributes(x=LABEL - 8, y=top + 16)} class="label">{xml(short)}</text>'
        f'<rect{attributes(x=LABEL, y=top + 4, width=max(2, width), height=ROW - 8, rx=2)} class="bar {kind}"/>'
        f'<text{attributes(x=LABEL + max(2, width) + 6, y=top + 16)} class="number">{number}</text></g>'
    )
