"""Which keywords make a unit one of the army's own: stated, in the game's table, or told by the catalogue; never counted."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.army import Army
from listbuilder.army.build import ArmyBuilder, ArmyContext
from listbuilder.army.faction import faction_keywords
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue, CatalogueLink, CategoryEntry, Entry, EntryLink
from listbuilder.catalogue.system import FactionKeywords, RuleSpec, System
from listbuilder.engine import Engine
from listbuilder.engine.actions import add_force, select
from listbuilder.roster.tree import Roster
from listbuilder.rules.checker import Ruleset, check
from listbuilder.rules.muster import Muster
from tests.army import factory as f
from tests.engine.factory import FORCE, PTS

WORDS = ("Faction: Reeds", "Faction: Reed Guard", "Faction: Marsh", "Faction: Storks", "Faction: Frogs", "Flyer")
TABLE = (FactionKeywords(of=("Bog Folk",), keywords=("Frogs", "Storks")),)


def datasheet(name: str, *words: str) -> Entry:
    return f.unit(name, category_links=f.words(*(f"Faction: {word}" for word in words)))


def library(name: str, *own: Entry, offered: tuple[Entry, ...] = (), allies: tuple[Entry, ...] = ()) -> Library:
    """A catalogue with its own datasheets. ``offered``: of another file, through links of its own; ``allies``: imported."""
    categories = tuple(CategoryEntry(id=word, name=word) for word in WORDS)
    system = Catalogue(
        id="system", is_game_system=True, category_entries=categories, force_entries=(FORCE,), cost_types=(PTS,)
    )
    links = tuple(EntryLink(id=f"to-{entry.id}", target_id=entry.id) for entry in offered)
    to_allies = CatalogueLink(id="link", target_id="allies", import_root_entries=True)
    faction = Catalogue(id="cat", name=name, entries=own, links=links, catalogue_links=(to_allies,))
    others = Catalogue(id="allies", name="Allies - Library", library=True, entries=allies, shared_entries=offered)
    return Library(system, [faction, others])


def keywords(of: Library, *table: FactionKeywords) -> tuple[str, ...]:
    return faction_keywords(of.catalogues["cat"], of, System(id="s", name={"en": "S"}, faction_keywords=table))


MANY = tuple(datasheet(f"stork-{n}", "Storks") for n in range(5))


@pytest.mark.parametrize(
    ("of", "found"),
    [
        (library("Reeds", datasheet("pike", "Frogs"), allies=MANY), "Reeds"),
        (library("REEDS", datasheet("pike", "Frogs"), offered=MANY), "Reeds"),
        (library("Water - Reeds", datasheet("pike")), "Reeds"),
        (library("Marsh - Reeds", datasheet("pike", "Marsh", "Reeds")), ""),  # a heading that is a keyword, too
        (library("Marsh - Wardens", datasheet("pike", "Marsh")), ""),
        (library("Reeds - Library"), ""),
        (library("Wardens", datasheet("pike", "Reeds"), datasheet("drum", "Reeds", "Marsh"), allies=MANY), "Reeds"),
        (library("Wardens", datasheet("pike", "Reeds"), datasheet("drum", "Reeds"), offered=MANY), "Reeds"),
        (library("Wardens", datasheet("pike", "Reeds", "Marsh"), datasheet("drum", "Reeds", "Marsh")), ""),
        (library("Wardens", datasheet("pike", "Reeds"), datasheet("drum", "Reeds"), datasheet("tent")), ""),
        (library("Wardens", datasheet("pike", "Reeds"), datasheet("drum", "Marsh")), ""),
        (library("Wardens", allies=MANY), ""),
        (library("Wardens", offered=MANY), ""),
        (library("Flyer", datasheet("pike")), ""),  # no keyword of a faction
    ],
)
def test_a_catalogue_tells_its_keyword_or_nothing(of: Library, found: str) -> None:
    assert keywords(of) == ((found,) if found else ())


def test_what_the_data_state_and_what_the_table_says_come_first() -> None:
    of = library("Marsh - Bog Folk", datasheet("pike", "Reeds"))
    assert keywords(of) == ("Reeds",)
    assert keywords(of, *TABLE) == ("Frogs", "Storks")
    whole = FactionKeywords(of=("Marsh - Bog Folk",), keywords=("Marsh",))
    assert keywords(of, *TABLE, whole) == ("Marsh",)
    stated = Catalogue(id="cat", name="Marsh - Bog Folk", faction_keyword="Own")
    system = System(id="s", name={"en": "S"}, faction_keywords=TABLE)
    assert faction_keywords(stated, of, system) == ("Own", "Frogs", "Storks")


# --- what an army makes of it ---------------------------------------------------------------------------------------------

RULES = (RuleSpec(id="army-faction", kind="faction"), RuleSpec(id="ally-cap", kind="ally-cap"))
FRIENDS: dict[str, Any] = {
    "id": "storks-with-reeds",
    "name": "Storks",
    "hosts": ("Reeds",),
    "group": {"keywords": ["Storks"], "allied": True},
    "quotas": [{"at_most": 1}],
}
GAME = System(id="game", name={"en": "Game"}, rules=RULES, ally_rules=(FRIENDS,))


def army(of: Library, *names: str, system: System = GAME) -> Army:
    roster = Roster(of, "test")
    engine = Engine(roster)
    edit, force = add_force(engine, FORCE, "cat", None)
    edit.apply(roster)
    for name in names:
        option = next(option for option in of.root_options("cat") if option.target.id == name)
        added, _ = select(engine, force, option, 1)
        added.apply(roster)
    return ArmyBuilder(engine, ArmyContext(system, of.catalogues["cat"])).build()


def judged(of: Army, system: System = GAME) -> list[tuple[str, str, str]]:
    names = {unit.id: unit.datasheet for unit in of.units}
    return [(one.rule, one.severity, names.get(one.unit, "")) for one in check(of, Ruleset.from_system(system))]


REEDS = library(
    "Water - Reeds",
    datasheet("pike", "Reeds"),
    datasheet("drum"),  # the data forgot the keyword
    offered=(datasheet("frog", "Frogs"), datasheet("tent")),
    allies=(*MANY, datasheet("cart")),
)


def test_an_own_unit_is_legal_an_ally_is_an_ally_and_a_unit_of_others_is_refused() -> None:
    assert judged(army(REEDS, "pike")) == []
    allied = army(REEDS, "pike", "stork-1")
    assert judged(allied) == []
    ruleset = Ruleset.from_system(GAME)
    muster = Muster(allied, GAME, ruleset.options, ruleset.allies)
    assert [muster.is_allied(unit) for unit in allied.units] == [False, True]
    assert judged(army(REEDS, "pike", "stork-1", "stork-2")) == [("ally-cap", "error", "Stork-2")]
    assert judged(army(REEDS, "pike", "frog")) == [("army-faction", "error", "Frog")]


def test_a_unit_without_any_keyword_belongs_to_the_faction_that_defines_it() -> None:
    assert judged(army(REEDS, "pike", "drum")) == []
    assert judged(army(REEDS, "pike", "tent")) == [("army-faction", "unjudged", "Tent")]
    assert judged(army(REEDS, "pike", "cart")) == [("army-faction", "unjudged", "Cart")]


def test_an_army_whose_keyword_nothing_names_is_unjudged_once_with_the_reason() -> None:
    unknown = army(library("Wardens", datasheet("pike", "Reeds", "Marsh"), allies=MANY), "pike", "stork-1")
    (found,) = check(unknown, Ruleset.from_system(GAME))
    assert (found.severity, found.unit) == ("unjudged", "")
    assert "Wardens" in str(found.message)


def test_any_keyword_of_the_table_makes_a_unit_an_own_one() -> None:
    system = System(id="game", name={"en": "Game"}, rules=RULES, ally_rules=(FRIENDS,), faction_keywords=TABLE)
    of = library("Bog Folk", datasheet("frog", "Frogs"), allies=(datasheet("pike", "Reeds"), *MANY))
    own = army(of, "frog", "stork-1", "stork-2", system=system)
    assert (own.faction_keyword, own.other_keywords) == ("Frogs", ("Storks",))
    assert judged(own, system) == []
    assert judged(army(of, "frog", "pike", system=system), system) == [("army-faction", "error", "Pike")]


def test_where_sources_contradict_a_rule_for_a_faction_its_armies_are_unjudged() -> None:
    rule = RuleSpec(
        id="led",
        kind="total",
        params={"of": "units", "where": {"keywords": ["Hero"]}, "at_least": 1},
        doubted={"Reeds": {"en": "reeds have no Hero"}},
    )
    system = System(id="game", name={"en": "Game"}, rules=(rule,))
    (found,) = check(army(REEDS, "pike", system=system), Ruleset.from_system(system))
    assert found.severity == "unjudged"
    assert str(found.message).endswith("; not judged: reeds have no Hero")
    others = army(library("Frogs", datasheet("frog", "Frogs")), "frog", system=system)
    assert [one.severity for one in check(others, Ruleset.from_system(system))] == ["error"]
