"""The words at the tracks of units: which unit, how many, below half, and the labels of its kinds of models."""

from __future__ import annotations

import pytest

from listbuilder.print.briefing import brief
from listbuilder.print.kit.look import Look
from listbuilder.print.layouts.unit_tracks import half_words, track_row
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
