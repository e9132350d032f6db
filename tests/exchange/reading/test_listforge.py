"""The texts of List Forge: the title of the plain one, the labelled lines of the template for tournaments."""

from __future__ import annotations

import pytest

from listbuilder.errors import InputError
from listbuilder.exchange.reading.listforge import read
from listbuilder.exchange.reading.recognise import recognise
from listbuilder.exchange.reading.record import ListRecord, Word
from tests.exchange import lists

TEMPLATE = """\
++++++++++++++++++++++++++++++++
List Name: Rust Parade
Factions Used: Xenos - Orks, Unaligned Forces
Army Points: 1,245
Detachment Rule (once): War Horde
Detachment: More Dakka!
Army Enhancements: Follow Me Ladz
Bring dice
================================
Warboss (100 pts)
  • Power klaw
  • Warlord
-----
Detachment: not here
"""


def words(found: list[Word]) -> list[tuple[str, int]]:
    return [(word.text, word.line) for word in found]


def units(record: ListRecord) -> list[tuple[str, int | None, int]]:
    return [(unit.name, unit.points, unit.line) for unit in record.units]


class TestTitle:
    def test_name_then_words_to_be_found_in_the_data(self) -> None:
        record = read(lists.LISTFORGE)
        assert (record.format, record.systems) == ("listforge-text", ("wh40k-10e", "wh40k-11e"))
        assert (record.name, record.total, record.limit) == ("Green Afternoon", 245, None)
        assert words(record.header) == [("Orks", 1), ("War Horde", 1)]
        assert (record.faction, record.detachments, record.unread) == (None, [], [])

    @pytest.mark.parametrize(
        ("title", "name", "total", "header"),
        [
            ("Rust - Orks (1,995 points)", "Rust", 1995, ["Orks"]),
            ("Rust - Orks - War Horde (995 Point)", "Rust", 995, ["Orks", "War Horde"]),
            ("A - B - C - D(2.000Points)", "A", 2000, ["B", "C", "D"]),
        ],
    )
    def test_as_many_words_as_it_has(self, title: str, name: str, total: int, header: list[str]) -> None:
        record = read(f"\n{title}\n\nBoyz (80 pts)\n")
        assert (record.name, record.total, words(record.header)) == (name, total, [(word, 2) for word in header])
        assert units(record) == [("Boyz", 80, 4)]

    def test_a_title_of_one_word_with_points_is_a_unit(self) -> None:
        record = read("Rust (245 points)\nBoyz (80 pts)\n")
        assert (record.name, record.total, record.header) == ("", None, [])
        assert units(record) == [("Rust", 245, 1), ("Boyz", 80, 2)]

    def test_a_unit_with_a_dash_in_its_name_below_the_first_is_a_unit(self) -> None:
        record = read("Rust - Orks (245 points)\nCharacter:\nBoss - Nob (75 points)\n")
        assert (record.name, record.total, units(record)) == ("Rust", 245, [("Boss - Nob", 75, 3)])


class TestLabels:
    def test_each_says_what_it_labels(self) -> None:
        record = read(TEMPLATE)
        assert (record.name, record.total) == ("Rust Parade", 1245)
        assert record.faction == Word("Xenos - Orks", 3)
        assert words(record.detachments) == [("War Horde", 5), ("More Dakka!", 6)]

    def test_rulers_and_other_labels_are_left_out_and_other_lines_kept(self) -> None:
        record = read(TEMPLATE)
        assert words(record.header) == [("Bring dice", 8)]
        assert record.choices == []

    def test_a_short_ruler_is_a_line_as_any_other(self) -> None:
        assert words(read("++++\n+++++\n=====x\nBoyz (80 pts)\n").header) == [("++++", 1), ("=====x", 3)]

    @pytest.mark.parametrize("label", ["Factions Used", "Detachment Rule", "Detachment"])
    def test_a_label_without_a_value_says_nothing(self, label: str) -> None:
        record = read(f"{label}:\n{label}:   \nBoyz (80 pts)\n")
        assert (record.faction, record.detachments, record.header) == (None, [], [])

    def test_case_does_not_matter_behind_the_first_letter(self) -> None:
        record = read("FACTIONS USED: Orks\nARMY POINTS: 90 of 100\ndetachment: small\nBoyz (80 pts)\n")
        assert (record.faction, record.total) == (Word("Orks", 1), 90)
        assert (record.detachments, words(record.header)) == ([], [("detachment: small", 3)])

    def test_points_that_are_no_number(self) -> None:
        assert read("Army Points: many\nBoyz (80 pts)\n").total is None

    def test_it_is_recognised_by_its_labels(self) -> None:
        assert recognise(TEMPLATE) == "listforge"
        assert recognise(TEMPLATE.replace("Factions Used", "Factions")) != "listforge"


class TestBody:
    def test_begins_with_the_first_unit_and_goes_to_the_end(self) -> None:
        record = read(TEMPLATE)
        (boss,) = record.units
        assert (boss.name, boss.points, boss.line, boss.warlord) == ("Warboss", 100, 10, True)
        assert boss.parts[0].name == "Power klaw"
        assert words(record.detachments)[-1] == ("More Dakka!", 6)

    @pytest.mark.parametrize("heading", ["Character:", "CHARACTERS", "Allied Units:", "Epic Hero"])
    def test_begins_with_a_heading(self, heading: str) -> None:
        record = read(f"Rust - Orks (245 points)\n{heading}\nDetachment: below\nBoyz (80 pts)\n")
        assert (record.detachments, words(record.header)) == ([], [("Orks", 1)])
        assert words(record.unread) == [("Detachment: below", 3)]
        assert units(record) == [("Boyz", 80, 4)]

    def test_a_header_alone_has_no_units(self) -> None:
        record = read("Rust - Orks (245 points)\nList Name: Other\n")
        assert (record.name, record.total, record.units) == ("Other", 245, [])

    def test_the_file_is_named_where_it_is_too_large(self) -> None:
        with pytest.raises(InputError) as raised:
            read("\n" * 10_001, "army.txt")
        assert raised.value.problems[0].file == "army.txt"
