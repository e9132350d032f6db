"""What a unit's texts say, in the spelling of its data set. All names are invented."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.facts import Bodyguard, StandIn
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue, CategoryEntry, Entry
from listbuilder.catalogue.printed import Granted, PrintedSave, PrintedText
from listbuilder.sources.bsdata.texts import BSDataTextReader
from listbuilder.sources.bsdata.texts.stand_in import parse_stand_in

UNCOUNTED = "counted towards any limits placed on the maximum number of Reserves units"
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


def test_a_unit_that_two_leaders_may_join() -> None:
    two = "If this unit has a Starting Strength of 20, you can attach up to two Leader units to it instead of one"
    after = " If you do, and this unit is destroyed, the Leader units attached to it become separate units."
    for more, found in (
        (". ", Bodyguard(leaders={20: 2})),
        (" (but only if one of those is a Captain model). ", Bodyguard(leaders={20: 2}, one_of=("Captain",))),
        (", provided those Leaders are not duplicates (e.g. no two Mice). ", Bodyguard(leaders={20: 2}, distinct=True)),
        (" on rainy days. ", None),
    ):
        assert READER.bodyguard([PrintedText("abilities", "Crowd", two + more + after)]) == found


def test_of_two_leaders_only_one_may_be_of_a_kind() -> None:
    text = (
        "*This unit can have up to two Leader units attached to it, provided no more than one of those units is a "
        "**^^Staff^^** unit. If it does, and this Bodyguard unit is destroyed, the Leader units attached to it become "
        "separate units, with their original Starting Strengths.*"
    )
    found = READER.bodyguard([PrintedText("abilities", "Unit Composition", text)])
    assert found == Bodyguard(leaders={1: 2}, once=("Staff",))


def test_a_transport_text_with_the_faction_put_in() -> None:
    text = "This model has a transport capacity of 12 <FACTION> Infantry models."
    bays, unread = READER.transport([PrintedText("transport", "Cart", text)], "Mice")

    assert [(bay.capacity, bay.allow) for bay in bays] == [(12, (("Mice", "Infantry"),))]
    assert not unread
    assert READER.transport([PrintedText("transport", "Cart", text)], "") == ((), True)


MICE = "This model can be attached to the following units: ■ Field Mouse Squad"
OWLS = "This model must be attached to the following units: ■ Barn Owls"
BESIDE = "\nYou can attach this model to one of the above units even if one or more Captain models have already been attached to it."
UNIQUE = (
    "\nYou can attach this model to one of the above units even if one Captain model has already been attached to it"
    " (a unit cannot have two Captains attached to it)."
)


def test_several_texts_allow_and_forbid_together() -> None:
    for first, second in (("Leader", "Support"), ("Support", "Leader")):
        texts = [PrintedText("Abilities", first, MICE + BESIDE), PrintedText("Abilities", second, OWLS)]
        for order in (texts, texts[::-1]):
            found, unread = READER.leader(order)
            assert found is not None
            assert set(found.leads) == {"Field Mouse Squad", "Barn Owls"}
            assert (found.beside, found.beside_many, found.must, found.unique) == (("Captain",), True, True, False)
            assert not unread


def test_a_second_leader_of_the_same_kind_stays_forbidden_in_several_texts() -> None:
    texts = [leader(MICE), leader(MICE + UNIQUE)]
    for order in (texts, texts[::-1]):
        found, _ = READER.leader(order)
        assert found is not None
        assert (found.leads, found.unique, found.beside_many) == (("Field Mouse Squad",), True, False)


def test_one_text_of_two_that_cannot_be_read_leaves_doubt() -> None:
    found, unread = READER.leader([leader(MICE), leader("Whoever whistles may follow.")])

    assert found is not None
    assert (found.leads, unread) == (("Field Mouse Squad",), True)


def test_an_ability_is_a_transport_when_it_mentions_capacity() -> None:
    text = "This model has a Transport Capacity of 3 Mouse models."
    for kind, name in (("Transport", "Cart"), ("ABILITIES", "Transport"), ("Ability", "transport")):
        bays, unread = READER.transport([PrintedText(kind, name, text)], "")
        assert ([bay.capacity for bay in bays], unread) == ([3], False)
    for kind, name, other in (
        ("Abilities", "Cart", text),
        ("Unit", "Transport", text),
        ("Abilities", "Transport", "Fast."),
    ):
        assert READER.transport([PrintedText(kind, name, other)], "") == ((), False)


def test_a_passenger_that_the_data_do_not_have_leaves_doubt() -> None:
    text = "This model has a transport capacity of 3 Vole models."
    bays, unread = READER.transport([PrintedText("Transport", "Cart", text)], "")

    assert ([bay.allow for bay in bays], unread) == ([(("Vole",),)], True)


def test_a_bodyguard_text_that_cannot_be_read_lets_nobody_join() -> None:
    assert READER.bodyguard([PrintedText("Abilities", "Attached Unit", "Whoever whistles may follow.")]) is None
    assert READER.bodyguard([]) is None


def test_an_ability_with_a_save() -> None:
    saves = READER.invulnerable_saves(PrintedText("Abilities", "Invulnerable Save", "4+"))
    assert saves is not None
    assert saves.saves == (PrintedSave("4+"),)
    assert READER.invulnerable_saves(PrintedText("Abilities", "Cheese", "4+")) is None
    assert READER.damaged([PrintedText("Abilities", "Damaged: 1-4 wounds remaining", "")], 10) == (4,)


@pytest.mark.parametrize(
    ("names", "damaged"),
    [
        (["Tank [1] (9+ Wounds)", "Tank [2] (5-8 Wounds)", "Tank [3] (1-4 Wounds)"], (8, 4)),
        (["Tank (1-4 wounds)", "Tank (5-8 wounds)", "Tank (9+ wounds)"], (8, 4)),
        (["1. Kite (4+ wounds remaining)", "2. Kite (2-3 wounds remaning)", "3. Kite (1 wound remaining)"], (3, 1)),
        (["Brute (3 wounds)"], ()),
        (["Jeep 2 (3-5)"], ()),
    ],
)
def test_rows_of_a_damage_table_say_when_a_model_is_worse(names: list[str], damaged: tuple[int, ...]) -> None:
    assert READER.damaged([PrintedText("Unit", name, "") for name in names], 16) == damaged


@pytest.mark.parametrize(
    ("text", "own", "army"),
    [
        ("Models in the bearer's unit have the ^^Deep Strike^^ ability.", {"deep strike"}, set()),
        ("The bearer has the Stealth and Infiltrators abilities", {"stealth", "infiltrators"}, set()),
        ("Terminator units from your army have the Deep Strike ability.", set(), {"deep strike"}),
        (
            "Friendly Scouts gain the Infiltrators ability. This model has the Stealth ability.",
            {"stealth"},
            {"infiltrators"},
        ),
        ("A unit with the Deep Strike ability may be set up here.", set(), set()),
        ("This model has the Psyker keyword.", set(), set()),
    ],
)
def test_abilities_that_sentences_give(text: str, own: set[str], army: set[str]) -> None:
    assert READER.granted([PrintedText("Abilities", "Gift", text)]) == Granted(frozenset(own), frozenset(army))
    assert READER.granted([PrintedText("Unit", "Gift", text)]) == Granted()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("This model must start the battle in Reserves.", (True, False)),
        (
            f"This unit must start the battle in Reserves, but it is not {UNCOUNTED}. It is quick.",
            (True, True),
        ),
        ("This model must start the battle in Reserves and can be set up in the second round.", (True, False)),
        ("This model can start the battle in Reserves.", (False, False)),
    ],
)
def test_units_that_must_start_in_reserves(text: str, found: tuple[bool, bool]) -> None:
    assert READER.reserves([PrintedText("Abilities", "Assault", text)]) == found
