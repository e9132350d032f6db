"""Heads and lines of lists as people type them: faction and detachment on one line, sizes without brackets, units with bullets below
a title, what stands behind a price."""

from __future__ import annotations

import pytest

from listbuilder.exchange.formats.texts import recognised, record_of
from listbuilder.exchange.reading.record import ListRecord
from listbuilder.exchange.reading.spelling import count_first, usual
from listbuilder.validation import Validated, validate_bytes


def read(text: str) -> ListRecord:
    assert recognised(text.encode()) == "gw-app"
    return record_of("gw-app", text.encode(), "list.txt")


def judged(text: str) -> Validated:
    return validate_bytes(text.encode(), "list.txt")


UNITS = "\n\nWarboss (75 points)\n  • Warlord\n  • 1x Attack squig\n  • 1x Kombi-weapon\n  • 1x Power klaw\n  • 1x Twin sluggas\nTrukk (70 points)\n"


@pytest.mark.parametrize(
    "head",
    [
        "Orks, War Horde, 1000 points",
        "Orks, War Horde\nIncursion 1000",
        "Orks (War Horde)\nIncursion: 1000",
        "Зелёные (Orks), War Horde, 1000 очков",
        "Orks | War Horde\nIncursion (1000 points)",
    ],
)
def test_faction_and_detachment_on_one_line(head: str) -> None:
    army = judged(f"Warhammer 40,000 10th edition\n{head}{UNITS}").army
    assert (army.faction_name, [one.name for one in army.detachments], army.limit) == ("Orks", ["War Horde"], 1000)


def test_units_with_bullets_below_a_title() -> None:
    record = read("Orks, War Horde, 1000 points\n\n- Warboss 75 pts\n- 20 Boyz 160 pts\n- Trukk, 65 pts\n")
    assert (record.title.text if record.title else "", record.total) == ("Orks, War Horde", 1000)
    assert [(unit.name, unit.points, unit.models) for unit in record.units] == [
        ("Warboss", 75, 0),
        ("Boyz", 160, 20),
        ("Trukk", 65, 0),
    ]


@pytest.mark.parametrize("mark", [" WL", " warlord", " (Warlord)", " 主将", " - военачальник", ", Kriegsherr"])
def test_a_warlord_behind_a_bare_price(mark: str) -> None:
    (unit, _) = read(f"Orks\nWar Horde\n\nWarboss 75 pts{mark}\nTrukk 65 pts\n").units
    assert (unit.name, unit.points, unit.warlord) == ("Warboss", 75, True)


def test_units_by_their_names_in_other_languages() -> None:
    """As a list file may call them."""
    text = "战锤40K 第十版\n星际战士\nGladius Task Force\n2000分\n\nCaptain 80分 主将\n仲裁者小队 x5 80分\n"
    assert [unit.datasheet for unit in judged(text).army.units] == ["Captain", "Intercessor Squad"]


@pytest.mark.parametrize("name", ["Boyz (10 models)", "Boyz (10 шт.)", "Boyz (10个)", "Boyz (10)", "Boyz [10 model]"])
def test_how_many_pieces(name: str) -> None:
    assert count_first(name) == "10x Boyz"


@pytest.mark.parametrize("line", ["Boyz (10 Choppas)", "Warboss 75 pts (warlord, Kunnin' But Brutal)"])
def test_what_means_something_else_stays(line: str) -> None:
    assert count_first(line) == line
    assert usual(line) == line


@pytest.mark.parametrize("line", ["Trukk 65 pts (the red one, fast)", "Trukk (my first)", "Trukk 2 go"])
def test_a_line_that_begins_with_the_name_of_a_unit_keeps_a_list_from_being_legal(line: str) -> None:
    text = f"Warhammer 40,000 10th edition\nOrks\nWar Horde\nIncursion (1000 points){UNITS}"
    assert "unread-line" not in {one.rule for one in judged(text).findings}
    found = judged(text.replace("\n\nWarboss", f"\n{line}\n\nWarboss"))
    said = [(one.rule, one.severity) for one in found.findings if line in str(one.message)]
    assert said[:1] in ([("unread-line", "unjudged")], [("unknown-name", "unjudged")])
    assert found.verdict == "unjudged"


def test_units_below_a_force_that_the_game_does_not_have_are_not_judged_by_their_place() -> None:
    """Such a heading may be that of another edition's list."""
    text = "+ Orks +\n++ War Horde ++\n\nGhazghkull Thraka (235pts)\nBoyz (85pts)\nBeast Snagga Boyz (95pts)\nTotal: 415pts\n"
    found = judged(text)
    assert found.verdict == "unjudged"
    assert not [one for one in found.findings if one.severity == "error"]


HEADED = "{}Warhammer 40,000 10th edition\nOrks\nWar Horde\nIncursion (1000 points)" + UNITS


def test_a_first_line_that_names_nothing_is_what_the_list_is_called() -> None:
    found = judged(HEADED.format("Green Afternoon\n"))
    assert found.army.name == "Green Afternoon"
    assert "unread-line" not in {one.rule for one in found.findings}


@pytest.mark.parametrize("head", ["Gazza's\nGreen Afternoon\n", "Big Waagh (145 points)\nGreen Afternoon\n"])
def test_only_the_first_line_is_the_name(head: str) -> None:
    found = judged(HEADED.format(head))
    assert found.army.name == head.partition("\n")[0].removesuffix(" (145 points)")
    said = [str(one.message) for one in found.findings if one.rule == "unread-line"]
    assert said == ["this line was not understood: Green Afternoon"]
