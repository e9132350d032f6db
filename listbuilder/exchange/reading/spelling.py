"""How players write counts, prices and headings, brought into the spelling that the readers know: "5x Name", "(95 points)".

Programs write these one way each; people who type or edit a list do not. What is rewritten here means the same in every format;
what a line is follows from its shape as before.
"""

from __future__ import annotations

import re

from listbuilder.expressions import expression

_APOSTROPHES = str.maketrans("`´ʹʼ‘", "'''''")
_WORDS = (  # for points, in the languages of the app and in short
    r"points?|pts?|punkte?|pkt|puntos?|punti|punkty|punktów|pontos?|очк(?:о|а|ов|и)|пунктов|分|點|点"
)
_USUAL = frozenset(("points", "point", "pts"))
# behind a price
_MARKED_TOO = r",?\s?[(\[]?(?:warlord|wl|kriegsherr|seigneur de guerre|военачальник|полководец|主将|主將)[)\]]?$"
_BRACKETED = expression(
    rf"(?P<start>[(\[]\s*+[+-]?\s*+\d[\d.,\s]*+)(?P<word>(?:{_WORDS}|p|п)\.?)(?=[)\],])", re.IGNORECASE
)
_BARE = expression(
    rf"(?<![\d.,(\[+/-])(?P<points>\d{{1,5}}|\d{{1,2}}[.,]\d{{3}})\s?(?P<word>{_WORDS})\.?(?=$|: |,? [-–—] |, |{_MARKED_TOO})",
    re.IGNORECASE,
)
_ENDS_MARKED = expression(_MARKED_TOO, re.IGNORECASE)
_POINTS = expression(
    r"\d\s?[pоп分點点]", re.IGNORECASE
)  # what every price has: the rest of a line need not be searched
SUMS = expression(  # what is no unit's price
    r"total|limit|points|size|reserve|cost|sum|gesamt|итого|всего|总|總|合计", re.IGNORECASE
)
_NUMBER_ALONE = expression(
    r"^(?P<name>(?![+#&])(?:\w+\d: )?(?:[^\[\]:]++|\[[^\[\]\d:]++\])++)\[\s?(?P<points>\d{2,4})\s?\](?=\s*$|\s?:)"
)
MOST_MODELS = 40  # a higher number in square brackets behind a name is its price, no count
_BULLETS = "-–•*· "
_SEPARATOR = " \t-–—:=|….,"
_LONGEST_NAME = 7  # words of a name that nothing separates from its price
_X = "xX×хХ"  # the last two are Cyrillic
_PIECES = r"(?:models?|modelle|figurines?|шт|моделей|модели|个模型|个|名|體)\.?"  # behind how many models a unit has
_WORD = r"(?=['\u2019\"\u201c]?[^\W\d])"  # the start of a name, which may stand in quotes or have lost its first letter
_LEADING = expression(
    rf"^(?P<label>(?:\w+\d: )?)(?:[{_X}]\s?(?P<after>\d{{1,3}})\s+(?=\S)"
    rf"|[(\[][{_X}]?\s?(?P<inside>\d{{1,3}})\s?[{_X}]?[)\]]\s*{_WORD}"
    rf"|(?P<joined>\d{{1,3}})(?:\s?×\s*|[xXхХ*]\s*|\s[xXхХ]\s+){_WORD})"
)
_TRAILING = expression(
    rf"(?:\s[{_X}]\s?(?P<after>\d{{1,3}})|\s(?P<before>\d{{1,3}})\s?[{_X}]"
    rf"|\s?[(\[][{_X}]?\s?(?P<inside>\d{{1,3}})\s?(?:[{_X}]|{_PIECES})?[)\]])$"
)
_MARKED = expression(rf"[{_X}]")
_FRAMES = "=~_<>|*#-"  # at least two of them on either side of a heading
_FRAME = " #:=-–—*~_<>|•."
_BEFORE_NAME = expression(r"^(?:(?:Char|Batt|Unit)\w*+(?<=\d): )?(?:\d+x? )?", re.IGNORECASE)  # a label, a count
_PLAIN_COUNT = expression(r"^\d+x? (?![xхXХ×] )")


def usual(row: str) -> str:
    """A line of text, without its bullet and indentation, in the usual spelling."""
    if not row.isascii() or "`" in row:
        row = row.translate(_APOSTROPHES)
    row = _unframed(row)
    row = count_led(row)
    if "[" in row:
        row = _NUMBER_ALONE.sub(_worded, row)
    if not _POINTS.search(row):
        return row
    return _bare_price(_BRACKETED.sub(_priced, row))


def count_led(text: str) -> str:
    """A text that begins with a count in any spelling, with the usual one."""
    leading = None if _PLAIN_COUNT.match(text) else _LEADING.match(text)
    return f"{leading['label']}{_number(leading)}x {text[leading.end() :]}" if leading else text


def count_first(name: str, *, marked: bool = False) -> str:
    """A name with its count before it, in the usual spelling: "x5 Boy", "Boy x5", "Boy (5)". ``marked``: only a number with an x
    behind the name is a count."""
    name = count_led(name)
    found = None if _PLAIN_COUNT.match(name) else _TRAILING.search(name)
    if found is None or (marked and not _MARKED.search(found[0])):
        return name
    rest = name[: found.start()].strip()
    return f"{_number(found)}x {rest}" if rest else name


def heading(text: str) -> str:
    """What a heading says, case-folded, without what frames it."""
    return text.strip(_FRAME).casefold()


def _unframed(row: str) -> str:
    """The line without what frames it: "== Characters =="."""
    if row[:1] not in _FRAMES or row[-1:] not in _FRAMES:
        return row
    behind = row.lstrip(_FRAMES)
    inside = behind.rstrip(_FRAMES)
    is_framed = min(len(row) - len(behind), len(behind) - len(inside)) > 1
    return inside.strip() if is_framed else row


def _number(found: re.Match[str]) -> int:
    return int(next(found[key] for key in ("after", "before", "inside", "joined") if found.groupdict().get(key)))


def _worded(found: re.Match[str]) -> str:
    """A price in square brackets, which nothing calls one, with the word for points."""
    name = found["name"]
    is_price = int(found["points"]) > MOST_MODELS and any(char.isalpha() for char in name) and not SUMS.search(name)
    return f"{name}[{found['points']} pts]" if is_price else found[0]


def _priced(found: re.Match[str]) -> str:
    return found[0] if found["word"].casefold() in _USUAL else f"{found['start'].rstrip()} points"


def _bare_price(row: str) -> str:
    """The line with a price in brackets, where it or its name ends in one without: "Name - 95 pts"."""
    found = None if row.endswith((")", "]")) and not _ENDS_MARKED.search(row) else _BARE.search(row)
    name = row[: found.start()] if found else ""
    if found is None or not name.strip(_SEPARATOR) or name.startswith(("+", "#", "&")):
        return row
    kept = name.rstrip(_SEPARATOR)
    is_separated = len(name) - len(kept) > 1 or not name.endswith(" ")
    if kept.endswith("/") or SUMS.search(kept) or not any(char.isalpha() for char in kept):
        return row
    words = _BEFORE_NAME.sub("", kept).split()
    if not is_separated and (len(words) > _LONGEST_NAME or not kept.lstrip(_BULLETS)[:1].isalnum()):
        return row
    return f"{kept} ({found['points']} points){row[found.end() :]}"
