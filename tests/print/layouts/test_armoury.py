"""The table of weapons of a card: how high its rows are, what stands in them, where it is parted."""

from __future__ import annotations

import io

import pymupdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.briefing import brief
from listbuilder.print.groups import arms
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.theme import ROW_TEXT, WEAPON_MODE, WEAPON_NAME
from listbuilder.print.kit.typeset import Span, text_width
from listbuilder.print.layouts.armoury import Head, Line, WeaponTable, figure, weapon_rows
from tests.print import layout

WIDTH, NARROW = 184 * mm, 128 * mm
HEAD = Head("Weapon", ("Range", "A", "BS", "S", "AP", "D"), "Keywords")
FIGURES = ('24"', "2", "3+", "4", "–", "1")
ROW, MORE = 4 * mm, 3.2 * mm
LONG = "Astartes grenade launcher of the first company"


def line(name="Bolt rifle", bearer="Squad", words="", count="10×", **more):
    return Line(bearer, more.pop("icon", None), count, (Span(name, WEAPON_NAME),), FIGURES, words, **more)


def rows(*lines):
    first, *others = lines
    return WeaponTable(
        ((HEAD, (line(**first, starts_bearer=True, starts_type=True), *(line(**one) for one in others))),)
    )


def test_a_row_is_as_high_as_its_lines():
    assert rows({}).height(WIDTH) == pytest.approx(2 * ROW)  # with its head
    assert rows({}, {}, {}).height(WIDTH) == pytest.approx(4 * ROW)
    assert rows({"name": LONG}).height(WIDTH) == pytest.approx(2 * ROW + MORE + 0.4 * mm)
    two = "Devastating Wounds, Sustained Hits 2"
    assert 36 * mm < text_width(two, ROW_TEXT) < 72 * mm
    assert rows({"words": two}).height(WIDTH) == pytest.approx(2 * ROW + MORE + 0.4 * mm)
    assert rows({"words": two, "name": LONG}).height(WIDTH) == pytest.approx(2 * ROW + MORE + 0.4 * mm)


def test_words_of_more_than_two_lines_stand_below_the_figures_where_they_have_all_the_width():
    words = "Devastating Wounds, Sustained Hits 2, Lethal Hits, Ignores Cover, Rapid Fire 2, Heavy"
    assert 72 * mm < text_width(words, ROW_TEXT) < 130 * mm
    assert rows({"words": words}).height(WIDTH) == pytest.approx(2 * ROW + MORE + 0.4 * mm)


def test_on_a_narrow_page_all_words_stand_below_the_name():
    assert rows({"words": "Pistol"}).height(NARROW) == pytest.approx(2 * ROW + MORE + 0.4 * mm)
    assert rows({}).height(NARROW) == pytest.approx(2 * ROW)


def test_a_long_name_of_a_bearer_goes_on_beside_their_next_rows():
    bearer = "Intercessor Sergeant of the First Company"
    lone, several = rows({"bearer": bearer}), rows({"bearer": bearer}, {"bearer": bearer}, {"bearer": bearer})
    assert lone.height(WIDTH) == pytest.approx(2 * ROW + MORE)
    assert several.height(WIDTH) == pytest.approx(4 * ROW)


def test_a_part_begins_with_its_head_and_names_its_bearer_again():
    other = Head("Melee", HEAD.figures, "")
    table = WeaponTable((
        (HEAD, (line("a", starts_bearer=True, starts_type=True), line("b"), line("c"))),
        (other, (line("d", starts_bearer=True, starts_type=True), line("e"))),
    ))  # fmt: skip
    assert table.count == 5

    def names(part):
        return [
            (head.title, [(one.name[0].text, one.starts_bearer, one.starts_type) for one in lines])
            for head, lines in part.sections
        ]

    assert names(table.part(1, 3)) == [("Weapon", [("b", True, True), ("c", False, False)])]
    assert names(table.part(3, 5)) == [("Melee", [("d", True, True), ("e", False, False)])]
    assert names(table.part(2, 4)) == [("Weapon", [("c", True, True)]), ("Melee", [("d", True, True)])]
    assert [table.part(0, 2).count, table.part(0, 5).count] == [2, 5]


def drawn(table, width=WIDTH):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(700, 300))
    table.draw(canvas, 50, 250, width)
    canvas.save()
    return pymupdf.open(stream=buffer.getvalue(), filetype="pdf")[0]


def test_rules_between_rows_tell_types_and_bearers_apart():
    lines = (
        line("a", starts_bearer=True, starts_type=True),
        line("b"),
        line("c", bearer="Sergeant", starts_bearer=True),
        line("d", starts_bearer=True, starts_type=True),
    )
    page = drawn(WeaponTable(((HEAD, lines),)))
    found = [
        (round((shape["rect"].y0 - 50) / mm, 1), round(shape["width"], 1), "[]" not in (shape["dashes"] or "[]"), round((shape["rect"].x0 - 50) / mm, 1))
        for shape in page.get_drawings()
    ]  # fmt: skip
    assert found == [(4, 0.5, False, 0), (8, 0.8, True, 43.5), (12, 0.4, False, 9.2), (16, 0.9, False, 0)]


def test_a_second_head_stands_below_a_strong_rule():
    other = Head("Melee", ("A", "WS"), "")
    melee = Line(
        "Squad", None, "1×", (Span("Fist", WEAPON_NAME),), ("3", "3+"), "", starts_bearer=True, starts_type=True
    )
    page = drawn(WeaponTable(((HEAD, (line(starts_bearer=True, starts_type=True),)), (other, (melee,)))))
    rules = [(round((shape["rect"].y0 - 50) / mm, 1), round(shape["width"], 1)) for shape in page.get_drawings()]
    assert rules == [(4, 0.5), (8, 0.9), (12, 0.5)]
    texts = layout.text(page).splitlines()
    assert texts.count("BEARER") == 2
    assert texts.index("MELEE") > texts.index("Bolt rifle")


def spans(page):
    return {
        "".join(chr(char[0]) for char in span["chars"]): (
            span["font"],
            (span["chars"][0][2][0] - 50) / mm,
            (span["chars"][0][2][1] - 50) / mm,
        )
        for span in layout._seen(page)
    }


def test_range_and_skill_are_plain_and_what_wounds_is_strong():
    found = spans(drawn(rows({"count": "7×"})))
    assert [text for text in FIGURES if "SemiBo" in found[text][0]] == ["2", "4", "–", "1"]
    assert [text for text in FIGURES if "Regula" in found[text][0]] == ['24"', "3+"]


def test_columns_stand_beside_each_other_from_the_right():
    found = spans(drawn(rows({"words": "Pistol"})))
    places = [found[text][1] for text in FIGURES]
    assert places == sorted(places)
    assert found["Pistol"][1] == pytest.approx(184 - 4 - 36, abs=0.1)
    assert found["Squad"][1] == pytest.approx(9.2, abs=0.01)
    assert found["Bolt rifle"][1] == pytest.approx(43.5, abs=0.01)
    assert 42.2 - 6 < found["10×"][1] < 42.2
    assert found["Bolt rifle"][2] == pytest.approx(found["Pistol"][2], abs=0.3)
    narrow = spans(drawn(rows({"words": "Pistol"}), NARROW))
    assert narrow["Pistol"][1] == pytest.approx(43.5, abs=0.01)
    assert narrow["Pistol"][2] - narrow["Bolt rifle"][2] == pytest.approx(3.2, abs=0.3)


def test_another_mode_stands_indented_below_its_weapon(make):
    briefing = brief(make.army((make.captain(),)), (), make.system())
    table = weapon_rows(briefing, arms(briefing, briefing.formation.groups[0]))
    found = spans(drawn(table))
    assert found["or supercharge"][1] == pytest.approx(43.5 + 3.5, abs=0.01)
    assert found["Power fist"][1] == pytest.approx(43.5, abs=0.01)


def test_a_wide_figure_makes_its_column_wider():
    wide = Line(
        "Squad", None, "1×", (Span("Gun", WEAPON_MODE),), ('24"', "2D6+12", "3+", "4", "–", "1"), "", True, True
    )
    usual, wider = (spans(drawn(WeaponTable(((HEAD, (one,)),)))) for one in (line(starts_bearer=True), wide))
    assert wider['24"'][1] < usual['24"'][1]
    assert wider["3+"][1] == pytest.approx(usual["3+"][1])


@pytest.mark.parametrize(
    ("value", "shown"),
    [("", "–"), (" ", "–"), ("-", "–"), ("-1", "\u22121"), ("0", "0"), ("D6", "D6"), ("N/A", "N/A"), ("20-45", "20–45"), ('20-45"', '20–45"'), ("D6-1", "D6\u22121"), ("2D6-12", "2D6\u221212"), ("A-1", "A-1")],
)  # fmt: skip
def test_figures_have_true_minus_signs_and_dashes_for_nothing(value, shown):
    assert figure(value) == shown
