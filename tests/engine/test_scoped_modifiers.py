"""Modifiers with ``scope`` and ``affects``."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.catalogue.model import Characteristic, Entry, ForceEntry, Modifier, Profile
from listbuilder.engine.scoped_modifiers import Selector, selector
from listbuilder.roster.edits import Insert, Remove
from listbuilder.roster.tree import Selection
from tests.engine import factory as f
from tests.engine.random_edits import differences


@pytest.mark.parametrize(
    ("affects", "expected"),
    [
        ("", Selector()),
        ("profiles.Unit", Selector(profiles="Unit")),
        ("self.entries.profiles.Ranged Weapons", Selector(True, False, True, "", "Ranged Weapons")),
        (
            "self.entries.recursive.84c4-6d1e.profiles.Melee Weapons",
            Selector(True, True, True, "84c4-6d1e", "Melee Weapons"),
        ),
        ("entries.recursive", Selector(True, True, False)),
        ("4986-bf86", Selector(only="4986-bf86")),
        ("self", Selector()),
        ("forces", Selector(entries=True, itself=False, forces=True)),
        ("rules", Selector(profiles="*")),
        ("self.entries.rules.r", Selector(True, False, True, "", "r")),
    ],
)
def test_paths(affects: str, expected: Selector) -> None:
    assert selector(affects) == expected


def statline(name: str, strength: str, type_name: str) -> tuple[Profile, ...]:
    values = (Characteristic(type_id="s", name="S", value=strength),)
    return (Profile(id=f"profile-{name}", name=name, type_id=type_name, type_name=type_name, characteristics=values),)


def enhanced(**push: Any) -> Entry:
    """A unit with a model and its sword, and an upgrade that changes something."""
    sword = f.unit(
        "sword", type="upgrade", profiles=statline("Sword", "4", "Melee Weapons"), category_links=f.role("elite")
    )
    model = f.unit("model", type="model", entries=(sword,), profiles=statline("Model", "3", "Unit"))
    blessing = f.unit(
        "blessing", type="upgrade", modifiers=(Modifier(**{"type": "increment", "field": "s", "value": "1", **push}),)
    )
    return f.unit("unit", entries=(model, blessing), profiles=statline("Unit", "2", "Unit"))


def strengths(**push: Any) -> tuple[str, str, str]:
    """S of the unit's, the model's and the sword's profile while the blessing is chosen."""
    table = f.table(enhanced(**push))
    unit = table.take("unit")
    model = table.take("model", unit)
    sword = table.take("sword", model)
    before = tuple(table.engine.state(node).profiles[0].characteristics[0].value for node in (unit, model, sword))
    assert before == ("2", "3", "4")
    blessing = table.take("blessing", unit)
    after = tuple(table.engine.state(node).profiles[0].characteristics[0].value for node in (unit, model, sword))
    assert differences(table.engine) == {}
    Remove(blessing).apply(table.roster)
    assert before == tuple(
        table.engine.state(node).profiles[0].characteristics[0].value for node in (unit, model, sword)
    )
    return after  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("scope", "affects", "expected"),
    [
        ("root-entry", "profiles.Unit", ("3", "3", "4")),
        ("parent", "self.entries.profiles.Unit", ("3", "4", "4")),
        ("unit", "self.entries.recursive.profiles.Melee Weapons", ("2", "3", "5")),
        ("unit", "self.entries.profiles.Melee Weapons", ("2", "3", "4")),
        ("unit", "self.entries.recursive.elite.profiles.Melee Weapons", ("2", "3", "5")),
        ("unit", "self.entries.recursive.hq.profiles.Melee Weapons", ("2", "3", "4")),
        ("force", "self.entries.recursive.profiles.Unit", ("3", "4", "4")),
        ("roster", "self.entries.recursive.profiles.Unit", ("3", "4", "4")),
        ("no-such-scope", "profiles.Unit", ("2", "3", "4")),
        ("unit", "self.entries.recursive.sword.profiles", ("2", "3", "5")),
        ("unit", "entries.profiles", ("2", "4", "4")),
        ("unit", "entries.recursive.profiles", ("2", "4", "5")),
        ("force", "self.entries.profiles", ("3", "3", "4")),
        ("force", "profiles", ("2", "3", "4")),
        ("roster", "self.entries.profiles", ("2", "3", "4")),
        ("roster", "profiles", ("2", "3", "4")),
    ],
)
def test_profiles_of_others(scope: str, affects: str, expected: tuple[str, str, str]) -> None:
    assert strengths(scope=scope, affects=affects) == expected


def test_a_leader_gives_a_category_to_others_chosen_or_not() -> None:
    gift = Modifier(type="add", field="category", value="elite", scope="force", affects="self.entries.recursive.guard")
    guard = f.unit("guard", modifiers=f.renamed_when(f.when("instanceOf", 1, "elite")))
    table = f.table(f.unit("leader", modifiers=(gift,)), guard, f.unit("other"))
    option = table.option("guard")
    chosen, other = table.take("guard"), table.take("other")
    assert table.engine.choice(table.force, option).categories == ()
    leader = table.take("leader")
    assert [item.id for item in table.engine.choice(table.force, option).categories] == ["elite"]
    assert (table.name(chosen), table.name(other)) == ("yes", "Other")
    Remove(chosen).apply(table.roster)
    assert table.engine.choice(table.force, option).name == "yes"
    Remove(leader).apply(table.roster)
    assert table.engine.choice(table.force, option).name == "Guard"


def test_messages_on_the_parent_the_force_and_the_roster() -> None:
    words = [Modifier(type="add", field="error", value=scope, scope=scope) for scope in ("parent", "force", "roster")]
    table = f.table(f.unit("unit", entries=(f.unit("badge", modifiers=tuple(words)),)))
    unit = table.take("unit")
    table.take("badge", unit)
    found = {item.message: item.node for item in table.engine.violations()}
    assert found == {"parent": unit, "force": table.force, "roster": None}


def test_set_comes_first_whoever_owns_it() -> None:
    """The owner with the smaller id adds a category, the other one sets the primary category."""
    affects = "self.entries.recursive.guard"
    adds = Modifier(type="add", field="category", value="elite", scope="force", affects=affects)
    sets = Modifier(type="set", field="category", value="hq", scope="force", affects=affects)
    table = f.table(f.unit("adder", modifiers=(adds,)), f.unit("setter", modifiers=(sets,)), f.unit("guard"))
    guard = table.take("guard")
    for node_id, name in (("a", "adder"), ("b", "setter")):
        Insert(Selection(table.option(name), node_id=node_id), table.force).apply(table.roster)
    assert [item.id for item in table.engine.state(guard).categories] == ["hq", "elite"]


def test_modifiers_on_a_force_are_set_first_and_stay_out_of_child_forces() -> None:
    own = (Modifier(type="append", field="name", value="II"),)
    named = Modifier(type="set", field="name", value="Host", scope="force")
    poor = Modifier(type="set", field="name", value="Poor", scope="force", affects="self.entries.recursive")
    forces = (
        ForceEntry(id="army", name="Army", modifiers=own, force_entries=(ForceEntry(id="detachment", name="Child"),)),
    )
    table = f.table(f.unit("namer", modifiers=(named, poor)), f.unit("other"), of_system={"force_entries": forces})
    child = table.add_force("detachment", table.force)
    inner = table.take("other", child)
    assert table.name(table.force) == "Army II"
    namer, outer = table.take("namer"), table.take("other")
    assert [table.name(node) for node in (table.force, child, inner, outer)] == ["Poor II", "Child", "Other", "Poor"]
    Remove(namer).apply(table.roster)
    assert [table.name(node) for node in (table.force, outer)] == ["Army II", "Other"]
    assert differences(table.engine) == {}


@pytest.mark.parametrize(
    ("scope", "affects", "names"),
    [
        ("roster", "self.entries.recursive", ("Army", "Detachment", "New", "New")),  # forces are no entries
        ("roster", "self.forces", ("New", "Detachment", "Other", "Namer")),
        ("roster", "self.entries.forces.recursive", ("New", "New", "New", "New")),
        ("roster", "self.entries.forces.recursive.detachment", ("Army", "New", "Other", "Namer")),
        ("force", "self.entries.recursive", ("New", "Detachment", "Other", "New")),
        ("force", "entries.forces.recursive", ("Army", "New", "New", "New")),
    ],
)
def test_modifiers_reach_child_forces_where_they_name_forces(scope: str, affects: str, names: object) -> None:
    """Whether they are there before the forces or come after them."""
    change = Modifier(type="set", field="name", value="New", scope=scope, affects=affects)
    table = f.table(f.unit("namer", modifiers=(change,)), f.unit("other"))
    child = table.add_force("detachment", table.force)
    inner = table.take("other", child)
    assert table.name(table.force) == "Army"
    namer = table.take("namer")
    assert tuple(map(table.name, (table.force, child, inner, namer))) == names
    assert differences(table.engine) == {}


def test_a_bound_on_what_is_in_a_choice_follows_modifiers_of_others() -> None:
    inside = f.most(1, scope="self", id="inside")
    more = Modifier(type="set", field="inside", value="2", scope="force", affects="entries")
    squad = f.unit("squad", constraints=(inside,), entries=(f.unit("gun"),))
    table = f.table(squad, f.unit("armourer", modifiers=(more,)))
    unit = table.take("squad")
    table.take("gun", unit, 2)
    assert table.wrong == [("max", "inside")]
    armourer = table.take("armourer")
    assert table.wrong == []
    Remove(armourer).apply(table.roster)
    assert table.wrong == [("max", "inside")]


def test_a_modifier_on_the_roster_affects_all_forces() -> None:
    cheap = Modifier(type="increment", field="pts", value="1", scope="roster", affects="entries.recursive")
    table = f.table(f.unit("giver", modifiers=(cheap,)), f.unit("other", entries=(f.unit("inner"),)))
    child = table.add_force("detachment", table.force)
    other = table.take("other", child)
    inner = table.take("inner", other)
    giver = table.take("giver")
    assert [table.points(node) for node in (other, inner, giver)] == [1, 1, 1]
    assert table.engine.totals() == {"pts": 3}
    Remove(giver).apply(table.roster)
    assert table.engine.totals() == {}


def test_choices_that_are_not_chosen_follow_scoped_modifiers() -> None:
    """Direct and by id, in a group and below it, and until their owner is removed."""
    arms = f.group("arms", f.unit("axe", type="upgrade"))
    trooper = f.unit("trooper", groups=(arms,))
    change = {"type": "set", "field": "name", "value": "New", "scope": "parent"}
    gifts = {"all": "entries.recursive", "direct": "entries", "one": "entries.recursive.axe"}
    badges = [f.unit(name, modifiers=(Modifier(affects=affects, **change),)) for name, affects in gifts.items()]
    table = f.table(f.unit("squad", entries=(trooper, *badges)))
    squad = table.take("squad")
    node = table.take("trooper", squad)
    axe = table.option("axe", node)
    names = {}
    assert table.engine.choice(node, axe).name == "Axe"
    for name in gifts:
        badge = table.take(name, squad)
        names[name] = (table.engine.choice(node, axe).name, table.name(node))
        Remove(badge).apply(table.roster)
        assert table.engine.choice(node, axe).name == "Axe"
    assert names == {"all": ("New", "New"), "direct": ("Axe", "New"), "one": ("New", "Trooper")}


def test_what_may_be_chosen_in_each_force_follows_a_modifier_of_the_roster() -> None:
    ban = Modifier(type="set", field="hidden", value="true", scope="roster", affects="entries.recursive")
    table = f.table(f.unit("ban", type="upgrade", modifiers=(ban,)), f.unit("hero"))
    hero = table.option("hero")
    assert not table.engine.choice(table.force, hero).hidden
    chosen = table.take("ban")
    assert table.engine.choice(table.force, hero).hidden
    Remove(chosen).apply(table.roster)
    assert not table.engine.choice(table.force, hero).hidden
