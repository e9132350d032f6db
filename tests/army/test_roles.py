"""What a selection is, by the conventions of community data."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from listbuilder.army import roles
from listbuilder.catalogue.model import Catalogue, Characteristic, Entry, EntryLink, Profile
from listbuilder.catalogue.purpose import EntryPurpose
from tests.army import factory as f
from tests.engine.factory import role


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("Captain [Legends]", "Captain"),
        ("Captain  [LEGENDARY] ", "Captain"),
        ("[Legends] Captain", "[Legends] Captain"),
        ("Legends of old", "Legends of old"),
    ],
)
def test_a_datasheets_name_is_free_of_status_marks(raw: str, name: str) -> None:
    assert roles.plain_name(raw) == name


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("1. Battalion", "Battalion"),
        ("★ 12. Battalion", "Battalion"),
        ("◆ ◇ Patrol", "Patrol"),
        ('"Quoted" Force', '"Quoted" Force'),
        ("(Small) Force", "(Small) Force"),
        ("40k Force", "40k Force"),
        ("★", "★"),
    ],
)
def test_a_title_is_free_of_what_only_sorts_it(raw: str, name: str) -> None:
    assert roles.plain_title(raw) == name


@pytest.mark.parametrize(
    ("raw", "name"), [("➤ Plasma - standard", "Plasma - standard"), ("- Bolt", "Bolt"), ("A-B", "A-B")]
)
def test_a_profiles_name_is_free_of_bullets(raw: str, name: str) -> None:
    assert roles.profile_name(raw) == name


@pytest.mark.parametrize(
    ("name", "note"),
    [("Read me", True), ("README first", True), ("Notice", True), ("Reader", False), ("A notice", False)],
)
def test_notes_of_the_authors(name: str, note: bool) -> None:
    table = f.table(f.unit("x", name=name))
    assert roles.is_note(table.option("x")) is note


def test_sorts_of_choices() -> None:
    relic, gun, gem = f.item("Relic"), f.item("Gun"), f.item("Gem")
    hero = f.model("Hero", gun, f.item("Warlord"), groups=(f.group("Heroic Traits", relic), f.group("Pistols", gem)))
    table = f.table(
        f.unit("squad", entries=(hero,), groups=(f.group("Crew", f.model("Gunner"), f.item("Flag")),)),
        f.unit("Battle Size", type="upgrade", entries=(f.item("Small"),)),
    )
    squad, size = table.option("squad"), table.option("Battle Size")
    model, (crew,) = squad.entries[0], squad.groups
    sorts = {option.name: roles.sort_of(option) for option in (squad, size, *size.entries, model, crew, *crew.entries)}
    assert sorts == {
        "Squad": "datasheet",
        "Battle Size": "",
        "Small": "",
        "Hero": "model",
        "Crew": "model",
        "Gunner": "model",
        "Flag": "wargear",
    }
    traits, pistols = model.groups
    inside = {option.name: roles.sort_of(option) for option in (*model.entries, pistols)}
    assert inside == {
        "Gun": "wargear",
        "Warlord": "warlord",
        "Pistols": "wargear",
        "Gem": "wargear",
        "Relic": "enhancement",
    }
    assert roles.is_enhancement(traits.entries[0])
    assert not roles.is_enhancement_group(traits)  # a unit may have more than one of these


def test_the_group_of_enhancements_is_no_enhancement() -> None:
    table = f.table(f.unit("squad", groups=(f.group("Enhancements", f.item("Relic")),)))
    (group,) = table.option("squad").groups
    assert roles.is_enhancement_group(group)
    assert roles.sort_of(group) == ""
    assert roles.sort_of(group.entries[0]) == "enhancement"


def test_enhancements_of_a_single_detachment() -> None:
    alone = f.group("Task Force Enhancements", f.item("Relic"))
    common = f.group("Enhancements", groups=(f.group("Host Enhancements", f.item("Gem")),))
    table = f.table(
        f.unit("squad", groups=(alone, common)), f.unit("hero", groups=(f.group("Artefacts of Power", f.item("Orb")),))
    )
    apart, both, host = table.option("squad").groups
    relic, gem, orb = apart.entries[0], host.entries[0], table.option("hero").groups[0].entries[0]
    assert [roles.is_enhancement_group(group) for group in (apart, both, host)] == [True, True, True]
    assert [roles.is_enhancement(one) for one in (relic, gem, orb)] == [True, True, True]
    assert [roles.table_of(one) for one in (relic, gem, orb)] == [
        "",
        "",
        "artefacts of power",
    ]  # one of the first two a unit


@pytest.mark.parametrize(
    ("type", "links", "primary", "unit"),
    [
        ("unit", ("hq",), "hq", True),
        ("model", (), "", True),
        ("unit-group", (), "", True),
        ("upgrade", ("hq",), "hq", False),
        ("unit", ("Configuration",), "Configuration", False),
        ("unit", ("Configuration",), "", True),
    ],
)
def test_what_is_a_unit(type: str, links: tuple[str, ...], primary: str, unit: bool) -> None:
    table = f.table(f.unit("x", type=type, category_links=f.words(*links, primary=primary)))
    option = table.option("x")
    assert [roles.is_unit(option), roles.is_unit(option)] == [unit, unit]


def test_settings_by_name() -> None:
    table = f.table(
        f.unit("Battle size"), f.unit("Detachment Choice"), f.unit("Detached"), f.unit("General", type="upgrade")
    )
    size, detachment, detached, general = (
        table.option(name) for name in ("Battle size", "Detachment Choice", "Detached", "General")
    )
    assert roles.is_battle_size(size)
    assert not roles.is_battle_size(detachment)
    assert roles.is_detachment(detachment)
    assert not roles.is_detachment(detached)
    assert roles.is_warlord_mark(general)
    assert not roles.is_warlord_mark(detached)


@pytest.mark.parametrize("kind", ["unit", "model"])
def test_a_unit_or_model_called_warlord_is_no_mark(kind: str) -> None:
    option = f.table(f.unit("Warlord", type=kind)).option("Warlord")
    assert not roles.is_warlord_mark(option)
    assert roles.sort_of(option) == "datasheet"


def test_a_stated_purpose_goes_before_the_name() -> None:
    other = f.unit("Warlord", purpose=EntryPurpose.DETACHMENT)
    mark = f.unit("Leader of all", purpose=EntryPurpose.WARLORD)
    gifts = f.group("Wonders", f.item("Relic"), purpose=EntryPurpose.ENHANCEMENTS)
    table = f.table(other, mark, f.unit("squad", groups=(gifts,)))
    assert not roles.is_warlord_mark(table.option("Warlord"))
    assert roles.is_detachment(table.option("Warlord"))
    assert roles.is_warlord_mark(table.option("Leader of all"))
    assert roles.sort_of(table.option("squad").entries[0]) == "enhancement"


def test_a_unit_that_its_authors_typed_as_an_upgrade_is_a_unit() -> None:
    trooper = f.unit("trooper", type="model")
    units = tuple(f.unit(name, category_links=role("troops")) for name in ("squad", "knights", "archers"))
    mistyped = f.unit("guard", type="upgrade", entries=(trooper,), category_links=role("troops"))
    setting = f.unit("banner", type="upgrade", category_links=role("troops"))  # no models, no statline
    relic = f.unit("relic", type="upgrade", entries=(trooper,), category_links=role("relics"))  # no unit is one
    loose = f.unit("loose", type="upgrade", entries=(trooper,))
    library = f.table(*units, mistyped, setting, relic, loose).roster.library

    found = {option.name for option in library.root_options("cat") if roles.is_unit(option)}

    assert found == {"Squad", "Knights", "Archers", "Guard"}


def test_a_statline_makes_a_mistyped_unit_where_units_have_such_profiles() -> None:
    """What has the profiles that units have is one, although its authors typed it as an upgrade; what only upgrades have tells
    nothing, nor do texts of one line."""

    def printed(name: str, type_id: str, values: int = 2) -> Profile:
        found = tuple(Characteristic(type_id=f"c{n}", name=f"C{n}", value="1") for n in range(values))
        return Profile(id=f"p-{name}", name=name, type_id=type_id, characteristics=found)

    def named(name: str, kind: str, type_id: str, values: int = 2) -> Entry:
        return f.unit(name, type=kind, category_links=role("troops"), profiles=(printed(name, type_id, values),))

    entries = (
        named("squad", "unit", "statline"),
        named("knights", "unit", "statline"),
        named("archers", "unit", "text", 1),
        named("riders", "unit", "text", 1),
        named("guard", "upgrade", "statline"),
        named("axe", "upgrade", "weapon"),
        named("oath", "upgrade", "text", 1),
    )
    library = f.table(*entries).roster.library
    found = {option.name for option in library.root_options("cat") if roles.is_unit(option)}
    assert found == {"Squad", "Knights", "Archers", "Riders", "Guard"}


@pytest.mark.parametrize(("others", "unit"), [(0, True), (1, True), (2, False), (3, False)])
def test_an_upgrade_of_a_category_that_units_have_is_a_unit(others: int, unit: bool) -> None:
    """Where more units than other entries have it, shared ones counted, too; and where it has models."""
    troops = {"category_links": role("troops")}
    mistyped = f.unit("walker", type="upgrade", entries=(f.model("Pilot"),), **troops)
    relics = [f.unit(f"relic {number}", type="upgrade", **troops) for number in range(others)]
    table = f.table(
        mistyped,
        f.unit("squad", **troops),
        *relics,
        shared_entries=(f.unit("band", **troops), f.unit("crew", **troops)),
    )
    assert roles.is_unit(table.option("walker")) is unit
    assert not any(roles.is_unit(table.option(f"relic {number}")) for number in range(others))


def test_a_category_that_is_not_primary_makes_no_unit() -> None:
    known = f.unit("squad", category_links=f.words("Infantry"))
    mistyped = f.unit(
        "walker", type="upgrade", entries=(f.model("Pilot"),), category_links=f.words("Infantry", primary="Infantry")
    )
    assert not roles.is_unit(f.table(mistyped, known).option("walker"))


def test_records_in_groups_of_enhancements_are_named() -> None:
    """Those of groups in such a group and links, too, but nothing that stands in an enhancement or in another group."""
    blade = f.item("Blade", f.item("Edge"))
    relics = replace(f.group("Relics", f.item("Orb")), links=(EntryLink(id="bell", name="Bell", target_id="b"),))
    gifts = replace(f.group("Enhancements", blade, f.item("Shield")), groups=(relics,))
    hero = Entry(id="hero", name="Hero", groups=(f.group("Wargear", f.item("Bow")), gifts))
    traits = f.group("Other", f.item("Trait"), purpose=EntryPurpose.ENHANCEMENTS)
    none = f.group("Enhancements", f.item("Horse"), purpose=EntryPurpose.MODELS)
    file = Catalogue(id="c", name="C", entries=(hero, f.item("Plain")), shared_groups=(traits, none))
    names = [one.name for one in roles.named_enhancements(file)]
    assert sorted(names) == ["Bell", "Blade", "Orb", "Shield", "Trait"]
    assert [name for name in names if name != "Bell"] == ["Blade", "Shield", "Orb", "Trait"]  # the order of the data
