"""Units as they are read from the selection tree: names, keywords, models, wargear, profiles, abilities, marks."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.army import Ability, Unit, WargearItem
from listbuilder.army.build import ArmyBuilder, ArmyContext
from listbuilder.army.printed import told_by
from listbuilder.army.unit import UnitReader
from listbuilder.catalogue.facts import BearerRule, Bodyguard, Facts, Leader, Match, Passenger, TransportBay
from listbuilder.catalogue.model import (
    Catalogue,
    CategoryEntry,
    CategoryLink,
    Constraint,
    Cost,
    CostType,
    Entry,
    ForceEntry,
    InfoLink,
    Modifier,
    Profile,
)
from listbuilder.catalogue.printed import PrintedSave
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.catalogue.states import State
from listbuilder.catalogue.system import System
from listbuilder.catalogue.terms import Term
from listbuilder.catalogue.vocabulary import NEUTRAL, Reminder, Role
from listbuilder.engine import Engine
from listbuilder.engine.state import ProfileState, RuleState
from listbuilder.errors import Place
from listbuilder.replacing import replace
from tests.army import factory as f
from tests.engine.factory import costing

RIFLE = f.item("Rifle", f.profile("Rifle", "Ranged Weapons", Range='24"', A="2"))
KNIFE = f.item("Knife", f.profile("Knife", "Melee Weapons", A="1"))
STATS = f.profile("Trooper", "Unit", M='6"', W="2")

MADE_UP = ArmyContext(System(id="made-up", name={"en": "Made up"}), Catalogue(id="cat", name="Cat"))


def squad(**fields: Any) -> Any:
    entries = fields.pop("entries", (f.model("Sergeant", RIFLE, KNIFE), f.model("Trooper", RIFLE)))
    return f.unit("squad", entries=entries, profiles=fields.pop("profiles", (STATS,)), **fields)


def test_names_and_ids() -> None:
    table = f.table(f.unit("squad", name="Squad [Legends]"))
    root = table.take("squad")
    unit = f.only(table)
    assert (unit.name, unit.datasheet, unit.datasheet_id, unit.id) == ("Squad", "Squad", "squad", root.id)
    assert unit.legends
    assert unit.force == table.force.id
    root.custom_name = "First"
    named = f.only(table)
    assert (named.name, named.datasheet) == ("First", "Squad")


def test_an_ordinary_unit_has_no_marks() -> None:
    table = f.table(squad(rules=(f.rule("Brave"),)))
    table.take("squad")
    unit = f.only(table)
    assert not any(
        (
            unit.legends,
            unit.warlord,
            unit.hover,
            unit.must_be_warlord,
            unit.never_warlord,
            unit.allied,
            unit.warlord_model,
            unit.starts_in_reserves,
            unit.reserves_uncounted,
        )
    )
    assert (unit.leader, unit.leader_unread, unit.transport, unit.transport_unread, unit.place) == (
        None,
        False,
        (),
        False,
        None,
    )


def test_keywords_role_and_faction_keywords() -> None:
    links = f.words("Infantry", "hq", "Faction: Guard", primary="hq")
    table = f.table(
        f.unit("squad", category_links=links, entries=(f.model("Gunner", category_links=f.words("Grenades")),))
    )
    root = table.take("squad")
    table.take("gunner", root)
    unit = f.only(table)
    assert (unit.keywords, unit.faction_keywords, unit.role) == (("Infantry", "HQ", "Grenades"), ("Guard",), "HQ")
    assert [model.keywords for model in unit.models] == [("Infantry", "HQ", "Grenades")]


def test_the_wounds_from_which_on_a_model_is_worse_are_those_of_the_data() -> None:
    table = f.table(f.unit("squad", facts=Facts(damaged=(10, 5))))
    table.take("squad")
    assert f.only(table).damaged == (10, 5)


def test_keywords_of_wargear_are_not_the_units() -> None:
    gunner = f.model("Gunner", category_links=f.words("Infantry"))
    table = f.table(f.unit("squad", entries=(f.item("Flag", category_links=f.words("Grenades")), gunner)))
    root = table.take("squad")
    table.take("flag", root)
    assert f.only(table).keywords == ()
    table.take("gunner", root)
    assert f.only(table).keywords == ("Infantry",)  # of a model that comes after it


def test_facts_of_the_data_go_before_what_is_read() -> None:
    bay = TransportBay(capacity=3)
    facts = Facts(role="Elite", faction_keywords=("Own",), leader=Leader(leads=("X",)), transport=(bay,), hover=True,
                  never_warlord=True, must_be_warlord=True, never_with=(Match(keywords=("Y",)),), legends=True)  # fmt: skip
    table = f.table(f.unit("squad", facts=facts, category_links=f.words("hq", primary="hq")))
    table.take("squad")
    unit = f.only(table)
    assert (unit.role, unit.faction_keywords, unit.leader, unit.transport) == ("Elite", ("Own",), facts.leader, (bay,))
    assert (unit.leader_unread, unit.transport_unread) == (False, False)
    assert (unit.hover, unit.never_warlord, unit.must_be_warlord, unit.never_with, unit.legends) == (
        True,
        True,
        True,
        (Match(keywords=("Y",)),),
        True,
    )


def test_what_the_facts_leave_out_is_read_from_the_texts() -> None:
    texts = {"Leader": "Squad", "Bodyguard": "Captain", "Transport": "6", "Passenger": "Gunner"}
    abilities = tuple(f.profile(name, "Abilities", Text=text) for name, text in texts.items())
    table = f.table(f.unit("squad", profiles=abilities, category_links=f.words("Faction: Guard")))
    table.take("squad")
    unit = f.only(table)
    assert unit.leader == Leader(leads=("Squad",))
    assert unit.bodyguard == Bodyguard(needs=("Captain",))
    assert unit.transport == (TransportBay(capacity=6, allow=(("Guard",),)),)
    assert unit.passenger == Passenger(places={"Gunner": 2})
    assert (unit.leader_unread, unit.transport_unread) == (False, False)


def test_texts_that_cannot_be_read_are_marked() -> None:
    abilities = tuple(f.profile(name, "Abilities", Text="unreadable") for name in ("Leader", "Transport"))
    table = f.table(f.unit("squad", profiles=abilities))
    table.take("squad")
    unit = f.only(table)
    assert (unit.leader, unit.leader_unread, unit.transport, unit.transport_unread) == (None, True, (), True)


def test_data_without_a_reader_have_no_facts_in_texts() -> None:
    abilities = tuple(f.profile(name, "Abilities", Text="4+") for name in ("Leader", "Transport", "Invulnerable Save"))
    table = f.table(f.unit("squad", profiles=(STATS, *abilities)))
    table.library.text_reader = None
    table.take("squad")
    unit = f.only(table)
    assert (unit.leader, unit.leader_unread, unit.bodyguard) == (None, False, None)
    assert (unit.transport, unit.transport_unread) == ((), False)
    assert len(unit.abilities) == 3


# --- models and wargear ------------------------------------------------------------------------------------------------------


def test_models_carry_their_own_wargear() -> None:
    table = f.table(
        squad(entries=(*squad().entries, f.item("Banner", f.profile("Banner", "Abilities", Text="Waves."))))
    )
    root = table.take("squad")
    sergeant, troopers = table.take("sergeant", root), table.take("trooper", root, 4)
    for entry in ("rifle", "knife"):
        table.take(entry, sergeant)
    table.take("rifle", troopers)
    table.take("banner", root)
    unit = f.only(table)
    assert [(line.id, line.name, line.count, line.kind) for line in unit.models] == [
        (sergeant.id, "Sergeant", 1, "sergeant"),
        (troopers.id, "Trooper", 4, "trooper"),
    ]
    assert [line.wargear for line in unit.models] == [
        (WargearItem("Rifle", 1, "rifle"), WargearItem("Knife", 1, "knife")),
        (WargearItem("Rifle", 4, "rifle"),),
    ]
    assert unit.wargear == (WargearItem("Banner", 1, "banner"),)
    assert unit.model_count == 5
    assert unit.held == {"rifle", "knife", "banner"}
    troopers.custom_name = "The Lads"
    assert [line.name for line in f.only(table).models] == ["Sergeant", "The Lads"]


def test_a_unit_without_models_is_one_model_itself() -> None:
    table = f.table(f.unit("tank", type="model", profiles=(STATS,), entries=(RIFLE,)))
    root = table.take("tank", amount=1)
    table.take("rifle", root)
    unit = f.only(table)
    assert [(line.id, line.name, line.count) for line in unit.models] == [(root.id, "Tank", 1)]
    assert unit.models[0].wargear == (WargearItem("Rifle", 1, "rifle"),)
    assert unit.wargear == ()


def test_wargear_is_that_of_the_model_that_carries_it() -> None:
    pet = f.model("Pet", KNIFE)
    table = f.table(f.unit("squad", entries=(f.model("Keeper", RIFLE, pet),)))
    keeper = table.take("keeper", table.take("squad"))
    table.take("rifle", keeper)
    table.take("knife", table.take("pet", keeper))
    assert [(line.name, [item.name for item in line.wargear]) for line in f.only(table).models] == [
        ("Keeper", ["Rifle"]),
        ("Pet", ["Knife"]),
    ]


def test_a_bundle_is_listed_by_what_it_holds() -> None:
    kit = f.item("Kit", entries=(RIFLE, KNIFE))
    armed = f.item("Armed kit", f.profile("Armed kit", "Abilities", Text="x"), entries=(RIFLE,))
    table = f.table(f.unit("tank", type="model", entries=(kit, armed, f.item("Token"))))
    root = table.take("tank")
    bundle = table.take("kit", root)
    table.take("rifle", bundle)
    table.take("knife", bundle)
    table.take("rifle", table.take("armed-kit", root))
    table.take("token", root)
    assert [(item.name, item.count) for item in f.only(table).models[0].wargear] == [
        ("Rifle", 2),
        ("Knife", 1),
        ("Armed kit", 1),
        ("Token", 1),
    ]


def test_hidden_wargear_is_left_out() -> None:
    table = f.table(f.unit("tank", type="model", entries=(f.item("Marker", hidden=True), RIFLE)))
    root = table.take("tank")
    table.take("rifle", root)
    table.take("marker", root)
    assert [item.name for item in f.only(table).models[0].wargear] == ["Rifle"]


# --- profiles ----------------------------------------------------------------------------------------------------------------


def test_weapons_are_counted_and_melee_comes_last() -> None:
    table = f.table(squad())
    root = table.take("squad")
    sergeant, troopers = table.take("sergeant", root), table.take("trooper", root, 4)
    table.take("knife", sergeant)
    table.take("rifle", sergeant)
    table.take("rifle", troopers)
    found = [(weapon.name, weapon.type, weapon.count, weapon.item) for weapon in f.only(table).weapons]
    assert found == [("Rifle", "Ranged Weapons", 5, "Rifle"), ("Knife", "Melee Weapons", 1, "Knife")]


def test_statlines_are_rows_of_several_characteristics() -> None:
    shown = (STATS, STATS, f.profile("➤ Champion", "Unit", M='6"', W="3"), f.profile("Notes", "Unit", Text="x"))
    hidden = f.profile("Ghost", "Unit", M="1", W="9")
    others = tuple(
        f.profile(kind, kind, Range="6", W="8")
        for kind in ("Ranged Weapons", "Melee Weapons", "Abilities", "Transport")
    )
    table = f.table(f.unit("squad", profiles=(*shown, replace(hidden, hidden=True), *others)))
    table.take("squad")
    unit = f.only(table)
    assert [(line.name, line.values) for line in unit.profiles] == [
        ("Trooper", (("M", '6"'), ("W", "2"))),
        ("Champion", (("M", '6"'), ("W", "3"))),
    ]
    assert unit.wounds == 3


@pytest.mark.parametrize(
    ("texts", "columns", "shown"),
    [
        ({"Invulnerable Save": "4+"}, ("M", "W", "INV"), []),
        ({"Invulnerable Save": "all 5+"}, ("M", "W", "INV"), []),
        ({"Invulnerable Save": "4+ against ranged attacks"}, ("M", "W"), ["Invulnerable Save"]),
        ({"Force Field": "4+"}, ("M", "W"), ["Force Field"]),
    ],
)
def test_an_invulnerable_save_is_shown_once(texts: dict[str, str], columns: tuple[str, ...], shown: list[str]) -> None:
    abilities = tuple(f.profile(name, "Abilities", Description=text) for name, text in texts.items())
    table = f.table(f.unit("squad", profiles=(STATS, *abilities)))
    table.take("squad")
    unit = f.only(table)
    assert tuple(name for name, _ in unit.profiles[0].values) == columns
    assert [ability.name for ability in unit.abilities] == shown


def test_a_save_of_one_model_is_on_its_statline_only() -> None:
    save = f.profile("Invulnerable Save", "Abilities", Description="one 4+")
    hero = f.model("Hero", profiles=(f.profile("Hero", "Unit", M="6", W="4"), save))
    table = f.table(f.unit("squad", profiles=(STATS,), entries=(hero,)))
    table.take("hero", table.take("squad"))
    assert [line.value("INV") for line in f.only(table).profiles] == ["", "4+"]
    models = (f.model("Hero", profiles=hero.profiles[:1]), f.model("Trooper", profiles=(STATS,)))
    shared = f.table(f.unit("squad", profiles=(save,), entries=models))
    root = shared.take("squad")
    shared.take("hero", root)
    assert [line.value("INV") for line in f.only(shared).profiles] == ["4+"]
    shared.take("trooper", root)
    unit = f.only(shared)  # which of the two models has it is not known
    assert [line.value("INV") for line in unit.profiles] == ["", ""]
    assert [ability.name for ability in unit.abilities] == ["Invulnerable Save"]


def test_a_save_of_an_item_is_on_the_statline_where_every_model_bears_one() -> None:
    shield = f.item("Shield", f.profile("Invulnerable Save", "Abilities", Description="one 4+"))
    models = (f.model("Sergeant", shield), f.model("Trooper", shield))
    table = f.table(f.unit("squad", profiles=(STATS,), entries=models))
    root = table.take("squad")
    sergeant, troopers = table.take("sergeant", root), table.take("trooper", root, 4)
    table.take("shield", troopers)
    assert [[one.value for one in line.saves] for line in f.only(table).profiles] == [[]]  # the sergeant has none
    table.take("shield", sergeant)
    assert [[one.value for one in line.saves] for line in f.only(table).profiles] == [["4+"]]


def test_what_an_ability_says_of_a_damaged_model_is_marked() -> None:
    texts = (f.profile("Damaged", "Abilities", Description="2"), f.profile("Deed", "Abilities", Description="5"))
    table = f.table(f.unit("beast", profiles=(f.profile("Beast", "Unit", M="6", W="9"), *texts)))
    table.take("beast")
    assert {one.name: one.damaged for one in f.only(table).abilities} == {"Damaged": True, "Deed": False}


def test_a_save_of_a_named_model_is_on_its_statline_only() -> None:
    save = f.profile("Invulnerable Save", "Abilities", Description="Hero 4+")
    models = (
        f.model("Hero", profiles=(f.profile("Hero", "Unit", M="6", W="4"),)),
        f.model("Trooper", profiles=(STATS,)),
    )
    table = f.table(f.unit("squad", profiles=(save,), entries=models))
    root = table.take("squad")
    table.take("hero", root)
    table.take("trooper", root)
    unit = f.only(table)
    assert [[one.value for one in line.saves] for line in unit.profiles] == [["4+"], []]
    assert not unit.abilities


@pytest.mark.parametrize(
    ("unit", "item", "expected"),
    [
        ("4+", "5+", ["4+"]),
        ("5+", "4+", ["4+"]),
        ("4+", "5+ ranged", ["4+"]),
        ("4+ ranged", "4+", ["4+"]),
        ("5+", "4+ ranged", ["5+", "4+ ranged"]),
        ("4+ ranged", "5+ melee", ["4+ ranged", "5+ melee"]),
        ("5+ ranged", "4+ ranged", ["4+ ranged"]),
    ],
)
def test_of_several_saves_those_are_told_that_no_other_is_as_good_as(unit: str, item: str, expected: list[str]) -> None:
    own, given = (f.profile("Invulnerable Save", "Abilities", Description=text) for text in (unit, item))
    table = f.table(f.unit("squad", profiles=(STATS, own), entries=(f.item("Shield", given),)))
    table.take("shield", table.take("squad"))
    (line,) = f.only(table).profiles
    assert [" ".join(filter(None, (one.value, one.against))) for one in line.saves] == expected


@pytest.mark.parametrize(
    ("name", "line", "has"),
    [("Hero", "Hero on foot", 1), ("Orc", "Orcs", 1), ("Boss - Orc", "Orc", 1), ("Orc", "Sorcerer", 0)],
)
def test_a_longer_name_of_a_model_may_be_a_part_of_that_of_its_statline(name: str, line: str, has: int) -> None:
    save = f.profile("Invulnerable Save", "Abilities", Description=f"{name} 4+")
    models = (f.model("Leader", profiles=(f.profile(line, "Unit", M="6", W="4"),)), f.model("Elf", profiles=(STATS,)))
    table = f.table(f.unit("squad", profiles=(save,), entries=models))
    root = table.take("squad")
    table.take("leader", root)
    table.take("elf", root)
    assert len(f.only(table).profiles[0].saves) == has


def test_a_save_with_a_condition_is_no_figure_of_the_statline() -> None:
    save = f.profile("Invulnerable Save", "Abilities", Description="5+ ranged")
    for column in ({}, {"INV": "5+*"}, {"INV": "5+"}):
        line = f.profile("Hero", "Unit", M="6", W="4", **column)
        table = f.table(f.unit("hero", profiles=(line, save)))
        table.take("hero")
        unit = f.only(table)
        assert unit.profiles[0].saves == (PrintedSave("5+", "ranged"),)
        assert unit.profiles[0].value("INV") == column.get("INV", "")
        assert not unit.abilities


def test_wounds_from_which_on_a_model_is_worse() -> None:
    table = f.table(f.unit("tank", profiles=(STATS, f.profile("Damaged", "Abilities", Description="1"))))
    table.take("tank")
    assert f.only(table).damaged == (1,)


def test_the_statline_at_full_strength_stands_before_other_rows_of_a_damage_table() -> None:
    rows = (("Row 4", "3", "N/A"), ("Row 8", "5", "-"), ("Tank", "10", "16"))
    table = f.table(
        f.unit("tank", profiles=tuple(f.profile(name, "Unit", M=move, W=wounds) for name, move, wounds in rows))
    )
    table.take("tank")
    assert [line.value("M") for line in f.only(table).profiles] == ["10", "5", "3"]


def test_other_things_that_are_printed_are_no_statlines() -> None:
    spell = f.profile("Fog", "Spell", Range='12"', Effect="Nobody sees more than a foot of the way.")
    trait = f.profile("Grit", "Special Rule", Text="Holds on.")
    table = f.table(f.unit("mage", profiles=(STATS, spell, trait, f.profile("Bays", "Transport", Capacity="6 mice"))))
    table.take("mage")
    unit = f.only(table)
    assert [line.name for line in unit.profiles] == [STATS.name]
    assert {(one.name, one.kind, one.sort) for one in unit.abilities} == {
        ("Fog", "unit", "Spell"),
        ("Grit", "unit", "Special Rule"),
        ("Bays", "transport", "Transport"),
    }


def test_keywords_of_weapons_are_explained_not_abilities() -> None:
    links = tuple(
        InfoLink(id=f"to-{name}", name=name, type="rule", target_id=f.rule(name).id)
        for name in ("Noisy", "Anti-", "Brave")
    )
    gun = f.item("Gun", f.profile("Gun", "Ranged Weapons", A="1", Keywords="Anti-mice 4+, Noisy 2"))
    of_system = {"shared_rules": tuple(map(f.rule, ("Noisy", "Anti-", "Brave")))}
    table = f.table(f.unit("squad", info_links=links, profiles=(STATS,), entries=(gun,)), of_system=of_system)
    table.take("squad")
    kinds = {one.name: one.kind for one in f.only(table).abilities}
    assert kinds == {"Noisy": "glossary", "Anti-": "glossary", "Brave": "core"}


def test_rules_of_weapons_are_told_apart_from_those_of_the_unit() -> None:
    gun = f.item("Gun", f.profile("Gun", "Ranged Weapons", A="1"), rules=(f.rule("Loud", "It is heard."),))
    table = f.table(f.unit("squad", profiles=(STATS,), rules=(f.rule("Brave"),), entries=(gun, f.item("Flag"))))
    root = table.take("squad")
    table.take("gun", root)
    table.take("flag", root)
    unit = f.only(table)
    assert [(one.name, one.text) for one in unit.weapon_rules] == [("Loud", "It is heard.")]
    assert [one.name for one in unit.abilities] == ["Brave"]


@pytest.mark.parametrize(
    ("texts", "kind"), [({"Keywords": ("Noisy 2",)}, "glossary"), ({"A": ("Noisy",)}, "core"), ({}, "core")]
)
def test_keywords_of_weapons_are_those_that_a_reader_collected(texts: dict[str, tuple[str, ...]], kind: str) -> None:
    link = InfoLink(id="to-Noisy", name="Noisy", type="rule", target_id=f.rule("Noisy").id)
    gun = f.item("Gun", f.profile("Gun", "Ranged Weapons", Keywords="Noisy 2"))  # nothing is looked up where it stands
    fields = {"of_system": {"shared_rules": (f.rule("Noisy"),), "texts": {}}, "texts": texts}
    table = f.table(f.unit("squad", info_links=(link,), profiles=(STATS,), entries=(gun,)), **fields)
    table.take("squad")
    assert [one.kind for one in f.only(table).abilities] == [kind]


def test_what_an_enhancement_says_is_its_own() -> None:
    gift = f.item("Cloak", f.profile("Cloak", "Abilities", Text="Nobody sees it."))
    group = f.group("Enhancements", gift)
    table = f.table(f.unit("hero", profiles=(STATS,), groups=(group,)))
    table.take("cloak", table.take("hero"))
    unit = f.only(table)
    assert [(one.name, [rule.text for rule in one.rules]) for one in unit.enhancements] == [
        ("Cloak", ["Nobody sees it."])
    ]
    assert [one.kind for one in unit.abilities] == ["enhancement"]


def test_a_statline_with_a_save_keeps_its_own() -> None:
    line = f.profile("Hero", "Unit", M="6", InSv="3+")
    save = f.profile("Invulnerable Save", "Abilities", Description="5+")
    table = f.table(f.unit("hero", profiles=(line, save)))
    table.take("hero")
    assert f.only(table).profiles[0].values == (("M", "6"), ("InSv", "3+"))


# --- abilities ---------------------------------------------------------------------------------------------------------------


def test_abilities_are_of_the_game_the_faction_the_unit_or_its_wargear() -> None:
    links = tuple(
        InfoLink(id=f"to-{name}", name=name, type="rule", target_id=f"rule-{name}") for name in ("core", "oath")
    )
    banner = f.item("Banner", f.profile("Waves", "Abilities", Text="Wave it."))
    gun = f.item("Gun", f.profile("Gun", "Ranged Weapons", A="1"), rules=(f.rule("Sustained"),))
    entry = f.unit(
        "squad",
        info_links=links,
        rules=(f.rule("Brave", "Never runs."), f.rule("Secret", hidden=True)),
        profiles=(STATS, f.profile("Grit", "Abilities", Text="Holds on.")),
        entries=(banner, gun),
    )
    table = f.table(entry, of_system={"shared_rules": (f.rule("core"),)}, shared_rules=(f.rule("oath"),))
    root = table.take("squad")
    table.take("banner", root)
    table.take("gun", root)
    assert set(f.only(table).abilities) == {
        Ability("core", "core", ""),
        Ability("oath", "faction", ""),
        Ability("Brave", "unit", "Never runs."),
        Ability("Grit", "unit", "Holds on."),
        Ability("Waves", "wargear", "Wave it."),
    }


def test_what_a_setting_explains_of_the_game_is_marked() -> None:
    link = InfoLink(id="to-core", name="core", type="rule", target_id="rule-core")
    traits = f.item("Traits", rules=(f.rule("Howl", "Loud."),), info_links=(link,))
    table = f.table(traits, of_system={"shared_rules": (f.rule("core", "Long."),)})
    table.take("traits")
    for reminders, kind in (((Reminder(name="core", of="core", text={"en": "Short."}),), "glossary"), ((), "army")):
        (group,) = f.army(table, vocabulary=replace(NEUTRAL, reminders=reminders)).rules
        assert {one.name: one.kind for one in group.rules} == {"Howl": "army", "core": kind}


def traits(name: str, *, hidden: bool = False) -> Entry:
    key = name.casefold().replace(" ", "-")
    return f.item(name, f.profile(f"Howl of {key}", "Abilities", Text="Loud."), hidden=hidden)


@pytest.mark.parametrize(
    ("offered", "expected"),
    [
        ((traits("Traits: Cats"),), ["Howl of traits:-cats"]),
        ((traits("Traits: Cats"), traits("Traits: Dogs", hidden=True)), ["Howl of traits:-cats"]),
        ((traits("Traits: Cats"), traits("Traits: Dogs")), []),  # which one the list does not say
        ((traits("Other: Cats"),), []),
    ],
)
def test_rules_of_every_army_are_those_of_a_list_that_does_not_name_them(offered, expected) -> None:
    table = f.table(*offered)
    found = f.army(table, army_rules=("Traits",)).rules
    assert [rule.name for group in found for rule in group.rules] == expected
    assert f.army(table).rules == ()


def test_rules_of_every_army_that_a_list_names_are_there_once() -> None:
    table = f.table(traits("Traits: Cats"), traits("Traits: Dogs"))
    table.take("traits:-dogs")
    assert [group.name for group in f.army(table, army_rules=("Traits",)).rules] == ["Traits: Dogs"]


def test_what_rules_stand_under_has_no_marks() -> None:
    table = f.table(traits("**Choose a Chapter**"))
    assert [group.name for group in f.army(table, army_rules=("**Choose a Chapter**",)).rules] == ["Choose a Chapter"]


def test_keywords_that_the_data_hide_are_known_but_not_printed() -> None:
    entries = (CategoryEntry(id="counted", name="0-1 per army", hidden=True), CategoryEntry(id="seen", name="Infantry"))
    table = f.table(f.unit("squad", category_links=f.words("counted", "seen")), of_system={"category_entries": entries})
    table.take("squad")
    unit = f.only(table)
    assert unit.keywords == ("0-1 per army", "Infantry")
    assert unit.unprinted == {"0-1 per army"}


def test_headings_of_a_list_are_known_but_not_printed() -> None:
    roles = (
        Role(id="hero", name={"en": "Heroes"}, one={"en": "Hero"}, aliases=("Leader of a force",)),
        Role(id="transport", name={"en": "Dedicated Transports"}, one={"en": "Dedicated Transport"}),
        Role(id="line", name={"en": "Line"}),
    )
    names = ("HERO", "Leader of a force", "Transport", "Line", "Legends", "Rare")
    entries = tuple(CategoryEntry(id=name, name=name) for name in (*names, "Allies: Elves"))
    there = Modifier(type="set-primary", field="category", value="Allies: Elves")
    squad = f.unit("squad", category_links=f.words(*names, primary="Rare"), modifiers=(there,))
    table = f.table(squad, of_system={"category_entries": entries})
    table.take("squad")
    terms = replace(NEUTRAL.terms, legends=Term(name={"en": "legends"}))
    (unit,) = f.army(table, vocabulary=replace(NEUTRAL, roles=roles, terms=terms)).units
    assert unit.keywords == (*names, "Allies: Elves")
    assert unit.unprinted == {"Leader of a force", "Legends", "Allies: Elves"}
    assert unit.legends
    assert (
        not f.army(table, vocabulary=replace(NEUTRAL, roles=roles)).units[0].legends
    )  # in a game that calls them otherwise
    assert unit.shown_keywords == ("HERO", "Transport", "Line", "Rare")


@pytest.mark.parametrize(("slot", "shown"), [(True, ("Bold",)), (False, ("Bold", "Troops"))])
def test_what_a_unit_is_taken_as_is_no_keyword_where_the_game_says_so(slot: bool, shown: tuple[str, ...]) -> None:
    entries = (CategoryEntry(id="bold", name="Bold"), CategoryEntry(id="troops", name="Troops"))
    squad = f.unit("squad", category_links=f.words("bold", "troops", primary="troops"))
    table = f.table(squad, of_system={"category_entries": entries})
    table.take("squad")
    roles = (Role(id="troops", name={"en": "Troops"}, one={"en": "Troops"}, slot=slot),)
    (unit,) = f.army(table, vocabulary=replace(NEUTRAL, roles=roles)).units
    assert unit.role == "Troops"
    assert unit.shown_keywords == shown


@pytest.mark.parametrize(("percent", "shown"), [(True, ("Bold",)), (False, ("Core", "Bold"))])
def test_a_part_of_the_army_with_a_share_of_its_points_is_no_keyword(percent: bool, shown: tuple[str, ...]) -> None:
    entries = (CategoryEntry(id="core", name="Core"), CategoryEntry(id="bold", name="Bold"))
    bound = Constraint(id="share", type="min", value=25, field="limit::points", scope="force", percent=percent)
    links = (
        CategoryLink(id="of-force", target_id="core", constraints=(bound,)),
        CategoryLink(id="b", target_id="bold"),
    )
    squad = f.unit("squad", category_links=f.words("core", "bold", primary="core"))
    army = ForceEntry(id="army", name="Army", category_links=links)
    table = f.table(squad, of_system={"category_entries": entries, "force_entries": (army,)})
    table.take("squad")
    unit = f.only(table)
    assert unit.keywords == ("Core", "Bold")
    assert unit.shown_keywords == shown
    assert unit.role == "Core"


def test_a_role_that_a_unit_is_given_by_its_place_is_a_keyword() -> None:
    entries = (CategoryEntry(id="line", name="Line"),)
    given = Modifier(type="set-primary", field="category", value="line")
    table = f.table(f.unit("squad", modifiers=(given,)), of_system={"category_entries": entries})
    table.take("squad")
    roles = (Role(id="line", name={"en": "Line"}),)
    (unit,) = f.army(table, vocabulary=replace(NEUTRAL, roles=roles)).units
    assert unit.shown_keywords == ("Line",)


def test_an_ability_in_several_parts_names_them() -> None:
    parts = f.profile("Spell", "Abilities", Cast="5", Effect="Burns.", Color="red", Blank=" ")
    table = f.table(f.unit("mage", profiles=(parts,)))
    table.take("mage")
    cast, effect = ("Cast", "5"), ("Effect", "Burns.")
    assert f.only(table).abilities == (Ability("Spell", "unit", "Cast: 5\nEffect: Burns.", (cast, effect)),)


def test_the_facts_name_abilities_by_kind_and_each_is_listed_once() -> None:
    facts = Facts(core_abilities=("Deep Strike",), faction_abilities=("Oath",), unit_abilities=("Grit",))
    table = f.table(
        f.unit(
            "squad", facts=facts, rules=(f.rule("DEEP STRIKE", "text"), f.rule("Hover"), f.rule("Supreme Commander"))
        )
    )
    table.take("squad")
    unit = f.only(table)
    assert [(one.name, one.kind, one.text) for one in unit.abilities[:3]] == [
        ("Deep Strike", "core", ""),
        ("Oath", "faction", ""),
        ("Grit", "unit", ""),
    ]
    assert unit.has_ability("deep strike")
    assert unit.hover
    assert unit.must_be_warlord


# --- enhancements, warlord, points --------------------------------------------------------------------------------------------


def test_enhancements_are_taken_from_their_group() -> None:
    facts = Facts(detachment="gladius", bearer=BearerRule(excludes=("Fly",)))
    relic = f.item("Relic", entries=(f.item("Relic gem"),), costs=costing(25), facts=facts)
    hero = f.model("Hero", groups=(f.group("Enhancements", relic),))
    table = f.table(f.unit("squad", entries=(hero,), groups=(f.group("Wargear", KNIFE),), costs=costing(100)))
    root = table.take("squad")
    bearer = table.take("hero", root)
    taken = table.take("relic", bearer)
    table.take("relic-gem", taken)
    table.take("knife", root)
    unit = f.only(table)
    (found,) = unit.enhancements
    assert (found.id, found.name, found.points, found.detachment, found.bearer) == (
        "relic",
        "Relic",
        25,
        "gladius",
        facts.bearer,
    )
    assert found.model == bearer.id
    assert unit.points == 125
    assert [item.name for line in unit.models for item in line.wargear] == ["Relic gem"]
    assert [item.name for item in unit.wargear] == ["Knife"]


@pytest.mark.parametrize(("knives", "left"), [(1, []), (2, []), (3, [("Knife", 1)])])
def test_each_enhancement_takes_the_place_of_an_item_while_there_is_one(
    knives: int, left: list[tuple[str, int]]
) -> None:
    facts = Facts(bearer=BearerRule(replaces=("Blade", "Knife")))
    gifts = (f.item("Relic", facts=facts), f.item("Sabre", facts=facts))
    table = f.table(f.unit("hero", entries=(KNIFE, RIFLE), groups=(f.group("Enhancements", *gifts),)))
    root = table.take("hero")
    for gift in ("relic", "sabre", "rifle"):
        table.take(gift, root)
    table.take("knife", root, knives)
    assert [(weapon.name, weapon.count) for weapon in f.only(table).weapons] == [("Rifle", 1), *left]


@pytest.mark.parametrize(
    ("state", "may"),
    [
        (State(id="s", name={}), True),
        (State(id="s", name={}, ability="Deep Strike"), True),
        (State(id="s", name={}, ability="Scouts"), False),
        (State(id="s", name={}, keyword="Infantry"), True),
        (State(id="s", name={}, keyword="Beast"), False),
        (State(id="s", name={}, ability="Deep Strike", keyword="Beast"), False),
        (State(id="s", name={}, ability="Scouts", keyword="Infantry"), False),
    ],
)
def test_a_state_is_offered_to_who_has_its_ability_and_its_keyword(state: State, may: bool) -> None:
    table = f.table(f.unit("squad", facts=Facts(core_abilities=("Deep Strike",)), category_links=f.words("Infantry")))
    table.take("squad")
    assert f.only(table).may_start(state) is may


@pytest.mark.parametrize(("facts", "unread"), [(None, True), (Facts(partial=True), True), (Facts(), False)])
def test_whether_a_unit_may_be_split_is_open_where_the_data_do_not_state_all(facts: Facts | None, unread: bool) -> None:
    table = f.table(f.unit("squad", facts=facts))
    table.take("squad")
    assert f.only(table).split_unread is unread


def test_models_and_units_within_a_unit_are_no_wargear() -> None:
    parts = (f.model("Hero", profiles=(STATS,)), KNIFE, f.unit("crew", profiles=(STATS,)))
    table = f.table(f.unit("squad", entries=parts, profiles=(STATS,)))
    root = table.take("squad")
    for part in ("hero", "knife", "crew"):
        table.take(part, root)
    unit = f.only(table)
    assert ([item.name for item in unit.wargear], unit.models[0].wargear) == (["Knife"], ())


@pytest.mark.parametrize("name", ["Warlord", "GENERAL"])
def test_the_warlord_mark_names_its_model(name: str) -> None:
    mark = f.item(name)
    table = f.table(f.unit("squad", entries=(f.model("Hero", mark), mark)))
    root = table.take("squad")
    hero = table.take("hero", root)
    assert not f.only(table).warlord
    table.take(mark.id, hero)
    assert (f.only(table).warlord, f.only(table).warlord_model) == (True, hero.id)
    assert f.only(table).models[0].wargear == ()
    other = f.table(f.unit("squad", entries=(mark,)))
    other.take(mark.id, other.take("squad"))
    assert (f.only(other).warlord, f.only(other).warlord_model) == (True, "")


def test_the_place_is_the_nearest_in_the_file() -> None:
    table = f.table(squad())
    root = table.take("squad")
    assert f.only(table).place is None
    root.place = Place("list.yaml", 4)
    assert f.only(table).place == Place("list.yaml", 4)


# --- units of one shape ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fresh", [False, True])
def test_units_of_one_shape_have_their_own_names_ids_places_and_marks(fresh: bool) -> None:
    relic = f.item("Relic", costs=costing(25))
    hero = f.model("Hero", f.item("Warlord"), groups=(f.group("Enhancements", relic),))
    table = f.table(f.unit("squad", entries=(hero, f.model("Trooper", RIFLE)), costs=costing(100)))
    roots = []
    for number in range(3):
        root = table.take("squad")
        bearer = table.take("hero", root)
        table.take("warlord", bearer)
        table.take("relic", bearer)
        table.take("rifle", table.take("trooper", root, 4))
        root.place = Place("list.yaml", number + 1)
        roots.append((root, bearer))
    roots[1][0].custom_name = "Second"
    units = [f.army(table, fresh=fresh) for _ in range(2)][-1].units  # the first reading is the pattern
    assert [unit.name for unit in units] == ["Squad", "Second", "Squad"]
    assert [unit.models[0].name for unit in units] == ["Hero"] * 3
    for unit, (root, bearer) in zip(units, roots, strict=True):
        assert (unit.id, unit.place, unit.force) == (root.id, root.place, table.force.id)
        assert [line.id for line in unit.models] == [node.id for node in root.selections]
        assert (unit.warlord_model, unit.enhancements[0].model) == (bearer.id, bearer.id)
        assert unit.models[1].wargear == (WargearItem("Rifle", 4, "rifle"),)
        assert (unit.points, unit.model_count) == (125, 5)


def test_units_of_one_shape_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists that are only checked, one after the other, share units and settings; those being edited do not."""
    table = f.table(squad(), f.unit("Battle Size", type="upgrade", entries=(f.item("Small"),)))
    for _ in range(2):
        table.take("rifle", table.take("trooper", table.take("squad"), 4))
    setting = table.take("Battle Size")
    read: list[str] = []
    whole = UnitReader.read

    def noted(self: UnitReader) -> Unit:
        read.append(self.root.id)
        return whole(self)

    monkeypatch.setattr(UnitReader, "read", noted)
    first = f.army(table, fresh=True)
    read.clear()
    assert f.army(table, fresh=True).units == first.units
    assert read == []

    engine = Engine(table.roster)
    assert engine.shape(setting) is not None
    builder = ArmyBuilder(engine, MADE_UP)
    builder.build()
    edited = table.take("sergeant", table.force.selections[0])
    builder.build()
    assert Engine(table.roster).shape(edited.root) is None


def test_a_unit_is_read_again_when_it_changed() -> None:
    table = f.table(squad())
    first, _second = table.take("squad"), table.take("squad")
    builder = ArmyBuilder(table.engine, MADE_UP)
    before = builder.build().units
    table.take("sergeant", first)
    after = builder.build().units

    assert [unit.models[0].name for unit in after] == ["Sergeant", "Squad"]
    assert before[0].models[0].name == "Squad"
    assert after[1] is before[1]
    assert all(new is old for new, old in zip(builder.build().units, after, strict=True))


def test_lone_models_of_one_shape_are_called_as_their_units() -> None:
    table = f.table(f.unit("tank", type="model", entries=(RIFLE,)))
    for name in ("", "Old Reliable", ""):
        root = table.take("tank")
        table.take("rifle", root)
        root.custom_name = name
    units = [f.army(table, fresh=True) for _ in range(2)][-1].units
    assert [(unit.name, unit.models[0].name) for unit in units] == [
        ("Tank", "Tank"),
        ("Old Reliable", "Old Reliable"),
        ("Tank", "Tank"),
    ]
    assert all(unit.models[0].id == unit.id and not unit.warlord_model for unit in units)


def test_a_trait_inside_an_enhancement_is_not_another_one() -> None:
    inner = f.item("Inner", costs=costing(5))
    relic = f.item("Relic", groups=(f.group("Enhancements", inner),), costs=costing(20))
    table = f.table(f.unit("hero", groups=(f.group("Enhancements", relic),)))
    taken = table.take("relic", table.take("hero"))
    table.take("inner", taken)
    assert [(one.name, one.points, one.model) for one in f.only(table).enhancements] == [("Relic", 25, "")]


# --- what is no unit -------------------------------------------------------------------------------------------------------------


def test_configuration_is_no_unit() -> None:
    setting = f.unit("Visibility", type="upgrade")
    config = f.unit("Settings", category_links=f.words("Configuration", primary="Configuration"))
    plain = f.unit("squad", category_links=f.words("Configuration", "hq", primary="hq"))
    table = f.table(setting, config, plain)
    for entry in (setting, config, plain):
        table.take(entry.id)
    assert [unit.datasheet_id for unit in f.army(table).units] == ["squad"]


# --- the army around the units -----------------------------------------------------------------------------------------------------


def sized(name: str, **fields: Any) -> Any:
    choice = f.item(name, **fields)
    table = f.table(f.unit("Battle Size", type="upgrade", entries=(choice,)))
    table.take(choice.id, table.take("Battle Size"))
    return f.army(table).battle_size


@pytest.mark.parametrize(
    ("name", "facts", "found"),
    [
        ("2. Big (1,000 Point limit)", None, ("small", "Small", 1000)),
        ("Club night (750 pts)", None, ("Club night (750 pts)", "Club night (750 pts)", 750)),
        ("A LARGE game", None, ("large", "Large", 2000)),
        ("Anything", Facts(size=2000), ("large", "Large", 2000)),
        ("1000 points", Facts(size=2000), ("large", "Large", 2000)),
        ("Anything", Facts(), None),
    ],
)
def test_a_battle_size_by_facts_number_or_name(name: str, facts: Facts | None, found: tuple[Any, ...] | None) -> None:
    size = sized(name, facts=facts)
    assert ((size.id, size.name, size.points) if size else None) == found


def test_the_limit_of_the_roster_goes_before_the_size() -> None:
    table = f.table(squad())
    assert (f.army(table).limit, f.army(table).battle_size) == (None, None)
    table.roster.cost_limits["pts"] = 2000
    army = f.army(table)
    assert army.battle_size is not None
    assert (army.limit, army.battle_size.id) == (2000, "large")
    table.roster.cost_limits["pts"] = 1250
    assert (f.army(table).limit, f.army(table).battle_size) == (1250, None)


def test_forces_are_numbered_where_there_are_several_alike() -> None:
    table = f.table(squad())
    table.add_force("detachment", table.force)
    assert [(force.name, force.kind, force.parent) for force in f.army(table).forces] == [
        ("Army", "Army", ""),
        ("Detachment", "Detachment", table.force.id),
    ]
    second = table.add_force("detachment", table.force)
    assert [force.name for force in f.army(table).forces] == ["Army", "Detachment 1", "Detachment 2"]
    second.custom_name = "Vanguard"
    assert [force.name for force in f.army(table).forces] == ["Army", "Detachment 1", "Vanguard"]


def test_points_are_the_currency_of_the_game() -> None:
    types = (CostType(id="power", name="PL"), CostType(id="x", name="Points"))
    costs = (Cost(type_id="power", value=3), Cost(type_id="x", value=90))
    for kinds, found in ((types, 90), (types[:1], 3), ((CostType(id="secret", hidden=True), types[0]), 3)):
        table = f.table(f.unit("squad", costs=costs), of_system={"cost_types": kinds})
        table.take("squad")
        assert (f.army(table).points, f.army(table).units[0].points) == (found, found)
    named = f.table(f.unit("squad", costs=costs), of_system={"cost_types": types})
    named.take("squad")
    assert f.army(named, points_name="PL").points == 3


def test_the_faction_is_named_by_its_catalogue() -> None:
    table = f.table(squad(category_links=f.words("Faction: Guard")))
    table.take("squad")
    army = f.army(table, faction=Catalogue(id="cat", name="Imperium - Guard"))
    assert (army.faction, army.faction_name, army.system) == ("cat", "Imperium - Guard", "made-up")
    own = f.army(table, faction=Catalogue(id="cat", name="Guard", names={"en": "The Guard"}))
    assert own.faction_name == "The Guard"


def test_detachments_are_the_choices_below_their_setting() -> None:
    facts = Facts(faction="Guard", requires=(("Infantry",),), forbids=("Fly",), rule_name="Hold")
    choices = (f.item("Wall", facts=facts), f.item("Spear"))
    table = f.table(squad(), f.unit("Detachment", type="upgrade", entries=choices))
    table.take("squad")
    setting = table.take("Detachment")
    assert f.army(table).detachments == ()
    for entry in ("wall", "spear"):
        table.take(entry, setting).place = Place("list.yaml", 3)
    wall, spear = f.army(table).detachments
    assert (wall.name, wall.faction, wall.requires, wall.forbids, wall.rule) == (
        "Wall",
        "Guard",
        (("Infantry",),),
        ("Fly",),
        "Hold",
    )
    assert (spear.name, spear.faction, spear.place) == ("Spear", "", Place("list.yaml", 3))


def test_whether_the_data_have_detachments_is_known_of_the_faction() -> None:
    detachment = f.item("Detachment", entries=(f.item("Vanguard"),), purpose=EntryPurpose.DETACHMENT)
    other = f.item("Battle Size", entries=(f.item("Small"),), purpose=EntryPurpose.BATTLE_SIZE)
    assert f.army(f.table(detachment, other)).offers_detachments
    assert not f.army(f.table(other, squad())).offers_detachments
    assert not f.army(f.table(f.item("Detachment", purpose=EntryPurpose.DETACHMENT), other)).offers_detachments


def test_detachments_that_the_data_hide_in_the_force_are_not_offered() -> None:
    held = {"entries": (f.item("Vanguard"),), "purpose": EntryPurpose.DETACHMENT}
    hidden, shown = f.item("Detachment", hidden=True, **held), f.item("Detachments", **held)
    told = [
        (one.offers_detachments, one.hides_detachments)
        for one in map(f.army, (f.table(hidden), f.table(hidden, shown)))
    ]
    assert told == [(False, "Army"), (True, "")]


def test_a_unit_without_costs_is_free() -> None:
    table = f.table(squad())
    table.take("squad")
    assert (f.only(table).points, f.army(table).points) == (0, 0)


def test_a_unit_without_statlines_has_no_wounds() -> None:
    table = f.table(squad(profiles=()))
    table.take("squad")
    assert (f.only(table).profiles, f.only(table).wounds) == ((), 0)


@pytest.mark.parametrize(("stated", "wounds"), [("1", 1), ("0", 0), ("-1", 0)])
def test_the_least_of_wounds(stated: str, wounds: int) -> None:
    table = f.table(f.unit("lone", profiles=(f.profile("Trooper", "Unit", M="6", W=stated),)))
    table.take("lone")
    assert f.only(table).wounds == wounds


@pytest.mark.parametrize("wounds", ["-", "²", "9" * 5000])
def test_a_value_that_is_no_number_is_no_wounds(wounds: str) -> None:
    table = f.table(f.unit("lone", profiles=(f.profile("Trooper", "Unit", M="6", W=wounds),)))
    table.take("lone")
    assert f.only(table).wounds == 0


def test_weapons_and_abilities_of_the_unit_itself_are_no_statlines() -> None:
    gun = f.profile("Gun", "Ranged Weapons", Range='24"', A="2")
    habit = f.profile("Habit", "Abilities", Description="Does this.", Effect="And that.")
    table = f.table(f.unit("lone", profiles=(STATS, gun, habit)))
    table.take("lone")
    unit = f.only(table)
    assert [one.name for one in unit.profiles] == ["Trooper"]
    assert [one.name for one in unit.weapons] == ["Gun"]
    assert unit.wounds == 2


def test_names_stay_as_they_are_without_a_glossary() -> None:
    table = f.table(f.unit("lone", profiles=(STATS,)))
    table.take("lone")
    army = f.army(table)
    assert army.localise("Trooper", "zh") == "Trooper"
    bare = replace(army, glossary=None)
    assert bare.localise("Trooper", "zh") == "Trooper"
    shouting = replace(army, glossary=lambda text, language: text.upper())
    assert (shouting.localise("Trooper", "zh"), shouting.localise("Trooper", "en")) == ("TROOPER", "Trooper")
    known = {"Regiment": "军团", "Type 3": "三型"}
    counting = replace(army, glossary=lambda text, language: known.get(text, text))
    for name, said in (("Regiment 12", "军团 12"), ("Type 3", "三型"), ("Squad 2", "Squad 2"), ("7", "7")):
        assert counting.localise(name, "zh") == said


def test_a_weapon_in_several_spellings_is_one() -> None:
    one = f.item("Pistol", f.profile("Pistol", "Ranged Weapons", A="1", Keywords="Close-Quarters"))
    other = f.item("pistol", f.profile("pistol", "Ranged Weapons", A="1", Keywords="Close-quarters"))
    better = f.item("Better", f.profile("Pistol", "Ranged Weapons", A="2", Keywords="Close-quarters"))
    table = f.table(
        f.unit("squad", entries=(f.model("Sergeant", better), f.model("Trooper", one), f.model("Scout", other)))
    )
    root = table.take("squad")
    for model, item in (("sergeant", "better"), ("trooper", "pistol"), ("scout", "pistol")):
        table.take(item, table.take(model, root))
    counts = sorted((weapon.value("A"), weapon.count) for weapon in f.only(table).weapons)
    assert counts == [("1", 2), ("2", 1)]


@pytest.mark.parametrize(("type_name", "promoted"), [("Command", True), ("Abilities", False)])
def test_a_model_with_a_profile_of_command_is_one_of_the_others(type_name: str, promoted: bool) -> None:
    bearer = f.model("bearer", profiles=(f.profile("Bearer", type_name, Text="Waves."),))
    table = f.table(f.unit("spears", entries=(f.model("spearman"), bearer)))
    root = table.take("spears")
    table.take("spearman", root, 5)
    table.take("bearer", root)
    assert [(line.name, line.promoted) for line in f.only(table).models] == [("spearman", False), ("bearer", promoted)]


@pytest.mark.parametrize("stats", [(), (f.profile("Tank", "Unit", W="-"),), (f.profile("Tank", "Unit", W="1"),)])
def test_a_model_that_has_no_wounds_to_lose_is_never_worse(stats: tuple[Profile, ...]) -> None:
    table = f.table(f.unit("tank", profiles=(*stats, f.profile("Damaged", "Abilities", Description="1"))))
    table.take("tank")
    assert f.only(table).damaged == ()


def test_what_has_no_name_or_no_type_is_no_ability() -> None:
    """Of what an army or a detachment has to read; of rules with one name the first."""
    infos = (
        RuleState("r", "Deed", "done"),
        RuleState("s", "", "of nobody"),
        RuleState("d", "DEED", "again"),
        ProfileState("p", "Stray", "", ""),
        ProfileState("a", "", "Abilities", "Abilities"),
        ProfileState("b", "Aura", "Abilities", "Abilities"),
    )
    found = told_by(f.table().library, infos, "army", NEUTRAL)
    assert [(one.name, one.text) for one in found] == [("Deed", "done"), ("Aura", "")]


def test_facts_that_state_nothing_demand_nothing() -> None:
    table = f.table(f.unit("squad", facts=Facts()))
    table.take("squad")
    unit = f.only(table)
    demanded = (unit.must_be_warlord, unit.never_warlord, unit.never_enhanced, unit.starts_in_reserves)
    assert not any((*demanded, unit.reserves_uncounted, unit.hover, unit.legends))
