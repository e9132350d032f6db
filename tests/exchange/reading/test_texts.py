"""The readers of other programs' texts: what a list says, with its lines, whatever happened to its layout."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from listbuilder.errors import InputError
from listbuilder.exchange.reading import gw_app, listforge, new_recruit, nr_markdown
from listbuilder.exchange.reading.recognise import recognise
from listbuilder.exchange.reading.record import ListRecord, Part, UnitRecord
from listbuilder.exchange.reading.text import MAX_BYTES, MAX_LINE, MAX_LINES, decoded, lines_of, split_items
from tests.exchange import lists

READERS: dict[str, Callable[[str], ListRecord]] = {
    "gw-app": gw_app.read,
    "new-recruit": new_recruit.read,
    "nr-markdown": nr_markdown.read,
    "nr-simple": nr_markdown.read_simple,
    "listforge": listforge.read,
}
TEXTS = {
    "GW_A": (lists.GW_A, "gw-app", "gw-app"),
    "GW_B": (lists.GW_B, "gw-app", "gw-app"),
    "COMPACT": (lists.COMPACT, "new-recruit", "nr-wtc-compact"),
    "FULL": (lists.FULL, "new-recruit", "nr-wtc-full"),
    "NR_GW": (lists.NR_GW, "new-recruit", "nr-gw"),
    "MARKDOWN": (lists.MARKDOWN, "nr-markdown", "nr-markdown"),
    "SIMPLE": (lists.SIMPLE, "nr-simple", "nr-simple"),
    "LISTFORGE": (lists.LISTFORGE, "listforge", "listforge-text"),
    "ELEVENTH": (lists.ELEVENTH, "gw-app", "gw-app"),
    "FRENCH": (lists.FRENCH, "gw-app", "gw-app"),
}


def read(text: str) -> ListRecord:
    return READERS[recognise(text)](text)


def tree(parts: list[Part]) -> list[object]:
    return [(part.count, part.name, tree(part.parts)) if part.parts else (part.count, part.name) for part in parts]


def unit(record: ListRecord, name: str) -> UnitRecord:
    return next(one for one in record.units if one.name == name)


class TestRecognising:
    @pytest.mark.parametrize("name", TEXTS)
    def test_by_content(self, name: str) -> None:
        text, family, style = TEXTS[name]
        assert recognise(text) == family
        assert READERS[family](text).format == style

    @pytest.mark.parametrize("name", ["GW_A", "GW_B", "ELEVENTH", "FRENCH"])
    def test_without_its_footer(self, name: str) -> None:
        text = "\n".join(line for line in TEXTS[name][0].split("\n") if not line.startswith("Export"))
        assert recognise(text) == "gw-app"

    @pytest.mark.parametrize(
        "text", ["", "Boyz, lots of them\nand a Warboss", "name: x\nsystem: wh40k-10e\n", "{}", "a (b)"]
    )
    def test_other_texts_are_not_taken_for_lists(self, text: str) -> None:
        assert not recognise(text)


class TestHeader:
    def test_both_dialects_by_the_shape_of_their_lines(self) -> None:
        one, other = read(lists.GW_A), read(lists.GW_B)
        assert [word.text for word in one.header] == ["Space Marines", "Gladius Task Force"]
        assert [word.text for word in other.header] == ["Orks", "War Horde"]
        assert (one.name, one.total, one.limit) == ("Dust and Rust", 430, 2000)
        assert (other.name, other.total, other.limit) == ("Green Afternoon", 245, 2000)

    def test_thousands_are_separated_in_any_way(self) -> None:
        for total in ("2,000 Points", "2.000 Points", "2\u00a0000 points", "2000 Points"):
            text = lists.GW_A.replace("2000 Points", total)
            assert read(text).limit == 2000

    def test_lines_of_the_new_recruit_header(self) -> None:
        record = read(lists.COMPACT)
        assert record.faction is not None
        assert (record.faction.text, record.faction.line) == ("Xenos - Orks", 2)
        assert [word.text for word in record.detachments] == ["War Horde (Get Stuck In)"]
        assert (record.total, record.limit) == (245, None)

    def test_settings_of_the_default_text(self) -> None:
        record = read(lists.MARKDOWN)
        assert record.size is not None
        assert (record.size.text, record.limit, record.total, record.name) == (
            "Strike Force",
            2000,
            245,
            "Green Afternoon",
        )
        assert [word.text for word in record.detachments] == ["War Horde"]

    def test_the_heading_states_the_total_where_no_title_does(self) -> None:
        assert read(lists.MARKDOWN.partition("\n\n")[2]).total == 245

    def test_the_edition_follows_from_what_only_it_has(self) -> None:
        assert read(lists.GW_A).systems == ("wh40k-10e",)
        assert read(lists.ELEVENTH).systems == ("wh40k-11e",)
        assert read(lists.GW_A.replace("v780", "v799")).systems == ("wh40k-10e",)
        assert read(lists.GW_A.replace("v780", "v800")).systems == ("wh40k-11e",)
        assert read(lists.COMPACT).systems == ("wh40k-10e", "wh40k-11e")
        disposed = read(lists.COMPACT.replace("+ TOTAL", "+ FORCE DISPOSITION: Purge the Foe\n+ TOTAL"))
        assert disposed.systems == ("wh40k-11e",)
        assert [(label, word.text) for label, word in disposed.choices] == [("Force Disposition", "Purge the Foe")]

    def test_a_list_without_title(self) -> None:
        record = read(lists.GW_B.replace("Green Afternoon (245 points)\n", ""))
        assert (record.name, record.total, len(record.units)) == ("", None, 2)


class TestUnits:
    @pytest.mark.parametrize("name", ["GW_B", "COMPACT", "FULL", "NR_GW", "MARKDOWN", "LISTFORGE"])
    def test_every_style_says_the_same(self, name: str) -> None:
        record = read(TEXTS[name][0])
        boss, boyz = record.units
        assert (boss.name, boss.points, boss.warlord) == ("Warboss", 75, True)
        assert sorted(tree(boss.parts)) == [
            (1, "Attack squig"),
            (1, "Kombi-weapon"),
            (1, "Power klaw"),
            (1, "Twin sluggas"),
        ]
        assert (boyz.name, boyz.points, boyz.warlord) == ("Boyz", 170, False)
        counts: dict[str, int] = {}
        for part in boyz.parts:
            counts[part.name] = counts.get(part.name, 0) + part.count
            for item in part.parts:
                counts[item.name] = counts.get(item.name, 0) + item.count
        assert counts == {
            "Boss Nob": 1, "Boy": 19, "Power klaw": 1, "Slugga": 18, "Choppa": 17, "Big shoota": 2, "Close combat weapon": 2,
        }  # fmt: skip

    def test_lines_are_kept(self) -> None:
        squad = unit(read(lists.GW_A), "Intercessor Squad")
        rows = lists.GW_A.split("\n")
        assert rows[squad.line - 1] == "Intercessor Squad (160 Points)"
        assert rows[squad.parts[1].line - 1].strip() == "• 9x Intercessor"
        assert rows[squad.parts[1].parts[0].line - 1].strip() == "◦ 2x Astartes grenade launcher"

    def test_an_enhancement(self) -> None:
        captain = unit(read(lists.GW_A), "Captain")
        assert [word.text for word in captain.enhancements] == ["The Honour Vehement"]
        assert (1, "The Honour Vehement") not in tree(captain.parts)

    def test_enhancements_that_continue_on_the_next_line(self) -> None:
        text = lists.GW_A.replace("The Honour Vehement", "The Honour Vehement,\n    Artificer Armour")
        words = unit(read(text), "Captain").enhancements
        assert [word.text for word in words] == ["The Honour Vehement, Artificer Armour"]

    def test_a_priced_enhancement(self) -> None:
        text = lists.NR_GW.replace("• 1x Attack squig", "• Follow Me Ladz (+25 pts)")
        assert [word.text for word in unit(read(text), "Warboss").enhancements] == ["Follow Me Ladz"]

    def test_indentation_lost_with_two_bullets(self) -> None:
        assert tree(read(lists.flattened(lists.GW_A)).units[1].parts) == tree(read(lists.GW_A).units[1].parts)

    def test_indentation_lost_with_one_bullet_is_noted(self) -> None:
        boyz = unit(read(lists.flattened(lists.GW_B)), "Boyz")
        assert boyz.flat
        assert tree(boyz.parts)[:3] == [(1, "Boss Nob"), (1, "Power klaw"), (1, "Slugga")]
        assert not unit(read(lists.GW_B), "Boyz").flat

    def test_the_same_weapon_twice_stays_twice(self) -> None:
        text = lists.GW_B.replace("    1x Kombi-weapon\n", "    1x Kombi-weapon\n    1x Kombi-weapon\n")
        assert tree(unit(read(text), "Warboss").parts).count((1, "Kombi-weapon")) == 2

    def test_a_name_of_the_players_own_is_not_wargear(self) -> None:
        record = read(lists.GW_B.replace("Warboss (75 points)\n", "Warboss (75 points)\nOLD IRON\n"))
        assert [(word.text, word.line) for word in record.unread] == [("OLD IRON", 11)]
        assert len(unit(record, "Warboss").parts) == 4

    def test_lines_above_a_markdown_list_are_named_and_are_no_part_of_it(self) -> None:
        alone, below = read(lists.MARKDOWN), read(f"Mine for Saturday\n1x Boyz\n{lists.MARKDOWN}")
        assert [(word.text, word.line) for word in below.unread] == [("Mine for Saturday", 1), ("1x Boyz", 2)]
        assert [one.name for one in below.units] == [one.name for one in alone.units]

    def test_counts_behind_a_model_are_of_each_model_or_of_all(self) -> None:
        text = lists.MARKDOWN.replace("• 2x Boy: Big shoota", "• 2x Boy: 2x Big shoota")
        assert tree(unit(read(text), "Boyz").parts)[2] == (2, "Boy", [(4, "Big shoota"), (2, "Close combat weapon")])
        alike = lists.COMPACT.partition("• 19x")[0] + "• 19x Boy: 19x Choppa, Slugga\n"
        assert tree(unit(read(alike), "Boyz").parts)[1] == (19, "Boy", [(19, "Choppa"), (19, "Slugga")])
        compact = lists.COMPACT.replace("Boss Nob: Power klaw", "Boss Nob: 2x Power klaw")
        assert (2, "Power klaw") in tree(unit(read(compact), "Boyz").parts[0].parts)


class TestEleventhEdition:
    @pytest.mark.parametrize("text", [lists.ELEVENTH, lists.FRENCH])
    def test_attached_units(self, text: str) -> None:
        boss, boyz = read(text).units
        assert boss.group == boyz.group > 0
        assert (boss.role.split()[0], boyz.role.split()[0]) in {("Leader", "Bodyguard"), ("Meneur", "Gardes")}
        assert boss.warlord
        assert len(boss.enhancements) == 1
        assert "(" not in boss.enhancements[0].text

    def test_detachments_and_disposition(self) -> None:
        record = read(lists.ELEVENTH)
        assert [word.text for word in record.detachments] == ["Kult of Speed and More Dakka!"]
        assert [(label, word.text) for label, word in record.choices] == [
            ("Force Disposition", "Purge the Foe, Reconnaissance")
        ]

    def test_whom_a_unit_leads(self) -> None:
        text = lists.COMPACT.replace("20x Boyz", "Leading Boyz[2]\n20x Boyz").replace(
            "\nCreated", "  Attached to Warboss[1]\nCreated"
        )
        boss, boyz = read(text).units
        assert (boss.leads, boyz.joined) == (("Boyz", 2), ("Warboss", 1))
        assert read(lists.COMPACT.replace("20x Boyz", "Leading Boyz[2]\n20x Boyz")).systems == ("wh40k-11e",)


class TestText:
    def test_invisible_and_control_characters_go(self) -> None:
        text = "\ufeffWar\u200bboss\u00a0(75\u202fpoints)\x00\x1b[31m\ufffc"
        assert lines_of(text)[0].text == "Warboss (75 points)[31m"

    def test_encodings(self) -> None:
        assert (
            decoded("é".encode(), "x")
            == decoded("é".encode("utf-16"), "x")
            == decoded("é".encode("cp1252"), "x")
            == "é"
        )
        with pytest.raises(InputError):
            decoded(b"\x81", "x")

    def test_absurd_sizes_are_refused(self) -> None:
        with pytest.raises(InputError):
            decoded(b"x" * (MAX_BYTES + 1), "x")
        with pytest.raises(InputError):
            lines_of("x\n" * (MAX_LINES + 1))
        with pytest.raises(InputError) as caught:
            lines_of("a\n" + "x" * (MAX_LINE + 1))
        assert caught.value.problems[0].line == 2

    def test_commas_in_brackets_do_not_split(self) -> None:
        assert split_items("a (b, c), d [e, f],g") == ["a (b, c)", "d [e, f]", "g"]


def test_what_stands_below_models_that_all_have_their_loadouts_is_the_units():
    text = "Orks\n\nBATTLELINE\n\nBoyz (85 points)\n  • 9x Boy\n    • 9 with Choppa\n    1x Banner\n"
    (unit,) = gw_app.read(text).units
    assert [(part.name, [item.name for item in part.parts]) for part in unit.parts] == [
        ("Boy", ["Choppa"]),
        ("Banner", []),
    ]


def test_a_loadout_below_a_loadout_is_one_of_its_own():
    text = "+ FACTION KEYWORD: Xenos - Orks\n+ DETACHMENT: War Horde\n\n20x Boyz (170 pts)\n"
    found = new_recruit.read(text + " 2 with Big shoota\n    17 with Choppa\n")

    assert [(part.count, [item.name for item in part.parts]) for part in found.units[0].parts] == [
        (2, ["Big shoota"]),
        (17, ["Choppa"]),
    ]


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        ("Jörg Müller – “Größe” • 5 × Boyz", "cp1252"),
        ("Zoë, naïve façade: l’armée à l’été", "cp1252"),
        ("Петров Иван • Красные Комиссары, ещё “Орки”", "cp1251"),
        ("王小明，红队：兽人军表", "gbk"),
        ("Player 李, 2000 points", "gbk"),
    ],
)
def test_texts_in_older_encodings(text: str, codec: str):
    assert decoded(text.encode(codec), "x") == text


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["Warboss (75 points)\r\n  • Жук", "王小明 2000/2000 pts: 一队\n", "x"])
def test_texts_in_utf_16_with_and_without_its_mark(text: str, codec: str):
    assert decoded(text.encode(codec), "x") == text


@pytest.mark.parametrize("content", [b"Boyz\0\0\0\0", b"Bo\0yz and gretchin", b"\0\0\0\0\0\0"])
def test_zeros_in_other_texts_do_not_make_them_utf_16(content: bytes):
    assert decoded(content, "x") == content.decode()


def test_a_question_mark_that_was_a_bullet_is_one():
    """Spreadsheet programs write it for what their encoding does not have."""
    (line,) = lines_of("  ? 1x Choppa")
    assert (line.indent, line.bullet, line.text) == (2, "?", "1x Choppa")
    assert lines_of("?what")[0].bullet == ""
