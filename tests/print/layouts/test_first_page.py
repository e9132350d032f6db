"""What the first page adds up and what waits: enhancements of those allowed, rounds of arrival, notes."""

from __future__ import annotations

import re

import pymupdf
import pytest

from listbuilder.catalogue.system import Currency, RuleSpec
from listbuilder.print import PrintOptions, print_army
from listbuilder.print.briefing import brief
from listbuilder.print.declared import arriving, carriers
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.pages import Flow
from listbuilder.print.layouts.looks import look_of, page_frame
from listbuilder.print.layouts.masthead import facts
from listbuilder.print.layouts.summary import add_summary
from listbuilder.replacing import replace
from tests.print.conftest import line, statline, unit

LIMIT = RuleSpec(
    id="enh",
    kind="total",
    params={"of": "enhancements", "at_most": 3},
    gauge={"en": "Enhancements", "zh": "强化"},
    sign="upgrades",
)


@pytest.fixture
def limited(rules):
    """The rules with at most three enhancements."""
    return replace(rules, rules=(*rules.rules, LIMIT))


def boxes(army, system):
    """The figures in boxes with their labels."""
    briefing = brief(army, (), system)
    (left, _stamp) = facts(briefing, look_of(briefing, PrintOptions()), 500.0).blocks
    row = left.blocks[0].blocks[1]
    return {label: figure for figure, label in row.facts}


def first_page(army, system, **options):
    with pymupdf.open(stream=print_army(army, (), system, PrintOptions(**options)), filetype="pdf") as document:
        return re.sub(r"\s+", " ", document[0].get_text())


def test_enhancements_are_counted_beside_how_many_a_rule_allows(armies, limited):
    assert boxes(armies["marines"][0], limited)["Enhancements"] == "2 / 3"


def test_an_army_without_enhancements_sees_how_many_it_may_have(make, limited):
    assert boxes(make.army((make.intercessors("a"),)), limited)["Enhancements"] == "0 / 3"


def test_an_army_of_single_models_counts_them_once(make, rules):
    assert boxes(make.army((make.captain(), make.intercessors("a"))), rules)["Models"] == "11"
    assert "Models" not in boxes(make.army((make.captain("a"), make.captain("b"))), rules)


def test_without_such_a_rule_they_are_only_counted(armies, rules):
    assert boxes(armies["marines"][0], rules)["Enhancements"] == "2"


def test_each_unit_in_reserves_has_a_box_for_its_round(armies, rules):
    army = armies["marines"][0]
    waiting = arriving(brief(army, (), rules))
    assert {"Stormraven Gunship", "Inceptor Squad A", "Inceptor Squad B"} < {one.name for one in waiting}
    page = first_page(army, rules)
    assert page.count(" Round ") == len(waiting)
    for one in waiting:
        assert f"{one.name} {one.points} Round" in page


def test_points_of_units_in_reserves_are_grouped_by_thousands(armies, rules):
    army = armies["marines"][0]
    dear = replace(army, units=tuple(replace(one, points=1200) for one in army.units))
    assert "1,200" in {one.points for one in arriving(brief(dear, (), rules))}


def test_a_game_without_rounds_has_no_boxes_for_them(armies, rules):
    from listbuilder.catalogue.battle import NEUTRAL_BATTLE

    army = armies["marines"][0]
    calm = replace(army, vocabulary=replace(army.vocabulary, battle=NEUTRAL_BATTLE))
    assert " Round " not in first_page(calm, rules)


def test_places_of_transports_are_said_in_words(armies, rules):
    found = {one.name: (one.room, one.riders) for one in carriers(brief(armies["marines"][0], (), rules))}
    assert found["Impulsor A"] == ("6 of 7 places", "Hellblaster Squad A + Lieutenant A")


def test_what_has_a_box_is_not_told_in_the_bar(armies, limited):
    paid = Currency(id="enhancements", name={"en": "Enhancements"})
    by_currency = replace(LIMIT, params={"of": "currency", "currency": "enhancements", "at_most": 4})
    system = replace(limited, currencies=(paid,), rules=(*limited.rules[:-1], by_currency))
    army = replace(armies["marines"][0], spent=(("enhancements", 2),))
    briefing = brief(army, (), system)
    assert briefing.counted == "2 / 4 Enhancements"
    assert boxes(army, system)["Enhancements"] == "2 / 4"
    page = first_page(army, system)
    assert "2 / 4 Enhancements" not in page.split("Total")[0]


@pytest.mark.parametrize("units", range(20, 24))
def test_room_that_sections_do_not_fit_into_has_lines_to_write_on(make, rules, units):
    """The first page ends with lines, or with sections, but never with nothing."""
    captain = next(unit for unit in make.marines().units if unit.enhancements)
    heroes = (replace(captain, id=f"c{index}", warlord=False) for index in range(6))
    army = make.army((*heroes, *(make.intercessors(f"i{index}") for index in range(units))))
    flow = Flow(page_frame("a4"))
    briefing = brief(army, (), rules)
    add_summary(flow, briefing, look_of(briefing, PrintOptions()), {})
    last = flow.pages[0][-1]
    left = last.top - last.block.height(last.width) - flow.frame.below
    assert left < 25 * mm


@pytest.mark.parametrize("layout", ["roster", "booklet", "large"])
def test_every_layout_with_a_first_page_counts_enhancements(armies, limited, layout):
    data = print_army(*armies["marines"], limited, PrintOptions(layout))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        assert any("2 / 3" in re.sub(r"\s+", " ", page.get_text()) for page in document)


def test_a_label_without_room_has_no_box(armies, limited):
    long = replace(limited, rules=(*limited.rules[:-1], replace(LIMIT, gauge={"en": "Enhancementsandtraits" * 4})))
    assert not any(label.startswith("Enhancements") for label in boxes(armies["marines"][0], long))


def test_of_as_many_models_of_each_kind_those_of_the_units_name_have_the_line(make, rules):
    """Ghazghkull with his banner bearer, who falls first."""
    profiles = (statline("Warlord", '6" 9 2+ 10 6+ 4'), statline("Bearer", '6" 5 7+ 1 8+ 1'))
    lines = (line("Warlord", 1, ""), line("Bearer", 1, ""))
    pair = unit("warlord", "Warlord", "character", lines, 235, profiles)
    found = first_page(make.army((pair,)), rules)
    assert re.search(r"Warlord .*?9 2\+ .*?10 5", found)
