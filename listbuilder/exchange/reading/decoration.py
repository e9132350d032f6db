"""What chats, mails and web pages put around the lines of a list: quotes, code fences, emphasis, escapes, entities, emoji.

None of it means anything in a list, so it is taken away before a line is read. Spaces at the start of a line, which say what it
stands below, stay.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from listbuilder.expressions import expression

_QUOTE = expression(r"^ {0,3}(?:>+ ?)+")
_FENCE = expression(r"^\s*`{3,}\w*\s*$")
_TICKS = expression(r"`{3,}")
_CODE = expression(r"(?<!\w)`([^`]+)`(?!\w)")
_TAG = expression(r"</?(?:br|p|div|li|ul|ol|b|i|u|em|strong|span|font|code|pre|h[1-6])\b[^<>]{0,200}>", re.IGNORECASE)
_EMPHASIS = expression(r"\*{2,3}|__|~~|\|\|")
_ITALIC = expression(r"^(\s*)(?:\*([^*\s][^*]*)\*|_([^_\s][^_]*)_)$")
_ESCAPE = expression(r"\\(?:([\\*_~|>#+\-.()\[\]{}!`•])|\s*+$)")  # at the end of a line it breaks the line
_ENTITY = expression(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});", re.IGNORECASE)
_EMOJI = expression(
    "[\U0001f000-\U0001faff\u2600-\u26ff\u2700-\u2712\u2715-\u2793\u2795-\u2797\u2b00-\u2bff\ufe0e\ufe0f\u20e3\U000e0020-\U000e007f]+"
)
_SHORTCODE = expression(r"<a?:\w{2,32}:\d{1,20}>|(?<!\S):[a-z][a-z0-9_+-]*:(?!\S)")
_PREFIXES = frozenset("-*•·–|")
_FEWEST = 2  # lines of a list
_ANY = expression(r"[>`*_~|\\&:<]|[^\x00-\u25ff]")


def unprefixed(rows: Sequence[str]) -> Sequence[str]:
    """The lines without a bullet that every one of them starts with; what stands behind it keeps its indentation."""
    mark = next((row[:1] for row in rows if row.strip()), "")
    if mark not in _PREFIXES or sum(bool(row.strip()) for row in rows) < _FEWEST:
        return rows
    if not all(row.startswith(f"{mark} ") for row in rows if row.strip()):
        return rows
    return [row[2:] for row in rows]


def undecorated(row: str) -> str:
    """A line of text without what does not belong to a list."""
    if not _ANY.search(row):
        return row
    if _FENCE.match(row):
        return ""
    if "&" in row:
        import html  # slow to import

        row = _ENTITY.sub(lambda found: html.unescape(found[0]), row)
    row = _TICKS.sub("", _QUOTE.sub("", row))
    if _FENCE.match(row):
        return ""
    if "`" in row:
        row = _CODE.sub(r"\1", row)
    if "<" in row:
        row = _TAG.sub("", row)
    for pattern in (_EMPHASIS, _SHORTCODE, _EMOJI):
        row = _cut(row, pattern)
    row = _ITALIC.sub(lambda found: found[1] + (found[2] or found[3]), row)
    return _ESCAPE.sub(r"\1", row) if "\\" in row else row


def _cut(row: str, pattern: re.Pattern[str]) -> str:
    """The line without the marks; one that something stood behind leaves no space before it."""
    if not pattern.search(row):
        return row
    indent = row[: len(row) - len(row.lstrip())]
    return indent + " ".join(pattern.sub("", row).split())
