"""Items within allowances, prices by models and alternatives, and what gear brings: in lists over the shipped data."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from listbuilder.errors import InputError
from listbuilder.session import Session
from listbuilder.sources.native import NativeSet
from listbuilder.validation import validate_bytes

HEAD = "system: whfb-8e\nfaction: {faction}\nbattle_size: army-2000\nunits:\n  - {unit}\n"


def opened(unit: str, faction: str = "empire") -> Session:
    return Session.from_text(HEAD.format(faction=faction, unit=unit).encode(), "army.yaml")


def of_data(session: Session) -> set[str]:
    return {one.rule for one in session.findings} & {"unit-composition", "wargear-options", "magic-item-allowance"}


@pytest.mark.parametrize(
    ("models", "points"),
    [
        ("{gnoblars: 10}", 25),
        ("{gnoblars: 11}", Decimal("27.5")),
        ("{gnoblars: 10, champion: 1}", Decimal("32.5")),
        ("{gnoblars: 9, musician: 1, standard-bearer: 1}", Decimal("47.5")),
    ],
)
def test_every_model_costs_its_price_and_a_command_group_more(models: str, points: int | Decimal) -> None:
    session = opened(f"{{id: u, datasheet: gnoblars, models: {models}}}", "ogre-kingdoms")
    assert session.army.points == points
    assert not of_data(session)


def test_a_unit_without_an_upper_end_may_be_large() -> None:
    assert not of_data(opened("{id: u, datasheet: zombies, models: {zombie: 250}}", "vampire-counts"))
    assert of_data(opened("{id: u, datasheet: zombies, models: {zombie: 19}}", "vampire-counts")) == {
        "unit-composition"
    }


GENERAL = "general-of-the-empire"


@pytest.mark.parametrize(
    ("mount", "points", "broken"), [("warhorse", 95 + 18 + 7, set()), ("imperial-pegasus", 95 + 45 + 7, set())]
)
def test_each_alternative_has_its_price(mount: str, points: int, broken: set[str]) -> None:
    session = opened(f"{{id: u, datasheet: {GENERAL}, wargear: {{{GENERAL}: {{add: [[{mount}], [lance]]}}}}}}")
    assert session.army.points == points
    assert of_data(session) == broken


def test_an_option_asks_for_one_of_several_items() -> None:
    session = opened(f"{{id: u, datasheet: {GENERAL}, wargear: {{{GENERAL}: {{add: lance}}}}}}")
    (finding,) = (one for one in session.findings if one.rule == "wargear-options")
    assert "Imperial Griffon / Warhorse / Imperial Pegasus" in str(finding.message)


def test_gear_brings_statlines_of_its_own() -> None:
    session = opened(f"{{id: u, datasheet: {GENERAL}, wargear: {{{GENERAL}: {{add: warhorse}}}}}}")
    assert [line.name for line in session.army.units[0].profiles] == ["General of the Empire", "Warhorse"]


def test_gear_gives_abilities_and_keywords(homebrew: Path) -> None:
    """What is an ability, whatever its value, is told by the datasheets that have it."""
    sheet = homebrew / "skirmish" / "gang" / "thugs.yaml"
    text = sheet.read_text("utf-8").replace("wargear: [club", "wargear: [cloak, club")
    gear = "gear:\n  cloak: {name: Cloak, gains: ['Scouts 7\"', Duck 2, Sneaky]}\n"
    sheet.write_text(text + gear, "utf-8")
    scouts = text.replace("id: thugs\n", "id: scouts\n").replace("name: Thugs\n", "name: Scouts\n")
    scouts = scouts.replace("abilities: {}", "abilities: {core: ['Scouts 6\"', Duck 1]}").replace("cloak, ", "")
    sheet.with_name("scouts.yaml").write_text(scouts, "utf-8")
    content = b"system: skirmish\nfaction: gang\nunits: [{datasheet: thugs}]\n"
    (unit,) = validate_bytes(content, "list.yaml", (), (NativeSet([homebrew]),)).army.units
    assert {one.name for one in unit.abilities} == {'Scouts 7"', "Duck 2"}
    assert set(unit.keywords) == {"Infantry", "Sneaky"}


@pytest.mark.parametrize(
    ("sheet", "item", "lost"),
    [
        ("battlewagon", "ard-case", "Firing Deck 11"),  # an ability
        ("wazbom-blastajet", "blastajet-force-field", "Grenades"),  # a keyword
    ],
)
def test_the_bearer_of_gear_loses_what_that_takes(sheet: str, item: str, lost: str) -> None:
    def having(wargear: str) -> list[str]:
        head = "system: wh40k-10e\nfaction: orks\n"
        unit = f"units: [{{datasheet: {sheet}, wargear: {{{sheet}: {wargear}}}}}]\n"
        (found,) = Session.from_text((head + unit).encode(), "army.yaml").army.units
        return [*found.keywords, *(one.name for one in found.abilities)]

    usual = having("{}")
    assert lost in usual
    assert having(f"{{add: {item}}}") == [word for word in usual if word != lost]


def test_in_a_unit_of_several_only_the_bearer_of_gear_loses_it(homebrew: Path) -> None:
    sheet = homebrew / "skirmish" / "gang" / "thugs.yaml"
    text = sheet.read_text("utf-8").replace("wargear: [club, club]", "wargear: [cloak], keywords: [Loud]")
    text = text.replace("wargear: [club]", "wargear: [club], keywords: [Loud]").replace(
        "[Infantry]", "[Infantry, Loud]"
    )
    sheet.write_text(text + "gear:\n  cloak: {name: Cloak, loses: [Loud, Infantry]}\n", "utf-8")
    content = b"system: skirmish\nfaction: gang\nunits: [{datasheet: thugs}]\n"
    (unit,) = validate_bytes(content, "list.yaml", (), (NativeSet([homebrew]),)).army.units
    assert {line.name: set(line.keywords) for line in unit.models} == {
        "Boss": {"Infantry"},
        "Thug": {"Infantry", "Loud"},
    }
    assert "Infantry" in unit.keywords


def test_a_mount_brings_the_statlines_of_its_crew() -> None:
    session = opened("{id: u, datasheet: necromancer, wargear: {necromancer: {add: corpse-cart}}}", "vampire-counts")
    assert [line.name for line in session.army.units[0].profiles] == ["Necromancer", "Corpse Cart", "The Restless Dead"]


def test_a_champion_of_another_kind_has_its_own_weapon() -> None:
    session = opened("{id: u, datasheet: cairn-wraiths, models: {cairn-wraith: 3, champion: 1}}", "vampire-counts")
    assert [(line.name, [item.name for item in line.wargear]) for line in session.army.units[0].models] == [
        ("Cairn Wraith", ["Great Weapon"]),
        ("Tomb Banshee", ["Hand Weapon"]),
    ]


def test_a_weapon_that_the_data_link_twice_is_one_weapon() -> None:
    session = opened("{id: u, datasheet: captain-of-the-empire, wargear: {captain-of-the-empire: {add: longbow}}}")
    assert [weapon.name for weapon in session.army.units[0].weapons].count("Longbow") == 1


def test_the_system_s_items_and_those_of_the_faction_are_offered_within_the_allowances() -> None:
    session = opened(f"{{id: u, datasheet: {GENERAL}}}")
    offered = {(one.name, one.price) for one in session.enhancements("u")}
    assert {("Dawnstone", "+25"), ("Runefang", "+85")} <= offered
    assert not any("Arcane Item" in name or "Magic Standard" in name for name in offered)


def test_an_item_names_its_book_and_page() -> None:
    session = opened(f"{{id: u, datasheet: {GENERAL}, enhancement: [dawnstone, runefang]}}")
    assert {one.name: one.page for one in session.army.units[0].enhancements} == {
        "Dawnstone": "BRB 503",
        "Runefang": "AB 62",
    }


def test_an_item_takes_the_place_of_one_of_its_type_and_goes_when_chosen_again() -> None:
    session = opened(f"{{id: u, datasheet: {GENERAL}, enhancement: [dawnstone, runefang]}}")

    def borne() -> list[str]:
        return [one.name for one in session.army.units[0].enhancements]

    session.set_enhancement("u", "items/luckstone")
    assert borne() == ["Runefang", "Luckstone"]
    session.set_enhancement("u", "items/luckstone")
    assert borne() == ["Runefang"]
    session.set_enhancement("u", "")
    assert borne() == []


def test_powers_stand_beside_each_other() -> None:
    session = opened("{id: u, datasheet: vampire-lord, enhancement: [red-fury]}", "vampire-counts")
    session.set_enhancement("u", "items/beguile")
    assert [one.name for one in session.army.units[0].enhancements] == ["Red Fury", "Beguile"]


def test_items_are_saved_as_they_were_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    session = opened(f"{{id: u, datasheet: {GENERAL}, enhancement: [dawnstone, runefang]}}")
    path = tmp_path_factory.mktemp("saved") / "army.yaml"
    session.save(path)
    assert "enhancement: [dawnstone, runefang]" in path.read_text("utf-8")


def test_unknown_items_and_types_are_named(homebrew: Path) -> None:
    folder = homebrew / "skirmish"
    system = (folder / "system.yaml").read_text("utf-8")
    (folder / "system.yaml").write_text(
        system + "item_types: [{id: ring, name: Ring}]\nitems: {opal: {name: Opal, type: rings, points: 2}}\n", "utf-8"
    )
    with pytest.raises(InputError, match="unknown type: rings.*ring"):
        NativeSet([folder.parent]).system("skirmish")
    (folder / "system.yaml").write_text(system + "item_types: [{id: ring, name: Ring}]\n", "utf-8")
    sheet = (folder / "gang" / "thugs.yaml").read_text("utf-8")
    (folder / "gang" / "thugs.yaml").write_text(
        sheet + "allowances: [{points: 5, types: [rings], gear: sword}]\n", "utf-8"
    )
    with pytest.raises(InputError) as found:
        NativeSet([folder.parent]).catalogue("skirmish", "gang")
    assert {"unknown type: rings", "unknown item: sword"} <= {str(one.message) for one in found.value.problems}


def test_unknown_currencies_of_item_types_are_named(homebrew: Path) -> None:
    file = homebrew / "skirmish" / "system.yaml"
    types = "item_types: [{{id: ring, name: Ring, costs: {{{word}: 1}}}}]\n"
    system = file.read_text("utf-8") + "currencies: [{id: favour, name: Favour}]\n"
    file.write_text(system + types.format(word="favours"), "utf-8")
    with pytest.raises(InputError, match="unknown currency: favours"):
        NativeSet([file.parents[1]]).system("skirmish")
    file.write_text(system + types.format(word="favour"), "utf-8")
    NativeSet([file.parents[1]]).system("skirmish")


# --- relics and Warlord traits ------------------------------------------------------------------------------------------------

PATROL = "system: wh40k-9e\nfaction: {faction}\nbattle_size: strike-force\nforces:\n  - {{force: patrol, subfaction: {of}, units: [{unit}]}}\n"
SCYTHE = "wargear: {overlord: {replace: {hyperphase-glaive: voidscythe}}}"


def mustered(unit: str, of: str = "novokh", faction: str = "necrons") -> Session:
    return Session.from_text(PATROL.format(faction=faction, of=of, unit=unit).encode(), "army.yaml")


def terms_of(session: Session) -> list[str]:
    return [str(one.message) for one in session.findings if one.rule == "relic-terms"]


def test_an_item_that_is_a_weapon_replaces_one_on_the_card_and_in_no_list() -> None:
    unit = mustered(f"{{datasheet: overlord, warlord: true, {SCYTHE}, enhancement: blood-scythe}}").army.units[0]
    assert [(weapon.name, weapon.count) for weapon in unit.weapons] == [("Blood Scythe", 1)]
    assert [item.name for item in unit.models[0].wargear] == ["Voidscythe"]
    assert [one.instead_of for one in unit.enhancements] == ["Voidscythe"]
    assert unit.points == 100


def test_an_item_with_several_profiles_has_them_all() -> None:
    staff = "wargear: {overlord: {replace: {hyperphase-glaive: staff-of-light}}}"
    unit = mustered(f"{{datasheet: overlord, {staff}, enhancement: voltaic-staff}}").army.units[0]
    assert [weapon.name for weapon in unit.weapons] == ["Voltaic Staff - shooting", "Voltaic Staff - melee"]


def test_a_unit_has_the_keyword_of_the_subfaction_of_its_force() -> None:
    unit = "{{datasheet: {sheet}, enhancement: da-irongob, warlord: true}}"
    assert not terms_of(mustered(unit.format(sheet="warboss"), "goffs", "orks"))
    assert terms_of(mustered(unit.format(sheet="warboss"), "no-clan", "orks"))
    assert terms_of(mustered(unit.format(sheet="warboss"), "bad-moons", "orks"))
    session = mustered(unit.format(sheet="warboss"), "goffs", "orks")
    assert session.army.units[0].has("Goff")
    session.set_subfaction(session.army.units[0].force, "evil-sunz")
    assert (session.army.units[0].has("Goff"), session.army.units[0].has("Evil Sunz")) == (False, True)
    badrukk = mustered("{datasheet: kaptin-badrukk, warlord: true}", "goffs", "orks").army.units[0]
    assert (badrukk.has("Goff"), badrukk.has("Freebooterz")) == (False, True)


def test_a_named_warlord_has_its_trait_unless_the_list_names_another() -> None:
    def traits(**more: object) -> list[str]:
        facts = ", ".join(f"{key}: {value}" for key, value in more.items())
        session = mustered(f"{{datasheet: trazyn-the-infinite, {facts}}}")
        return [one.name for one in session.army.units[0].enhancements]

    assert traits(warlord="true") == ["Enduring Will"]
    assert traits(warlord="false") == []
    assert traits(warlord="true", enhancement="enduring-will") == ["Enduring Will"]
    assert traits(warlord="true", enhancement="eternal-madness") == ["Eternal Madness"]


def test_relics_and_traits_beyond_the_free_ones_cost_command_points() -> None:
    session = mustered("{id: a, datasheet: chronomancer, warlord: true}, {id: b, datasheet: plasmancer}")
    left = []
    for unit, gift in (
        ("a", "veil-of-darkness"),
        ("a", "immortal-pride"),
        ("b", "nanoscarab-casket"),
        ("b", "enduring-will"),
    ):
        offered = {one.id: one.price for one in session.enhancements(unit)}
        left.append((offered[f"items/{gift}"], dict(session.army.spent)["cp"]))
        session.set_enhancement(unit, f"items/{gift}")
    left.append(("", dict(session.army.spent)["cp"]))
    assert left == [("", 12), ("", 12), ("-1 CP", 12), ("-1 CP", 11), ("", 10)]
    session.set_warlord("b", True)
    assert dict(session.army.spent)["cp"] == 10  # the trait of the other model is the one that costs now


def test_fixes_change_the_wargear_or_the_subfaction_that_a_relic_asks_for() -> None:
    staff = "wargear: {overlord: {replace: {hyperphase-glaive: staff-of-light}}}"
    session = mustered(f"{{datasheet: overlord, warlord: true, {staff}, enhancement: voidreaper}}")
    (finding,) = (one for one in session.findings if one.rule == "relic-terms")
    assert "choose Resurrection Orb + Warscythe for Overlord" in [str(one.title) for one in session.fixes(finding)]
    session = mustered("{datasheet: chronomancer, warlord: true, enhancement: the-vanquishers-mask}")
    (finding,) = (one for one in session.findings if one.rule == "relic-terms")
    offers = {str(one.title): one for one in session.fixes(finding)}
    session.apply_fix(offers["choose Sautekh for Patrol Detachment"])
    assert not terms_of(session)
