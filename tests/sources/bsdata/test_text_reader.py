"""What a unit's texts say, in the spelling of its data set. All names are invented."""

from __future__ import annotations

from listbuilder.catalogue.facts import StandIn
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue, CategoryEntry, Entry
from listbuilder.catalogue.printed import PrintedText
from listbuilder.sources.bsdata.texts import BSDataTextReader
from listbuilder.sources.bsdata.texts.stand_in import parse_stand_in

READER = BSDataTextReader(
    Library(
        Catalogue(
            id="game",
            is_game_system=True,
            category_entries=tuple(
                CategoryEntry(id=name, name=name) for name in ("Mouse", "Infantry", "Captain", "Faction: Mice")
            ),
            shared_entries=tuple(Entry(id=name, name=name, type="unit") for name in ("Field Mouse Squad", "Barn Owls")),
        )
    )
)


def leader(text: str) -> PrintedText:
    return PrintedText("abilities", "Leader", text)


def test_a_leader_text_in_the_spelling_of_the_data() -> None:
    found, unread = READER.leader([leader("This model can be attached to the following units: ■ FIELD MOUSE")])

    assert found is not None
    assert found.leads == ("Field Mouse Squad",)
    assert not unread


def test_a_name_that_the_data_do_not_have_leaves_doubt() -> None:
    text = "This model can be attached to the following units: ■ Field Mouse Squad ■ Water Vole Squad"
    found, unread = READER.leader([leader(text)])

    assert found is not None
    assert unread


def test_a_text_that_is_not_understood_is_no_leader() -> None:
    assert READER.leader([leader("Whoever whistles may follow.")]) == (None, True)
    assert READER.leader(
        [PrintedText("abilities", "Squeak", "This model can be attached to the following units: ■ Barn Owls")],
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
    bodyguard = READER.bodyguard([PrintedText("abilities", "Attached Unit", text)])
    assert bodyguard is not None
    assert bodyguard.stand_in == (said,)
    assert parse_stand_in("If it rains, anybody can be attached to this unit.") is None


def test_a_transport_text_with_the_faction_put_in() -> None:
    text = "This model has a transport capacity of 12 <FACTION> Infantry models."
    bays, unread = READER.transport([PrintedText("transport", "Cart", text)], "Mice")

    assert [(bay.capacity, bay.allow) for bay in bays] == [(12, (("Mice", "Infantry"),))]
    assert not unread
    assert READER.transport([PrintedText("transport", "Cart", text)], "") == ((), True)
