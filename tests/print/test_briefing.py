"""What sheets say of an army in words: findings, choices, amounts, and that no name stands there twice."""

from __future__ import annotations

import pytest

from listbuilder.army.model import Chosen, ForceView, RuleGroup
from listbuilder.army.records import Ability
from listbuilder.i18n import Text
from listbuilder.print.briefing import brief
from listbuilder.print.headings import roles
from listbuilder.print.layouts.units import full_stop
from listbuilder.print.rules_text import army_rules
from listbuilder.print.verdicts import message
from listbuilder.replacing import replace
from listbuilder.rules.diagnostic import Diagnostic
from tests.print.conftest import vocabulary


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Intercessor Squad: 60 points, not 80.", "Intercessor Squad B: 60 points, not 80."),
        ("Intercessor Squad is not available.", "Intercessor Squad B is not available."),
        ("Intercessor Squad B: too many.", "Intercessor Squad B: too many."),
        ("too many models.", "Intercessor Squad B: too many models."),
        ("Intercessor Squads are rare.", "Intercessor Squad B: Intercessor Squads are rare."),
    ],
)
def test_the_name_of_a_unit_stands_once_before_a_finding(make, said, shown):
    found = brief(make.army((make.intercessors("a"), make.intercessors("b"))), (), make.system())
    assert message(found, Diagnostic("rule", Text(said), unit="b")) == shown


def test_what_is_chosen_is_named_without_its_kind(make):
    lores = [Chosen("lore", "Spell Lore", "x", name) for name in ("Spell Lore: Fog", "Lore of Ruin")]
    army = replace(make.army((make.captain(),)), choices=tuple(lores))
    assert brief(army, (), make.system()).choices == ("Spell Lore: Fog, Lore of Ruin",)


def test_rules_of_the_only_force_are_those_of_the_army(make):
    rules = tuple(RuleGroup(name, (Ability(f"Rule of {name}", "army", "Text."),)) for name in ("Army Roster", "Oaths"))
    army = replace(make.army((make.captain(),)), rules=rules, forces=(ForceView("f", "Army Roster", "Army Roster"),))
    groups = {rule.title: rule.group for rule in army_rules(brief(army, (), make.system()))}
    assert (groups["Rule of Army Roster"], groups["Rule of Oaths"]) == ("", "Oaths")
    two = replace(army, forces=(*army.forces, ForceView("g", "Allies", "Allied Roster")))
    groups = {rule.title: rule.group for rule in army_rules(brief(two, (), make.system()))}
    assert groups["Rule of Army Roster"] == "Army Roster"


def test_thousands_of_points_are_grouped(make):
    found = brief(replace(make.army((make.captain(),)), limit=2000), (), make.system())
    assert found.points_line == "80 / 2,000 pts"


@pytest.mark.parametrize(
    ("title", "stop"), [("Oath", "."), ("Waaagh!", ""), ("Goin' Somewhere?", ""), ("冲锋！", ""), ('"Hold!"', "")]
)
def test_a_title_that_ends_a_sentence_has_no_stop(title, stop):
    assert full_stop(title) == stop


def test_community_data_may_call_types_of_weapons_otherwise():
    words = vocabulary("aos-4e")
    for name, reach in (("Melee Weapon", "melee"), ("Ranged Weapons", "ranged"), ("ranged", "ranged")):
        kind = words.weapon_type(name)
        assert kind is not None
        assert kind.reach == reach
    assert words.weapon_rank("Ranged Weapon") < words.weapon_rank("Melee Weapon")
    assert words.weapon_type("Weapon") is None
    for system in ("wh40k-10e", "wh40k-11e"):
        powers = vocabulary(system).weapon_type("C'tan Powers")
        assert powers is not None
        assert powers.reach == "ranged"


def test_units_stand_under_the_forces_of_an_army_that_has_several(make):
    units = (make.captain("a"), make.redemptor("b"), make.intercessors("c"), make.inceptors("d"))
    forces = (
        ForceView("f", "Handbook", "Handbook"),
        *(ForceView(f"g{n}", f"Regiment {n}", "Regiment", "f") for n in "12"),
    )
    held = tuple(replace(unit, force=force) for unit, force in zip(units, ("f", "g1", "g1", "g2"), strict=True))
    army = replace(make.army(held), forces=forces)
    found = [(title, [unit.id for unit in members]) for title, members in roles(brief(army, (), None))]
    assert found[:2] == [("Regiment 1", ["b", "c"]), ("Regiment 2", ["d"])]
    assert [members for _title, members in found[2:]] == [["a"]]
    two = replace(
        army,
        units=tuple(replace(unit, force=unit.force[0]) for unit in held),
        forces=(forces[0], ForceView("g", "Patrol", "Patrol")),
    )
    assert [title for title, _members in roles(brief(two, (), None))] == ["Handbook", "Patrol"]
    one = replace(army, units=tuple(replace(unit, force="f") for unit in held), forces=forces[:1])
    assert "Handbook" not in [title for title, _members in roles(brief(one, (), None))]


@pytest.mark.parametrize(
    ("name", "faction", "title", "facts"),
    [
        ("Wall", "Imperium - Grey Knights", "Wall", ("Grey Knights",)),
        ("", "Imperium - Adeptus Astartes - Ultramarines", "Adeptus Astartes - Ultramarines", ()),
        ("", "Duchy - The Reed", "Duchy - The Reed", ()),  # a part of the name
        ("", "", "Untitled army", ()),
    ],
)
def test_a_list_is_called_as_its_faction_without_the_group_where_it_has_no_name(
    make, rules, name, faction, title, facts
) -> None:
    army = replace(make.army(()), name=name, faction_name=faction, faction="", detachments=(), battle_size=None)
    found = brief(army, (), replace(rules, faction_groups=("Imperium",)))
    assert (found.title, found.facts_below_title) == (title, facts)
    assert found.facts_of_army == (facts or tuple(filter(None, (found.faction,))))
