"""Lines of a pasted text: decoded, bounded, without control characters, with indentation and bullet apart."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from listbuilder import budget
from listbuilder.errors import TOO_LARGE, InputError
from listbuilder.exchange.reading.decoration import undecorated, unprefixed
from listbuilder.exchange.reading.personal import is_personal
from listbuilder.exchange.reading.spelling import usual
from listbuilder.expressions import expression
from listbuilder.i18n import Text

MAX_BYTES = 1_000_000  # real lists have a few thousand
MAX_LINES = 10_000
MAX_LINE = 2_000  # characters
USUAL_LINE = 200
BULLETS = "•◦*‣▪·●○■□◆◇►▸▶▹➤➢∙⁃"
# what is a bullet only where a space follows; spreadsheet programs write ? for what their encoding does not have
_LETTERS = expression(r"^(?:[-–—o?]|\+(?= \d)) ")
_INVISIBLE = dict.fromkeys(
    [
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
        0xFEFF,
        0xFFFC,
        0xAD,
        0x61C,
        *range(0xFFF9, 0xFFFC),
    ]
)
_SEEN: dict[int, str | None] = {**_INVISIBLE, 0x2028: " ", 0x2029: " "}
_PLAIN = {
    **_INVISIBLE,
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full-width letters, digits and brackets
    **dict.fromkeys((0xA0, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B)), " "),
    0x2032: "'",
    0x2010: "-",
    0x2011: "-",
    0x09: "    ",
}
WIDEST_WRAP = 40  # characters within brackets that a wrapped line goes on with
WIDEST_GAP = 60  # spaces: expressions that look for the end of a line need time with the square of a gap
LINE_STEPS = 5  # of the budget, that a line costs
_GAPS = expression(rf"\s{{{WIDEST_GAP},}}")
_NUMBER = expression(r"\d[\d.,\u00a0\u202f ]*")
_LAST_EVERYDAY = b"\xd7"  # first byte of the last everyday characters in GB 2312
_BEYOND_ASCII = expression(rb"[\xa1-\xff]+")  # letters; quotation marks and bullets stand before them


class Line(NamedTuple):
    """One line that is not empty. ``number`` counts from 1; ``indent``: spaces before it; ``bullet``: its mark, or nothing;
    ``after_blank``: an empty line stands above it."""

    number: int
    indent: int
    bullet: str
    text: str
    after_blank: bool = False


def decoded(content: bytes, name: str, limit: int = MAX_BYTES) -> str:
    """The text of a file of at most ``limit`` bytes. Raises `InputError` where it is larger or no text."""
    if len(content) > limit:
        raise InputError(
            Text("the file is too large: {size} bytes, at most {limit}", {"size": len(content), "limit": limit}),
            name,
            rule=TOO_LARGE,
        )
    for mark, codec in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"", "utf-8-sig")):
        if content.startswith(mark) and (mark or not _unmarked(content)):
            try:
                return content.decode(codec)
            except UnicodeDecodeError:
                break
    try:
        return content.decode(_unmarked(content) or _older(content))
    except UnicodeDecodeError:
        raise InputError(Text("this is not text in a known encoding"), name) from None


def _unmarked(content: bytes) -> str:
    """The form of UTF-16 of a text that has no mark of it; empty for any other. Of the two bytes of its ASCII characters the same
    one is zero, which no other text has."""
    even, odd = content[:4096:2], content[1:4096:2]
    for codec, high, low in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        if len(content) % 2 == 0 and high.count(0) * 4 > len(high) and high.count(0) > 9 * low.count(0):
            return codec
    return ""


def _older(content: bytes) -> str:
    """The encoding of a text that is not in Unicode, as spreadsheet programs write it: Western, Cyrillic or Chinese. In Western
    texts letters beyond ASCII stand alone; in Chinese ones every character is a pair of bytes."""
    runs = _BEYOND_ASCII.findall(content)
    together = sum(len(run) for run in runs if len(run) > 1)
    if together * 2 <= sum(map(len, runs)):
        return "cp1252"
    try:
        return "gb18030" if is_everyday_chinese(content.decode("gb18030")) else "cp1251"
    except UnicodeDecodeError:
        return "cp1251"


def is_everyday_chinese(text: str) -> bool:
    """Whether nearly all its Chinese characters are those of everyday texts, the first level of GB 2312; Cyrillic words that are
    taken for Chinese give others."""
    found = [char.encode("gb2312", "ignore") for char in text if "\u4e00" <= char <= "\u9fff"]
    everyday = sum(code[:1] <= _LAST_EVERYDAY for code in found if code)
    return bool(found) and everyday * 10 >= len(found) * 8


def plain(text: str) -> str:
    """The text without control and invisible characters, with plain spaces, hyphens and brackets."""
    if text.isascii() and text.isprintable():
        return text
    return _without_controls(text.translate(_PLAIN))


def seen(text: str) -> str:
    """The text without control and invisible characters, which steer a terminal or turn the order of what it shows, and with no
    ends of lines but its own."""
    return text if text.isascii() and text.isprintable() else _without_controls(text.translate(_SEEN))


def _without_controls(text: str) -> str:
    unseen = {char for char in set(text) if char != "\n" and unicodedata.category(char) in {"Cc", "Cs", "Co", "Cn"}}
    return "".join(char for char in text if char not in unseen) if unseen else text


def rows_of(text: str) -> list[str]:
    """All lines of a text, without what chats and mails put around them."""
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [cleaned(row) for row in unprefixed(rows)]


def cleaned(row: str) -> str:
    """A row in plain characters without what is put around a list; rows of usual length are asked for several times."""
    return _kept(row) if len(row) <= USUAL_LINE else plain(undecorated(row))


@lru_cache(maxsize=4096)
def _kept(row: str) -> str:
    return plain(undecorated(row))


def lines_of(text: str, name: str = "", *, as_written: bool = False) -> list[Line]:
    """The lines that are neither empty nor personal, in the usual spelling unless ``as_written``. Raises `InputError` where there
    are absurdly many, or one is absurdly long."""
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(rows) > MAX_LINES:
        raise InputError(Text("more lines than a list can have: {limit}", {"limit": MAX_LINES}), name, rule=TOO_LARGE)
    found: list[Line] = []
    blank = True
    for number, row in enumerate(unprefixed(rows), 1):
        if len(row) > MAX_LINE:
            long = Text("a line is longer than {limit} characters", {"limit": MAX_LINE})
            raise InputError(long, name, number, rule=TOO_LARGE)
        budget.step(LINE_STEPS)
        row = _GAPS.sub(" " * WIDEST_GAP, cleaned(row)).rstrip()
        body = row.lstrip()
        if is_personal(body):
            continue
        if not body:
            blank = True
            continue
        bullet = body[0] if body[0] in BULLETS or _LETTERS.match(body) else ""
        body = body[len(bullet) :].strip() if bullet else body
        if found and not (blank or bullet) and _goes_on(found[-1].text, body):
            body, line = f"{found[-1].text} {body}", found.pop()
        else:
            line = Line(number, len(row) - len(row.lstrip()), bullet, "", blank)
        found.append(line._replace(text=body if as_written else usual(body)))
        blank = False
    return found


def _goes_on(above: str, text: str) -> bool:
    """Whether a line was wrapped before brackets or within them, so that the next one opens or closes them."""
    opened, closed = above.rfind("("), text.find(")")
    if not 0 < closed <= WIDEST_WRAP:
        return False
    if text.startswith("("):
        return "(" not in text[1:closed] and not text[1:closed].strip("xX× ").isdigit()  # a count before a name
    return opened > above.rfind(")") and "(" not in text[:closed]


def number_in(text: str) -> int | None:
    """The whole number that a text starts with, with or without separators of thousands; None where there is none."""
    found = _NUMBER.match(text.strip())
    digits = re.sub(r"\D", "", found[0]) if found else ""
    return int(digits) if 0 < len(digits) <= 7 else None


def count_of(digits: str) -> int:
    """A stated count, at least 1. Raises `TooLarge` for more than a unit may have."""
    return allowed(int(digits or "1"))


def allowed(count: int) -> int:
    """A count of models or wargear, at least 1. Raises `TooLarge` for more than a unit may have."""
    budget.allow("unit_models", count)
    return max(1, count)


def split_items(text: str, separators: str = ",") -> list[str]:
    """The items of an enumeration: separators inside brackets do not count."""
    found, depth, start = [], 0, 0
    for place, char in enumerate(text):
        if char in "([":
            depth += 1
        elif char in ")]":
            depth = max(0, depth - 1)
        elif char in separators and not depth:
            found.append(text[start:place])
            start = place + 1
    found.append(text[start:])
    return [item.strip() for item in found if item.strip()]
