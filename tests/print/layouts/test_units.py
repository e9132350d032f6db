"""The bar of a card, and which copies share one."""

from __future__ import annotations

import pytest

from listbuilder.army.records import Enhancement
from listbuilder.print.briefing import brief
from listbuilder.print.kit.icons import Icon
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.layouts.units import army_cards, card_title, full_stop, marked_name
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations

WIDTH = 184 * mm


def cards(make, *units, army=None, **more):
    briefing = brief(army or make.army(units, **more), (), make.system())
    return briefing, army_cards(briefing, Look(), "full", WIDTH)


def bar(make, *units, **more):
    """Left and right words of the bar of the first card; icons by their names."""
    _briefing, found = cards(make, *units, **more)
    made = found[0][1].bar
    return [
        [f"<{piece.name}>" if isinstance(piece, Icon) else piece.text for piece in side]
        for side in (made.left, made.right)
    ]


def test_a_unit_is_named_with_its_role_models_and_points(make):
    assert bar(make, make.redemptor("r")) == [
        ["Redemptor Dreadnought", "Vehicle"],
        ["1 model", "    ", "205", " pts"],
    ]


def test_a_name_of_its_own_stands_before_that_of_the_datasheet(make):
    assert bar(make, replace(make.redemptor("r"), name="Old One"))[0] == ["Old One", "Redemptor Dreadnought"]


def test_who_joined_a_unit_stands_behind_its_name(make):
    declared = Declarations(attach={"captain": "a"})
    left, right = bar(make, make.captain(), make.intercessors("a"), declarations=declared)
    assert left == ["Intercessor Squad", "+ Captain"]
    assert right == ["11 models", "    ", "240", " pts"]
    left, _right = bar(make, make.captain(), make.intercessors("a", name="Titus"), declarations=declared)
    assert left == ["Titus", "Intercessor Squad + Captain"]


def test_marks_stand_behind_icons_and_enhancements_below(make):
    relic = Enhancement("relic", "Artificer Armour", 10)
    left, right = bar(make, make.captain(warlord=True, enhancements=(relic,)))
    assert left == ["Captain", "Character", "   ", "<star>", "Warlord"]
    assert right[2] == "90"


def test_where_a_unit_begins_stands_behind_an_icon(make):
    declared = Declarations(reserves={"i": "deep-strike"})
    assert bar(make, make.inceptors("i"), declarations=declared)[0] == [
        "Inceptor Squad", "Other", "   ", "<deep-strike>", "Deep Strike",
    ]  # fmt: skip


def test_copies_share_a_card_that_says_what_each_costs(make):
    left, right = bar(make, make.redemptor("a"), make.redemptor("b"))
    assert left == ["2× Redemptor Dreadnought", "Vehicle"]
    assert right == ["1 model", "    ", "205", " pts each"]
    briefing, found = cards(make, make.redemptor("a"), make.redemptor("b"))
    assert [card_title(briefing, copies) for copies, _card in found] == ["2× Redemptor Dreadnought"]
    assert [card.keys for _copies, card in found] == [["card a", "card b"]]


def test_so_many_copies_share_a_card_that_their_tracks_leave_room(make):
    _briefing, found = cards(make, *(make.redemptor(f"r{number}") for number in range(30)))
    numbers = [len(copies) for copies, _card in found]
    assert sum(numbers) == 30
    assert len(numbers) > 1
    for (copies, card), following in zip(found, [*found[1:], None], strict=True):
        tracks = sum(track.height(WIDTH) for track in card.tracks)
        assert tracks <= 110 * mm + 0.01
        if following is not None:
            assert tracks + tracks / len(copies) > 110 * mm


def test_a_unit_of_a_game_without_points_has_no_price(make):
    army = replace(make.army((make.redemptor("r"),)), has_points=False)
    assert bar(make, army=army)[1] == ["1 model"]


def test_the_figure_of_a_rule_stays_with_its_name(make):
    _briefing, ((_copies, card),) = cards(make, make.impulsor("i"))
    texts = ["".join(span.text for span in paragraph.spans) for entry in card.rules.entries for paragraph in entry]
    assert "Abilities: Deadly Demise\u00a0D3, Firing Deck\u00a06, Oath of Moment, Assault Vehicle" in texts


@pytest.mark.parametrize(
    ("title", "stop"),
    [("Vow", "."), ("Get Down!", ""), ("Who?", ""), ('"Now!"', ""), ("So…", ""), ("So on.", ""), ("Rule (2)", ".")],
)
def test_a_title_has_one_sign_at_its_end(title, stop):
    assert full_stop(title) == stop


def test_names_of_chinese_stand_in_brackets():
    assert marked_name("破敌重誓") == "【破敌重誓】"
    assert marked_name("Oath of Moment") == "Oath of Moment"
