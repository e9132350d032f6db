"""The words at the tracks of units: which unit, how many, below half, and the labels of its kinds of models."""

from __future__ import annotations

import pytest

from listbuilder.army.records import Ability
from listbuilder.listfile.reminders import Reminders
from listbuilder.print.briefing import brief
from listbuilder.print.kit.look import Look
from listbuilder.print.layouts.unit_tracks import half_words, track_row
from listbuilder.print.layouts.units import army_cards
from listbuilder.replacing import replace


def rows(make, *units, several=False):
    briefing = brief(make.army(units), (), make.system())
    return [track_row(briefing, Look(), group, several=several) for group in briefing.formation.groups]


def renamed(unit, names):
    """The unit with its kinds of models and statlines under other names."""
    models = tuple(replace(line, name=name) for line, name in zip(unit.models, names, strict=True))
    return replace(unit, models=models)


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Scout Leader", "Scout Gunner"), {"Leader", "Gunner"}),
        (("Scout Sergeant", "Scout"), {"Sergeant", "Scout"}),
        (("Assault Marine Sergeant", "Assault Marine"), {"Sergeant", "Assault Marine"}),
        (("Boss", "Boy"), {"Boss", "Boy"}),
        (("Scout (Blade)", "Scout (Bow)"), {"Blade", "Bow"}),
        (("Old Warden (Bow)", "Old Scout"), {"Warden (Bow)", "Scout"}),
        (("Scouting Boss", "Scout Boy"), {"Scouting Boss", "Scout Boy"}),
    ],
)
def test_labels_leave_out_what_all_kinds_of_models_have_in_common(make, names, shown):
    (row,) = rows(make, renamed(make.intercessors("a"), names))
    assert {group.label for group in row.track.groups} == shown


def test_copies_on_a_card_are_named_by_their_letter(make):
    first, second = rows(make, make.intercessors("a"), make.intercessors("b"), several=True)
    assert (first.title, second.title) == ("A  ·  10 models", "B  ·  10 models")
    assert first.lines == ("below ½: 4 or fewer",)


def test_copies_that_players_named_keep_their_names(make):
    row = rows(make, replace(make.intercessors("a"), name="Titus"), several=True)[0]
    assert row.title == "Titus"
    assert row.lines == ("10 models", "below ½: 4 or fewer")


@pytest.mark.parametrize(("models", "words"), [(10, "below ½: 4 or fewer"), (3, "below ½: 1 or fewer"), (2, "")])
def test_below_half_is_said_where_a_unit_can_be(make, models, words):
    briefing = brief(make.army((make.intercessors("a", models),)), (), make.system())
    assert half_words(briefing, briefing.formation.groups[0]) == words


def test_a_game_without_few_words_for_it_says_it_at_length(make):
    system = make.system()
    rule = replace(system.vocabulary.half_strength, short={})
    system = replace(system, vocabulary=replace(system.vocabulary, half_strength=rule))
    army = replace(make.army((make.intercessors("a"),)), vocabulary=system.vocabulary)
    briefing = brief(army, (), system)
    assert half_words(briefing, briefing.formation.groups[0]) == "below half at 4 or fewer"


LACKING = Ability(
    "Damaged: 1-4 Wounds Remaining",
    text="While this model has 1-4 wounds remaining, subtract 1 from its hit rolls.",
    damaged=True,
)


def cards_of(make, *units, words=None):
    briefing = replace(brief(make.army(units), (), make.system()), reminders=Reminders(words or {}))
    return [card for _copies, card in army_cards(briefing, Look(), "full", 520.0)]


def texts(block):
    """The words of a block and of those inside."""
    spans = [span.text for span in getattr(block, "spans", ())]
    return "".join(spans) + " ".join(texts(one) for one in getattr(block, "blocks", ()))


def walker(make, *abilities):
    unit = make.redemptor("w")
    return replace(unit, damaged=(4,), abilities=(*unit.abilities, *abilities))


def test_what_a_damaged_model_lacks_stands_beside_its_track(make):
    (card,) = cards_of(make, walker(make, LACKING))
    assert texts(card.tracks[0].track.notes) == f"Damaged: {LACKING.text}"
    assert LACKING.text not in str(card.rules)


def test_of_several_copies_it_stands_with_the_abilities(make):
    (card,) = cards_of(make, walker(make, LACKING), replace(walker(make, LACKING), id="v"))
    assert all("subtract" not in texts(row.track.notes) for row in card.tracks)
    assert "subtract 1" in str(card.rules)


def test_a_long_text_stands_with_the_abilities(make):
    (card,) = cards_of(make, walker(make, replace(LACKING, text="It is worse in many ways. " * 12)))
    assert card.tracks[0].track.notes is None
    assert "worse in many ways" in str(card.rules)


def test_data_without_texts_point_to_the_datasheet(make):
    (card,) = cards_of(make, walker(make))
    assert texts(card.tracks[0].track.notes) == "Damaged: see its datasheet"


def test_a_player_says_it_in_words_of_their_own(make):
    (card,) = cards_of(make, walker(make), words={"damaged": "1 less\nto hit"})
    assert texts(card.tracks[0].track.notes) == "Damaged: 1 less to hit"


def test_a_unit_that_is_never_damaged_has_nothing_beside_its_track(make):
    (card,) = cards_of(make, make.redemptor("w"))
    assert card.tracks[0].track.notes is None
