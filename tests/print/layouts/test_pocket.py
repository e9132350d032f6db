"""Pocket cards: their size, what stands on which side, and that a back is behind its front."""

from __future__ import annotations

import io
import re

import pymupdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from listbuilder.army.records import Ability, Profile
from listbuilder.i18n import Text
from listbuilder.print import Collection, PrintOptions, print_army
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.layouts.pocket import SIZES_OF_CARDS
from listbuilder.print.layouts.pocket_parts import PocketBar, PocketStat, PocketStats, WeaponColumns, WeaponRow
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations
from listbuilder.rules.diagnostic import Diagnostic
from tests.print.proof import crossed_words, page_faults, squeezed, stream, words_of, wrong_figures

SAFE = 3 * mm
LONG = " ".join(["Each time this unit acts, re-roll one roll of the dice that it made."] * 9)


@pytest.fixture
def printed(make, rules):
    def act(*units, **options):
        army = make.army(units)
        return pymupdf.open(stream=print_army(army, (), rules, PrintOptions("cards", **options)), filetype="pdf")

    return act


def cells(page, columns, rows, size):
    """The text of each card of a page, in rows from the left."""
    left, top = (page.rect.width - columns * size[0]) / 2, (page.rect.height - rows * size[1]) / 2
    for row in range(rows):
        for column in range(columns):
            x, y = left + column * size[0], top + row * size[1]
            yield squeezed(page.get_text(clip=pymupdf.Rect(x, y, x + size[0], y + size[1])))


@pytest.mark.parametrize(
    ("card", "paper", "fits"),
    [
        ("63x88", "a4", 9),
        ("63x88", "letter", 9),
        ("63x88", "a5", 4),
        ("70x120", "a5", 2),
        ("70x120", "a4", 4),
        ("a7", "a4", 4),
        ("a7", "letter", 4),
    ],
)
def test_as_many_cards_as_a_sheet_has_room_for(make, printed, card, paper, fits):
    units = [make.captain(f"captain-{number}", name=f"Name {number}") for number in range(fits + 1)]
    with printed(*units, card_size=card, paper=paper) as document:
        assert len(document) == 2
        first, last = (squeezed(page.get_text()) for page in document)
        assert f"name{fits - 1}" in first
        assert f"name{fits}" not in first
        assert f"name{fits}" in last


@pytest.mark.parametrize("card", SIZES_OF_CARDS)
def test_nothing_stands_near_a_cut(make, printed, card):
    size = SIZES_OF_CARDS[card]
    with printed(
        *(make.captain(f"{number}", name="N" * 40) for number in range(4)), make.redemptor("r"), card_size=card
    ) as document:
        page = document[0]
        columns, rows = int((page.rect.width - 8 * mm) // size[0]), int((page.rect.height - 8 * mm) // size[1])
        left, top = (page.rect.width - columns * size[0]) / 2, (page.rect.height - rows * size[1]) / 2
        inside = pymupdf.Rect(left, top, left + columns * size[0], top + rows * size[1])
        for word in page.get_text("words"):
            box = pymupdf.Rect(word[:4])
            if not inside.contains(box):
                continue
            x, y = (box.x0 - left) % size[0], (box.y0 + box.height / 4 - top) % size[1]
            assert x >= SAFE - 0.1
            assert x + box.width <= size[0] - SAFE + 0.1
            assert y >= SAFE - 1


def test_cards_without_a_back_have_no_sheet_for_backs(make, printed):
    with printed(make.captain(), make.inceptors("i")) as document:
        assert len(document) == 1
        assert "sheet1of1" in squeezed(document[0].get_text())


def long_winded(make, key, **more):
    return make.captain(key, abilities=(Ability("Rites of Battle", "unit", LONG),), **more)


def test_a_text_that_does_not_fit_stands_on_the_back_of_its_card(make, printed):
    units = [make.captain("a", name="First"), long_winded(make, "b", name="Second"), make.captain("c", name="Third")]
    with printed(*units) as document:
        assert len(document) == 2
        fronts, backs = (list(cells(page, 3, 3, SIZES_OF_CARDS["63x88"])) for page in document)
        assert ["first" in fronts[0], "second" in fronts[1], "third" in fronts[2]] == [True] * 3
        assert "ritesofbattle" in fronts[1]
        assert squeezed(LONG) not in fronts[1]
        assert squeezed(LONG) in backs[1]  # the middle stays in the middle
        assert (backs[0], backs[2]) == ("", "")


def test_backs_are_mirrored(make, printed):
    units = [long_winded(make, "a", name="First"), make.captain("b", name="Second")]
    with printed(*units) as document:
        _fronts, backs = (list(cells(page, 3, 3, SIZES_OF_CARDS["63x88"])) for page in document)
        assert "first" in backs[2]  # turned over the long edge, the right of the back is the left of the front
        assert not backs[0]


def test_a_last_sheet_without_backs_is_not_followed_by_an_empty_one(make, printed):
    plain = [make.captain(f"{number}", name=f"Name {number}") for number in range(9)]
    with printed(long_winded(make, "b", name="Second"), *plain) as document:
        assert len(document) == 3
        assert [squeezed(page.get_text()).count("fronts") for page in document] == [1, 0, 1]
    with printed(*plain, long_winded(make, "b", name="Second")) as document:  # what stands behind the first is empty
        assert len(document) == 4
        assert "name" not in squeezed(document[1].get_text())


def test_cards_with_backs_begin_a_sheet_behind_those_of_other_armies(make, rules):
    options = PrintOptions("cards")
    made = Collection("cards", "Both")
    for units in ([make.captain("a", name="First")], [long_winded(make, "b", name="Second")], [make.captain("c")]):
        made.add(make.army(units), (), rules, options)
    with pymupdf.open(stream=made.content(), filetype="pdf") as document:
        pages = [squeezed(page.get_text()) for page in document]
        assert len(pages) == 5
        assert "first" in pages[0]
        assert pages[1] == ""
        assert "second" in pages[2]
        assert "ritesofbattle" in pages[3]
        assert [target for _level, _title, target in document.get_toc() if _level == 1] == [1, 3, 5]


def test_what_fits_on_no_card_goes_on_on_the_next(make, printed):
    texts = tuple(Ability(f"Ability {number}", "unit", LONG) for number in range(5))
    unit = make.captain("a", name="Chatterbox", abilities=texts)
    with printed(unit) as document:
        words = squeezed("".join(page.get_text() for page in document))
        assert words.count("chatterbox") > 2
        assert "continued" in words
        assert all(f"ability{number}" in words for number in range(5))
        assert words.count("acts,") == LONG.count("acts,") * 5
        assert not list(page_faults(document))


def test_a_text_longer_than_a_side_is_parted(make, printed):
    words = " ".join(f"word{number}" for number in range(400))
    with printed(make.captain("a", abilities=(Ability("Rites of Battle", "unit", words + "."),))) as document:
        assert not list(page_faults(document))
        found = squeezed("".join(page.get_text() for page in document))
        assert all(f"word{number}" in found for number in range(400))


def test_names_only(make, printed):
    with printed(long_winded(make, "a"), text="names") as document:
        assert squeezed(LONG) not in squeezed(document[0].get_text())
        assert "ritesofbattle" in squeezed(document[0].get_text())
        assert len(document) == 1


@pytest.mark.parametrize("name", ["marines", "orks", "monsters", "foreign", "sigmar"])
@pytest.mark.parametrize("card", SIZES_OF_CARDS)
def test_figures_are_those_of_the_data(armies, rules, name, card):
    army, findings = armies[name]
    data = print_army(army, findings, rules, PrintOptions("cards", card_size=card))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        assert not list(page_faults(document))
        assert not list(wrong_figures(army, stream(document)))


def test_the_outline_names_each_unit_once(make, printed):
    with printed(make.captain("a", name="First"), long_winded(make, "b", name="Second")) as document:
        assert [title for _level, title, _page in document.get_toc()] == ["First", "Second"]


def test_other_modes_of_a_weapon_are_named_without_what_they_share(make, printed):
    with printed(make.hellblasters("h")) as document:
        words = squeezed(document[0].get_text())
        assert "orsupercharge" in words
        assert words.count("plasmaincinerator") == 1


def test_what_is_used_once_in_a_battle_has_a_circle(make, printed):
    once = make.captain("a", abilities=(Ability("Finest Hour", "unit", "Once per battle, this model fights twice."),))
    often = make.captain("a", abilities=(Ability("Finest Hour", "unit", "In each battle round, this model fights."),))
    with printed(once) as document, printed(often) as other:
        assert circles(document) == circles(other) + 1
        assert squeezed(document[0].get_text()).count("finesthour") == 2


def circles(document):
    return sum(1 for shape in document[0].get_drawings() if {item[0] for item in shape["items"]} == {"c"})


@pytest.mark.parametrize("mode", [True, False])
def test_names_of_weapons_of_any_length_leave_room_for_their_figures(mode):
    for letters in range(4, 60):
        row = WeaponRow(
            WeaponColumns((14.0,) * 5), "grenade " * (letters // 8) + "x" * (letters % 8), "12345", "Blast", mode=mode
        )
        buffer = io.BytesIO()
        canvas = Canvas(buffer, pagesize=(200, 100))
        row.draw(canvas, 10, 90, 160)
        canvas.save()
        with pymupdf.open(stream=buffer.getvalue(), filetype="pdf") as document:
            faults = [fault for fault in page_faults(document, 6.0) if "overlap" in fault]
            lowest = max(y for word in words_of(document[0]) for _x, y in word.middle)
        assert faults == []
        assert lowest <= 10 + row.height(160)


@pytest.mark.parametrize(
    ("rule", "lines"),
    [
        ("strong", [(10.0, 170.0, 0.9)]),
        ("fine", [(10.0, 170.0, 0.4)]),
        ("dotted", [(10.0 + 4.2 * mm, 170.0, 0.8)]),
        ("", []),
    ],
)
def test_what_parts_a_weapon_from_the_one_above(rule, lines):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(200, 100))
    WeaponRow(WeaponColumns((14.0,) * 5), "Bolter", "12345", rule=rule).draw(canvas, 10, 90, 160)
    canvas.save()
    with pymupdf.open(stream=buffer.getvalue(), filetype="pdf") as document:
        shapes = document[0].get_drawings()
    found = [(round(one["rect"].x0, 1), round(one["rect"].x1), round(one["width"], 1)) for one in shapes]
    assert found == [(round(left, 1), right, weight) for left, right, weight in lines]


def with_words(make, words, melee="3 3+ 4 0 1"):
    unit = make.captain()
    return replace(unit, weapons=(make.melee("Great club", melee, words),))


def test_what_is_said_of_a_weapon_at_length_stands_with_the_abilities(printed, make):
    for words, is_text in (("Extra Attacks", False), (LONG, True)):
        with printed(with_words(make, words)) as document:
            shown = stream(document)
            assert (squeezed("Great club. " + words[:30]) in shown) == is_text
            assert squeezed(words[:30]) in shown
            assert not list(page_faults(document, 6.0))


def test_a_weapon_without_figures(printed, make):
    unit = make.captain()
    club = Profile("Great club", "Melee Weapons", (("Keywords", "Extra Attacks"),), 1)
    with printed(replace(unit, weapons=(club,))) as document:
        assert "greatclub" in stream(document)


def test_what_a_bar_has_no_room_for_stands_below_it(make, printed):
    with printed(*make.marines().units[:6]) as document:
        assert "…" not in "".join(page.get_text() for page in document)
    bar = PocketBar(Look(), "Captain Titus", "", "100", "pts")
    part, rest = bar.parted(["captain", "warlord of the company", "leads the first squad"], 57 * mm)
    assert (part.second, rest) == ("Captain · warlord of the company", "Leads the first squad")
    part, rest = replace(bar, title="A name that takes both lines of the bar").parted(["captain"], 57 * mm)
    assert (part.second, rest) == ("", "Captain")


@pytest.mark.parametrize(("types", "title"), [(2, "weapon"), (1, "rangedweapons")])
def test_the_weapons_of_all_types_below_one_head_are_named_together(make, printed, types, title):
    kinds = list(dict.fromkeys(one.type for one in make.captain().weapons))[:types]
    weapons = tuple(one for one in make.captain().weapons if one.type in kinds)
    with printed(replace(make.captain(), weapons=weapons)) as document:
        words = squeezed(document[0].get_text())
    assert f"{title}range" in words


def test_a_wide_figure_takes_the_room_of_the_other_boxes():
    labels = ("M", "WS", "BS", "S", "T", "W", "A", "LD", "SV")
    plain = PocketStats(labels, [PocketStat(('6"', "3+", "3+", "4", "4", "2", "2", "7", "3+"))])
    wide = PocketStats(labels, [PocketStat(('20-45"', "-", "3+", "6", "6", "12", "3", "8", "3+"))])
    assert len(set(plain.widths(160.0))) == 1
    first, *others = wide.widths(160.0)
    assert first > max(others) > 10
    assert sum(wide.widths(160.0)) == pytest.approx(sum(plain.widths(160.0)))


def test_a_save_that_some_models_have_has_a_box_of_its_own():
    rows = [PocketStat(('6"', "4"), "", "", "Guard"), PocketStat(('5"', "5"), "4++", "", "Keeper")]
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(300, 300), invariant=1)
    PocketStats(("M", "T"), rows, "INV").draw(canvas, 20, 280, 57 * mm)
    canvas.showPage()
    canvas.save()
    with pymupdf.open(stream=buffer.getvalue(), filetype="pdf") as document:
        words = {word.text: word.corners[0] for word in words_of(document[0])}
    assert {"INV", "4++", "Guard", "Keeper"} <= words.keys()
    assert abs(words["4++"][1] - words['5"'][1]) < 1 < words["4++"][1] - words['6"'][1]


def test_damaged_is_said_on_pocket_cards(make, printed):
    with printed(replace(make.redemptor("r"), damaged=(4,))) as document:
        assert "damaged:4orfewer" in squeezed(document[0].get_text())


def test_a_squad_with_a_leader_has_its_half_strength_and_both_say_it(make, rules):
    army = make.army(
        (make.captain("boss", name="Boss"), make.intercessors("squad", 10)),
        declarations=Declarations(attach={"boss": "squad"}),
    )
    data = print_army(army, (), rules, PrintOptions("cards"))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        found = [*cells(document[0], 3, 3, SIZES_OF_CARDS["63x88"])]
    squad, boss = found[:2]
    assert "togetherbelow½:5orfewer" in boss
    assert "togetherbelow½:5orfewer" in squad
    assert (boss.count("½"), squad.count("½")) == (1, 2)  # the tab on the track besides the words


def test_facts_of_a_spell_stand_with_its_text_and_its_name(make, printed):
    parts = (("Casting Value", "7"), ("Effect", "Burns every enemy within range of it."))
    spell = Ability("Fireball", "unit", "", parts)
    named = Ability("Unit", "unit", "", (("Troop Type", "Regular infantry"), ("Unit Size", "1")))
    with printed(make.captain("a", abilities=(spell, named))) as document:
        words = squeezed("".join(page.get_text() for page in document))
    assert "fireball(castingvalue7).burns" in words
    assert "unit(trooptyperegularinfantry·unitsize1)" in words


def test_statlines_are_in_the_order_of_losses_below_their_names(make, printed):
    with printed(make.orks().units[1]) as document:
        heights = [(word[1], word[4]) for word in document[0].get_text("words")]
    shown = [word for _y, word in sorted(heights) if word in {"Boyz", "Nob", '6"'}]
    assert shown[-4:] == ["Boyz", '6"', "Nob", '6"']


def test_keywords_are_on_cards_that_go_on(make, printed):
    texts = tuple(Ability(f"Ability {number}", "unit", LONG) for number in range(5))
    with printed(make.captain("a", abilities=texts)) as document:
        assert "adeptusastartes" in squeezed("".join(page.get_text() for page in document))


def test_a_bar_without_facts_says_what_the_unit_is(make, printed):
    with printed(make.redemptor("r")) as document:
        assert "vehicle" in squeezed(document[0].get_text())[:60]


def test_what_the_whole_army_uses_once_has_no_circle_on_cards(make, printed):
    shout = (Ability("Shout", "faction", "Once per battle, shout."),)
    with printed(make.captain("a", abilities=shout)) as one, printed(make.captain("a", abilities=())) as other:
        assert circles(one) == circles(other)


@pytest.mark.parametrize(("card", "columns", "rows"), [("63x88", 3, 3), ("70x120", 2, 2), ("a7", 2, 2)])
def test_no_mark_crosses_the_words_beside_the_cards(make, printed, card, columns, rows):
    size = SIZES_OF_CARDS[card]
    with printed(make.captain(), card_size=card) as document:
        page = document[0]
        left = (page.rect.width - columns * size[0]) / 2
        marks = [left + column * size[0] for column in range(columns + 1)]
        lines = [line["bbox"] for block in page.get_text("dict")["blocks"] for line in block.get("lines", ())]
        inner = (page.rect.height - rows * size[1]) / 2
        outside = [box for box in lines if box[3] < inner or box[1] > page.rect.height - inner]
    assert outside
    assert not any(box[0] < mark < box[2] for box in outside for mark in marks)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_words_beside_the_cards_stand_between_these_and_what_printers_leave_white(make, rules, paper):
    data = print_army(make.marines(), (), rules, PrintOptions("cards", paper=paper))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        page = document[0]
        outer = (page.rect.height - 3 * SIZES_OF_CARDS["63x88"][1]) / 2
        words = [word for word in words_of(page) if max(y for _x, y in word.corners) < outer + 2]
        heights = [y for word in words for _x, y in word.middle]
    assert words
    assert min(heights) >= 4 * mm
    assert max(heights) <= outer - 1 * mm


@pytest.mark.parametrize(("layout", "paper"), [("cards", "a4"), ("roster", "a4"), ("roster", "a5")])
def test_the_hash_of_the_list_is_never_cut(make, rules, layout, paper):
    assumed = Diagnostic(
        "size", Text("assumed"), "warning", beside=Text("Strike Force is assumed by us in this very case")
    )
    data = print_army(make.marines(), (assumed,), rules, PrintOptions(layout, paper=paper))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        for page in document:
            words = squeezed(page.get_text())
            assert re.search("[0-9a-f]{12}", words)
            assert re.search("legal.{0,60}/2,000pts(?!…)", words)


def test_parts_of_a_list_keep_their_signs(make, printed):
    text = "Choose one:\n• Re-roll hits.\n• Re-roll wounds."
    with printed(make.captain(abilities=(Ability("Rites of Battle", "unit", text),))) as document:
        shown = document[0].get_text().replace("\n", " ")
    assert shown.count("•") == 2
    assert "• Re-roll hits." in shown
    assert "Rites of Battle. Choose one:" in shown


def giant(make, wounds):
    """A model with three statlines, and a track of so many boxes."""
    unit = make.redemptor("r")
    lines = tuple(
        replace(
            unit.profiles[0],
            name=f"Redemptor [{number}] (so many wounds remaining, or more than that)",
            values=tuple(
                (key, {"W": str(wounds), "M": f'{number}"'}.get(key, value)) for key, value in unit.profiles[0].values
            ),
        )
        for number in range(3)
    )
    return replace(unit, profiles=lines, wounds=wounds, damaged=(wounds // 2,))


@pytest.mark.parametrize("wounds", [12, 24, 28, 40, 60])
def test_a_long_track_keeps_off_the_statlines(make, printed, wounds):
    with printed(giant(make, wounds)) as document:
        assert not list(page_faults(document))
        assert not list(crossed_words(document))
        boxes = [
            shape["rect"]
            for page in document
            for shape in page.get_drawings()
            if shape["type"] == "s"
            and abs(shape["rect"].width - shape["rect"].height) < 0.1
            and shape["rect"].width > 12
        ]
    assert sum(1 for box in boxes if box.width < 18) >= wounds


def test_weapons_that_read_alike_are_one_row(make, printed):
    gun = make.ranged("Gatling cannon", '36" 12 3+ 6 -2 2', "Heavy", item="Gun")
    unit = replace(make.redemptor("r"), weapons=(gun, replace(gun, item="Gun with a lamp")))
    with printed(unit) as document:
        assert squeezed("2× Gatling cannon") in stream(document)
        assert stream(document).count("gatling") == 1


def test_marks_of_authors_are_not_printed_with_findings(make, rules):
    found = (Diagnostic("unknown-name", Text("Unknown entry: **Chapter Selection**"), "unjudged"),)
    data = print_army(make.marines(), found, rules, PrintOptions())
    with pymupdf.open(stream=data, filetype="pdf") as document:
        assert "Unknown entry: Chapter Selection" in document[0].get_text().replace("\n", " ")


def test_labels_of_narrow_boxes_stay_on_one_line_above_their_figures():
    labels = ("武技", "射技", "力量", "坚韧", "前侧", "侧面", "后方", "先攻", "攻击", "领导", "护甲", "船体值")
    stats = PocketStats(labels, [PocketStat(tuple("434412431783"))])
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(300, 300), invariant=1)
    stats.draw(canvas, 20, 280, 57 * mm)
    canvas.showPage()
    canvas.save()
    with pymupdf.open(stream=buffer.getvalue(), filetype="pdf") as document:
        assert not [fault for fault in page_faults(document) if "overlap" in fault]
        heads = [word for word in words_of(document[0]) if not word.text.isdecimal()]
        assert len({round(word.corners[0][1]) for word in heads}) == 1
