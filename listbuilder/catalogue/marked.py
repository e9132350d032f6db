"""Texts as community data mark them, read into paragraphs of runs: bold (``**``), small capitals (``^^``), italics (``*``),
lists (``■``, ``•``, ``-``, ``1.``), headings (``#``), tables (``|``) and what is left of HTML.

The marks are written by hand: some are never closed, others cross each other. A mark that cannot be understood is left out; no
mark is ever part of what is shown. A lone asterisk behind a word (``6+*``) is a footnote's and stays.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from listbuilder import budget
from listbuilder.expressions import expression

BULLET = "•"
_MOST_KEPT, _LONGEST_KEPT = 512, 4_000  # texts of so many characters: a page sets the same ones several times
LONGEST = 100_000  # characters of one text that are read; no book has a longer one

_TAG = expression(
    r"</?(?P<name>b|i|u|p|em|strong|ins|del|mark|br|hr|li|ul|ol|div|span|font|small|sup|sub|h[1-6])(?:\s[^<>]{0,200})?/?>",
    re.IGNORECASE,
)
_TAGS = {
    "b": "**",
    "strong": "**",
    "i": "*",
    "em": "*",
    "br": "\n",
    "hr": "\n",
    "p": "\n",
    "div": "\n",
    "ul": "\n",
    "ol": "\n",
}
_HIDDEN = expression(
    "[\u27dd\u27de\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad\ufffd\x00-\x08\x0b-\x1f\x7f-\x9f]"
)
_UNUSUAL = expression(
    "[*^_`|<&\\\\\x00-\x1f\x7f-\xa0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\u27dd\u27de\ufb00-\ufb06\ufeff\ufffd]|  "
)
_ESCAPED = expression(r"\\([*_\\^|#`-])")
_MARK = expression(r"\*\*|\*|\^\^|_")
_ITEM = expression(
    r"(?P<sign>[■▪•●‣⁃◆▶►➤·]|[▫◦○]|--(?=\s|\*|\^|[A-Za-z])|[-–—](?=\s|[A-Za-z'\"*^“‘\[])"
    r"|\*\*(?=\s)|\*(?=\s)|(?P<number>\d{1,2}[.)])(?=\s))[ ]*(?=\S)"
)
_INNER = frozenset(("▫", "◦", "○", "**", "--"))
_RULER = expression(r"(?=.*[|_=-]{2}|.*[|])[|:_= -]+")
_HEADING = expression(r"#{1,6}\s+")
_NOTED = expression(r"[\w+)]\*(?![*\w])")
_SPACES = expression(r"\s+")
_LIGATURE = expression("[\ufb00-\ufb06]")
_ASIDE = 0xE000  # added to the number of an escaped character, which is then no mark
_ESCAPES = expression("[\ue020-\ue07f]")
_SIGNS = "*^_"
_STRONG, _CAPS, _ITALIC, _LEFT_OUT = 1, 2, 4, 8  # of a character
_SAME = expression(rb"(?s:(.)\1*)")
_MOST_SIGNS = 8  # beside each other
_ENDS = '.:;!?*^)]”"'  # what a line ends with that the next one does not go on


class Run(Struct, frozen=True, gc=False):
    """Words in one style. ``caps``: small capitals, which data give to keywords."""

    text: str
    strong: bool = False
    caps: bool = False
    italic: bool = False


class Paragraph(Struct, frozen=True):
    """Runs that belong together, never empty. ``bullet``: what stands before a part of a list (``•``, ``1.``), else nothing;
    ``level``: how deep the list is, 0 outside of one."""

    runs: tuple[Run, ...]
    bullet: str = ""
    level: int = 0

    @property
    def text(self) -> str:
        """Its words without styles."""
        return "".join(run.text for run in self.runs)


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """The paragraphs of a marked text, in order; none of an empty one."""
    if not text or text.isspace():
        return ()
    return _kept_paragraphs(text) if len(text) <= _LONGEST_KEPT else _paragraphs(text[:LONGEST])


def _paragraphs(text: str) -> tuple[Paragraph, ...]:
    return tuple(_read(_cleaned(text)))


_kept_paragraphs = lru_cache(_MOST_KEPT)(_paragraphs)


def labelled(label: str, text: str) -> tuple[Paragraph, ...]:
    """The paragraphs of a text, its label in bold before the first one: **Effect:** …"""
    first, *others = paragraphs(text) or (Paragraph(()),)
    name = Run(f"{label}:" if first.bullet or not first.runs else f"{label}: ", strong=True)
    if first.bullet:
        return (Paragraph((name,)), first, *others)
    return (Paragraph((name, *first.runs)), *others) if first.runs else ()


def plain(text: str) -> str:
    """The words of a marked text: a line a paragraph, without marks."""
    return "\n".join(f"{one.bullet} {one.text}" if one.bullet else one.text for one in paragraphs(text))


def plain_name(text: str) -> str:
    """A marked text on one line, as a name or a value of a table is."""
    if _UNUSUAL.search(text) is None:
        return text.strip()
    return _kept_name(text) if len(text) <= _LONGEST_KEPT else _name(text[:LONGEST])


def _name(text: str) -> str:
    return " ".join(one.text for one in _read(_cleaned(text), lists=False))


_kept_name = lru_cache(_MOST_KEPT)(_name)


# --- characters ----------------------------------------------------------------------------------------------------------


def _cleaned(text: str) -> str:
    """The text with HTML as the other marks, with plain spaces, without characters that are not seen."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    if "<" in text:
        text = _TAG.sub(_mark_of_tag, text)
    if "&" in text:
        import html  # its table takes a while, and few texts need it

        text = html.unescape(text)
    text = _HIDDEN.sub("", text).replace("\u00a0", " ").replace("\t", " ").replace("`", "'")
    text = _LIGATURE.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    return _ESCAPED.sub(lambda match: chr(_ASIDE + ord(match[1])), text)


def _mark_of_tag(match: re.Match[str]) -> str:
    name, ends = match["name"].casefold(), match[0].startswith("</")
    if name == "li":
        return "" if ends else "\n• "
    if name.startswith("h") and name[1:].isdigit():
        return "\n" if ends else "\n# "
    return _TAGS.get(name, "")


def _shown(text: str) -> str:
    """The characters that were escaped as themselves again."""
    return _ESCAPES.sub(lambda match: chr(ord(match[0]) - _ASIDE), text)


# --- paragraphs ----------------------------------------------------------------------------------------------------------


class _Line(Struct):
    """A paragraph before its styles are read: where its words stand in the text."""

    start: int
    end: int
    bullet: str = ""
    level: int = 0
    heading: bool = False
    table: bool = False


def _read(text: str, *, lists: bool = True) -> Iterator[Paragraph]:
    budget.look()
    lines = list(_joined(text, _lines(text, lists=lists)))
    styles = _Styles(text, lines)
    for line in lines:
        runs = styles.runs(line)
        if runs:
            yield Paragraph(runs, line.bullet, line.level)


def _lines(text: str, *, lists: bool) -> Iterator[_Line]:
    """The lines that say something, without the signs of lists, headings and tables."""
    at, noted, level = 0, False, 0
    for raw in text.split("\n"):
        start, end = at + len(raw) - len(raw.lstrip()), at + len(raw.rstrip())
        at += len(raw) + 1
        line = text[start:end]
        if not line or _RULER.fullmatch(line):
            continue
        item = _ITEM.match(line) if lists else None
        footnote = item is not None and item["sign"] == "*" and noted
        if item is not None and not footnote and not (item["sign"] == "**" and "**" in line[2:]):
            level = 2 if level and (item["sign"] in _INNER) else 1
            yield _Line(start + item.end(), end, item["number"] or BULLET, level)
        elif lists and (head := _HEADING.match(line)):
            level = 0
            yield _Line(start + head.end(), end, heading=True)
        else:
            level = 0
            yield _Line(start, end, table="|" in line)
        noted = noted or _NOTED.search(line) is not None


def _joined(text: str, lines: Iterable[_Line]) -> Iterator[_Line]:
    """The lines, those of one sentence together: data copied from a page break it at the page's width."""
    last: _Line | None = None
    for line in lines:
        if last is not None and _goes_on(text, last, line):
            last.end = line.end
            continue
        if last is not None:
            yield last
        last = line
    if last is not None:
        yield last


def _goes_on(text: str, before: _Line, after: _Line) -> bool:
    if after.bullet or after.heading or after.table or before.heading or before.table:
        return False
    return text[before.end - 1] not in _ENDS and text[after.start].islower()


# --- styles --------------------------------------------------------------------------------------------------------------


class _Mark(Struct, frozen=True):
    """One mark: where it stands, in which line, and whether it may open or close a style there."""

    start: int
    end: int
    opens: bool
    closes: bool
    line: int


class _Styles:
    """The style of each character of a text. Marks of a style never stand inside one another, so each has a row of flags."""

    def __init__(self, text: str, lines: list[_Line]) -> None:
        self.text = text
        self.lines = lines
        self.strong, self.caps, self.italic, self.left_out = (bytearray(len(text)) for _style in range(4))
        marks = self._marks()
        self.single = marks["*"]
        self.footnotes = not marks["**"] and not marks["^^"]  # an asterisk alone is that of a footnote
        self._pair(marks["**"], self.strong)
        self._pair(marks["^^"], self.caps)
        self._slant(marks["*"])
        self._slant(marks["_"])
        for line in lines:
            if line.heading:
                self._fill(self.strong, line.start, line.end)

    def runs(self, line: _Line) -> tuple[Run, ...]:
        """What a line shows: its words in their styles, single spaces between them."""
        between = _between(self.text[line.start : line.end])
        runs: list[Run] = []
        for style, some in groupby(self._alike(line), key=lambda part: part[0]):
            strong, caps, italic = style & _STRONG, style & _CAPS, style & _ITALIC
            words = "".join(part for _style, part in some)
            words = _SPACES.sub(" ", _shown(words.replace("|", between) if "|" in words else words))
            if not runs or runs[-1].text.endswith((" ", "·")):
                words = words.lstrip(" ·" if between else " ")
            if words:
                runs.append(Run(words, bool(strong), bool(caps), bool(italic)))
        while runs and runs[-1].text.endswith((" ", between or " ")):
            last = runs.pop()
            if words := last.text.rstrip(" ·" if between else " "):
                runs.append(replace(last, text=words))
        return tuple(runs)

    def _alike(self, line: _Line) -> Iterator[tuple[int, str]]:
        """The parts of a line that are shown, each in one style."""
        styles = 0
        for flags, style in (
            (self.strong, _STRONG),
            (self.caps, _CAPS),
            (self.italic, _ITALIC),
            (self.left_out, _LEFT_OUT),
        ):
            styles |= int.from_bytes(flags[line.start : line.end], "big") * style  # a byte for each character
        for match in _SAME.finditer(styles.to_bytes(line.end - line.start, "big")):
            style = match[0][0]
            if style < _LEFT_OUT:
                yield style, self.text[line.start + match.start() : line.start + match.end()]

    def _marks(self) -> dict[str, list[_Mark]]:
        """The marks inside of the lines, by what they are."""
        found: dict[str, list[_Mark]] = {"**": [], "^^": [], "*": [], "_": []}
        starts = [line.start for line in self.lines]
        for match in _MARK.finditer(self.text):
            start, end = match.span()
            number = bisect_right(starts, start) - 1
            if number >= 0 and start < self.lines[number].end:
                found[match[0]].append(_Mark(start, end, *self._sides(start, end), number))
        return found

    def _sides(self, start: int, end: int) -> tuple[bool, bool]:
        """Whether a mark may open and may close a style, by what stands before and behind it, as CommonMark has it; other marks
        beside it do not count."""
        before, after = start - 1, end
        while before >= 0 and self.text[before] in _SIGNS and start - before < _MOST_SIGNS:
            before -= 1
        while after < len(self.text) and self.text[after] in _SIGNS and after - end < _MOST_SIGNS:
            after += 1
        left = self.text[before] if before >= 0 else " "
        right = self.text[after] if after < len(self.text) else " "
        opens = not right.isspace() and (right.isalnum() or not left.isalnum())
        closes = not left.isspace() and (left.isalnum() or not right.isalnum())
        return opens, closes

    @staticmethod
    def _fill(flags: bytearray, start: int, end: int) -> None:
        flags[start:end] = b"\x01" * (end - start)

    def _pair(self, marks: list[_Mark], flags: bytearray) -> None:
        """Styles what stands between marks that open and close alike; what is never closed ends with its paragraph."""
        begun: int | None = None
        by_line = [list(group) for _line, group in groupby(marks, key=lambda one: one.line)]
        for index, here in enumerate(by_line):
            alternate = (len(here) + (begun is not None)) % 2 == 0
            for mark in here:
                self._leave_out(mark)
                if begun is None and (alternate or mark.opens):
                    begun = mark.end
                elif begun is not None and (alternate or mark.closes):
                    self._fill(flags, begun, mark.start)
                    begun = None
            following = by_line[index + 1][0] if index + 1 < len(by_line) else None
            if begun is not None and not (following is not None and following.closes and not following.opens):
                self._fill(flags, begun, self._cut_short(begun, here[0].line))
                begun = None

    def _cut_short(self, begun: int, line: int) -> int:
        """Where bold that is never closed ends: at a half of the mark that should stand there, else with its paragraph."""
        half = next((one for one in self.single if one.line == line and one.start > begun and not one.opens), None)
        if half is None:
            return self.lines[line].end
        self._leave_out(half)
        return half.start

    def _slant(self, marks: list[_Mark]) -> None:
        """Sets in italics what stands between single marks."""
        closing = [mark.start for mark in marks if mark.closes and not self.left_out[mark.start]]
        begun: _Mark | None = None
        alone: list[_Mark] = []
        for mark in marks:
            if self.left_out[mark.start] or self._inside_word(mark):
                continue
            if begun is not None and mark.closes:
                self._leave_out(mark)
                self._set_italic(begun, mark.start)
                begun = None
            elif mark.opens and bisect_left(closing, mark.end) < len(closing):
                alone += [begun] if begun is not None else []
                begun = mark
            else:
                alone.append(mark)
        if begun is not None:
            alone.append(begun)
        self._explain([mark for mark in alone if self.text[mark.start] == "*"])

    def _explain(self, alone: list[_Mark]) -> None:
        """What marks without a partner mean: a footnote's asterisks stay; one before a paragraph styles it; others are slips."""
        referring = any(mark.closes and not mark.opens for mark in alone)
        noting = any(mark.start == self.lines[mark.line].start for mark in alone)
        for mark in alone:
            if mark.opens and mark.start == self.lines[mark.line].start and not referring:
                self._set_italic(mark, self.lines[mark.line].end)
            elif not (self.footnotes or (referring and noting)):
                self._leave_out(mark)

    def _leave_out(self, mark: _Mark) -> None:
        self._fill(self.left_out, mark.start, mark.end)

    def _set_italic(self, begun: _Mark, end: int) -> None:
        self._leave_out(begun)
        self._fill(self.italic, begun.end, end)

    def _inside_word(self, mark: _Mark) -> bool:
        return self.text[mark.start - 1 : mark.start].isalnum() and self.text[mark.end : mark.end + 1].isalnum()


def _between(line: str) -> str:
    """What strokes in a line stand for: points between the cells of a row of a table, elsewhere nothing."""
    return " · " if line.startswith("|") or line.endswith("|") or " | " in line else ""
