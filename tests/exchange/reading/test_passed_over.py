"""A line that is a unit's stands where a format has others: it is named, never passed over."""

from __future__ import annotations

import pytest

from listbuilder.exchange.formats.texts import record_of
from listbuilder.exchange.reading.record import ListRecord

WTC = """\
++++++++++++++++
+ LIST NAME: Mine
+ FACTION KEYWORD: Orks
+ POINTS LIMIT: 1000pts
{header}+
++++++++++++++++

10x Boyz (80 pts): Choppa
{unit}
10x Boyz (80 pts): Choppa
"""
MARKDOWN = """\
Orks - Mine - [160 pts]

# ++ Army Roster ++ [160 pts]
## Configuration
Battle Size: Incursion (1000 Point limit)
{header}
## Battleline [160 pts]
Boyz [80 pts]: Choppa
{unit}
Boyz [80 pts]: Choppa
"""
APP = "{first}\n{second}\n\nOrks\nWar Horde\n\nBATTLELINE\n\nBoyz (80 points)\n\nBoyz (80 points)\n"


def read(name: str, text: str) -> ListRecord:
    return record_of(name, text.encode(), "a.txt")


@pytest.mark.parametrize(
    ("name", "text", "where", "line"),
    [
        ("new-recruit", WTC, "header", "+ Char9: 1x Warboss (75 pts): Power klaw"),
        ("new-recruit", WTC, "header", "+ 1x Warboss (75 pts)"),
        ("new-recruit", WTC, "unit", "(Char9: 1x Warboss (75 pts): Power klaw)"),
        ("nr-markdown", MARKDOWN, "header", "## Warboss [75 pts]"),
        ("nr-markdown", MARKDOWN, "unit", "## Warboss [75 pts]: Power klaw"),
    ],
)
def test_it_is_unread_or_a_unit(name: str, text: str, where: str, line: str) -> None:
    empty = {"header": "", "unit": ""}
    plain = read(name, text.format_map(empty))
    assert (len(plain.units), plain.unread) == (2, [])
    found = read(name, text.format_map(empty | {where: line + "\n"}))
    assert len(found.units) == 3 or any("Warboss" in one.text for one in found.unread)


def test_headings_that_hold_others_have_units() -> None:
    text = MARKDOWN.format(header="## Allied Units [75 pts]\n### Characters [75 pts]\nWarboss [75 pts]\n", unit="")
    found = read("nr-markdown", text)
    assert (len(found.units), found.unread) == (3, [])


def test_a_unit_above_the_list_is_no_total() -> None:
    for first, second in (("Mine (160 points)", "Warboss (75 points)"), ("Mine (1000 points)", "Warboss (75 points)")):
        found = read("gw-app", APP.format(first=first, second=second))
        assert [one.text for one in found.contrary] == ["Warboss (75 points)"]
        assert found.name == "Mine"
    assert read("gw-app", APP.format(first="Mine (160 points)", second="Mine (160 points)")).contrary == []
