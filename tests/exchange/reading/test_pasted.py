"""Lists as players paste them: with the marks of chats and mails around them, other bullets, a word above or below, two at once."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from listbuilder.exchange.reading import aos, gw_app, listforge, new_recruit, nr_markdown
from listbuilder.exchange.reading.decoration import undecorated
from listbuilder.exchange.reading.recognise import recognise
from listbuilder.exchange.reading.record import ListRecord, Part
from tests.exchange import lists
from tests.exchange.reading.test_aos import TEXT as AOS

READERS: dict[str, Callable[[str], ListRecord]] = {
    "gw-app": gw_app.read,
    "new-recruit": new_recruit.read,
    "nr-markdown": nr_markdown.read,
    "listforge": listforge.read,
    "aos-app": aos.read,
}
TEXTS = {
    name: getattr(lists, name)
    for name in ("GW_A", "GW_B", "COMPACT", "FULL", "NR_GW", "MARKDOWN", "LISTFORGE", "ELEVENTH", "FRENCH")
}
UNIT = re.compile(r"^(\S.*[(\[]\d+ ?(?:points|pts)[)\]].*)$", re.IGNORECASE | re.MULTILINE)
HEADING = re.compile(r"^([A-Z ]{6,}|Attached Units|General's Regiment)$", re.MULTILINE)
COUNT = re.compile(r"^(\s*(?:[•◦] )?)(\d+)x ([^:,(\n]+?)(?=(?: \(\d|:|,|$))", re.MULTILINE)
PRICE = re.compile(r"([(\[])(\d+) ?(points|pts)([)\]])", re.IGNORECASE)
BULLET = re.compile(r"^(\s*)[•◦] ", re.MULTILINE)


def each(change: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: "\n".join(map(change, text.split("\n")))


def bullets(mark: str) -> Callable[[str], str]:
    return lambda text: BULLET.sub(rf"\1{mark} ", text)


def counted(form: str) -> Callable[[str], str]:
    return lambda text: COUNT.sub(rf"\1{form}", text)


def priced(form: str) -> Callable[[str], str]:
    return lambda text: PRICE.sub(form, text)


DAMAGE: dict[str, Callable[[str], str]] = {
    "fenced": lambda text: f"```text\n{text}\n```",
    "quoted": each(lambda row: f"> {row}"),
    "quoted without spaces": each(lambda row: f">{row}"),
    "quoted at once": lambda text: f">>> {text}",
    "bold units": lambda text: UNIT.sub(r"**\1**", text),
    "italic units": lambda text: UNIT.sub(r"*\1*", text),
    "underlined": lambda text: UNIT.sub(r"__\1__", text),
    "hidden": lambda text: f"||{text}||",
    "headings": lambda text: re.sub(r"(?m)^([A-Z ]{6,})$", r"## \1", text),
    "emoji before": lambda text: UNIT.sub("\U0001f525 \\1", text),
    "emoji behind": lambda text: UNIT.sub("\\1 \U0001f480\ufe0f", text),
    "shortcodes": lambda text: UNIT.sub(r":fire: \1", text),
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "NBSP": lambda text: text.replace(" ", "\u00a0"),
    "full-width": lambda text: text.translate({ord(char): ord(char) + 0xFEE0 for char in "0123456789():"}),
    "invisible": lambda text: text.replace(" ", "\u200b "),
    "entities": lambda text: text.replace("'", "&#39;").replace("&", "&amp;", 1),
    "capitals": str.upper,
    "x": lambda text: re.sub(r"(\d)x ", r"\1× ", text),
    "circles": bullets("◦"),
    "stars": bullets("*"),
    "dashes": bullets("-"),
    "long dashes": bullets("–"),
    "arrows": bullets("➤"),
    "squares": bullets("■"),
    "letters": bullets("o"),
    "tabs": each(lambda row: "\t" * ((len(row) - len(row.lstrip())) // 2) + row.lstrip()),
    "blank lines": lambda text: text.replace("\n", "\n\n"),
    "no levels": lists.flattened,
    "x5": counted(r"x\2 \3"),
    "x 5": counted(r"x \2 \3"),
    "×5": counted(r"×\2 \3"),
    "5 x": counted(r"\2 x \3"),
    "5X": counted(r"\2X \3"),
    "5x without a space": counted(r"\2x\3"),
    "5x in Cyrillic letters": counted(r"\2х \3"),
    "5*": counted(r"\2* \3"),
    "(5)": counted(r"(\2) \3"),
    "x5 behind": counted(r"\3 x\2"),
    "5x behind": counted(r"\3 \2x"),
    "×5 behind": counted(r"\3 ×\2"),
    "(5) behind": counted(r"\3 (\2)"),
    "(x5) behind": counted(r"\3 (x\2)"),
    "pts": priced(r"\1\2 pts\4"),
    "pt": priced(r"\1\2 pt\4"),
    "pts.": priced(r"\1\2 pts.\4"),
    "Points": priced(r"\1\2 Points\4"),
    "pts without a space": priced(r"\1\2pts\4"),
    "Punkte": priced(r"\1\2 Punkte\4"),
    "puntos": priced(r"\1\2 puntos\4"),
    "очков": priced(r"\1\2 очков\4"),
    "分": priced(r"\1\2分\4"),
    "no brackets": lambda text: re.sub(r" \((\d+) ?(?:points|pts)\)", r" - \1 points", text, flags=re.IGNORECASE),
    "backticks": lambda text: text.replace("'", "`").replace("’", "`"),
    "accents": lambda text: text.replace("'", "´").replace("’", "´"),
    "a dash before each line": lambda text: "\n".join(f"- {row}" if row.strip() else "" for row in text.split("\n")),
    "breaks of HTML": lambda text: text.replace("\n", "<br>\n"),
    "breaks of Markdown": lambda text: re.sub(r"(?m)(?<=\S)$", r"\\", text),
    "code": lambda text: UNIT.sub(r"`\1`", text),
    "headings with colons": lambda text: HEADING.sub(r"\1:", text),
    "headings in a frame": lambda text: HEADING.sub(r"== \1 ==", text),
    "wrapped before brackets": lambda text: re.sub(r"(?m)^(\w.*) (\(\d+ (?:points|pts)\))$", r"\1\n\2", text),
    "a Warlord in brackets": lambda text: re.sub(r"• Warlord$", "• (Warlord)", text, flags=re.MULTILINE),
    "a signature": lambda text: f"{text}\n\n--\nSent from my phone\n",
    "a chat around it": lambda text: f"my list for Saturday\n\n{text}\n\nlet me know what you think!",
}


def units(text: str) -> list[object]:
    """The units with all that they have, whatever their levels."""
    record = READERS[recognise(text)](text)
    assert not record.another
    return [
        (
            one.name.casefold(),
            one.points,
            one.warlord,
            sorted(_flat(one.parts)),
            [w.text.casefold() for w in one.enhancements],
        )
        for one in record.units
    ]


def _flat(parts: list[Part]) -> list[tuple[str, int]]:
    return [found for part in parts for found in ((part.name.casefold(), part.count), *_flat(part.parts))]


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_changes_nothing(name: str, damage: str) -> None:
    if damage == "letters" and name == "MARKDOWN":
        pytest.skip("its lines need no bullets")
    assert units(DAMAGE[damage](TEXTS[name])) == units(TEXTS[name])


@pytest.mark.parametrize("name", TEXTS)
def test_what_stands_around_a_list_is_named(name: str) -> None:
    text = DAMAGE["a chat around it"](TEXTS[name])
    record = READERS[recognise(text)](text)
    assert {"my list for Saturday", "let me know what you think!"} <= {
        word.text for word in (*record.unread, *record.header)
    }


@pytest.mark.parametrize("first", [*TEXTS, "AOS"])
def test_of_two_lists_the_second_is_named_and_not_read(first: str) -> None:
    text = TEXTS.get(first) or AOS.format(unit="Heron King (350)")
    text = "\n".join(row for row in text.split("\n") if not row.startswith(("Export", "Created")))
    alone, both = (READERS[recognise(some)](some) for some in (text, f"{text}\n\n{text}"))
    assert (alone.another, len(both.units)) == (None, len(alone.units))
    assert both.another is not None
    assert both.another.line > text.count("\n")


@pytest.mark.parametrize("first", ["COMPACT", "MARKDOWN", "LISTFORGE"])
def test_nor_is_one_of_the_app_below_another(first: str) -> None:
    record = READERS[recognise(TEXTS[first])](f"{TEXTS[first]}\n{lists.GW_A}")
    assert record.another is None or record.another.text == "Dust and Rust (430 Points)"
    assert len(record.units) == 2


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("  • 9x Boy", "  • 9x Boy"),
        ("> > **Boyz** (85 pts)", "Boyz (85 pts)"),
        ("*Boyz*", "Boyz"),
        ("* Boyz", "* Boyz"),
        ("Boyz \\- 10\\*", "Boyz - 10*"),
        ("Boyz (85 pts)\\", "Boyz (85 pts)"),
        ("\\", ""),
        ("T&rsquo;au &amp; Kroot", "T’au & Kroot"),
        ("R&D; B&B", "R&D; B&B"),
        ("<:ork:123456> Boyz :fire:", "Boyz"),
        ("Char1: Boyz", "Char1: Boyz"),
        ("➤ Plasma gun", "➤ Plasma gun"),
        ("```yaml", ""),
    ],
)
def test_decoration(row: str, expected: str) -> None:
    assert undecorated(row) == expected
