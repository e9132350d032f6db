"""The turn sheet on paper: read back from the PDF."""

from __future__ import annotations

import pymupdf
import pytest

from listbuilder import i18n
from listbuilder.army.records import Ability
from listbuilder.catalogue.vocabulary import NEUTRAL
from listbuilder.print import PrintOptions, print_army
from listbuilder.print.briefing import brief
from listbuilder.print.glance import glance
from listbuilder.print.kit.pages import SIZES, Flow, Frame
from listbuilder.print.layouts.glance_table import GLANCE_HEAD, GLANCE_ROW, GlanceTable
from listbuilder.print.layouts.turn_units import add_glance
from listbuilder.replacing import replace

NAMES = ("marines", "orks", "monsters", "foreign", "crowd", "sigmar")


def words(page):
    """The words on a page with their boxes, without the outlines that stand below white ones."""
    return list({(word[4], *(round(value) for value in word[:4])): word for word in page.get_text("words")}.values())


def text(data):
    with pymupdf.open(stream=data, filetype="pdf") as document:
        return [" ".join(word[4] for word in words(page)) for page in document]


def squeezed(words):
    return "".join(words.split())


@pytest.mark.parametrize("ink", ["full", "save"])
@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_leaves_the_paper_or_overlaps(armies, rules, name, paper, ink):
    army, findings = armies[name]
    data = print_army(army, findings, rules, PrintOptions("turn", paper, ink=ink))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        for page in document:
            found = words(page)
            assert found
            for word in found:
                assert page.rect.x0 + 15 < word[0] < word[2] < page.rect.x1 - 15, word
                assert page.rect.y0 + 10 < word[1] < word[3] < page.rect.y1, word
            assert not list(overlapping(found))
            for drawing in page.get_drawings():
                assert page.rect.contains(drawing["rect"])


def overlapping(found):
    for index, one in enumerate(found):
        for other in found[index + 1 :]:
            wide = min(one[2], other[2]) - max(one[0], other[0])
            high = min(one[3], other[3]) - max(one[1], other[1])
            if wide > 0.5 and high > 0.35 * min(one[3] - one[1], other[3] - other[1]):
                yield one[4], other[4]


@pytest.mark.parametrize("name", NAMES)
def test_every_unit_is_there(armies, rules, name):
    army, findings = armies[name]
    found = squeezed("".join(text(print_army(army, findings, rules, PrintOptions("turn")))))
    briefing = brief(army, findings, rules)
    for unit in army.units:
        assert squeezed(briefing.label(unit)).replace("🔥", "?") in found


def test_an_ordinary_army_has_one_page(armies, rules):
    for name in ("orks", "monsters", "sigmar"):
        assert len(text(print_army(*armies[name], rules, PrintOptions("turn")))) == 1


def test_no_type_below_seven_points(armies, rules):
    for name in NAMES:
        data = print_army(*armies[name], rules, PrintOptions("turn"))
        with pymupdf.open(stream=data, filetype="pdf") as document:
            assert all(span["size"] >= 6.99 for page in document for span in page.get_texttrace())


def test_a_phase_that_is_taller_than_a_page_goes_on(make, rules):
    deeds = tuple(Ability(f"Deed {number}", "unit", "In your Shooting phase, do it.") for number in range(840))
    data = print_army(make.army((make.captain(abilities=deeds), make.redemptor("r"))), (), rules, PrintOptions("turn"))
    found = squeezed("".join(text(data)))
    assert all(f"Deed{number}{',' if number % 6 < 5 else ':'}" in found for number in range(840))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        assert all(span["size"] >= 6.99 for page in document for span in page.get_texttrace())


@pytest.mark.parametrize(
    ("units", "room", "begin"), [(2, 2, True), (2, 1, False), (4, 4, True), (4, 3, False), (9, 4, True), (9, 3, False)]
)
def test_the_units_begin_on_a_page_with_room_for_four_of_them_or_all(make, units, room, begin):
    army = make.army(tuple(replace(make.redemptor(f"r{number}"), name=f"Walker {number}") for number in range(units)))
    frame = Frame(SIZES["a5"])
    flow = Flow(frame, used=frame.height - GLANCE_HEAD - (room + 0.5) * GLANCE_ROW)
    flow.pages[0].append("what stands above")  # type: ignore[arg-type]
    add_glance(flow, GlanceTable.of(glance(brief(army, (), None)), "Units"))
    assert (len(flow.pages[0]) > 1) is begin


def test_a_game_that_states_nothing_has_units_alone(make):
    found = text(print_army(make.army((make.captain(),), vocabulary=NEUTRAL), (), None, PrintOptions("turn")))
    assert "Captain" in found[0]
    assert "PHASE" not in found[0].upper()


@pytest.mark.parametrize("language", ["zh", "ru"])
def test_other_languages_are_whole(armies, rules, language):
    i18n.set_language(language)
    for page in text(print_army(*armies["marines"], rules, PrintOptions("turn"))):
        assert "\ufffd" not in page


def test_both_armies_stand_beside_each_other(armies, rules):
    marines, orks = armies["marines"][0], armies["orks"][0]
    pages = text(print_army(marines, (), rules, PrintOptions("turn", versus=brief(orks, (), rules))))
    both = squeezed(pages[-1])
    assert f"{marines.name} against {orks.name}".replace(" ", "") in both
    for army in (marines, orks):
        briefing = brief(army, (), rules)
        assert all(squeezed(briefing.label(unit)) in both for unit in army.units)
    assert "Rokkitlauncha" in both


def test_two_large_armies_go_on_on_further_pages(armies, rules):
    army = armies["crowd"][0]
    other = replace(army, units=army.units[:3])
    pages = text(print_army(army, (), rules, PrintOptions("turn", versus=brief(other, (), rules))))
    found = squeezed("".join(pages))
    briefing = brief(army, (), rules)
    assert all(squeezed(briefing.label(unit)) in found for unit in army.units)


@pytest.mark.parametrize(("layout", "paper"), [("turn", "a4"), ("turn", "a5"), ("large", "a4")])
def test_the_names_of_all_phases_have_one_size(make, rules, layout, paper):
    data = print_army(make.marines(), (), rules, PrintOptions(layout, paper))
    names = {"Command", "Movement", "Shooting", "Charge"}
    with pymupdf.open(stream=data, filetype="pdf") as document:
        found = [
            ("".join(chr(char[0]) for char in span["chars"]).strip(), round(span["size"], 1))
            for page in document
            for span in page.get_texttrace()
            if span["color"] == (1.0, 1.0, 1.0) or span["color"] == (1.0,)
        ]
    sizes = {name: size for name, size in found if name in names}
    assert set(sizes) == names
    assert len(set(sizes.values())) == 1


def test_the_name_of_a_phase_is_never_cut_beside_its_sign(make, rules):
    i18n.set_language("ru")
    found = squeezed(text(print_army(make.marines(), (), rules, PrintOptions("turn", paper="a5")))[0])
    assert "Фазакомандования" in found


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_all_signs_of_a_turn_sheet_are_explained_and_no_others(make, rules, paper):
    once = (Ability("Deed", "unit", "Once per battle, in your Shooting phase, do it."),)
    army = make.army((make.captain(abilities=once), make.redemptor("r")))
    for system, costs in ((rules, True), (replace(rules, stratagems=()), False)):
        found = squeezed(text(print_army(army, (), system, PrintOptions("turn", paper=paper)))[0])
        assert "unitthatacts" in found
        assert "onceperbattle" in found
        assert ("withitscost" in found) == costs


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_the_bar_leaves_out_what_it_has_no_room_for(make, rules, paper):
    army = make.marines()
    for name in ("Short", "A name of some length", "A name of a list that is longer than most"):
        found = text(print_army(replace(army, name=name), (), rules, PrintOptions("turn", paper=paper)))[0]
        assert "…" not in found[:120]
