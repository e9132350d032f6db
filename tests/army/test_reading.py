"""What a unit's texts say, in the spelling of its data set. All names are invented."""

from __future__ import annotations

from listbuilder.army.texts.reading import Said, read_bodyguard, read_leader, read_transport
from listbuilder.army.texts.standin import parse_stand_in
from listbuilder.catalogue.facts import StandIn
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue, CategoryEntry, Entry

LIBRARY = Library(
    Catalogue(
        id="game",
        is_game_system=True,
        category_entries=tuple(
            CategoryEntry(id=name, name=name) for name in ("Mouse", "Infantry", "Captain", "Faction: Mice")
        ),
        shared_entries=tuple(Entry(id=name, name=name, type="unit") for name in ("Field Mouse Squad", "Barn Owls")),
    )
)


def leader(text: str) -> Said:
    return Said("abilities", "Leader", text)


def test_a_leader_text_in_the_spelling_of_the_data() -> None:
    found, unread = read_leader([leader("This model can be attached to the following units: ■ FIELD MOUSE")], LIBRARY)

    assert found is not None
    assert found.leads == ("Field Mouse Squad",)
    assert not unread


def test_a_name_that_the_data_do_not_have_leaves_doubt() -> None:
    text = "This model can be attached to the following units: ■ Field Mouse Squad ■ Water Vole Squad"
    found, unread = read_leader([leader(text)], LIBRARY)

    assert found is not None
    assert unread


def test_a_text_that_is_not_understood_is_no_leader() -> None:
    assert read_leader([leader("Whoever whistles may follow.")], LIBRARY) == (None, True)
    assert read_leader(
        [Said("abilities", "Squeak", "This model can be attached to the following units: ■ Barn Owls")], LIBRARY
    ) == (
        None,
        False,
    )


def test_a_unit_that_stands_in_for_another() -> None:
    text = (
        "If a Captain model from your army with the Leader ability can be attached to a Field Mouse Squad, "
        "it can be attached to this unit instead."
    )
    said = StandIn(who=("Captain",), instead_of=("Field Mouse Squad",))

    assert parse_stand_in(text) == (said,)
    bodyguard = read_bodyguard([Said("abilities", "Attached Unit", text)], LIBRARY)
    assert bodyguard is not None
    assert bodyguard.stand_in == (said,)
    assert parse_stand_in("If it rains, anybody can be attached to this unit.") is None


def test_a_transport_text_with_the_faction_put_in() -> None:
    text = "This model has a transport capacity of 12 <FACTION> Infantry models."
    bays, unread = read_transport([Said("transport", "Cart", text)], "Mice", LIBRARY)

    assert [(bay.capacity, bay.allow) for bay in bays] == [(12, (("Mice", "Infantry"),))]
    assert not unread
    assert read_transport([Said("transport", "Cart", text)], "", LIBRARY) == ((), True)
